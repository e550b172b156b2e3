import Accounts
import Glibc
import Synchronization

/// A held lock: advisory, on a separate file, released by the kernel when its holder dies. The file
/// is never removed, so that two writers cannot lock two files of one name; `share` puts a new one
/// in its place, and holds both.
struct FileLock: Sendable {
  fileprivate let descriptor: Int32
  /// The time at which this process last held it.
  fileprivate let held: LastHeld
  /// The locked file; its directory stays open until the lock is released.
  let file: DirectoryFile
  /// The lock file, if this call made it.
  let made: FileStamp?

  var directory: OpenDirectory { file.directory }
}

extension Disk {
  /// Waits for a lock, leaving the queue to others meanwhile. Throws `busy` after the waiting time,
  /// and `cancelled` in a cancelled task. The usual waiting time begins again whenever the locked
  /// file or the lock's holder has changed.
  ///
  /// - Parameters:
  ///   - name: the lock file, beside the locked file; by default named after it.
  ///   - milliseconds: the most to wait; nil for the usual time, which counts from when this
  ///     process last held the lock, since its calls wait for each other.
  ///   - locate: opens the accounts file's directory, before each attempt and again after the last:
  ///     its path may lead elsewhere by then. Users who can write the accounts can take the lock.
  func lock(
    _ name: String? = nil, for milliseconds: Int? = nil,
    isolation: isolated (any Actor)? = #isolation,
    _ locate: () throws(DiskFault) -> DirectoryFile
  ) async throws(AccountsError) -> FileLock {
    var deadline = LockWait(milliseconds ?? lockPatience, isFixed: milliseconds != nil)
    while true {
      try checkCancellation()
      let file = try onDisk(locate)
      do throws(AccountsError) {
        let lockFile = file.directory.file(name ?? ".\(file.name).lock")
        let held = queue.held(lockFile.path)
        if let (descriptor, made) = try await tryLock(lockFile, of: file, held, &deadline) {
          let lock = FileLock(descriptor: descriptor, held: held, file: file, made: made)
          if leads(locate, to: file) {
            lock.held.note(isHeld: true)
            return lock
          }
          release(lock: lock.descriptor)
          if deadline.hasPassed { throw .keepsChanging(subject: file.path) }
        }
      } catch {
        close(file.directory)
        throw error
      }
      close(file.directory)
      try await deadline.pause()
    }
  }

  private func leads(
    _ locate: () throws(DiskFault) -> DirectoryFile, to file: DirectoryFile
  ) -> Bool {
    guard let now = try? locate() else { return false }
    defer { close(now.directory) }
    return isSame(now, file)
  }

