import Foundation
import Testing

/// Somebody edits the file by hand while the screens are open.
@Suite(.needsTmux) struct ScreenConflictTests {
  static let focusGained = "\u{1B}[I"

  /// How the screens come to see that the file was changed.
  enum Occasion: String, CaseIterable {
    case save, focus
  }

  @Test(
    "changed here and there: both are shown, and the person chooses",
    arguments: Occasion.allCases, [(key: "m", stands: "Supermario"), (key: "t", stands: "Luigi")])
  func chosen(occasion: Occasion, choice: (key: String, stands: String)) async throws {
    let home = try Home(fixture: "register")
    try await home.screens { screens in
      try await screens.shows("User Info", "Mario")
      try await screens.press("e")
      try await screens.shows("Cancel")
      try await screens.press("Down", "Down", "C-u")
      try await screens.type("Supermario")
      try await screens.has("Supermario", at: "First name:")
      try home.accounts.replace("\"Mario\"", with: "\"Luigi\"")
      switch occasion {
      case .save: try await screens.press("C-s")
      case .focus: try await screens.type(Self.focusGained)
      }
      try await screens.shows("Supermario", "Luigi", "(x)")
      #expect(
        try home.accounts.only("firstName") == "Luigi", "nothing is written before the choice")
      try await screens.press(choice.key)
      try await screens.until("the choice") { picture in
        picture.rows.contains { $0.contains("(x)") && $0.contains(choice.stands) }
      }
      try await screens.press("Enter")
      let form = try await screens.shows("Cancel", "Save")
      #expect(form.value("First name:") == choice.stands)
      try await screens.press("C-s")
      let profile = try await screens.shows("User Info")
      #expect(profile.value("First name:") == choice.stands)
    }
    #expect(try home.accounts.only("firstName") == choice.stands)
  }

  @Test("changes to other fields merge without a question")
  func merged() async throws {
    let home = try Home(fixture: "register")
    try await home.screens { screens in
      try await screens.shows("User Info")
      try await screens.press("e")
      try await screens.shows("Cancel")
      try await screens.press("Down", "Down", "C-u")
      try await screens.type("Supermario")
      try await screens.has("Supermario", at: "First name:")
      try home.accounts.replace("\"Balotelli\"", with: "\"Bros\"")
      try await screens.press("C-s")
      try await screens.until("one of the two screens with both changes") {
        $0.value("First name:") == "Supermario" && $0.value("Last name:") == "Bros"
      }
      if try await screens.picture().shows("Cancel") { try await screens.press("C-s") }
      try await screens.shows("User Info", "Supermario", "Bros")
    }
    #expect(try home.accounts.only("firstName") == "Supermario")
    #expect(try home.accounts.only("lastName") == "Bros")
  }

  @Test("an account that became invalid leads to login, with the rule and its place")
  func invalid() async throws {
    let home = try Home(fixture: "register")
    try await home.screens { screens in
      try await screens.shows("User Info")
      try home.accounts.replace("+7 (912) 345-67-89", with: "+7 (912)")
      try await screens.press("r")
      try await screens.shows("LOGIN", "accounts.json:11:16", "phone must be")
    }
  }

  @Test("an account that vanished leads to login, with the reason")
  func vanished() async throws {
    let home = try Home(fixture: "authorisation")
    let login = try await home.run("login", "--first-name", "Jane", "--password", "password1")
    #expect(login.code == 0)
    try await home.screens { screens in
      try await screens.shows("User Info", "Smith")
      try home.accounts.replace("jane@example.com", with: "janet@example.com")
      try await screens.type(Self.focusGained)
      try await screens.shows("LOGIN", "account jane@example.com no longer exists")
    }
  }

  @Test("a file that cannot be read is said with its place, is not written, and can be mended")
  func broken() async throws {
    let home = try Home(fixture: "register")
    let whole = try home.accounts.text
    try await home.screens { screens in
      try await screens.shows("User Info")
      try home.accounts.replace("\"Balotelli\",", with: "\"Balotelli\"")
      let broken = try home.accounts.state
      try await screens.press("r")
      try await screens.shows("accounts.json:10:7", "expected a comma")
      #expect(try home.accounts.state == broken)
      try home.accounts.write(whole)
      try await screens.press("r")
      try await screens.shows("User Info", "Balotelli")
    }
  }
}
