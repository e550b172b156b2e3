import Glibc

/// A lock that a test takes like another writer, held as long as the instance lives.
///
/// A child that another test is just forking has, for an instant, all our open descriptors. So it
/// is unlocked explicitly, as the program does.
final class HeldLock: Sendable {
  private let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Takes a lock; nil if another holder keeps it.
  static func take(_ path: String) -> HeldLock? {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return HeldLock(descriptor) }
    close(descriptor)
    return nil
  }

  deinit {
    free()
    close(descriptor)
  }

  /// Gives it back at once.
  func free() { flock(descriptor, LOCK_UN) }
}
