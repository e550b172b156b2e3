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
}
