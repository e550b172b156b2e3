public import Accounts
import Synchronization

/// Ids of accounts that are counted, so that tests know them: `00000000-0000-4000-8000-000000000001`
/// and so on.
public final class NumberedIDs: Sendable {
  private let last: Mutex<Int>

  /// - Parameter number: the number of none of them, before the first.
  public init(after number: Int = 0) { last = Mutex(number) }

  /// The next id.
  public func next() -> AccountID {
    let number = last.withLock { last in
      last += 1
      return last
    }
    return Self.id(number)
  }

  /// The id with a number.
  public static func id(_ number: Int) -> AccountID {
    let digits = String(number)
    let zeros = String(repeating: "0", count: 12 - digits.count)
    guard let id = AccountID("00000000-0000-4000-8000-\(zeros)\(digits)") else {
      preconditionFailure("An id has twelve digits at its end.")
    }
    return id
  }
}
