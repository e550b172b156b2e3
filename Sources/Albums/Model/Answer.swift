/// What was asked for, and where and when it comes from.
public struct Answer<Value: Sendable>: Sendable {
  public let value: Value
  /// The store that gave it.
  public let country: Country
  public let freshness: Freshness
}

extension Answer: Equatable where Value: Equatable {}

/// How old an answer is.
public enum Freshness: Sendable, Hashable {
  /// Asked for just now.
  case new
  /// Kept, for so many seconds, and less than a day.
  case kept(age: Int)
  /// Kept for longer. It is given only where there is no network, as the error says, or where that
  /// was not to be asked.
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
