import Foundation
import Testing

/// The history, and undo, as people type them.
@Suite struct HistoryTests {
  private static let accounts = """
    {
      "rules": \(Home.cheap()),
      "accounts": [
        {"email": "ada@host.com", "password": "12345", "firstName": "Ada"},
        {"email": "bob@host.com", "password": "12345", "shoes": [42, 43]},
        {"email": "eve@host.com", "password": "12345"}
      ]
    }

    """

  private static let hashed = "$2b$05$abcdefghijklmnopqrstuu7xBdc3mx5nNlgVHYL28yCH.qGrgk0.q"

  private func headlines(_ home: Home, _ words: String...) async throws -> [String] {
    let ran = try await home.run(["history"] + words)
    #expect(ran.code == 0 && ran.err == "", "\(ran)")
    // The number, then what follows the time and the user.
    return ran.out.split(separator: "\n").filter { !$0.hasPrefix("    ") }.map { line in
      let words = line.split(separator: " ", omittingEmptySubsequences: true)
      return ([words[0]] + words.dropFirst(4)).joined(separator: " ")
    }
  }

  @Test("a morning's mistakes are seen and taken back, and what others wrote since stays")
  func morning() async throws {
    let home = try Home(Self.accounts.replacing("12345", with: Self.hashed))
    let before = try home.accounts.text
    try home.file("people.csv").write(
      "email,firstName\n" + (1...12).map { "person\($0)@host.com,P\($0)\n" }.joined())
    #expect(try await home.run("edit", "--account", "ada@host.com", "--last-name", "L").code == 0)
    #expect(try await home.run("remove", "bob@host.com", "--yes").code == 0)
    #expect(try await home.run("import", "\(home.path)/people.csv", "--generate").code == 0)
    try home.accounts.replace("eve@host.com\"", with: "eve@host.com\", \"own\": [1,\t2]")
    #expect(
      try await headlines(home) == [
        "3 imported 12 accounts", "2 removed bob@host.com", "1 edited ada@host.com",
      ])
    let dry = try await home.run("undo", "3", "--dry-run")
    let hand = "passed over: changed outside the history since\n"
    let would = "would undo 3 changes; nothing was written\n"
    #expect(dry.code == 0 && dry.err == hand + would, "\(dry)")
    #expect(dry.out.hasSuffix("\n\naccounts: 1 changed, 12 removed, 1 added\n"), "\(dry)")
    let done = try await home.run("undo", "3")
    let free =
      "12 names are free, among them person10@host.com, person11@host.com, person12@host.com: whoever "
      + "gets one is that person to every program\n"
    #expect(done == .exit(0, out: dry.out, err: hand + "undid 3 changes\n" + free))
    let after = before.replacing("eve@host.com\"", with: "eve@host.com\", \"own\": [1,\t2]")
    #expect(try home.accounts.text == after)
    // And back again, in one.
    #expect(try await home.run("undo").code == 0)
    #expect(try await home.run("show", "bob@host.com").code == 67)
    #expect(try await home.run("list").out.split(separator: "\n").count == 14)
  }

  @Test("the day and the time are those of the user's own zone")
  func zone() async throws {
    let home = try Home()
    try home.makeDirectory(Home.documents)
    // As it is left by hand, the history tells of a change by hand since.
    try home.accounts.write("{\"rules\": \"register\", \"accounts\": []}\n")
    try home.history.write(
      #"{"n":7,"at":"2026-11-20T23:30:59Z","user":"anna","by":null,"did":"edit","accounts":[{"#
        + #""account":"ada@host.com","changes":{"firstName":["Ada",null]}}],"count":1,"left":null}"#
        + "\n")
    let lines = "  anna  edited ada@host.com\n    first name: \"Ada\" → nothing\n"
    for (zone, time) in [
      (TodayTests.east, "2026-11-21 13:30"), (TodayTests.west, "2026-11-20 12:30"),
      ("<-0330>3:30", "2026-11-20 20:00"),
    ] {
      let ran = try await home.run("history", environment: ["TZ": zone])
      #expect(ran.code == 0 && ran.out.hasSuffix("7  \(time)\(lines)"), "\(zone)")
      let since = try await home.run("history", "--since", "2026-11-21", environment: ["TZ": zone])
      #expect(since.out.contains("anna") == (zone == TodayTests.east), "\(zone)")
      let json = try await home.run("history", "--json", environment: ["TZ": zone])
      #expect(json.out.contains(#""at": "2026-11-20T23:30:59Z""#))
    }
    // Midnight itself is of the day that it begins.
    let midnight = ["TZ": "MID-0:29:01"]
    let ran = try await home.run("history", "--since", "2026-11-21", environment: midnight)
    #expect(ran.out.contains("7  2026-11-21 00:00  anna"), "\(ran)")
  }

  @Test("a typed password that edit-file took away is not known, and its account comes back locked")
  func typedByHand() async throws {
    let home = try Home(Self.accounts)
    let terminal = try home.terminal(
      "edit-file", environment: home.editor("sed -i '/bob@host.com/d' \"$1\""))
    #expect(try await terminal.shows("[d]iscard? "))
    try terminal.type("i\n")
    #expect(try await terminal.finish() == .exit(0))
    #expect(try await headlines(home) == ["1 edited bob@host.com with edit-file"])
    let ran = try await home.run("undo")
    #expect(ran.code == 0 && ran.err.contains("comes back locked: bob@host.com; "), "\(ran)")
    #expect(try await home.run("list", "--state", "locked").out == "bob@host.com  [locked]\n")
    #expect(try home.accounts.text.contains(#""shoes": [42, 43]"#))
  }

  @Test("everything that a command can do can be taken back, down to the beginning")
  func all() async throws {
    let home = try Home(Self.accounts.replacing("12345", with: Self.hashed))
    let before = try home.accounts.text
    let commands = [
      ["register", "--email", "kim@host.com", "--password", "12345"],
      ["edit", "--first-name", "Kim"], ["edit", "--draft", "--last-name", "Lee"], ["save"],
      ["edit", "--email", "lee@host.com", "--password", "54321"], ["cancel"],
      ["disable", "ada@host.com", "--reason", "left"], ["enable", "ada@host.com"],
      ["edit", "--account", "eve@host.com", "--add-group", "ops"],
      ["remove", "bob@host.com", "--yes"], ["remove", "kim@host.com", "--yes"], ["undo"],
    ]
    for command in commands {
      let ran = try await home.run(command)
      #expect(ran.code == 0, "\(command) \(ran)")
    }
    let lines = try await headlines(home)
    #expect(lines.count == 11, "\(lines)")
    let ran = try await home.run("undo", "11")
    #expect(ran.code == 0 && ran.err.hasPrefix("undid 11 changes\n"), "\(ran)")
    #expect(try home.accounts.text == before)
  }
}
