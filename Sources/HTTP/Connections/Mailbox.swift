import CEvents
import Glibc
import Synchronization

/// Messages from other threads to the loop, which an eventfd wakes.
final class Mailbox: Sendable {
  struct Letters: Sendable {
    var answers: [(id: UInt64, answer: Answer)] = []
    var stops = false
  }

  let descriptor: Int32
  private let letters = Mutex(Letters())

  init() throws(ListenFault) {
    let descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard descriptor >= 0 else { throw .failed(errno) }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  func put(_ answer: Answer, for id: UInt64) {
    let isFirst = letters.withLock { letters in
      letters.answers.append((id, answer))
      return letters.answers.count == 1
    }
    if isFirst { wake() }
  }

  /// Asks the loop to end.
  func stop() {
    letters.withLock { $0.stops = true }
    wake()
  }

  /// Takes out all letters. Nobody reads the descriptor: each write to it is an event of its own.
  func empty() -> Letters {
    letters.withLock { letters in
      defer { letters = Letters(stops: letters.stops) }
      return letters
    }
  }

  private func wake() {
    var one: UInt64 = 1
    _ = write(descriptor, &one, MemoryLayout.size(ofValue: one))
  }
}
