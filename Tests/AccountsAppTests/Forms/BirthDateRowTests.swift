import Accounts
import Terminal
import Testing

@testable import AccountsApp
@testable import CommandKit

@Suite("A birth date in a form") struct BirthDateRowTests {
  private func form(today: String) -> Form {
    var form = Form.register(under: .albums, today: .day(today))
    form.focus(on: .birthDate)
    return form
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let today: String
    let first: String
    let last: String
    var testDescription: String { "on \(today)" }
    init(_ today: String, _ first: String, _ last: String) {
      (self.today, self.first, self.last) = (today, first, last)
    }
  }

  @Test(
    "has a calendar that ends with the last birth date that is old enough, and opens at thirty",
    arguments: [
      Row("2026-06-15", "1905-06-16", "2008-06-15"),
      Row("2022-02-28", "1901-03-01", "2004-02-28"),
      Row("2022-03-01", "1901-03-02", "2004-03-01"),
      Row("2024-02-29", "1903-03-01", "2006-02-28"),
    ])
  func bounds(row: Row) throws {
    let picker = try #require(form(today: row.today).calendar)
    #expect(picker.range == .day(row.first)...(.day(row.last)))
    let start = CalendarDay.day(row.today).adding(months: -360)
    #expect(picker.day == start)
  }

  @Test("agrees with the rule on every day around its bounds")
  func agrees() throws {
    for today in ["2022-02-28", "2022-03-01", "2024-02-28", "2024-02-29", "2024-03-01"] {
      let form = form(today: today)
      let range = try #require(form.calendar?.range)
      for bound in [range.lowerBound, range.upperBound] {
        for step in -3...3 {
          let day = try #require(bound.adding(days: step))
          let isKept = form.brokenRules("\(day)", in: .birthDate).isEmpty
          #expect(isKept == range.contains(day), "\(day), today \(today)")
        }
      }
    }
  }

  @Test("opens its calendar on the typed date, as far as it is one")
  func opensOn() {
    var form = form(today: "2026-06-15")
    form.type("1990")
    #expect(form.calendar.map { "\($0.day)" } == "1996-06-15")
    form.type("0812")
    #expect(form.calendar.map { "\($0.day)" } == "1990-08-12")
    form.press(.backspace, .backspace)
    form.type("99")
    #expect(form.calendar.map { "\($0.day)" } == "1996-06-15")
  }

  @Test("has a calendar in no other row, and none if no date can satisfy the rule")
  func noCalendar() {
    var form = form(today: "2026-06-15")
    for field in [.firstName, .phone, .email, .password] as [Field] {
      form.focus(on: field)
      #expect(form.calendar == nil, "\(field)")
    }
    var strict = Rulebook.albums
    strict.fields.birthDate.minimumAge = 121
    var other = Form.register(under: strict, today: .ofTests)
    other.focus(on: .birthDate)
    #expect(other.calendar == nil)
  }
}
