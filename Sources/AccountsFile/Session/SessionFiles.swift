import Accounts

/// The session and the draft, in two small files beside the accounts.
///
/// Each is written whole, as durably as the accounts, and never followed as a link.
actor SessionFiles: SessionStore {
  private nonisolated let queue: DiskQueue
  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  private let disk: Disk
  private nonisolated let directory: String

  init(directory: String, disk: Disk) {
    self.directory = directory
    self.disk = disk
    queue = disk.queue
  }

  nonisolated var places: (session: Place, draft: Place) {
    (Place(sessionPath), Place(draftPath))
  }

  private nonisolated var sessionPath: String { "\(directory)/session.json" }
  private nonisolated var draftPath: String { "\(directory)/edit.json" }

  func session() throws(AccountsError) -> Session {
    Session(source: sessionPath, text: try read(sessionPath))
  }

  func draft() throws(AccountsError) -> Edit? {
    guard let text = try read(draftPath) else { return nil }
    return try Edit(source: draftPath, bytes: text.bytes)
  }

  private func read(_ path: String) throws(AccountsError) -> FileText? {
    try onDisk { () throws(DiskFault) in
      try disk.read(path, followingLinks: false, atMost: FileText.greatestNote)
    }
  }

  func lock() async throws(AccountsError) -> any LockedSession {
    try onDisk { () throws(DiskFault) in try disk.makeDirectory(directory) }
    let target = LockTarget(path: "\(directory)/.session.lock", file: sessionPath)
    let (lock, _) = try await disk.lock { target }
    disk.removeTemporaryFiles(of: sessionPath)
    disk.removeTemporaryFiles(of: draftPath)
    return LockedFiles(files: self, lock: lock)
  }

  private struct LockedFiles: LockedSession {
    let files: SessionFiles
    let lock: FileLock

    func write(session: Session) async throws(AccountsError) {
      try await files.write(session.text, to: files.sessionPath)
    }

    func write(draft: Edit?) async throws(AccountsError) {
      if let draft { return try await files.write(draft.text, to: files.draftPath) }
      try await files.remove(files.draftPath)
    }

    func release() async { await files.release(lock) }
  }

  private func write(_ text: [UInt8], to path: String) throws(AccountsError) {
    try onDisk { () throws(DiskFault) in
      if case .uncertain(let fault) = try disk.replace(path, .anything, with: [text[...]]) {
        throw fault
      }
    }
  }

  private func remove(_ path: String) throws(AccountsError) {
    try onDisk { () throws(DiskFault) in try disk.remove(path) }
  }

  private func release(_ lock: FileLock) { disk.unlock(lock) }
}
