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
          // The last row is that of the keys at any size.
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
}
