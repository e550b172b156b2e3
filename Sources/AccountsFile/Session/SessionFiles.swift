import Accounts
import AccountsDocument

/// The session and the draft, in two small files beside the accounts.
///
/// Each is written whole, as durably as the accounts. Links are not followed.
actor SessionFiles: SessionStore {
  nonisolated var unownedExecutor: UnownedSerialExecutor { disk.executor }

  private nonisolated let disk: Disk
  private nonisolated let directory: String
  /// The accounts beside which the files are; nil for accounts in a database.
  private nonisolated let accounts: FileStore?
  /// The directory of the held lock, in which everything is read until it is released.
  private var lockedDirectory: OpenDirectory?

  private static let session = "session.json"
  private static let draftFile = "edit.json"
  private static let lockFile = DocumentsFiles.sessionLock

  init(directory: String, beside accounts: FileStore?, disk: Disk) {
    self.accounts = accounts
    self.directory = directory
    self.disk = disk
  }

  nonisolated var places: (session: Place, draft: Place) {
    (Place(FilePath.join(directory, Self.session)), Place(FilePath.join(directory, Self.draftFile)))
  }

  func session() throws(AccountsError) -> Session {
    do throws(AccountsError) {
      return Session(source: places.session.source, text: try read(Self.session))
    } catch .noteBroken(let problem) {
      return .broken(problem)
    }
  }

  func isShared() async -> Bool { await accounts?.isShared() ?? true }

  func isOfCaller() -> Bool {
    guard let directory = try? open(for: .read) else { return true }
    defer { disk.close(directory) }
    guard let stamp = (try? disk.stamp(of: directory.file(Self.session), for: .read)) ?? nil else {
      return true
    }
    return stamp.owner == disk.calls.user()
  }

  func readDraft() throws(AccountsError) -> EditDraft? {
    guard let text = try read(Self.draftFile) else { return nil }
    return try EditDraft(source: places.draft.source, bytes: text.bytes)
  }

  /// Reads a file; nil if there is none of ours. Anything but a regular file, such as a link,
  /// counts as one that cannot be parsed.
  private func read(_ name: String) throws(AccountsError) -> FileText? {
    do throws(DiskFault) {
      guard let directory = try open(for: .read) else { return nil }
      defer { disk.close(directory) }
      let file = directory.file(name)
      guard let stamp = try disk.stamp(of: file, for: .read), isOurs(stamp) else { return nil }
      return try disk.read(file, atMost: FileText.greatestNote)
    } catch {
      let rule: Rule
      switch error.reason {
      case .isLink, .notRegularFile: rule = .file(.regularFile)
      case .tooLarge(let maximum): rule = .field(.maximumBytes(maximum))
      default: throw .disk(error)
      }
      throw .noteBroken(Problem(.file, rule, at: Place(error.path)))
    }
  }

  private func open(for action: DiskFault.Action) throws(DiskFault) -> OpenDirectory? {
    try disk.directory(
      lockedDirectory == nil ? directory : ".", from: lockedDirectory, for: action)
  }

  /// True if the file counts: another user's session does not, except for root.
  private func isOurs(_ stamp: FileStamp) -> Bool {
    let user = disk.calls.user()
    return user == 0 || stamp.owner == user
  }

  func lock() async throws(AccountsError) -> any LockedSession {
    let lock = try await disk.lock(Self.lockFile) { () throws(DiskFault) in
      if let open = try open(for: .createDirectory) { return AccountsPath.file(in: open, disk) }
      return AccountsPath.file(in: try disk.makeDirectory(directory), disk)
    }
    lockedDirectory = lock.directory
    disk.removeTemporaryFiles(
      of: [Self.session, Self.draftFile, Self.lockFile].map { lock.directory.file($0) })
    return LockedFiles(files: self, lock: lock)
  }

  private struct LockedFiles: LockedSession {
    let files: SessionFiles
    let lock: FileLock

    func write(session new: Session) async throws(AccountsError) {
      try await files.write(new.text, to: lock.directory.file(session))
    }

    func write(draft edit: EditDraft?) async throws(AccountsError) {
      try await files.write(edit?.text, to: lock.directory.file(draftFile))
    }

    func release() async { await files.release(lock) }
  }

  private func write(_ text: [UInt8]?, to file: DirectoryFile) throws(AccountsError) {
    try onDisk { () throws(DiskFault) in
      let old = try disk.stamp(of: file, for: .write)
      if let old, !isOurs(old) { throw file.fault(.write, .sessionOfAnother) }
      guard let text else { return try disk.remove(file) }
      let owner = disk.owner(ofPersonal: file, replacing: old)
      try disk.replace(file, .anything(owner: owner), with: [.bytes(text[...])])
        .requireDurable(file)
    }
  }

  private func release(_ lock: FileLock) {
    lockedDirectory = nil
    disk.unlock(lock)
  }
}
