import Foundation
import Testing

/// The albums at a terminal, from the profile and back.
@Suite(.needsTmux, .needsPython) struct ScreenAlbumsTests {
  @Test("from the profile: search, open, back, and back to the profile")
  func whole() async throws {
    let server = try CatalogueServer()
    let home = try Home.loggedInToAlbums()
    try await home.screens(environment: server.environment) { terminal in
      try await terminal.shows("User Info", "Lovelace")
      try await terminal.press("a")
      try await terminal.shows("/ title or artist", "[F2] Ada Lovelace")
      try await terminal.type("Кино")
      let list = try await terminal.shows("albums in the ru store", "Ночное кино", "10 songs")
      #expect(list.isIn("/ Кино"))
      // By title: ё beside е.
      #expect(list.row(of: "Ёлка в пустом кино") ?? 99 < list.row(of: "Жёлтое кино") ?? 0)
      try await terminal.press("Enter", "Down", "Down", "Down", "Down", "Down", "Enter")
      let page = try await terminal.shows("Ночное кино", "1987 · 10 songs", "Чёрно-белый сон")
      #expect(!page.isCursorShown)
      try await terminal.press("b")
      try await terminal.shows(">   Ночное кино", "/ Кино")
      // The first clears, the second leads back.
      try await terminal.press("Escape")
      try await terminal.shows("Type a title or an artist")
      try await terminal.press("Escape")
      try await terminal.shows("User Info", "Lovelace")
      try await terminal.press("C-q")
      let end = try await terminal.ends()
      #expect(end.end == 0 && !end.isAlternate && end.isCursorShown)
    }
  }

  @Test("stopped and brought back, all is there again")
  func suspend() async throws {
    let server = try CatalogueServer()
    let home = try Home.loggedInToAlbums()
    try await home.shell { terminal in
      try await terminal.type("export NO_COLOR=1 REGAPP_ITUNES_URL=\(server.address)")
      try await terminal.press("Enter")
      try await terminal.type("\"$REGAPP\" albums")
      try await terminal.press("Enter")
      try await terminal.until("the albums") { $0.isAlternate && $0.shows("/ title or artist") }
      try await terminal.type("lanterns")
      try await terminal.shows("Ten Thousand Lanterns")
      try await terminal.press("C-z")
      let shell = try await terminal.until("the shell") { !$0.isAlternate && $0.shows("[148]>") }
      #expect(shell.isCursorShown)
      try await terminal.type("fg")
      try await terminal.press("Enter")
      // The cursor comes back last: until then the frame may be half drawn.
      try await terminal.until("the albums again") {
        $0.isAlternate && $0.shows("Ten Thousand") && $0.isIn("/ lanterns")
      }
      try await terminal.press("C-c")
      try await terminal.until("the shell again") { !$0.isAlternate && $0.shows("[130]>") }
    }
  }
}
