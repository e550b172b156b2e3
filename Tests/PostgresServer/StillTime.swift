import Foundation
import Synchronization
import TestSupport

/// Time that stands still for those who wait for a server, so that a busy machine uses up nobody's
/// patience. From a named moment on it passes at once for what is waited for in vain.
package final class StillTime: Sendable {
  /// Something that is waited for.
  package enum Wait: Equatable {
    /// An answer over a socket to the server at a path.
    case answer(from: String)
    /// The next attempt.
    case attempt
  }

  private struct State {
    var now = ContinuousClock.now
    /// How many answers were waited for in vain.
    var silences = 0
  }

  private let state = Mutex(State())
  private let isVain: @Sendable (Wait, _ silences: Int) -> Bool

  /// - Parameter isVain: whether something will not come, once so many answers did not.
  package init(_ isVain: @escaping @Sendable (_ wait: Wait, _ silences: Int) -> Bool) {
    self.isVain = isVain
  }

  /// A moment that is later than all before.
  package func now() -> ContinuousClock.Instant {
    state.withLock { state in
      state.now += .nanoseconds(1)
      return state.now
    }
  }

  /// As `poll` does.
  package func wait(_ descriptor: inout pollfd, _ milliseconds: Int32) -> Int32 {
    let place = Wait.answer(from: Self.peer(of: descriptor.fd))
    let end = ContinuousClock.now + patience
    while true {
      let isVain = isVain(place, state.withLock(\.silences)) || ContinuousClock.now >= end
      let count = poll(&descriptor, 1, isVain ? 0 : 2)
      guard count == 0 else { return count }
      guard isVain else { continue }
      state.withLock { state in
        state.now += .milliseconds(Int(milliseconds))
        state.silences += 1
      }
      return 0
    }
  }

  package func pause(_ milliseconds: Int) async {
    if isVain(.attempt, state.withLock(\.silences)) {
      state.withLock { $0.now += .milliseconds(milliseconds) }
    } else {
      try? await Task.sleep(for: .milliseconds(milliseconds))
    }
  }

  /// The path of a socket's other side.
  private static func peer(of descriptor: Int32) -> String {
    var address = sockaddr_un()
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let code = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getpeername(descriptor, $0, &length)
      }
    }
    guard code == 0, address.sun_family == AF_UNIX else { return "" }
    return withUnsafeBytes(of: address.sun_path) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
