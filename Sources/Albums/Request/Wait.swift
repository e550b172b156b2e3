/// A wait that is about to begin.
public struct Wait: Sendable, Hashable {
  public enum Reason: Sendable, Hashable {
    /// Our own request rate is exhausted.
    case pace
    /// The service asked for it.
    case throttled
  }

  public let seconds: Int
  public let reason: Reason
}

/// Called before a wait; returns whether to wait. If not, the request fails as throttled.
public typealias Waiting = @Sendable (Wait) async -> Bool
