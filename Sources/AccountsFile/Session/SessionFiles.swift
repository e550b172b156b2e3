/// What lies on the desk beside the accounts: who is logged in, and the edit.
///
/// Two small files, each written whole, as durably as the accounts, and never followed as links.
/// Who changes one because of what it says holds the desk's lock from the reading to the writing;
/// the lock of the accounts is taken inside it, never around it, and nothing is hashed under it.
actor Desk {
  private nonisolated let queue: DiskQueue
  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  private let disk: Disk
  private nonisolated let directory: String

  init(directory: String, disk: Disk) {
    self.directory = directory
    self.disk = disk
    queue = disk.queue
  }

  nonisolated var sessionPath: String { "\(directory)/session.json" }
  nonisolated var editPath: String { "\(directory)/edit.json" }

  /// Whether the documents directory is there at all.
  func exists() throws(AccountsError) -> Bool {
    try onDisk { () throws(DiskFault) in try disk.stamp(of: directory, for: .read) != nil }
  }

  func session() throws(AccountsError) -> Session {
    Session(path: sessionPath, text: try read(sessionPath))
  }

  /// The edit, open or saved; nil where there is none.
  func edit() throws(AccountsError) -> Edit? {
    guard let text = try read(editPath) else { return nil }
    return try Edit(path: editPath, bytes: text.bytes)
  }

  private func read(_ path: String) throws(AccountsError) -> FileText? {
    try onDisk { () throws(DiskFault) in
      try disk.read(path, followingLinks: false, atMost: FileText.greatestNote)
    }
  }

  /// Waits for the desk's lock. Meanwhile others use the queue, its holder among them.
  func lock() async throws(AccountsError) -> FileLock {
    try onDisk { () throws(DiskFault) in try disk.makeDirectory(directory) }
    var patience = Patience(disk.lockPatience)
    let path = "\(directory)/.session.lock"
    while true {
      if let lock = try disk.tryLock(path, sharedWith: sessionPath, patience) {
        disk.removeTemporaryFiles(of: sessionPath)
        disk.removeTemporaryFiles(of: editPath)
        return lock
      }
      await patience.pause()
    }
  }

  func unlock(_ lock: FileLock) { disk.unlock(lock) }

  /// Writes who is logged in; nobody where `email` is nil. To be called under the desk's lock.
  func write(session email: String?) throws(AccountsError) {
    try write(Session.text(email: email), to: sessionPath)
  }

  /// Writes the edit, or removes it. To be called under the desk's lock.
  func write(edit: Edit?) throws(AccountsError) {
    if let edit { return try write(edit.text, to: editPath) }
    try onDisk { () throws(DiskFault) in try disk.remove(editPath) }
  }

  private func write(_ text: [UInt8], to path: String) throws(AccountsError) {
    try onDisk { () throws(DiskFault) in
      if case .uncertain(let fault) = try disk.replace(path, .anything, with: [text[...]]) {
        throw fault
      }
    }
  }
}
