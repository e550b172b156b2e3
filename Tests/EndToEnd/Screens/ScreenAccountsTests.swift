import Testing

/// The list of accounts alone, at a terminal; what its keys do is shown by the screens of the app.
@Suite(.needsTmux) struct ScreenAccountsTests {
  @Test("what another hand mends in the file is there while one looks")
  func mended() async throws {
    let home = try Home(fixture: "people")
    try await home.screens("list", "--screen") { screens in
      try await screens.shows("> ada.lovelace", "on leave", "expired 2020-06-07", "locked")
      try await screens.type("tim")
      try await screens.shows("closed", "row 1 of 1, 12 in all")
      try home.accounts.replace("\"tim\"", with: "\"tim@example.com\"")
      try await screens.shows("tim@example.com", "● open")
      try await screens.press("C-q")
      #expect(try await screens.ends().end == 0)
    }
  }
}
