import Foundation
import TestSupport
import Testing

/// The output to the terminal, byte for byte.
@Suite(.needsTmux) struct ScreenBytesTests {
  @Test("a password is in no byte that is written, whatever becomes of it")
  func password() async throws {
    let home = try Home()
    let text = try await home.screens { screens in
      try await screens.shows("LOGIN")
      try await screens.type("ada@host.com")
      try await screens.press("Tab")
      try await screens.type("zyxwvut")
      try await screens.shows("[ LOGIN ]")
      try await screens.press("Left", "BSpace")
      try await screens.type("u")
      try await screens.press("Enter")
      try await screens.isIn("Again:")
      try await screens.type("zyxwvut")
      try await screens.press("Enter")
      try await screens.shows("User Info")
      try await screens.press("e")
      try await screens.shows("Cancel")
      try await screens.press("Down")
      try await screens.paste("zyxwvut9")
      try await screens.has("••••••••", at: "Password:")
      try await screens.press("Down")
      try await screens.paste("zyxwvut9")
      try await screens.press("C-s")
      try await screens.shows("User Info", "Saved: password")
      try await screens.press("b")
      try await screens.shows("Log out ")
      try await screens.press("Tab", "Enter")
      try await screens.shows("LOGIN")
      try await screens.type("ada@host.com\tzyxwvut8")
      try await screens.press("Enter")
      try await screens.shows("login failed")
      try await screens.press("C-u")
      try await screens.type("zyxwvut9")
      try await screens.resize(100, 30)
      try await screens.press("Enter")
      try await screens.shows("User Info")
      try await screens.press("C-q")
      try await screens.ends()
      return try await screens.recording()
    }
    #expect(text.contains("ada@host.com"))
    // A difference may be a single cell, so that of each run of letters the rest is looked for too.
    for part in ["zyx", "yxw", "xwv", "wvu", "vut"] { #expect(!text.contains(part), "\(part)") }
    #expect(
      try await home.run("verify", "--email", "ada@host.com", "--password", "zyxwvut9").code == 0)
  }

  /// The parameters of every style that was written.
  private static func styles(_ text: String) -> Set<String> {
    let sequences = text.matches(of: /\u{1B}\[([0-9;]*)m/)
    return Set(sequences.flatMap { $0.1.split(separator: ";").map(String.init) })
  }

  @Test("NO_COLOR: no colour at all, and what is chosen can still be told by bold and reversal")
  func noColor() async throws {
    let home = try Home(fixture: "register")
    let environment = ["NO_COLOR": "1", "COLORTERM": "truecolor"]
    let text = try await home.screens(environment: environment) { screens in
      try await screens.shows("User Info")
      try await screens.press("e")
      try await screens.shows("Cancel")
      try await screens.press("Up", "Up", "Up", "Up")
      try await screens.isIn("Birth date:")
      try await screens.press("Space")
      try await screens.shows("August 1990", "[12]")
      try await screens.press("Escape")
      // A key that comes at once after an Escape is one with it.
      try await screens.until("no calendar") { !$0.shows("August 1990") && $0.isIn("Birth date:") }
      try await screens.press("C-q")
      try await screens.ends()
      return try await screens.recording()
    }
    let styles = Self.styles(text)
    #expect(styles.isSubset(of: ["", "0", "1", "2", "4", "7"]), "\(styles)")
    #expect(styles.isSuperset(of: ["1", "7"]))
  }

  @Test(
    "colours as deep as the terminal says",
    arguments: [
      (["COLORTERM": "truecolor"], ["38;2;", "48;2;"]), ([:], ["38;5;", "48;5;"]),
      (["TERM": "xterm"], []),
    ])
  func depth(environment: [String: String], used: [String]) async throws {
    let home = try Home(fixture: "register")
    let text = try await home.screens(environment: environment) { screens in
      try await screens.shows("User Info")
      try await screens.press("C-q")
      try await screens.ends()
      return try await screens.recording()
    }
    for depth in ["38;2;", "48;2;", "38;5;", "48;5;"] {
      #expect(text.contains(depth) == used.contains(depth), "\(depth)")
    }
  }

  @Test("the terminal is asked three things at the start, and nothing afterwards")
  func questions() async throws {
    let home = try Home(fixture: "register")
    let text = try await home.screens { screens in
      try await screens.shows("User Info")
      try await screens.press("C-q")
      try await screens.ends()
      return try await screens.recording()
    }
    #expect(text.matches(of: /\u{1B}\]11;\?/).count == 1)
    #expect(text.matches(of: /\u{1B}\[\?2026\$p/).count == 1)
    #expect(text.matches(of: /\u{1B}\[c/).count == 1)
    // Reports of state, strings of any other kind, other attributes.
    for question in [
      /\u{1B}\[[0-9;?]*n/, /\u{1B}\[[0-9;?>=]+c/, /\u{1B}[P_^X]/, /\u{1B}\](?!11;)/,
    ] {
      #expect(text.firstMatch(of: question) == nil)
    }
  }

  @Test("idle, they write nothing and wait for nothing but a key or a message")
  func idle() async throws {
    let home = try Home()
    let other = try Home(fixture: "register")
    try await home.screens { screens in
      try await screens.shows("LOGIN")
      let regapp = try await screens.regapp()
      // No clock is to wake what draws them.
      #expect(try await regapp.comesTo { $0.pollsForEver != false })
      // The start may still have to end. Then, however long ten other programs take, nothing comes.
      let deadline = ContinuousClock.now + patience
      var isQuiet = false
      while !isQuiet, ContinuousClock.now < deadline {
        let before = (try #require(regapp.sleeps), try screens.bytes.count)
        for _ in 0..<10 { #expect(try await other.run("show").code == 0) }
        isQuiet = try before == (#require(regapp.sleeps), screens.bytes.count)
      }
      #expect(isQuiet)
      #expect(regapp.pollsForEver != false)
      // And then it still answers.
      try await screens.type("a")
      try await screens.has("a", at: "Email:")
    }
  }
}
