import Foundation
import Synchronization
import TestSupport
import Testing

/// The covers as a terminal gets them that draws pictures itself.
@Suite(.needsPython) struct PicturesTests {
  /// Whether the program can decode covers.
  private static let hasCovers = dlopen("libturbojpeg.so.0", RTLD_LAZY) != nil

  /// `regapp albums` at such a terminal: what it was sent is looked at as it comes.
  private final class Albums: Sendable {
    private let session: TerminalSession
    private let seen = Mutex((terminal: PictureTerminal(), count: 0))
    private let server: CatalogueServer
    private let home: Home

    init(_ environment: [String: String]) async throws {
      server = try CatalogueServer()
      home = try await Home.loggedInToAlbums()
      let more = ["REGAPP_ITUNES_URL": server.address, "XDG_CACHE_HOME": "\(home.path)/cache"]
      session = try home.terminal("albums", environment: environment.merging(more) { $1 })
    }

    var terminal: PictureTerminal {
      let bytes = session.bytes
      return seen.withLock { seen in
        seen.terminal.take(bytes[seen.count...])
        seen.count = bytes.count
        return seen.terminal
      }
    }

    func waits(_ isSo: @escaping @Sendable (PictureTerminal) -> Bool) async throws -> Bool {
      try await session.waits { isSo(self.terminal) }
    }

    func shows(_ words: String) async throws -> Bool {
      try await waits { $0.text.contains(words) }
    }

    func type(_ text: String) throws { try session.type(text) }
    func resize(columns: Int, rows: Int) throws { try session.resize(columns: columns, rows: rows) }
    func finish() async throws -> Ran.End { try await session.finish() }
  }

  @Test("in kitty they come, change with what is in sight, and none stays", .enabled(if: hasCovers))
  func kitty() async throws {
    let albums = try await Albums(["TERM": "xterm-kitty"])
    #expect(try await albums.shows("Search:"))
    try albums.type("lanterns")
    #expect(try await albums.shows("albums in the us store"))
    // Of the first four one has a cover.
    #expect(try await albums.waits { $0.visible.count == 1 && $0.visible.allSatisfy($0.isWhole) })
    let small = try #require(albums.terminal.images.values.first)
    #expect(small.width == 96 && small.height == 96 && small.columns == 8 && small.rows == 4)
    // These are two, and another was freed for them.
    try albums.type("\u{15}Ten Thousand Lanterns")
    #expect(try await albums.waits { $0.visible.count == 2 && $0.visible.allSatisfy($0.isWhole) })
    #expect(albums.terminal.images.count == 2 && albums.terminal.freed.count == 1)
    // On the page there is one, a large one.
    try albums.type("\r")
    #expect(
      try await albums.waits { terminal in
        terminal.images.count == 1 && terminal.images.values.allSatisfy { $0.columns == 24 }
          && terminal.visible.allSatisfy(terminal.isWhole) && terminal.visible.count == 1
      })
    // The screen is cleared by a change of size, and with it the pictures.
    let count = albums.terminal.sentCount
    try albums.resize(columns: 100, rows: 30)
    #expect(try await albums.waits { $0.sentCount > count && $0.visible.count == 1 })
    try albums.type("b")
    #expect(
      try await albums.waits {
        $0.images.values.allSatisfy { $0.columns == 8 } && $0.visible.count == 2
      })
    try albums.type("\u{11}")
    #expect(try await albums.finish() == .exit(0))
    let terminal = albums.terminal
    #expect(terminal.faults == [] && terminal.images == [:] && !terminal.isAlternate)
  }

  @Test("in kitty, without a decoder there are none", .disabled(if: hasCovers))
  func kittyWithout() async throws {
    let albums = try await Albums(["TERM": "xterm-kitty"])
    #expect(try await albums.shows("Search:"))
    try albums.type("lanterns")
    #expect(try await albums.shows("albums in the us store"))
    try albums.type("\r")
    #expect(try await albums.shows("songs"))
    try albums.type("\u{11}")
    #expect(try await albums.finish() == .exit(0))
    #expect(albums.terminal.orders == [] && albums.terminal.faults == [])
  }

  @Test("in iTerm2 a page has its own, as it came, and it goes with the page")
  func iterm() async throws {
    let albums = try await Albums(["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"])
    #expect(try await albums.shows("Search:"))
    try albums.type("Ten Thousand Lanterns")
    #expect(try await albums.shows("in the us store"))
    #expect(albums.terminal.files == [])
    try albums.type("\r")
    #expect(try await albums.waits { $0.visibleFiles.count == 1 })
    let file = try #require(albums.terminal.visibleFiles.first)
    #expect(file.columns == 24 && file.rows == 12)
    let folder = "\(BuiltProgram.fixture("itunes"))/covers"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let covers = try names.map { try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)")) }
    #expect(covers.contains(Data(file.bytes)))
    try albums.type("b")
    #expect(try await albums.waits { !$0.hasFilePieces && $0.text.contains("Search:") })
    try albums.type("\u{11}")
    #expect(try await albums.finish() == .exit(0))
    #expect(albums.terminal.faults == [] && albums.terminal.orders == [])
  }

  @Test("within tmux there are none of either")
  func tmux() async throws {
    let albums = try await Albums(
      ["TERM": "xterm-kitty", "TERM_PROGRAM": "iTerm.app", "TMUX": "/tmp/tmux-0/default,1,0"])
    #expect(try await albums.shows("Search:"))
    try albums.type("lanterns")
    #expect(
      try await albums.waits {
        $0.text.contains("in the us store") && $0.text.contains("▀") == Self.hasCovers
      })
    try albums.type("\u{11}")
    #expect(try await albums.finish() == .exit(0))
    #expect(albums.terminal.orders == [] && albums.terminal.files == [])
  }
}
