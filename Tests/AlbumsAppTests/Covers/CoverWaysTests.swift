import Terminal
import Testing

@testable import Albums
@testable import AlbumsApp

@Suite("How covers are shown") struct CoverWaysTests {
  private func ways(_ environment: [String: String], canDecode: Bool) -> CoverWays {
    let capabilities = Capabilities.decide(inputIsTerminal: true, outputIsTerminal: true) {
      environment[$0]
    }
    return CoverWays(capabilities, canDecode: canDecode)
  }

  @Test(
    "follows from the terminal and from whether a decoder is installed",
    arguments: [
      (["TERM": "xterm-kitty"], .kitty, .kitty, .none, .none),
      (["TERM": "xterm-ghostty"], .kitty, .kitty, .none, .none),
      (["TERM": "xterm-kitty", "TMUX": "x"], .halfBlocks, .halfBlocks, .none, .none),
      (["TERM": "xterm-kitty", "NO_COLOR": "1"], .none, .none, .none, .none),
      (
        ["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], .halfBlocks, .iterm2, .none,
        .iterm2
      ),
      (["TERM": "xterm-256color"], .halfBlocks, .halfBlocks, .none, .none),
      (["TERM": "xterm"], .none, .none, .none, .none),
      (["TERM": "dumb"], .none, .none, .none, .none),
    ] as [([String: String], CoverWay, CoverWay, CoverWay, CoverWay)])
  func ways(
    environment: [String: String], list: CoverWay, album: CoverWay, plainList: CoverWay,
    plainAlbum: CoverWay
  ) {
    #expect(ways(environment, canDecode: true) == CoverWays(list: list, album: album))
    #expect(ways(environment, canDecode: false) == CoverWays(list: plainList, album: plainAlbum))
  }

  @Test("decides the size asked of the store")
  func sizes() {
    #expect(CoverWays(list: .kitty, album: .kitty).pixels(columns: 8) == 100)
    #expect(CoverWays(list: .kitty, album: .kitty).pixels(columns: 24) == 600)
    #expect(CoverWays(list: .none, album: .iterm2).pixels(columns: 24) == 300)
  }
}
