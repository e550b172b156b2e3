// A server asks for one account after another. Its store holds the documents directory, and looks
// at the stamps of the files there: a request walks no path and opens nothing while the stamps are
// those of the last answer.
//
// The directory was walked as every path is, judging each link. It is used while its path leads to
// it: if somebody puts another one there, or a link to one, the path is walked and judged again.
// All that is read in between is read in the directory that is held.

import Accounts
import AccountsDocument
import Glibc

/// A directory that is kept open between operations.
final class HeldDirectory {
  let directory: OpenDirectory
  private let stamp: FileStamp
  private let calls: SystemCalls

  /// Takes an open directory over, and closes it at the end.
  init(_ directory: OpenDirectory, _ stamp: FileStamp, _ calls: SystemCalls) {
    (self.directory, self.stamp, self.calls) = (directory, stamp, calls)
  }

  deinit { _ = calls.close(directory.descriptor) }

  /// True if its path leads to it now.
  func isInPlace(_ disk: Disk) -> Bool {
    var info = stat()
    let result = disk.retrying { calls.stat(AT_FDCWD, directory.path, 0, &info) }
    return result == 0 && FileStamp(info).isSameFile(as: stamp)
  }
}

/// The last results of a store that holds its directory, while the stamps prove them.
struct HeldAnswers {
  private struct Key: Hashable {
    let name: String
    let field: Field?
  }

  /// The accounts' stamp and the day for which the results hold.
  private var accounts: FileStamp?
  private var day: CalendarDay?
  private var results: [Key: LookupResult] = [:]
  /// The stamp of the failed logins for which the counts hold.
  private var failures: FileStamp?
  private var counts: [LoginAttempt.Counted: Throttle] = [:]

  private static let most = 512

  func result(
    of name: AccountName, _ field: Field?, _ stamp: FileStamp, _ day: CalendarDay
  ) -> LookupResult? {
    guard accounts == stamp, self.day == day else { return nil }
    return results[Key(name: name.text, field: field)]
  }

  mutating func keep(
    _ result: LookupResult, of name: AccountName, _ field: Field?, _ stamp: FileStamp,
    _ day: CalendarDay
  ) {
    // An unknown name costs a hash anyway, and may be as long as one likes.
    guard !result.accounts.isEmpty else { return }
    if accounts != stamp || self.day != day || results.count >= Self.most { results = [:] }
    (accounts, self.day) = (stamp, day)
    results[Key(name: name.text, field: field)] = result
  }

  func counts(of attempt: LoginAttempt, _ stamp: FileStamp) -> Throttle? {
    failures == stamp ? counts[attempt.counted] : nil
  }

  mutating func keep(_ throttle: Throttle, of attempt: LoginAttempt, _ stamp: FileStamp) {
    if failures != stamp || counts.count >= Self.most { counts = [:] }
    failures = stamp
    counts[attempt.counted] = throttle
  }
}

extension LoginAttempt {
  /// The name and the address under which it counts.
  struct Counted: Hashable {
    let name: String
    let network: String?
  }

  var counted: Counted { Counted(name: name, network: network) }
}

extension FileStore {
  /// The accounts file in the directory that is held, and its stamp. Nil if the path must be walked
  /// to the end: it leads elsewhere by now, or the file is missing, a link, or one of two.
  func look() -> (file: DirectoryFile, stamp: FileStamp)? {
    guard holdsDirectory, case .documents(let documents) = source else { return nil }
    if let held, let found = accounts(in: held, documents) { return found }
    held = nil
    guard let directory = (try? disk.directory(source.directory, for: .read)) ?? nil else {
      return nil
    }
    guard let stamp = try? disk.stamp(of: directory) else {
      disk.close(directory)
      return nil
    }
    let new = HeldDirectory(directory, stamp, disk.calls)
    guard let found = accounts(in: new, documents) else { return nil }
    held = new
    return found
  }

  private func accounts(
    in held: HeldDirectory, _ documents: String
  ) -> (file: DirectoryFile, stamp: FileStamp)? {
    guard held.isInPlace(disk) else { return nil }
    var found: [(file: DirectoryFile, stamp: FileStamp)] = []
    for name in AccountsPath.names {
      let file = held.directory.file(name)
      do throws(DiskFault) {
        if let stamp = try disk.stamp(of: file, for: .read) { found.append((file, stamp)) }
      } catch {
        return nil
      }
    }
    guard found.count == 1, let only = found.first, !only.stamp.isLink else { return nil }
    note("\(documents)/\(only.file.name)")
    return only
  }

  /// The accounts of a name, without a look at more than their stamps if these are the last ones.
  func foundHeld(
    _ name: AccountName, _ field: Field?, _ find: () throws(AccountsError) -> LookupResult
  ) throws(AccountsError) -> LookupResult {
    guard let stamp = look()?.stamp else { return try find() }
    let day = today()
    if let found = answers.result(of: name, field, stamp, day) { return found }
    let (tick, directory) = (disk.calls.now(), held)
    let found = try find()
    // A change from here on shows.
    if stamp.isOver(by: tick), look()?.stamp == stamp, held === directory {
      answers.keep(found, of: name, field, stamp, day)
    }
    return found
  }

  /// How long an attempt has to wait, by the counts beside the accounts that were looked up last;
  /// nil if these are not held.
  func secondsToWaitHeld(for attempt: LoginAttempt) throws(DiskFault) -> Int? {
    guard let held else { return nil }
    let accounts = held.directory.file(FilePath.name(of: path))
    let counts = FailedLoginFile(of: accounts, disk, at: now())
    func stamp() throws(DiskFault) -> FileStamp? {
      try disk.stamp(of: counts.side.file, for: .read)
    }
    guard let before = try stamp() else { return 0 }
    if let known = answers.counts(of: attempt, before) {
      return known.ownSecondsToWait(now: counts.now)
    }
    let tick = disk.calls.now()
    let found = try counts.throttle(of: attempt) ?? Throttle()
    if before.isOver(by: tick), try stamp() == before { answers.keep(found, of: attempt, before) }
    return found.ownSecondsToWait(now: counts.now)
  }
}
