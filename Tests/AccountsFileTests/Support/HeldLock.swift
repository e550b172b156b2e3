import Glibc

/// A lock that a test takes as another writer would, held for as long as it lives.
///
/// A program that another test is starting just now holds, for an instant, all that was open here,
/// closed locks included. So a lock is asked for again and again before it counts as held, and is
/// given back by name.
final class HeldLock: Sendable {
  private let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Takes a lock; nil where another holds it, and goes on holding it.
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
