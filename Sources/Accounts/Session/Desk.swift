/// What lies on the desk beside the accounts: who is logged in, and the edit.
///
/// Two small files, each written whole, as durably as the accounts, and never followed as links.
/// Who changes one because of what it says holds the desk's lock from the reading to the writing;
/// a lock of the accounts is taken inside it, never around it.
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

  func session() throws(AccountsError) -> Session {
    let text = try onDisk { () throws(DiskFault) in
      try disk.read(sessionPath, followingLinks: false)
    }
    return Session(path: sessionPath, text: text)
  }

  /// The edit, open or saved; nil where there is none.
  func edit() throws(AccountsError) -> Edit? {
    let text = try onDisk { () throws(DiskFault) in
      try disk.read(editPath, followingLinks: false)
    }
    guard let text else { return nil }
    return try Edit(path: editPath, bytes: text.bytes)
  }

  /// Whether there is an edit file, whatever it says.
  func holdsEdit() -> Bool {
    (try? disk.stamp(of: editPath, for: .read)) != nil
  }

  func lock() throws(AccountsError) -> FileLock {
    try onDisk { () throws(DiskFault) in try disk.makeDirectory(directory) }
    let lock = try disk.lock("\(directory)/.session.lock", sharedWith: sessionPath)
    disk.removeTemporaryFiles(of: sessionPath)
    disk.removeTemporaryFiles(of: editPath)
    return lock
  }

  func unlock(_ lock: FileLock) { disk.unlock(lock) }

  /// Writes who is logged in; nobody where `email` is nil. To be called under the desk's lock.
  func write(session email: String?) throws(DiskFault) {
    try write(Session.text(email: email), to: sessionPath)
  }

  /// Writes the edit, or removes it. To be called under the desk's lock.
  func write(edit: Edit?) throws(DiskFault) {
    guard let edit else { return try disk.remove(editPath) }
    try write(edit.text, to: editPath)
  }

  private func write(_ text: [UInt8], to path: String) throws(DiskFault) {
    if case .uncertain(let fault) = try disk.replace(path, .anything, with: [text[...]]) {
      throw fault
    }
  }
}
