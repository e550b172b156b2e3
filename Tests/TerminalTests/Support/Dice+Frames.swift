import TestSupport

@testable import Terminal

extension Dice {
  /// Text in many scripts, and characters that must not get into a frame.
  mutating func text(_ pieces: Int = 6) -> String {
    (0..<below(pieces + 1)).map { _ in pick(Self.pieces) }.joined()
  }

  mutating func style() -> Style {
    if below(3) == 0 { return .plain }
    return Style(
      foreground: color(), background: color(), isBold: below(3) == 0, isDim: below(4) == 0,
      isUnderlined: below(4) == 0, isReversed: below(4) == 0)
  }

  mutating func color() -> Color {
    switch below(3) {
    case 0: .standard
    case 1: .palette(UInt8(below(16)))
    default: .shade(red: byte(), green: byte(), blue: byte(), palette: UInt8(below(16)))
    }
  }

  mutating func size() -> Size { Size(columns: below(21), rows: below(5)) }

  mutating func frame(_ size: Size) -> Frame {
    var frame = Frame(size: size)
    change(&frame, times: below(12))
    return frame
  }

  /// Writes, fills and places at random, also beyond the edges.
  mutating func change(_ frame: inout Frame, times: Int) {
    for _ in 0..<times {
      let place = Position(
        column: below(frame.size.columns + 8) - 4, row: below(frame.size.rows + 2) - 1)
      switch below(8) {
      case 0:
        let area = Area(
          column: place.column, row: place.row, columns: below(8) - 1, rows: below(4) - 1)
        frame.fill(area, style: style())
      case 1:
        var other = Frame(size: Size(columns: below(7), rows: below(3)))
        change(&other, times: below(4))
        frame.place(other, at: place)
      default:
        frame.write(text(), at: place, style: style(), limit: below(4) == 0 ? below(6) : nil)
      }
    }
    if below(2) == 0 {
      frame.cursor =
        below(3) == 0
        ? nil : Position(column: below(frame.size.columns + 1), row: below(frame.size.rows + 1))
    }
  }

  static let pieces: [String] = [
    "a", "Wide", "  ", "x y", "ё", "Съешь", "…", "│─┐", "漢", "字カナ", "한국", "ﾊﾝ", "Ａ", "❤",
    "❤\u{FE0F}",
    "e\u{301}", "й", "и\u{306}", "1\u{FE0F}\u{20E3}", "👍", "👍🏽", "👩‍👧", "🏴‍☠️", "🇷🇺", "🇷", "ก็", "क्ष",
    "ש\u{5B0}", "\u{1100}\u{1161}\u{11A8}", "\u{1161}", "\u{301}", "\u{200B}", "\u{200D}", "\u{AD}",
    "\u{FEFF}", "\u{1B}[31m", "\n", "\r\n", "\t", "\u{7F}", "\u{9B}", "\u{202E}", "\u{2028}", "🏽",
    "\u{FE0F}", "\u{10FFFF}", "\u{E0001}", "😀", "\u{1FAE8}",
    "\u{10EEEE}", "\u{10EEEE}\u{305}\u{305}",
  ]
}
