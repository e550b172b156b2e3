import AccountsSupport
import Testing

@testable import Accounts

@Suite("A birth date") struct BirthDateTests {
  private let today = CalendarDay.day("2026-06-15")

  @Test(
    "is a real day of the last 120 years",
    arguments: [
      ("2026-06-15", 0),  // today
      ("2026-06-14", 0),
      ("2008-06-15", 18),  // 18 today
      ("2008-06-16", 17),  // 18 tomorrow
      ("2004-02-29", 22),
      ("1906-06-15", 120),  // 120 today
      ("1905-06-16", 120),  // 121 tomorrow
    ])
  func accepts(text: String, age: Int) throws {
    let date = try BirthDate(text, today: today)
    #expect(date.day.age(on: today) == age)
    #expect(date.description == text)
  }

  @Test(
    "is rejected with the rule that it breaks",
    arguments: [
      ("2026-06-16", FieldRule.notInFuture),  // tomorrow
      ("9999-12-31", .notInFuture),
      ("1905-06-15", .maximumAge(120)),  // 121 today
      ("0001-01-01", .maximumAge(120)),
      ("2023-02-29", .realDay),
      ("1900-02-29", .realDay),
      ("2023-04-31", .realDay),
      ("2023-13-01", .realDay),
      ("2023-00-00", .realDay),
      ("0000-01-01", .realDay),
      ("2023-2-3", .dateForm),
      ("03.02.2023", .dateForm),
      ("2023-02-03 ", .dateForm),
      ("", .dateForm),
      ("yesterday", .dateForm),
      ("２０２３-02-03", .dateForm),
      ("٢٠٢٣-02-03", .dateForm),
    ])
  func refuses(text: String, rule: FieldRule) {
    #expect(broken { () throws(FieldRule) in try BirthDate(text, today: today) } == rule)
  }
}
