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
}
