import Synchronization

/// A request. Completed exactly once, from any thread; later ends are ignored.
final class Transfer: Sendable {
  typealias Outcome = Result<Reply, AlbumsError>

  let address: WebAddress
  /// The most bytes of a body.
  let limit: Int
  /// The most seconds without a byte.
  let silence: Int
  private let outcomes = AsyncStream.makeStream(of: Outcome.self)
  private let hasEnded = Atomic(false)

  init(_ address: WebAddress, limit: Int, silence: Int) {
    self.address = address
    self.limit = limit
    self.silence = silence
  }

  var isOver: Bool { hasEnded.load(ordering: .acquiring) }

  func end(_ outcome: Outcome) {
    if hasEnded.exchange(true, ordering: .acquiringAndReleasing) { return }
    outcomes.continuation.yield(outcome)
    outcomes.continuation.finish()
  }

  /// Waits for the end; nil if the task was cancelled before.
  func outcome() async -> Outcome? { await outcomes.stream.first { _ in true } }
}

/// Limits on how long an answer may take and how large it may be.
public struct TransferLimits: Sendable, Hashable {
  /// The most seconds without a byte.
  var silence = 15
  /// The longest time for a whole answer.
  var total = Duration.seconds(60)
  var answerBytes = 4 << 20
  var coverBytes = 1 << 20

  public static let standard = TransferLimits()
}
