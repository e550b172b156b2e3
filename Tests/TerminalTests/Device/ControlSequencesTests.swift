import Testing

@testable import Terminal

/// Everything that is turned on is turned off again.
@Suite struct ControlSequencesTests {
  private let leave = "\(ControlSequences.leave)"

  private func modes(_ text: String) -> [String] {
    text.split(separator: "\u{1B}[").map(String.init)
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
}
