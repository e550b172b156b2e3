import AccountsSupport
import Testing

@testable import Accounts

@Suite("A calendar day") struct CalendarDayTests {
  @Test(
    "is made from a real day, written as YYYY-MM-DD",
    arguments: [
      "2026-06-15", "0001-01-01", "9999-12-31", "2024-02-29", "2000-02-29", "2023-02-28",
      "2023-01-31", "2023-04-30", "1600-02-29",
    ])
  func accepts(text: String) throws {
    let day = try #require(CalendarDay(text))
    #expect(day.description == text)
  }

  @Test(
    "cannot be made from a day that does not exist",
    arguments: [
      "2023-02-29", "1900-02-29", "2100-02-29", "2024-02-30", "2023-04-31", "2023-06-31",
      "2023-09-31", "2023-11-31", "2023-01-32", "2023-13-01", "2023-00-10", "2023-10-00",
      "0000-01-01",
    ])
  func refusesUnrealDays(text: String) {
    #expect(CalendarDay(text) == nil)
  }

  @Test(
    "cannot be made from another notation",
    arguments: [
      "", "2026", "2026-6-15", "26-06-15", "2026/06/15", "2026.06.15", "15-06-2026", "20260615",
      "2026-06-15 ", " 2026-06-15", "2026-06-1a", "+026-06-15", "-026-06-15", "2026-06-15T00",
      "2026–06–15", "२०२६-०६-१५", "２０２６-06-15", "02026-06-15", "2026-06-015", "2026-06-\u{661}5",
    ])
  func refusesOtherSpellings(text: String) {
    #expect(CalendarDay(text) == nil)
  }

  @Test("cannot be made from numbers out of range")
  func refusesNumbersOutOfRange() {
    #expect(CalendarDay(year: 0, month: 1, day: 1) == nil)
    #expect(CalendarDay(year: 10_000, month: 1, day: 1) == nil)
    #expect(CalendarDay(year: 2026, month: .max, day: 1) == nil)
    #expect(CalendarDay(year: 2026, month: 1, day: .min) == nil)
    #expect(CalendarDay(year: 2026, month: 2, day: 28) != nil)
  }

  @Test(
    "comes before a later one",
    arguments: [
      ("2025-12-31", "2026-01-01"), ("2026-01-31", "2026-02-01"), ("2026-02-01", "2026-02-02"),
      ("0999-12-31", "1000-01-01"),
    ])
  func compares(earlier: String, later: String) {
    #expect(CalendarDay.day(earlier) < .day(later))
    #expect(!(CalendarDay.day(later) < .day(earlier)))
    #expect(!(CalendarDay.day(later) < .day(later)))
  }

  struct AgeRow: Sendable, CustomTestStringConvertible {
    let born: String
    let today: String
    let age: Int
    var testDescription: String { "born \(born), on \(today): \(age)" }
  }

  @Test(
    "gives an age in whole years",
    arguments: [
      AgeRow(born: "2008-06-15", today: "2026-06-15", age: 18),
      AgeRow(born: "2008-06-16", today: "2026-06-15", age: 17),
      AgeRow(born: "2008-06-14", today: "2026-06-15", age: 18),
      AgeRow(born: "2008-12-31", today: "2026-01-01", age: 17),
      AgeRow(born: "2026-06-15", today: "2026-06-15", age: 0),
      AgeRow(born: "2004-02-29", today: "2022-02-28", age: 17),
      AgeRow(born: "2004-02-29", today: "2022-03-01", age: 18),
      AgeRow(born: "2004-02-29", today: "2024-02-28", age: 19),
      AgeRow(born: "2004-02-29", today: "2024-02-29", age: 20),
      AgeRow(born: "1906-06-15", today: "2026-06-15", age: 120),
      AgeRow(born: "1905-06-15", today: "2026-06-15", age: 121),
    ])
  func ages(row: AgeRow) {
    #expect(CalendarDay.day(row.born).age(on: .day(row.today)) == row.age)
  }
}
