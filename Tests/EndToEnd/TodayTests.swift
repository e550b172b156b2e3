import Foundation
import Testing

/// Today is the user's own day. Two places a day apart at every moment tell it.
@Suite struct TodayTests {
  /// Fourteen hours before Greenwich, as on Kiritimati, and eleven behind, as on Niue.
  static let east = "<+14>-14"
  static let west = "<-11>11"

  /// The day in a place so many hours from Greenwich, and so many years earlier.
  private static func day(hours: Int, yearsAgo: Int = 0) -> String {
    var moment = time(nil) + hours * 3600
    var parts = tm()
    gmtime_r(&moment, &parts)
    return String(
      format: "%04d-%02d-%02d", Int(parts.tm_year) + 1900 - yearsAgo, Int(parts.tm_mon) + 1,
      Int(parts.tm_mday))
  }

  /// Runs a body with the day in the east; again if midnight came in between. Nil on a 29 February,
  /// when nobody was born exactly eighteen years ago.
  private static func onOneDay(
    yearsAgo: Int, _ body: (String) async throws -> [Ran]
  ) async throws -> [Ran]? {
    while true {
      let before = (day(hours: 14, yearsAgo: yearsAgo), day(hours: -11))
      if yearsAgo % 4 != 0, before.0.hasSuffix("-02-29") { return nil }
      let result = try await body(before.0)
      if (day(hours: 14, yearsAgo: yearsAgo), day(hours: -11)) == before { return result }
    }
  }

  private static func edit(_ day: String, _ home: Home, _ zone: String) async throws -> Ran {
    try await home.run(
      "edit", "--account", "anna.obrien@mail.example.org", "--birth-date", day,
      environment: ["TZ": zone])
  }

  @Test(
    "who is born today in the east is born tomorrow in the west",
    arguments: [
      east, "Pacific/Kiritimati",
    ])
  func bornToday(zone: String) async throws {
    let home = try Home(fixture: "register")
    let runs = try #require(
      try await Self.onOneDay(yearsAgo: 0) { day in
        [
          try await home.run("edit", "--birth-date", day, environment: ["TZ": Self.west]),
          try await home.run("edit", "--birth-date", day, environment: ["TZ": zone]),
        ]
      })
    #expect(runs[0].code == 65)
    #expect(runs[0].err.hasPrefix("regapp: error: birth date must not be in the future\n"))
    if zone == Self.east || FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/\(zone)") {
      #expect(runs[1].code == 0, "\(runs[1])")
      #expect(runs[1].out.contains(" (age 0)\n"))
    }
  }

  @Test("who turns 18 today in the east is 17 in the west")
  func turns18() async throws {
    let home = try Home(fixture: "albums")
    let runs = try await Self.onOneDay(yearsAgo: 18) { day in
      [
        try await Self.edit(day, home, Self.west),
        try await Self.edit(day, home, Self.east),
      ]
    }
    guard let runs else { return }
    #expect(runs[0].code == 65)
    #expect(
      runs[0].err.hasPrefix("regapp: error: birth date must be that of someone aged 18 or older\n"))
    #expect(runs[1].code == 0, "\(runs[1])")
    #expect(runs[1].out.contains(" (age 18)\n"))
  }

  @Test("an account whose owner is too young in the west is closed there and open in the east")
  func closedByDay() async throws {
    let home = try Home(fixture: "albums")
    let runs = try await Self.onOneDay(yearsAgo: 18) { day in
      try home.accounts.write(
        Home(fixture: "albums").accounts.text.replacing("2000-02-29", with: day))
      return [
        try await home.run("check", environment: ["TZ": Self.west]),
        try await home.run("check", environment: ["TZ": Self.east]),
      ]
    }
    guard let runs else { return }
    #expect(runs.map(\.code) == [65, 0])
    #expect(
      runs[0].out == "~/Documents/regapp/accounts.json:18:20: error: "
        + "anna.obrien@mail.example.org: birth date must be that of someone aged 18 or older\n")
  }
}
