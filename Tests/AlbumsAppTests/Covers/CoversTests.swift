import Terminal
import Testing

@testable import AlbumsApp

@Suite("Covers") struct CoversTests {
  @Test(
    "are shown with 256 colours or more and a decoder; else it is said what they lack",
    arguments: [
      (["TERM": "xterm-kitty"], .shown, .lackDecoder),
      (["TERM": "xterm-kitty", "TMUX": "x"], .shown, .lackDecoder),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], .shown, .lackDecoder),
      (["TERM": "xterm-kitty", "NO_COLOR": "1"], .lackColors, .lackColors),
      (["TERM": "xterm"], .lackColors, .lackColors), (["TERM": "dumb"], .lackColors, .lackColors),
    ] as [([String: String], Covers, Covers)])
  func support(environment: [String: String], decoder: Covers, noDecoder: Covers) {
    let colors = Capabilities.decide {
      environment[$0]
    }.colors
    #expect(Covers(colors, canDecode: true) == decoder)
    #expect(Covers(colors, canDecode: false) == noDecoder)
    #expect(decoder.reason?[.english] == (decoder == .shown ? nil : Self.lackColors))
  }

  private static let lackColors = "no covers: they need 256 colours"

  @Test("are asked of the store in the size of where they are shown")
  func sizes() {
    #expect(Covers.pixels(columns: Covers.small) == 100)
    #expect(Covers.pixels(columns: Covers.large) == 600)
  }
}
