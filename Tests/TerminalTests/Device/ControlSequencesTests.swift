import Testing

@testable import Terminal

/// Everything that is turned on is turned off again.
@Suite struct ControlSequencesTests {
  private let enter = "\(ControlSequences.enter)"
  private let leave = "\(ControlSequences.leave)"

  private func modes(_ text: String) -> [String] {
    text.split(separator: "\u{1B}[").map(String.init)
  }

  @Test("leaving undoes everything that entering turns on or off")
  func everyEnterHasItsLeave() {
    #expect(modes(enter) == ["?1049h", "2J", "?2004h", "?1004h", "?25l"])
    for mode in modes(enter) where mode.hasPrefix("?") {
      let opposite = mode.dropLast() + (mode.hasSuffix("h") ? "l" : "h")
      #expect(modes(leave).contains(String(opposite)), "\(mode)")
    }
  }

  @Test("leaving turns off what a frame turns on while it is drawn, wherever the frame broke off")
  func frames() {
    var frame = Frame(size: Size(columns: 4, rows: 2))
    frame.write("word", at: Position(column: 0, row: 0), style: Style(isBold: true))
    frame.cursor = Position(column: 1, row: 1)
    for depth in ColorDepth.allCases {
      let drawn = String(decoding: difference(from: nil, to: frame, colors: depth), as: UTF8.self)
      for mode in modes(drawn) where mode.hasPrefix("?") && !mode.hasPrefix("?25") {
        let name = mode.dropFirst().prefix { $0.isNumber }
        #expect(modes(leave).contains { $0.hasPrefix("?\(name)") }, "\(mode)")
      }
    }
    #expect(modes(leave).contains("0m"))
  }

  @Test("the main screen comes last, after all is erased in case there is no other")
  func mainScreenLast() {
    #expect(
      modes(leave) == [
        "?2026l", "?2004l", "?1004l", "?1006l", "?1000l", "0m", "?7h", "?25h",
        "9999;9999H", "1J\r", "?1049l",
      ])
  }

  @Test("the terminal is never queried: an answer would end up in the shell")
  func noQueries() {
    for mode in modes(enter) + modes(leave) {
      let final = mode.drop { !$0.isLetter }
      #expect(["h", "l", "m", "H", "J", "J\r"].contains(final), "\(mode)")
      #expect(!mode.contains("$"))
    }
  }
}
