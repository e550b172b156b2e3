import Glibc

/// A lock that a test takes like another writer, held as long as the instance lives.
///
/// A child that another test is just forking holds, for an instant, all our open descriptors,
/// including those of closed locks. So the lock is retried before it counts as held, and is
/// unlocked explicitly.
final class HeldLock: Sendable {
  private let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Takes a lock; nil if another holder keeps it.
  static func take(_ path: String) -> HeldLock? {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    for _ in 0..<20_000 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return HeldLock(descriptor) }
      sched_yield()
    }
    close(descriptor)
    return nil
  }

  deinit {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
