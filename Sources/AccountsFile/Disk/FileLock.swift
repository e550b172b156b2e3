import Accounts
import Glibc

/// A lock that is held: advisory, on a file of its own, released by the kernel when its holder
/// dies. The file is never removed, so that two writers cannot hold two files of one name.
struct FileLock: Sendable {
  fileprivate let descriptor: Int32
}

/// What is locked: a file, through another one beside it.
struct LockTarget: Equatable {
  /// The lock file.
  let path: String
  /// The protected file, links resolved; users who can write it can take the lock.
  let file: String
}

extension Disk {
  /// Waits for a lock. In the meantime others can use the queue, including its holder. Throws
  /// `busy` once patience is used up.
  ///
  /// - Parameters:
  ///   - milliseconds: how long to wait; nil for as long as usual.
  ///   - prepare: called before each attempt.
  ///   - target: what to lock, asked before each attempt and again after the last: a link may lead
  ///     elsewhere by then.
  func lock(
    for milliseconds: Int? = nil, isolation: isolated (any Actor)? = #isolation,
    preparing prepare: (LockTarget) throws(AccountsError) -> Void = { _ in },
    _ target: () throws(AccountsError) -> LockTarget
  ) async throws(AccountsError) -> (lock: FileLock, file: String) {
    var patience = Patience(milliseconds ?? lockPatience)
    while true {
      let wanted = try target()
      try prepare(wanted)
      if let lock = try tryLock(wanted, patience) {
        if (try? target()) == wanted { return (lock, wanted.file) }
        unlock(lock)
      }
      await patience.pause()
    }
  }

  /// Takes a lock if it is free; otherwise nil. Throws `busy` if patience is used up.
  private func tryLock(
    _ target: LockTarget, _ patience: Patience
  ) throws(AccountsError) -> FileLock? {
    let path = target.path
    let descriptor = try openLock(path, sharedWith: target.file)
    if retrying({ calls.flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 {
      // If the file was removed in the meantime, the next process would lock another.
      if isOpen(descriptor, at: path) { return FileLock(descriptor: descriptor) }
      close(descriptor)
      if patience.isUsedUp { throw .busy(subject: path, by: nil) }
      return nil
    }
    let code = errno
    defer { close(descriptor) }
    guard code == EWOULDBLOCK else {
      throw .disk(DiskFault(action: .write, path: path, reason: .errno(code)))
    }
    if patience.isUsedUp { throw .busy(subject: path, by: holder(of: descriptor)) }
    return nil
  }

  func unlock(_ lock: FileLock) { close(lock.descriptor) }

  private func openLock(
    _ path: String, sharedWith file: String
  ) throws(AccountsError) -> Int32 {
    let flags = O_CLOEXEC | O_NOFOLLOW | O_NOCTTY
    var descriptor = retrying { calls.open(path, O_RDWR | flags, 0) }
    if descriptor < 0, errno == ENOENT {
      descriptor = retrying { calls.open(path, O_RDWR | O_CREAT | O_EXCL | flags, 0o600) }
      if descriptor >= 0 { share(descriptor, with: file) }
      if descriptor < 0, errno == EEXIST {
        descriptor = retrying { calls.open(path, O_RDWR | flags, 0) }
      }
    }
    if descriptor < 0, errno == EACCES || errno == EROFS {
      // Reading is enough to lock.
      let code = errno
      descriptor = retrying { calls.open(path, O_RDONLY | flags, 0) }
      if descriptor < 0 { errno = code }
    }
    guard descriptor >= 0 else {
      let reason: DiskFault.Reason = errno == ELOOP ? .isLink : .errno(errno)
      throw .disk(DiskFault(action: .createFile, path: path, reason: reason))
    }
    return descriptor
  }

  /// Lets all users who can write the file lock it too: a lock created by root would otherwise keep
  /// the file's owner out for ever. What cannot be changed is left as it is.
  private func share(_ descriptor: Int32, with file: String) {
    _ = retrying { calls.fchmod(descriptor, 0o600) }
    var info = stat()
    if retrying({ calls.stat(file, &info) }) != 0,
      retrying({ calls.stat(FilePath.directory(of: file), &info) }) != 0
    {
      return
    }
    let stamp = FileStamp(info)
    if stamp.owner != geteuid() || stamp.group != getegid() {
      _ = retrying { calls.fchown(descriptor, stamp.owner, stamp.group) }
    }
    if stamp.isRegularFile {
      let writers = stamp.permissions & 0o222
      _ = retrying { calls.fchmod(descriptor, 0o600 | writers | writers << 1) }
    }
  }

  private func isOpen(_ descriptor: Int32, at path: String) -> Bool {
    var open = stat()
    var named = stat()
    guard retrying({ calls.fstat(descriptor, &open) }) == 0,
      retrying({ calls.lstat(path, &named) }) == 0
    else { return false }
    return open.st_ino == named.st_ino && open.st_dev == named.st_dev
  }
}

/// How long to go on asking.
struct Patience: Sendable {
  private let end: ContinuousClock.Instant
  private let isCancelled: Bool

  /// - Parameter milliseconds: how long, from now on.
  init(_ milliseconds: Int) {
    end = .now + .milliseconds(milliseconds)
    isCancelled = false
  }

  private init(cancelled end: ContinuousClock.Instant) {
    self.end = end
    isCancelled = true
  }

  var isUsedUp: Bool { isCancelled || .now >= end }

  /// Pauses a little, and lets others use the thread. A cancelled task has no patience left.
  mutating func pause(_ milliseconds: ClosedRange<Double> = 1...15) async {
    do {
      try await Task.sleep(for: .milliseconds(.random(in: milliseconds)))
    } catch {
      self = Patience(cancelled: end)
    }
  }
}
