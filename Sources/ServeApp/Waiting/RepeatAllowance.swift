import Synchronization

/// How many logins may still begin by one computed hash.
///
/// An equal form that comes again, as by a double click, gets a login of its own, without a count
/// or a record.
final class RepeatAllowance: Sendable {
  static let most = 4
  /// For how many seconds they may begin.
  static let seconds = 60

  private let begun = Mutex(0)
  private let made: Int

  /// - Parameter now: the seconds of a clock that never goes back.
  init(at now: Int) { made = now }

  /// Takes one of them; false if none is left.
  func take(at now: Int) -> Bool {
    guard now - made < Self.seconds else { return false }
    return begun.withLock { begun in
      guard begun < Self.most else { return false }
      begun += 1
      return true
    }
  }
}
