import Foundation
import LoopbackHTTP
import Testing

@testable import AlbumsApp

@Suite("--covers") struct CoversInListsTests {
  private let home = Home()

  private static func fixture(_ name: String) -> [UInt8] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appending(path: "Fixtures/itunes/covers/\(name).jpg")
    return (try? Array(Data(contentsOf: file))) ?? []
  }

  /// A store whose second album has an invalid cover, and whose third has none.
  private func server() -> LoopbackServer {
    LoopbackServer { request in
      if request.target.hasPrefix("/dusk") { return [.reply(200, Self.fixture("dusk"))] }
      if request.target.hasPrefix("/bad") { return [.reply(200, Self.fixture("garbage"))] }
      let host = request.headers.first { $0.lowercased().hasPrefix("host: ") }?.dropFirst(6) ?? ""
      func album(_ id: Int, _ title: String, _ artwork: String) -> String {
        Answers.album(id, title, artwork: artwork.isEmpty ? "" : "http://\(host)/\(artwork)")
      }
      let rows = [
        album(1, "A", "dusk/100x100bb.jpg"), album(2, "B", "bad/100x100bb.jpg"), album(3, "C", ""),
      ]
      return request.target.hasPrefix("/lookup")
        ? [.reply(200, Answers.with(rows[0], Answers.song(1, of: 1)))]
        : [.reply(200, Answers.with(rows[0], rows[1], rows[2]))]
    }
  }

  private func run(_ line: String, _ environment: [String: String] = [:]) async throws -> Ran {
    home.logIn()
    var setting = Setting(environment)
    setting.isTerminal = true
    return await home.run(line, at: server(), setting: setting)
  }

  @Test("shows each album's cover above its line, and nothing for a missing one")
  func list() async throws {
    let ran = try await run("search x --covers")
    #expect(ran.exit == 0)
    let rows = ran.out.split(separator: "\n")
    guard CoverPicture.canDecode else {
      #expect(ran.err.contains("no covers: libturbojpeg is not installed") && rows.count == 3)
      #expect(!ran.shown.contains("\u{1B}"))
      return
    }
    #expect(ran.err == "" && rows.count == 7)
    for row in rows.prefix(4) {
      #expect(row.count { $0 == "▀" } == 8 && row.hasSuffix("\u{1B}[39;49m"))
    }
    #expect(rows.suffix(3).map { $0.prefix(4) } == ["1  A", "2  B", "3  C"])
  }

  @Test("shows an album's cover large, above its title")
  func album() async throws {
    let ran = try await run("show 1 --covers")
    let rows = ran.out.split(separator: "\n", omittingEmptySubsequences: false)
    let first = CoverPicture.canDecode ? 12 : 0
    #expect(rows.count { $0.contains("▀") } == first && rows[first] == "A")
  }

  @Test(
    "shows half blocks, whatever the terminal could draw",
    arguments: [
      ["TERM": "xterm-kitty"], ["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"],
      ["TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "LC_TERMINAL": "iTerm2"],
    ])
  func anyTerminal(environment: [String: String]) async throws {
    let ran = try await run("show 1 --covers", environment)
    #expect(!ran.out.contains("\u{1B}_") && !ran.out.contains("\u{1B}]"))
    #expect(ran.out.contains("▀") == CoverPicture.canDecode)
  }

  @Test("shows nothing for an invalid picture", arguments: ["cut", "garbage"])
  func broken(name: String) async throws {
    home.logIn()
    var setting = Setting()
    setting.isTerminal = true
    let server = LoopbackServer { request in
      if !request.target.hasPrefix("/lookup") { return [.reply(200, Self.fixture(name))] }
      let host = request.headers.first { $0.lowercased().hasPrefix("host: ") }?.dropFirst(6) ?? ""
      let album = Answers.album(1, "A", artwork: "http://\(host)/x/100x100bb.jpg")
      return [.reply(200, Answers.with(album, Answers.song(1, of: 1)))]
    }
    let ran = await home.run("show 1 --covers", at: server, setting: setting)
    #expect(ran.exit == 0 && ran.out.hasPrefix("A\n") && !ran.out.contains("\u{1B}"))
    #expect(server.requests.count > 1 || !CoverPicture.canDecode)
  }

  @Test("a title that imitates a piece of a picture shows none")
  func hostile() async throws {
    home.logIn()
    var setting = Setting(["TERM": "xterm-kitty"])
    setting.isTerminal = true
    let title = "A\u{10EEEE}\u{305}\u{305}B"
    let server = LoopbackServer(
      .reply(200, Answers.with(Answers.album(1, title, artwork: ""), Answers.song(1, of: 1))))
    for line in ["search x", "show 1", "search x --covers"] {
      let ran = await home.run(line, at: server, setting: setting)
      #expect(ran.exit == 0 && ran.out.unicodeScalars.contains("\u{FFFD}"))
      #expect(!ran.shown.unicodeScalars.contains("\u{10EEEE}"))
    }
  }

  @Test(
    "shows none if there are too few colours, and says so",
    arguments: [["TERM": "xterm"], ["NO_COLOR": "1"], ["TERM": "dumb"], ["TERM": "linux"]])
  func colours(environment: [String: String]) async throws {
    let ran = try await run("search x --covers", environment)
    #expect(ran.exit == 0 && !ran.shown.contains("\u{1B}") && ran.out.hasPrefix("1  A"))
    #expect(ran.err == "no covers: they need 256 colours\n")
  }

  @Test("shows none in a file, a pipe or JSON")
  func pipe() async throws {
    home.logIn()
    for line in ["search x --covers", "search x --covers --json", "show 1 --covers --json"] {
      let ran = await home.run(line, at: server())
      #expect(ran.exit == 0 && !ran.shown.contains("\u{1B}"))
    }
  }
}
