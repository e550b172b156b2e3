import AccountsSupport
import TestSupport
import Testing

@testable import Accounts

@Suite("Steps between days") struct CalendarDayStepsTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let day: String
    let step: Int
    let other: String?
    var testDescription: String { "\(day), \(step): \(other ?? "none")" }
    init(_ day: String, _ step: Int, _ other: String?) {
      (self.day, self.step, self.other) = (day, step, other)
    }
  }

  @Test(
    "count days across months, leap days and centuries",
    arguments: [
      Row("2026-06-15", 0, "2026-06-15"), Row("2026-06-30", 1, "2026-07-01"),
      Row("2026-01-01", -1, "2025-12-31"), Row("2024-02-28", 1, "2024-02-29"),
      Row("2024-02-29", 1, "2024-03-01"), Row("2023-02-28", 1, "2023-03-01"),
      Row("1900-02-28", 1, "1900-03-01"), Row("2000-02-28", 1, "2000-02-29"),
      Row("2024-03-01", -1, "2024-02-29"), Row("2026-06-15", 365, "2027-06-15"),
      Row("2023-06-15", 366, "2024-06-15"), Row("1970-01-01", 20_619, "2026-06-15"),
      Row("2000-01-01", 146_097, "2400-01-01"), Row("0001-01-01", 3_652_058, "9999-12-31"),
      Row("9999-12-31", -3_652_058, "0001-01-01"), Row("9999-12-31", 1, nil),
      Row("0001-01-01", -1, nil), Row("2026-06-15", .max, nil), Row("2026-06-15", 4_000_000, nil),
      Row("2026-06-15", -4_000_000, nil), Row("0001-12-31", 1, "0002-01-01"),
      Row("0004-12-31", 1, "0005-01-01"), Row("0400-12-31", 1, "0401-01-01"),
    ])
  func days(row: Row) {
    #expect(CalendarDay.day(row.day).adding(days: row.step)?.description == row.other)
  }

  @Test(
    "count months; a shorter month ends with its last day",
    arguments: [
      Row("2026-06-15", 0, "2026-06-15"), Row("2026-06-15", 1, "2026-07-15"),
      Row("2026-12-15", 1, "2027-01-15"), Row("2026-01-15", -1, "2025-12-15"),
      Row("2024-01-31", 1, "2024-02-29"), Row("2023-01-31", 1, "2023-02-28"),
      Row("2024-02-29", 12, "2025-02-28"), Row("2024-02-29", 48, "2028-02-29"),
      Row("2024-02-29", -12 * 124, "1900-02-28"), Row("2026-03-31", -1, "2026-02-28"),
      Row("2026-05-31", 1, "2026-06-30"), Row("9999-12-01", 1, nil), Row("0001-01-01", -1, nil),
      Row("0001-02-01", -1, "0001-01-01"), Row("9999-11-30", 1, "9999-12-30"),
      Row("2026-06-15", .max, nil), Row("2026-06-15", -200_000, nil),
    ])
  func months(row: Row) {
    #expect(CalendarDay.day(row.day).adding(months: row.step)?.description == row.other)
  }

  @Test(
    "give the day of the week",
    arguments: [
      ("2026-06-15", 0), ("2026-06-14", 6), ("1970-01-01", 3), ("2000-02-29", 1), ("1900-01-01", 0),
      ("0001-01-01", 0), ("9999-12-31", 4), ("2024-02-29", 3),
    ])
  func weekdays(day: String, afterMonday: Int) {
    #expect(CalendarDay.day(day).daysAfterMonday == afterMonday)
  }

  @Test("go forth and back to the same day, over any years", arguments: 0..<20 as Range<UInt64>)
  func property(seed: UInt64) throws {
    var dice = Dice(seed)
    for _ in 0..<20 {
      let start = try #require(
        CalendarDay(year: 1 + dice.below(9000), month: 1 + dice.below(12), day: 1 + dice.below(28)))
      let step = dice.below(300_000)
      let other = try #require(start.adding(days: step))
      #expect(other >= start && other.adding(days: -step) == start)
      #expect(other.daysAfterMonday == (start.daysAfterMonday + step) % 7)
      let next = try #require(other.adding(days: 1))
      #expect(next.day == other.day + 1 || next.day == 1)
      #expect(other < next)
    }
  }
}
