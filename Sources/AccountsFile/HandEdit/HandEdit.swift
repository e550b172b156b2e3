public import Accounts
import AccountsDocument
import LosslessJSON

/// A hand edit of the accounts file, during which others can still write to it: made on a copy in a
/// directory of the user's own, checked, then installed under the write lock together with
/// concurrent changes.
///
/// It holds a lock of its own from `begin` to `end`, so that each user has only one at a time. The
/// copy and its base text are in two files that only their owner can access; a note beside the
/// accounts says who edits, and since when. `end` removes them all. If the program is killed they
/// stay, for the next hand edit.
public actor HandEdit {
  public nonisolated var unownedExecutor: UnownedSerialExecutor { disk.executor }

  private let accounts: FileStore
  private nonisolated let disk: Disk
  private let hasher: PasswordHasher
  private let newID: @Sendable () -> AccountID
  private let attribution: @Sendable () async -> Attribution
  private let whenEnded: @Sendable ([String: Int]) async -> Void
  private var lock: FileLock?
  /// The path of the copy to edit.
  public nonisolated let copyPath: String
  /// A directory of the user's own.
  private nonisolated let directory: String
  private var base: [UInt8] = []
  /// The faults of the file from which the copy began that make it unusable, such as a missing
  /// rulebook, and the keys that close accounts.
  public private(set) var faults: [Problem] = []
  /// The copy as last reviewed: only this is installed, even if an editor writes afterwards.
  private var reviewed: [UInt8]?
  typealias Merged = (copy: [UInt8], theirs: [UInt8])
  /// The merged copy and their text after a conflict, for `goOn`.
  private var merged: Merged?

  /// - Parameters:
  ///   - directory: a directory of the user's own for the copy.
  ///   - newID: makes new ids of accounts.
  ///   - attribution: the author, for the history.
  ///   - whenEnded: called with the accounts whose logins in browsers have ended.
  init(
    _ accounts: FileStore, in directory: String, hasher: PasswordHasher,
    giving newID: @escaping @Sendable () -> AccountID,
    by attribution: @escaping @Sendable () async -> Attribution,
    whenEnded: @escaping @Sendable ([String: Int]) async -> Void
  ) {
    self.accounts = accounts
    (self.attribution, self.whenEnded) = (attribution, whenEnded)
    (self.hasher, self.newID) = (hasher, newID)
    disk = accounts.disk
    self.directory = directory
    copyPath = FilePath.join(directory, Self.copy)
  }

  private static let copy = "accounts.json"
  private static let base = "base.json"
  private static let files = [copy, base]

  /// Takes the lock, waiting at most 250 ms: a forked child can briefly hold an inherited
  /// descriptor. Returns whether an earlier, changed copy was left uninstalled; it is resumed
  /// unless `startAnew` is called. If it throws, no lock is held.
  public func begin() async throws(AccountsError) -> Bool {
    let lock = try await disk.lock(for: 250) { () throws(DiskFault) in
      disk.close(try disk.makeDirectory(directory))
      // Other users must not lead the editor, or us, elsewhere.
      let own = try disk.directory(directory, for: .write, .trusted, orMissing: directory)
      do throws(DiskFault) {
        try disk.distrust(own)
      } catch {
        disk.close(own)
        throw error
      }
      return own.file(Self.copy)
    }
    self.lock = lock
    do throws(AccountsError) {
      disk.removeTemporaryFiles(of: Self.files.map { lock.directory.file($0) })
      await accounts.noteEdit()
      if try await findsEarlierCopy() { return true }
      try await startAnew()
      return false
    } catch {
      _ = await abandon()
      throw error
    }
  }

  private func findsEarlierCopy() async throws(AccountsError) -> Bool {
    guard let copy = try copyText() else { return false }
    let current = try await accounts.currentText()
    let kept = try text(Self.base)
    // A process killed after the rename has already installed it.
    guard copy != current, copy != kept else { return false }
    // Without its base text, it is compared with the current file.
    base = kept ?? current
    if kept == nil { try write(current, to: Self.base) }
    return true
  }

  /// Starts with the current file. Removes an earlier copy first: a copy must never be found beside
  /// a base from which it did not start. A newer program's file is not for us to change. If it
  /// throws, no copy is left.
  public func startAnew() async throws(AccountsError) {
    (base, faults) = (try await accounts.currentText(), [])
    if let file = try? await AccountsDocument(
      path: accounts.path, bytes: base, dialect: accounts.dialect)
    {
      let newer = file.faults.filter { $0.rule == .file(.newerVersion) }
      guard newer.isEmpty else { throw .fileInvalid(file.placed(newer)) }
      let unusable = Set((file.faults + file.rulebookFaults).map(\.subject))
      faults = await accounts.findings(in: file, hasher).errors.filter {
        unusable.contains($0.subject) || $0.rule.meaningOfKey != nil
      }
    }
    try remove(Self.copy)
    do throws(AccountsError) {
      try write(base, to: Self.base)
      try write(base, to: Self.copy)
    } catch {
      try? removeFiles()
      throw error
    }
  }

  /// The state of the copy.
  public struct Review: Sendable {
    /// False if the copy is gone. An editor that removes it has changed nothing.
    public let isThere: Bool
    /// True if its text differs from the base.
    public let isChanged: Bool
    /// The problems of the copy; and, as warnings, what of its rulebook is out of force now.
    public let findings: CheckReport
    /// False if the copy cannot be installed at all.
    public internal(set) var isUsable = true
    /// False if the base could not be read: then the changes are unknown.
    public internal(set) var isComparable = true
    /// The changes by account, with hashes among their values; empty if not comparable.
    public internal(set) var changes: [AccountRecord] = []
    /// True if anything outside the accounts changed, such as the rulebook.
    public internal(set) var changesBesideAccounts = false
    /// The accounts that the copy closes, by what is wrong with them.
    public internal(set) var closing: [ClosedAccounts] = []
  }

  /// Reviews the copy as the editor left it.
  public func review() async throws(AccountsError) -> Review {
    let copy = try copyText()
    reviewed = copy
    guard let copy, base != copy else {
      return Review(
        isThere: copy != nil, isChanged: false, findings: CheckReport(source: copyPath, errors: []))
    }
    let file: AccountsDocument
    do throws(AccountsError) {
      file = try AccountsDocument(path: copyPath, bytes: copy, dialect: await accounts.dialect)
    } catch .fileInvalid(let problems) {
      return Review(
        isThere: true, isChanged: true, findings: CheckReport(source: copyPath, errors: problems),
        isUsable: false, isComparable: false)
    }
    var findings = await accounts.findings(in: file, hasher)
    let old = try? AccountsDocument(path: copyPath, bytes: base, dialect: file.dialect)
    // Other warnings keep nothing from being installed, and check has them all.
    var known = old?.rulebookCautions ?? []
    let cautions = file.rulebookCautions.filter { caution in
      let same = known.firstIndex { $0.subject == caution.subject && $0.rule == caution.rule }
      if let same { known.remove(at: same) }
      return same == nil
    }
    let ids = Set(old?.cautionsOfIDs.map(\.rule) ?? [])
    findings.warnings = file.placed(
      cautions + file.cautionsOfIDs.filter { !ids.contains($0.rule) })
    let codes = old.map { file.placed(file.codesAsPasswords(since: $0)) } ?? []
    findings.errors += codes
    let changes = old?.changes(to: file)
    // Without its rulebook nobody can say whom the copy would close.
    let isWhole = file.faults.isEmpty && file.rulebookFaults.isEmpty
    return Review(
      isThere: true, isChanged: true, findings: findings, isUsable: isWhole && codes.isEmpty,
      isComparable: old != nil,
      changes: changes?.accounts ?? [], changesBesideAccounts: changes?.besideAccounts ?? false,
      closing: isWhole ? file.closing(since: old, today: accounts.today()) : [])
  }

  /// Changes of the same values by others.
  public struct Conflict: Sendable, Equatable {
    /// The others' changes of accounts that both sides changed.
    public let accounts: [AccountRecord]
    /// True if both sides changed something outside the accounts, such as the rulebook.
    public let besideAccounts: Bool
    /// True if nothing can be merged, because the base could not be read.
    public let isWhole: Bool
  }

  /// The result of installing.
  public enum Installation: Sendable, Equatable {
    /// The copy has replaced the file, merged with any concurrent changes.
    case installed(merged: Bool)
    /// Nothing is written. `goOn` merges as far as possible.
    case conflict(Conflict)
    /// The copy has changed since the review, so an editor is still writing it. Nothing is written.
    case copyChanged
  }

  /// Installs the copy as last reviewed. The copy stays until `end`.
  public func install() async throws(AccountsError) -> Outcome<Installation> {
    guard let reviewed, try text(Self.copy) == reviewed else { return Outcome(.copyChanged) }
    let done = try await accounts.install(reviewed, from: base, giving: newID, by: attribution())
    await whenEnded(done.notices.countsOfEndedLogins)
    merged = done.value.merged ?? merged
    return Outcome(done.value.0, notices: done.notices)
  }

  /// Goes on after a conflict: merges the others' changes into the copy, except where both sides
  /// changed the same; installing then overrides theirs. Until this is called, the next hand edit
  /// reports the conflict again.
  public func goOn() throws(AccountsError) {
    guard let (copy, theirs) = merged else { return }
    // In this order: until both are written, the old text still shows what the others changed.
    try write(copy, to: Self.copy)
    try write(theirs, to: Self.base)
    base = theirs
    merged = nil
  }

  /// Ends the edit and releases its lock; does nothing if it has ended. A kept copy is left for the
  /// next hand edit.
  public func end(keepingCopy: Bool) async throws(AccountsError) {
    guard lock != nil else { return }
    // From here on, the files may be another's.
    defer { unlock() }
    guard !keepingCopy else { return }
    try removeFiles()
    await accounts.forgetEdit()
  }

  /// Ends the edit after a failure, unless it has ended. Returns true if there is a changed copy,
  /// which is kept.
  public func abandon() async -> Bool {
    guard lock != nil else { return false }
    // An unreadable copy may have changed.
    let isChanged = (try? copyText().map { $0 != base } ?? false) ?? true
    try? await end(keepingCopy: isChanged)
    return isChanged
  }

  private func unlock() {
    if let lock { disk.unlock(lock) }
    lock = nil
  }

  private func removeFiles() throws(AccountsError) {
    for name in Self.files { try remove(name) }
  }

  private func remove(_ name: String) throws(AccountsError) {
    try inDirectory(name) { file throws(DiskFault) in try disk.remove(file) }
  }

  /// The copy's text; nil if there is none. An editor may give it any mode: its directory is its
  /// owner's alone.
  private func copyText() throws(AccountsError) -> [UInt8]? { try text(Self.copy) }

  private func text(_ name: String) throws(AccountsError) -> [UInt8]? {
    try inDirectory(name) { file throws(DiskFault) in try disk.read(file)?.bytes }
  }

  private func write(_ text: [UInt8], to name: String) throws(AccountsError) {
    try inDirectory(name) { file throws(DiskFault) in
      _ = try disk.replace(file, .anything(), with: [.bytes(text[...])])
    }
  }

  /// Runs a step on one of the files, in the locked directory.
  private func inDirectory<Result>(
    _ name: String, _ step: (DirectoryFile) throws(DiskFault) -> Result
  ) throws(AccountsError) -> Result {
    guard let lock else { throw .internalFault }
    return try onDisk { () throws(DiskFault) in try step(lock.directory.file(name)) }
  }
}
