import Foundation
import Testing

/// The window changes its size under the screens.
@Suite(.needsTmux) struct ScreenSizeTests {
  @Test("the form follows the window, says where it is too small, and forgets nothing")
  func form() async throws {
    let home = try Home()
    try await home.screens { screens in
      try await screens.shows("LOGIN")
      try await screens.type("ada@host.com")
      try await screens.press("Tab")
      try await screens.type("geh")
      try await screens.has("•••", at: "Password:")
      for (columns, rows) in [(40, 12), (20, 5), (200, 60), (1, 1), (39, 24), (100, 30), (40, 10)] {
        try await screens.resize(columns, rows)
        let isBigEnough = columns >= 40 && rows >= 10
        let picture = try await screens.until("\(columns)x\(rows)") { picture in
          guard picture.size == (columns, rows) else { return false }
          guard isBigEnough else {
            return !picture.isCursorShown && (columns == 1 || picture.shows("too small"))
          }
          // Whatever the size, the last row is that of the keys.
          return picture.isCursorShown && picture.shows("ada@host.com", "•••", "LOGIN")
            && picture.rows.last?.contains("^Q") == true
        }
        #expect(picture.rows.count <= rows)
        #expect(picture.shows("ada@host.com") == isBigEnough, "\(picture)")
      }
      try await screens.type("eim")
      try await screens.resize(80, 24)
      try await screens.has("••••••", at: "Password:")
      let picture = try await screens.isIn("Password:")
      #expect(picture.shows("[ LOGIN ]"))
      try await screens.press("Enter")
      try await screens.isIn("Again:")
      try await screens.type("geheim")
      try await screens.press("Enter")
      try await screens.shows("User Info", "ada@host.com")
    }
  }

  @Test("in a window that is too small keys change nothing; only quitting works")
  func tooSmall() async throws {
    let home = try Home(fixture: "register")
    try await home.screens(columns: 30, rows: 8) { screens in
      try await screens.shows("too small")
      try await screens.type("by")
      try await screens.resize(80, 24)
      try await screens.shows("User Info")
      try await screens.resize(30, 8)
      try await screens.shows("too small")
      try await screens.press("C-q")
      #expect(try await screens.ends().end == 0)
    }
    #expect(!home.session.exists)
  }

  @Test("in a low window the field in focus is in sight, and marks tell of the rest")
  func low() async throws {
    let home = try Home(fixture: "register")
    try await home.screens(columns: 40, rows: 10) { screens in
      try await screens.shows("User Info")
      try await screens.press("e")
      try await screens.shows("Email:", "↓")
      for label in ["Password:", "First name:", "Last name:", "Birth date:", "Phone:"] {
        try await screens.press("Down")
        // Where it is narrow, a field stands below its label.
        try await screens.until("the cursor below \(label)") {
          guard let row = $0.row(of: label) else { return false }
          return $0.isCursorShown && $0.cursor.row == row + 1
        }
      }
      try await screens.shows("↑")
    }
  }
}
