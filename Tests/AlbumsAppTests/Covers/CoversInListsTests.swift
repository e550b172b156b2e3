import Foundation
import LoopbackHTTP
import TestSupport
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

  @Test(
    "follows REGAPP_IMAGES, whatever the terminal reports",
    arguments: [
      ("kitty", ["TERM": "xterm-256color"], "\u{1B}_G"),
      ("iterm2", ["TERM": "xterm-256color"], "\u{1B}]1337;File="),
      ("blocks", ["TERM": "xterm-kitty"], "▀"), ("none", ["TERM": "xterm-kitty"], nil),
      ("kitty", ["TERM": "xterm-kitty", "NO_COLOR": "1"], nil),
    ] as [(String, [String: String], String?)])
  func chosen(images: String, environment: [String: String], sign: String?) async throws {
    let ran = try await run(
      "show 1 --covers", environment.merging(["REGAPP_IMAGES": images]) { $1 })
    #expect(ran.exit == 0)
    let signs = ["\u{1B}_G", "\u{1B}]1337;File=", "▀"].filter { ran.out.contains($0) }
    let isShown = CoverPicture.canDecode || images == "iterm2"
    #expect(signs == (isShown ? sign.map { [$0] } ?? [] : []))
  }

  @Test("makes no request if REGAPP_IMAGES has an unknown value")
  func unknownWay() async throws {
    let ran = try await run("search x --covers", ["REGAPP_IMAGES": "sixel\u{1B}"])
    #expect(ran.exit == 64 && ran.out == "")
    let words = "REGAPP_IMAGES must be one of kitty, iterm2, blocks, none, not 'sixel\\u{1B}'\n"
    #expect(ran.err.contains(words), "\(ran)")
  }

  @Test("shows an album's cover large, above its title")
  func album() async throws {
    let ran = try await run("show 1 --covers")
    let rows = ran.out.split(separator: "\n", omittingEmptySubsequences: false)
    let first = CoverPicture.canDecode ? 12 : 0
    #expect(rows.count { $0.contains("▀") } == first && rows[first] == "A")
  }

  @Test("shows the picture itself in kitty, as many lines high as in half blocks")
  func kitty() async throws {
    let ran = try await run("search x --covers", ["TERM": "xterm-kitty"])
    let terminal = PictureTerminal(Array(ran.out.utf8))
    #expect(ran.exit == 0 && terminal.faults == [])
    guard CoverPicture.canDecode else {
      #expect(ran.err.contains("no covers: libturbojpeg is not installed"))
      #expect(!ran.out.contains("\u{1B}") && ran.out.hasPrefix("1  A"))
      return
    }
    #expect(ran.err == "" && terminal.images.count == 1)
    let (number, image) = try #require(terminal.images.first)
    #expect(terminal.isWhole(number) && image.columns == 8 && image.rows == 4)
    let picture = try #require(CoverPicture(jpeg: Self.fixture("dusk"), side: 96))
    #expect(image.pixels == picture.bytes && image.width == 96 && image.height == 96)
    #expect((5...7).map { String(terminal.text(row: $0).prefix(4)) } == ["1  A", "2  B", "3  C"])
    let large = PictureTerminal(
      Array(try await run("show 1 --covers", ["TERM": "xterm-ghostty"]).out.utf8))
    #expect(large.faults == [] && large.images.count == 1)
    #expect(large.images.keys.filter(large.isWhole).count == 1)
    #expect(large.images.values.map(\.width) == [288] && large.text(row: 13) == "A")
  }

  @Test("passes an album's cover on unchanged in iTerm2, in any build, and lists none")
  func iterm() async throws {
    let environment = ["TERM_PROGRAM": "iTerm.app"]
    let ran = try await run("show 1 --covers", environment)
    let terminal = PictureTerminal(Array(ran.out.utf8))
    #expect(ran.exit == 0 && ran.err == "" && terminal.faults == [])
    #expect(
      terminal.visibleFiles == [.init(columns: 24, rows: 12, bytes: Self.fixture("dusk"))])
    #expect(terminal.text(row: 13) == "A")
    let list = try await run("search x --covers", environment)
    #expect(!list.out.contains("1337") && list.out.contains("▀") == CoverPicture.canDecode)
    #expect(list.err.isEmpty == CoverPicture.canDecode)
  }

  @Test(
    "shows half blocks within tmux, whatever the outer terminal",
    arguments: [
      ["TERM": "xterm-kitty", "TMUX": "/tmp/tmux-0/default,1,0"],
      ["TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "LC_TERMINAL": "iTerm2"],
    ])
  func tmux(environment: [String: String]) async throws {
    let ran = try await run("show 1 --covers", environment)
    #expect(!ran.out.contains("\u{1B}_") && !ran.out.contains("\u{1B}]"))
    #expect(ran.out.contains("▀") == CoverPicture.canDecode)
  }

  @Test(
    "shows nothing for an invalid picture, in any way",
    arguments: [
      ["TERM": "xterm-kitty"], ["TERM_PROGRAM": "iTerm.app"], ["COLORTERM": "truecolor"],
    ], ["cut", "garbage"])
  func broken(environment: [String: String], name: String) async throws {
    home.logIn()
    var setting = Setting(environment)
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
    "shows none if there are too few colours",
    arguments: [["TERM": "xterm"], ["NO_COLOR": "1"], ["TERM": "dumb"], ["TERM": "linux"]])
  func colours(environment: [String: String]) async throws {
    let ran = try await run("search x --covers", environment)
    #expect(ran.exit == 0 && !ran.shown.contains("\u{1B}") && ran.out.hasPrefix("1  A"))
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
