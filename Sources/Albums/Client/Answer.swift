/// A value, and where and when it came from.
public struct Answer<Value: Sendable>: Sendable {
  public let value: Value
  /// The store that answered.
  public let country: Country
  public let freshness: Freshness
}

extension Answer: Equatable where Value: Equatable {}

/// How old an answer is.
public enum Freshness: Sendable, Hashable {
  /// Just received.
  case new
  /// From the cache, this many seconds old, less than a day.
  case kept(age: Int)
  /// From the cache, older than a day. Returned only if there is no network, as the error says, or
  /// the network was not allowed.
  case old(age: Int, because: AlbumsError?)

  public var isOld: Bool {
    if case .old = self { true } else { false }
  }

  /// Seconds.
  var age: Int {
    switch self {
    case .new: 0
    case .kept(let age), .old(let age, _): age
    }
  }
}

/// Where to look for an answer.
public enum Reading: Sendable, Hashable, CaseIterable {
  /// In the cache if less than a day old, then in the network.
  case keptFirst
  /// In the network only.
  case refresh
  /// In the cache only, however old.
  case offline
}

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

  public init(seconds: Int, reason: Reason) {
    self.seconds = seconds
    self.reason = reason
  }
}

/// Called before a wait; returns whether to wait. If not, the request fails as throttled.
public typealias Waiting = @Sendable (Wait) async -> Bool
