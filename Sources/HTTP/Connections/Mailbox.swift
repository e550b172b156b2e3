import CEvents
import Glibc
import Synchronization

/// What other threads tell the loop, which an eventfd wakes.
final class Mailbox: Sendable {
  struct Letters: Sendable {
    var answers: [(id: UInt64, answer: Answer)] = []
    var stops = false
  }

  let descriptor: Int32
  private let letters = Mutex(Letters())

  /// Nil, with errno set, if the system has no room for one.
  init?() {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard descriptor >= 0 else { return nil }
  }

  deinit { close(descriptor) }

  func put(_ answer: Answer, for id: UInt64) {
    letters.withLock { $0.answers.append((id, answer)) }
    wake()
  }

  /// Asks the loop to end.
  func stop() {
    letters.withLock { $0.stops = true }
    wake()
  }

  /// Takes out what is there.
  func empty() -> Letters {
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
    return letters.withLock { letters in
      defer { letters = Letters(stops: letters.stops) }
      return letters
    }
  }

  private func wake() {
    var one: UInt64 = 1
    _ = write(descriptor, &one, MemoryLayout.size(ofValue: one))
  }
}