  /// Takes a lock when it is free, looking at one open file for a while: of hundreds that wait,
  /// each must cost little. Returns nil if it is not free for so long, and throws `busy` after the
  /// waiting time.
  private func tryLock(
    _ lock: DirectoryFile, of file: DirectoryFile, _ held: LastHeld, _ deadline: inout LockWait,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(AccountsError) -> (descriptor: Int32, made: FileStamp?)? {
    let (descriptor, isNew) = try onDisk { () throws(DiskFault) in try openLock(lock, of: file) }
    var isTaken = false
    defer { if !isTaken { close(descriptor) } }
    guard let open = try? stamp(of: descriptor, path: lock.path, for: .write) else {
      if deadline.hasPassed { throw .busy(subject: lock.path, by: nil) }
      return nil
    }
    guard open.isRegularFile else {
      throw .disk(lock.fault(.createFile, .notRegularFile))
    }
    for _ in 0..<20 {
      deadline.renew(beside: held)
      if retrying({ calls.flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 {
        // If the file was removed in the meantime, the next process would lock another.
        isTaken = (try? stamp(of: lock, for: .write))?.isSameFile(as: open) ?? false
        if isTaken { return (descriptor, isNew ? open : nil) }
        if deadline.hasPassed { throw .busy(subject: lock.path, by: nil) }
        return nil
      }
      guard errno == EWOULDBLOCK else {
        throw .disk(lock.fault(.write, .errno(errno)))
      }
      deadline.renew {
        LockProgress(
          locked: try? stamp(of: file, for: .write), holder: holder(of: descriptor)?.process)
      }
      if deadline.hasPassed { throw .busy(subject: lock.path, by: holder(of: descriptor)) }
      try await deadline.pause()
    }
    return nil
  }

  /// Calls `body` under the lock if its file exists and is free within a second;
  /// otherwise without it, since readers need not be allowed to lock.
  func whileLocked<Result>(
    _ lock: DirectoryFile, _ body: () throws(DiskFault) -> Result
  ) throws(DiskFault) -> Result {
    let descriptor = open(lock, O_RDWR)
    guard descriptor >= 0 else { return try body() }
    defer {
      _ = retrying { calls.flock(descriptor, LOCK_UN) }
      close(descriptor)
    }
    for _ in 0..<100 {
      if retrying({ calls.flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 || errno != EWOULDBLOCK {
        break
      }
      usleep(10_000)
    }
    return try body()
  }

  func unlock(_ lock: FileLock) {
    release(lock: lock.descriptor)
    lock.held.note(isHeld: false)
    close(lock.directory)
  }

  /// Unlocks before closing: a child that is being forked has a copy of the descriptor until it
  /// runs its program.
  func release(lock descriptor: Int32) {
    _ = retrying { calls.flock(descriptor, LOCK_UN) }
    close(descriptor)
  }

  /// Takes a new lock before it comes to its place, where it is free only once it has been freed.
  ///
  /// - Returns: its descriptor; nil if it cannot be opened.
  func hold(new lock: DirectoryFile) -> Int32? {
    let descriptor = open(lock, O_RDWR)
    guard descriptor >= 0 else { return nil }
    _ = retrying { calls.flock(descriptor, LOCK_EX | LOCK_NB) }
    return descriptor
  }

  /// Opens a lock, or makes one for those who may write the accounts: others must not hold it.
  private func openLock(
    _ lock: DirectoryFile, of file: DirectoryFile
  ) throws(DiskFault) -> (descriptor: Int32, isNew: Bool) {
    var (descriptor, isNew) = (open(lock, O_RDWR), false)
    for _ in 0..<100 where descriptor < 0 && errno == ENOENT {
      let model = try SideFile.model(of: file, self)
      descriptor = try make(
        lock, model.access(owner: owner(ofNewBeside: model), for: .writers))
      isNew = descriptor >= 0
      if !isNew, errno == EEXIST { descriptor = open(lock, O_RDWR) }
    }
    guard descriptor >= 0 else {
      let code = errno
      if code == EACCES, let reason = owner(refusing: lock) { throw lock.fault(.write, reason) }
      if code == ELOOP { throw lock.fault(.write, .isLink) }
      throw lock.fault(.createFile, .errno(code))
    }
    return (descriptor, isNew)
  }
}

/// The time at which a process last held a lock.
final class LastHeld: Sendable {
  private let state = Mutex((isHeld: false, end: ContinuousClock.Instant?.none))

  /// Now, while it is held; nil if it never was.
  var instant: ContinuousClock.Instant? { state.withLock { $0.isHeld ? .now : $0.end } }

  func note(isHeld: Bool) { state.withLock { $0 = (isHeld, .now) } }
}

/// Changes if the holder of a lock gets on: the locked file, and the holder's process.
private struct LockProgress: Equatable, Sendable {
  let locked: FileStamp?
  let holder: Int32?
}

/// The end of a wait.
struct LockWait: Sendable {
  private var begin = ContinuousClock.now
  private let duration: Duration
  /// False if it begins again when others make progress.
  private let isFixed: Bool
  private var seen: LockProgress?
  private var nextLook = ContinuousClock.now
  private var shortest = 1.0

  init(_ milliseconds: Int, isFixed: Bool) {
    duration = .milliseconds(milliseconds)
    self.isFixed = isFixed
  }

  /// Starts again when this process last held the lock.
  mutating func renew(beside held: LastHeld) {
    if !isFixed, let instant = held.instant { begin = max(begin, instant) }
  }

  /// Starts at the first look, and again if others have made progress since the last one. Not every
  /// call looks.
  fileprivate mutating func renew(_ look: () -> LockProgress) {
    let now = ContinuousClock.now
    guard !isFixed, now >= nextLook || hasPassed else { return }
    nextLook = now + duration / 20
    let found = look()
    // A look may take long itself.
    if seen != found { begin = .now }
    seen = found
  }

  var hasPassed: Bool { .now >= begin + duration || Waiting.isOver }

  /// Pauses between two looks: longer each time, as each of many that wait keeps others from going
  /// on.
  mutating func pause() async throws(AccountsError) {
    let start = ContinuousClock.now
    try await Self.pause(shortest...3 * shortest)
    Waiting.note(.now - start)
    shortest = min(shortest * 1.2, 20)
  }

  /// Pauses briefly, leaving the thread to others. Throws `cancelled` in a cancelled task.
  static func pause(_ milliseconds: ClosedRange<Double>) async throws(AccountsError) {
    do { try await Task.sleep(for: .milliseconds(.random(in: milliseconds))) } catch {
      throw .cancelled
    }
  }
}
