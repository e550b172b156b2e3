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
