import Testing

@testable import CommandKit

@Suite("Colour") struct PaletteTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let option: String?
    let environment: [String: String]
    let isTerminal: Bool
    let isOn: Bool
    var testDescription: String { "\(option ?? "no option"), \(environment), \(isTerminal)" }
    init(_ option: String?, _ environment: [String: String], terminal: Bool, on: Bool) {
      (self.option, self.environment) = (option, environment)
      (isTerminal, isOn) = (terminal, on)
    }
  }

  @Test(
    "is used at a terminal that supports it, unless the user says otherwise",
    arguments: [
      Row(nil, ["TERM": "xterm"], terminal: true, on: true),
      Row("auto", ["TERM": "xterm"], terminal: true, on: true),
      Row(nil, ["TERM": "xterm"], terminal: false, on: false),
      Row(nil, ["TERM": "dumb"], terminal: true, on: false),
      Row(nil, ["TERM": ""], terminal: true, on: false),
      Row(nil, ["TERM": "vt100"], terminal: true, on: false),
      Row("always", ["TERM": "vt100"], terminal: true, on: true),
      Row(nil, ["TERM": "xterm", "ACCESSIBLE": "1"], terminal: true, on: false),
      Row(nil, [:], terminal: true, on: false),
      Row(nil, ["TERM": "xterm", "NO_COLOR": "1"], terminal: true, on: false),
      Row(nil, ["TERM": "xterm", "NO_COLOR": ""], terminal: true, on: true),
      Row("always", ["TERM": "dumb", "NO_COLOR": "1"], terminal: false, on: true),
      Row("never", ["TERM": "xterm"], terminal: true, on: false),
    ])
  func isOn(row: Row) {
    let palette = Palette(row.option, Environment(row.environment), isTerminal: row.isTerminal)
    #expect(palette.isOn == row.isOn)
    #expect(palette.error("x") == (row.isOn ? "\u{1B}[1;31mx\u{1B}[0m" : "x"))
    for text in [palette.warning("x"), palette.hint("x"), palette.label("x")] {
      #expect((text == "x") == !row.isOn)
    }
  }
}
