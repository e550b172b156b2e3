/// A wait that is about to begin.
public struct Wait: Sendable, Hashable {
  public enum Reason: Sendable, Hashable {
    /// Our own measure of requests a minute is used up.
    case pace
    /// The service asked for it.
    case throttled
  }

  public let seconds: Int
  public let reason: Reason

  public init(seconds: Int, reason: Reason) {
    self.seconds = seconds
    self.reason = reason
  }
}

/// Told of a wait before it begins; says whether to wait, and if not, the request fails as
/// throttled.
public typealias Waiting = @Sendable (Wait) async -> Bool
