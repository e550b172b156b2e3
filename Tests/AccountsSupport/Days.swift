#if canImport(Testing)
import Accounts
import Testing

extension CalendarDay {
  /// The date of all tests: not in a leap year, so that 29 February is not near.
  package static let ofTests = day("2026-06-15")

  package static func day(_ text: String) -> CalendarDay {
    guard let day = CalendarDay(text) else {
      Issue.record("no such day: \(text)")
      return .distantPast
    }
    return day
  }
}

extension AccountsError {
  /// The history of ``CalendarDay/ofTests`` does not keep the values of a change.
  package static func valuesGone(number: Int) -> AccountsError {
    .valuesGone(number: number, since: .day("2025-05-11"))
  }
}
#endif
