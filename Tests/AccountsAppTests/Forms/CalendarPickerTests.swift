import Terminal
import TestSupport
import Testing

@testable import AccountsApp
@testable import ScreenKit

@Suite("The calendar") struct CalendarPickerTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let from: String
    let keys: [Key]
    let to: String
    var testDescription: String { "\(from), \(keys.map(\.name)): \(to)" }
    init(_ from: String, _ keys: [Key], _ to: String) {
      (self.from, self.keys, self.to) = (from, keys, to)
    }
  }

  private static func digits(_ text: String) -> [Key] { text.map { .character($0) } }
  private static let shiftUp = Key(.pageUp, .shift)
  private static let shiftDown = Key(.pageDown, .shift)

  private func picker(
    _ day: String, _ range: ClosedRange<String> = "1900-01-01"..."2100-12-31"
  ) -> CalendarPicker {
    CalendarPicker(
      range: .day(range.lowerBound)...(.day(range.upperBound)), day: .day(day))
  }

  @Test(
    "moves by days, weeks, months and years",
    arguments: [
      Row("1990-08-12", [.left], "1990-08-11"),
      Row("1990-08-12", [.right], "1990-08-13"),
      Row("1990-08-12", [.up], "1990-08-05"),
      Row("1990-08-12", [.down], "1990-08-19"),
      Row("1990-08-31", [.right], "1990-09-01"),
      Row("1990-01-01", [.left], "1989-12-31"),
      Row("1990-12-31", [.down], "1991-01-07"),
      Row("1990-08-12", [.home], "1990-08-01"),
      Row("1990-08-12", [.end], "1990-08-31"),
      Row("1990-08-12", [.pageUp], "1990-07-12"),
      Row("1990-08-12", [.pageDown], "1990-09-12"),
      Row("1990-08-12", [shiftUp], "1989-08-12"),
      Row("1990-08-12", [shiftDown], "1991-08-12"),
      Row("1990-08-12", [.character("[")], "1989-08-12"),
      Row("1990-08-12", [.character("]")], "1991-08-12"),
    ])
  func steps(row: Row) {
    expect(row)
  }

  @Test(
    "stays in the month it moves to: the 31st becomes its last day",
    arguments: [
      Row("2001-01-31", [.pageDown], "2001-02-28"),
      Row("2004-01-31", [.pageDown], "2004-02-29"),
      Row("2000-01-31", [.pageDown], "2000-02-29"),
      Row("2100-01-31", [.pageDown], "2100-02-28"),
      Row("1990-03-31", [.pageDown], "1990-04-30"),
      Row("1990-12-31", [.pageDown], "1991-01-31"),
      Row("2004-02-29", [.character("]")], "2005-02-28"),
      Row("2004-02-29", [.character("[")], "2003-02-28"),
      Row("2004-02-29", [.pageDown, .end], "2004-03-31"),
      Row("2004-02-01", [.end], "2004-02-29"),
      Row("2100-02-01", [.end], "2100-02-28"),
    ])
  func monthsEnd(row: Row) {
    expect(row)
  }

  @Test(
    "follows a date as it is typed",
    arguments: [
      Row("1990-08-12", digits("2"), "1990-08-12"),
      Row("1990-08-12", digits("2004"), "2004-08-12"),
      Row("1990-08-12", digits("20040"), "2004-08-12"),
      Row("1990-08-12", digits("200402"), "2004-02-12"),
      Row("1990-08-31", digits("200402"), "2004-02-29"),
      Row("1990-08-12", digits("20040229"), "2004-02-29"),
      Row("1990-08-12", digits("20030229"), "2003-02-28"),
      Row("1990-08-12", digits("20041301"), "2004-08-12"),
      Row("1990-08-12", digits("00000101"), "1990-08-12"),
      Row("1990-08-12", digits("20040200"), "2004-02-01"),
      Row("1990-08-12", digits("2004022919"), "2004-02-29"),
      Row("1990-08-12", digits("200402291995"), "1995-02-28"),
      Row("1990-08-12", digits("2004") + [.backspace] + digits("5"), "2005-08-12"),
      Row("1990-08-12", digits("2004") + [.left] + digits("1980"), "1980-08-11"),
    ])
  func typing(row: Row) {
    expect(row)
  }

  private func expect(_ row: Row, sourceLocation: SourceLocation = #_sourceLocation) {
    var picker = picker(row.from)
    for key in row.keys {
      let outcome = picker.apply(key)
      #expect(outcome == .stays, sourceLocation: sourceLocation)
    }
    #expect("\(picker.day)" == row.to, sourceLocation: sourceLocation)
  }

  @Test(
    "stops at its bounds",
    arguments: [
      Row("2008-06-10", [.right, .right, .right, .right, .right, .right], "2008-06-15"),
      Row("2008-06-10", [.down], "2008-06-15"),
      Row("2008-06-10", [.end], "2008-06-15"),
      Row("2008-06-10", [.pageDown], "2008-06-15"),
      Row("2008-06-10", [.character("]"), .character("]")], "2008-06-15"),
      Row("1905-07-01", [.character("["), .character("[")], "1905-06-16"),
      Row("1905-06-20", [.home], "1905-06-16"),
      Row("1990-08-12", digits("2026"), "2008-06-15"),
      Row("1990-08-12", digits("1800"), "1905-06-16"),
      Row("2020-01-01", [], "2008-06-15"),
      Row("1700-01-01", [], "1905-06-16"),
    ])
  func bounds(row: Row) {
    var picker = picker(row.from, "1905-06-16"..."2008-06-15")
    for key in row.keys { _ = picker.apply(key) }
    #expect("\(picker.day)" == row.to)
  }

  @Test(
    "shows every month whole, its weeks from Monday on",
    arguments: [
      ("2026-06-15", 5, 0, 30), ("2021-02-10", 4, 0, 28), ("2024-02-10", 5, 3, 29),
      ("2026-08-01", 6, 5, 31), ("2000-02-01", 5, 1, 29), ("1900-01-31", 5, 0, 31),
    ])
  func weeks(day: String, weeks: Int, before: Int, days: Int) {
    let shown = picker(day).weeks
    #expect(shown.count == weeks)
    #expect(shown.allSatisfy { $0.count == 7 })
    #expect(shown.first?.prefix { $0 == nil }.count == before)
    #expect(shown.joined().compactMap { $0?.day } == Array(1...days))
    for week in shown {
      for (column, day) in week.enumerated() {
        if let day { #expect(day.daysAfterMonday == column) }
      }
    }
  }

  @Test("never leaves its bounds, whatever is pressed", arguments: 0..<40 as Range<UInt64>)
  func property(seed: UInt64) {
    var dice = Dice(seed)
    let ranges = [
      "1905-06-16"..."2008-06-15", "2004-02-29"..."2004-02-29", "0001-01-01"..."9999-12-31",
      "2004-02-28"..."2004-03-01", "1999-12-31"..."2000-01-01",
    ]
    let range = dice.pick(ranges)
    var picker = picker(range.upperBound, range)
    for _ in 0..<300 {
      let key = dice.key()
      let outcome = picker.apply(key)
      #expect(picker.range.contains(picker.day), "\(key): \(picker.day)")
      if case .chosen(let day) = outcome { #expect(day == picker.day) }
      #expect(picker.weeks.joined().contains(picker.day))
    }
  }
}
