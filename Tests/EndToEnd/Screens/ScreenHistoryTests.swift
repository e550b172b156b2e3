import Foundation
import Testing

/// What was done to an account, and undo of it, at a terminal.
@Suite(.needsTmux) struct ScreenHistoryTests {
  private func changed() async throws -> Home {
    let home = try Home()
    for words in [
      ["register", "--email", "ada@host.com", "--password", "geheim", "--first-name", "Ada"],
      ["register", "--email", "bob@host.com", "--password", "geheim", "--no-login"],
      ["edit", "--first-name", "Augusta", "--last-name", "King", "--password", "secret"],
      ["remove", "bob@host.com", "--yes"],
    ] {
      let ran = try await home.run(words)
      try #require(ran.code == 0, "\(ran)")
    }
    return home
  }

  @Test("the history of the account is read in a large and a small window, and left again")
  func history() async throws {
    let home = try await changed()
    try await home.screens { screens in
      try await screens.shows("User Info", "H history")
      try await screens.press("h")
      let whole = try await screens.shows("History", "3 · 2", "1 · 2", "registered ada@host.com")
      #expect(whole.shows("first name: \"Ada\" → \"Augusta\"") && whole.shows("password changed"))
      #expect(!whole.shows("bob@host.com") && !whole.shows("$y$") && !whole.isCursorShown)
      try await screens.resize(40, 12)
      try await screens.until("its beginning") { $0.shows("↓ more") && !$0.shows("↑") }
      try await screens.press("End")
      try await screens.until("its end") { $0.shows("↑ more") && !$0.shows("↓") }
      try await screens.press("PPage", "PPage", "PPage")
      try await screens.until("its beginning") { $0.shows("3 · 2") && !$0.shows("↑") }
      try await screens.press("NPage")
      try await screens.until("what follows") { $0.shows("↑") && !$0.shows("3 · 2") }
      try await screens.press("Home")
      try await screens.shows("3 · 2")
      try await screens.press("Escape")
      try await screens.shows("User Info", "Augusta")
      try await screens.press("q")
      #expect(try await screens.ends().end == 0)
    }
  }

  @Test("undo shows what it would do and does it: accounts come back, and values, and go again")
  func undo() async throws {
    let home = try await changed()
    let before = try home.accounts.text
    try await home.screens { screens in
      try await screens.shows("User Info")
      try await screens.press("u")
      try await screens.shows(
        "[Enter] Undo", "4 · 2", "removed bob@host.com", "bob@host.com: added")
      try await screens.press("Escape")
      try await screens.shows("User Info")
      #expect(try home.accounts.text == before)
      try await screens.press("u")
      try await screens.shows("bob@host.com: added")
      try await screens.press("Enter")
      try await screens.shows("User Info", "Undid change 4 (removed bob@host.com).")
      #expect(try home.accounts.text.contains("bob@host.com"))

      let other = try await home.run("edit", "--last-name", "Lovelace")
      #expect(other.code == 0)
      try await screens.press("h")
      try await screens.shows("\"King\" → \"Lovelace\"")
      try await screens.press("u")
      try await screens.shows("last name: \"Lovelace\" → \"King\"")
      let newer = try await home.run("edit", "--first-name", "Byron")
      #expect(newer.code == 0)
      try await screens.press("Enter")
      // Once a second the screens look by themselves whether somebody wrote.
      let next = try await screens.until("the newer change, or its undo") {
        $0.shows("nothing was undone") || $0.shows("Undid change 7")
      }
      if next.shows("nothing was undone") {
        try await screens.shows("first name: \"Byron\" → \"Augusta\"")
        #expect(try home.accounts.text.contains("Byron"))
        try await screens.press("Enter")
      }
      let profile = try await screens.shows("User Info", "Undid change 7")
      #expect(profile.value("First name:") == "Augusta")
      #expect(profile.value("Last name:") == "Lovelace")

      try home.accounts.replace("\"Augusta\"", with: "\"Countess\"")
      try await screens.press("u")
      try await screens.shows("User Info", "ada@host.com: first name has changed since")
      #expect(try home.accounts.text.contains("Countess"))
      try await screens.press("C-q")
      #expect(try await screens.ends().end == 0)
    }
  }

  @Test("undo of the session's own registration leads to login")
  func ended() async throws {
    let home = try Home()
    let made = try await home.run("register", "--email", "ada@host.com", "--password", "geheim")
    #expect(made.code == 0)
    try await home.screens { screens in
      try await screens.shows("User Info")
      try await screens.press("u")
      try await screens.shows("ada@host.com: removed")
      try await screens.press("Enter")
      try await screens.shows("( LOGIN )", "Undid change 1 (registered ada@host.com).")
      try await screens.press("C-q")
      #expect(try await screens.ends().end == 0)
    }
    #expect(try !home.accounts.text.contains("ada@host.com"))
  }
}
