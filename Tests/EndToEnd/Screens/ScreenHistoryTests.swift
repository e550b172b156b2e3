import Foundation
import Testing

/// The history of an account, and undo of it, at a terminal.
@Suite(.needsTmux) struct ScreenHistoryTests {
  private func changed() async throws -> Home {
    let home = try Home.withoutAccounts()
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

  @Test("undo shows what it would do and does it: accounts come back, and values, and go again")
  func undo() async throws {
    let home = try await changed()
    let before = try home.accounts.text
    try await home.screens { screens in
      try await screens.shows("User Info")
      try await screens.press("u")
      try await screens.shows("> Keep <", "3 · 2", "edited ada@host.com")
      try await screens.press("Enter")
      try await screens.shows("User Info")
      #expect(try home.accounts.text == before)
      // Changes of others are in the log, to which the list of accounts leads.
      try await screens.press("?")
      try await screens.shows("╭─ Actions", "> E ")
      try await screens.press("Down", "Down", "Down")
      try await screens.shows("> L ")
      try await screens.press("Enter")
      try await screens.shows("A add")
      try await screens.press("F1", "L")
      try await screens.shows("All changes", "removed bob@host.com")
      try await screens.press("Enter")
      try await screens.shows("bob@host.com: added", "> Keep <")
      try await screens.press("Tab", "Enter")
      try await screens.shows("All changes", "Undid change 4 (removed bob@host.com).")
      #expect(try home.accounts.text.contains("bob@host.com"))

      let other = try await home.run("edit", "--last-name", "Lovelace")
      #expect(other.code == 0)
      try await screens.press("Escape")
      try await screens.shows("A add")
      try await screens.press("Escape")
      try await screens.shows("User Info")
      try await screens.press("h")
      try await screens.shows("\"King\" → \"Lovelace\"")
      try await screens.press("U")
      try await screens.shows("last name: \"Lovelace\" → \"King\"")
      let newer = try await home.run("edit", "--first-name", "Byron")
      #expect(newer.code == 0)
      // The changes that were shown are taken back, and those that came meanwhile stay.
      try await screens.press("Tab")
      try await screens.shows("> Undo <")
      try await screens.press("Enter")
      let profile = try await screens.shows("User Info", "Undid change 6")
      #expect(profile.value("First name:") == "Byron")
      #expect(profile.value("Last name:") == "King")

      try home.accounts.replace("\"King\"", with: "\"Countess\"")
      try await screens.press("u")
      try await screens.shows("User Info", "ada@host.com: last name has changed since")
      #expect(try home.accounts.text.contains("Countess"))
      try await screens.press("C-q")
      #expect(try await screens.ends().end == 0)
    }
  }
}
