import Testing

@testable import Accounts
@testable import AccountsApp

@Suite("The local time") struct LocalTimeTests {
  @Test(
    "of a day's beginning is midnight of that day, in whatever zone",
    arguments: ["1970-01-02", "2026-06-15", "2026-12-31"])
  func midnight(text: String) throws {
    let day = try #require(CalendarDay(text))
    let zone = LocalTime.ofSystem
    #expect(zone.minute(zone.beginning(day)) == "\(text) 00:00")
    #expect(zone.minute(zone.beginning(day) + 9 * 3600 + 119) == "\(text) 09:01")
  }

  @Test(
    "of Greenwich is written as ISO 8601 has it",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (1_795_197_845, "2026-11-20T18:04:05Z"),
      (-1, "1969-12-31T23:59:59Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
    ])
  func utc(seconds: Int, text: String) { #expect(LocalTime.utc(seconds) == text) }

  @Test("is none beyond the years that there are", arguments: [253_402_387_200, .max, .min])
  func outOfRange(seconds: Int) {
    #expect(LocalTime.utc(seconds) == nil && LocalTime.ofSystem.minute(seconds) == nil)
  }
}
