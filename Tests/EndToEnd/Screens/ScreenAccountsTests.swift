import Foundation
import Testing

/// An administrator's day in the list of accounts alone.
@Suite(.needsTmux) struct ScreenAccountsTests {
  private func name(_ user: String) -> String { "\(user)@example.com" }

  @Test("ten tasks: see, find, add, password, off, on, groups, remove and undo, history, mend")
  func day() async throws {
    let home = try Home(fixture: "people")
    let untouched = try home.accounts.text
    try await home.screens("list", "--screen") { screens in
      // 1. Who is there, and who cannot log in?
      try await screens.shows("> ada.lovelace", "on leave", "expired 2020-06-07", "locked")
      // 2. Find one.
      try await screens.press("/")
      try await screens.type("hopp")
      try await screens.shows("row 1 of 1, 12 in all", "Grace Hopper")
      try await screens.press("Enter", "Enter")
      let grace = try await screens.shows("Accounts › Grace Hopper")
      #expect(grace.value("First name:") == "Grace")
      try await screens.press("Escape")
      try await screens.shows("row 1 of 1, 12 in all")
      try await screens.press("Escape")
      // 3. Add one.
      try await screens.shows("tim")
      try await screens.press("A")
      try await screens.shows("Add an account", "( ADD )")
      try await screens.type(name("linus"))
      for label in [
        "First name:", "Last name:", "User name:", "Phone:", "Birth date:", "Groups:",
        "Valid from:", "Valid until:", "Password:",
      ] {
        try await screens.press("Tab")
        try await screens.isIn(label)
      }
      try await screens.type("penguin1")
      try await screens.press("Tab")
      try await screens.isIn("Again:")
      try await screens.type("penguin1")
      try await screens.press("C-s")
      try await screens.shows("Created account linus", "13")
      // 4. A new password, generated, shown until it is dismissed.
      try await screens.press("P")
      try await screens.shows("New password")
      try await screens.press("C-g")
      let given = try await screens.shows("has a new password", "shown only here")
      let password = try #require(given.text.firstMatch(of: /│ +([A-Za-z0-9-]{12,}) +│/))
      try await screens.press("Enter")
      try await screens.shows("> linus")
      let login = try await home.run(
        "verify", "--email", name("linus"), "--password", String(password.1))
      #expect(login.code == 0)
      // 5 and 6. Off, with a reason, and on.
      try await screens.shows("> linus")
      try await screens.press("Home")
      try await screens.shows("> ada.lovelace")
      try await screens.press("O")
      try await screens.type("left in May")
      try await screens.press("Enter")
      try await screens.shows("Disable ada.lovelace", "The reason: left in May", "> Cancel <")
      try await screens.press("Tab")
      try await screens.shows("> Disable <")
      try await screens.press("Enter")
      try await screens.shows("open → disabled", "disabled: left in May")
      try await screens.press("N")
      try await screens.shows("Enable ada.lovelace", "> Cancel <")
      try await screens.press("Tab", "Enter")
      try await screens.shows("disabled → open")
      // 7. A group for three at once.
      try await screens.press("Space", "Space", "Space")
      try await screens.shows("3 marked")
      try await screens.press("G")
      try await screens.type("night")
      try await screens.press("Enter")
      try await screens.shows("Change the groups of 3 accounts", "> Cancel <")
      try await screens.press("Tab", "Enter")
      try await screens.shows("Changed the groups of 3 accounts.")
      // 8. Remove them, and bring them back.
      try await screens.press("Home", "Space", "Space", "Space")
      try await screens.shows("3 marked")
      try await screens.press("X")
      try await screens.shows("Remove 3 accounts", "ada.lovelace", "alan.turing", "barbara.liskov")
      try await screens.press("Tab", "Enter")
      try await screens.shows("Removed 3 accounts", "> dennis.ritchie")
      try await screens.press("L")
      try await screens.shows("All changes", "removed ada.lovelace")
      try await screens.press("U")
      try await screens.shows("Undoing it would do this:", "removed ada.lovelace", "> Keep <")
      try await screens.press("Tab", "Enter")
      try await screens.shows("All changes", "Undid change")
      try await screens.press("Escape")
      try await screens.shows("ada.lovelace")
      // 9. What was done to one of them.
      try await screens.press("Home", "H")
      try await screens.shows("History", "undid changes of ada.lovelace", "groups:")
      try await screens.press("End")
      try await screens.shows("disabled: nothing → \"left in May\"")
      try await screens.press("Escape")
      try await screens.shows("> ada.lovelace")
      // 10. What is wrong in the file, mended by another hand while one looks.
      try await screens.type("tim")
      try await screens.shows("closed", "row 1 of 1, 13 in all")
      let text = try home.accounts.text
      try home.accounts.write(text.replacingOccurrences(of: "\"tim\"", with: "\"\(name("tim"))\""))
      try await screens.shows(name("tim"), "● open")
      try await screens.press("C-q")
      #expect(try await screens.ends().end == 0)
    }
    let text = try home.accounts.text
    #expect(text != untouched && text.contains(name("linus")) && text.contains("\"night\""))
  }

  @Test("without a terminal, it says so")
  func noTerminal() async throws {
    let home = try Home(fixture: "people")
    let ran = try await home.run("list", "--screen")
    #expect(ran.code == 64 && ran.err.contains("list --screen cannot open a screen here"))
  }
}
