import CommandKit
import Synchronization

/// Gives memory back to the system some seconds after requests came: the C library would keep what
/// many at once took.
final class SpareMemory: Sendable {
  private enum Phase { case calm, waiting, cameAgain }

  private let phase = Mutex(Phase.calm)
  private static let pause = Duration.seconds(6)

  /// Notes that a request was answered.
  func note() {
    let isFirst = phase.withLock { phase in
      defer { phase = phase == .calm ? .waiting : .cameAgain }
      return phase == .calm
    }
    guard isFirst else { return }
    Task {
      repeat {
        try await Task.sleep(for: Self.pause)
        ProcessEdge.giveBackMemory()
      } while goesOn()
    }
  }

  /// Whether requests have come since the last pause began.
  private func goesOn() -> Bool {
    phase.withLock { phase in
      defer { phase = phase == .cameAgain ? .waiting : .calm }
      return phase == .cameAgain
    }
  }
}
