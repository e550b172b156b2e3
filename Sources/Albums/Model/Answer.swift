/// A value, and where and when it came from.
public struct Answer<Value: Sendable>: Sendable {
  public let value: Value
  /// The store that answered.
  public let country: Country
  public let freshness: Freshness
  /// Whether the store returned as many albums as it was asked for; there may be more.
  public var mayGoOn = false
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
