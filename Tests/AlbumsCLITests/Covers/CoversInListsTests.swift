import Foundation
import LoopbackHTTP
import Testing

@testable import AlbumsCLI

@Suite("--covers") struct CoversInListsTests {
  private let home = Home()

  private static func fixture(_ name: String) -> [UInt8] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appending(path: "Fixtures/itunes/covers/\(name).jpg")
    return (try? Array(Data(contentsOf: file))) ?? []
  }

  /// A store whose second album has a cover that is none, and whose third has none at all.
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
    try await home.logIn()
    var setting = Setting(environment)
    setting.isTerminal = true
    return await home.run(line, at: server(), setting: setting)
  }

  @Test("shows each album's cover over its line, and nothing in place of a missing one")
  func list() async throws {
    let ran = try await run("search x --covers")
    #expect(ran.exit == 0)
    let rows = ran.out.split(separator: "\n")
    guard CoverPicture.canDecode else {
      #expect(ran.err.contains("no covers: this program was built without them") && rows.count == 3)
      #expect(!ran.shown.contains("\u{1B}"))
      return
    }
    #expect(ran.err == "" && rows.count == 7)
    for row in rows.prefix(4) {
      #expect(row.count { $0 == "▀" } == 8 && row.hasSuffix("\u{1B}[39;49m"))
    }
    #expect(rows.suffix(3).map { $0.prefix(4) } == ["1  A", "2  B", "3  C"])
  }

  @Test("shows an album's large, over its title")
  func album() async throws {
    let ran = try await run("show 1 --covers")
    let rows = ran.out.split(separator: "\n", omittingEmptySubsequences: false)
    let first = CoverPicture.canDecode ? 12 : 0
    #expect(rows.count { $0.contains("▀") } == first && rows[first] == "A")
  }

  @Test(
    "shows none where there are too few colours",
    arguments: [["TERM": "xterm"], ["NO_COLOR": "1"], ["TERM": "dumb"], ["TERM": "linux"]])
  func colours(environment: [String: String]) async throws {
    let ran = try await run("search x --covers", environment)
    #expect(ran.exit == 0 && !ran.shown.contains("\u{1B}") && ran.out.hasPrefix("1  A"))
  }

  @Test("shows none in a file or a pipe, nor in JSON")
  func pipe() async throws {
    try await home.logIn()
    for line in ["search x --covers", "search x --covers --json", "show 1 --covers --json"] {
      let ran = await home.run(line, at: server())
      #expect(ran.exit == 0 && !ran.shown.contains("\u{1B}"))
    }
  }
}
