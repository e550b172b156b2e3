import Accounts
import AccountsText
import Glibc

/// The failed logins of one documents directory, in their own file: a failure never rewrites the
/// accounts.
///
/// An attempt is counted as in flight before the password is checked, so concurrent guesses count
/// too; the file's lock is not held meanwhile. The file is small and disposable, and is not synced to
/// disk.
actor ThrottleFile: LoginThrottle {
  private nonisolated let queue: DiskQueue
  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  private let disk: Disk
  private nonisolated let directory: String
  private let now: @Sendable () -> Int

  /// - Parameter now: the seconds since 1970.
  init(directory: String, disk: Disk, now: @escaping @Sendable () -> Int) {
    self.directory = directory
    self.disk = disk
    self.now = now
    queue = disk.queue
  }

  func begin(_ attempt: LoginAttempt) async throws(AccountsError) {
    let patience = Patience(disk.lockPatience)
    while true {
      let answer = try await change { $0.begin(attempt, now: now()) }
      switch answer {
      case .allowed: return
      case .wait(let seconds): throw .throttled(seconds: seconds)
      case .full:
        if patience.isUsedUp { throw .throttled(seconds: 1) }
        try await patience.pause(20...60)
      }
    }
  }

  func end(_ attempt: LoginAttempt, _ result: LoginAttempt.Result) async throws(AccountsError) {
    try await change { $0.end(attempt, result, now: now()) }
  }

  func clear(_ names: [String]) async throws(AccountsError) {
    try await change { table in for name in names { table.clear(name) } }
  }

  /// Updates the table under its lock, and writes it if it changed.
  private func change<Result>(
    _ body: (inout Throttle) -> Result
  ) async throws(AccountsError) -> Result {
    let lock = try await disk.lock(".throttle.json.lock") { () throws(DiskFault) in
      guard let directory = try disk.directory(directory, for: .write) else {
        throw DiskFault(action: .write, path: directory, reason: .errno(ENOENT))
      }
      return AccountsPath.file(in: directory, disk)
    }
    defer { disk.unlock(lock) }
    let file = lock.directory.file("throttle.json")
    disk.removeTemporaryFiles(of: file)
    let text = try read(file)
    let old = text.flatMap { Throttle($0.bytes) } ?? .fresh()
    var table = old
    let result = body(&table)
    guard table != old else { return result }
    let new = table
    try onDisk { () throws(DiskFault) in
      // With nothing to count, no file is left behind.
      if new.records.isEmpty { return try disk.remove(file) }
      _ = try disk.replace(file, .scratch(sharedLike: lock.file), with: [.bytes(new.text[...])])
    }
    return result
  }

  /// The file's text; nil if it is missing or cannot be a throttle file. An I/O error is thrown
  /// instead: starting a new file would lose the counts.
  private func read(_ file: DirectoryFile) throws(AccountsError) -> FileText? {
    do throws(DiskFault) {
      return try disk.read(file, atMost: FileText.greatestNote)
    } catch {
      if case .errno = error.reason { throw .disk(error) }
      return nil
    }
  }
}
