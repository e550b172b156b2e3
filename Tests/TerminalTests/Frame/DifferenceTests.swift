import Testing

@testable import Terminal

/// The exact bytes, if they matter.
@Suite struct DifferenceTests {
  static let begin = "⎋[?2026h⎋[?25l⎋[?7l⎋[0m"
  static let end = "⎋[0m⎋[?7h"
  static let size = Size(columns: 10, rows: 2)

  static func frame(_ text: String, style: Style = .plain, cursor: Position? = nil) -> Frame {
    var frame = Frame(size: size)
    frame.write(text, at: Position(column: 0, row: 0), style: style)
    frame.cursor = cursor
    return frame
  }

  static let clear = "⎋[9999;9999H⎋[1J"

  static func shown(_ old: Frame?, _ new: Frame, _ colors: ColorDepth = .truecolor) -> String {
    String(decoding: difference(from: old, to: new, colors: colors), as: UTF8.self)
      .split(separator: "\u{1B}", omittingEmptySubsequences: false).joined(separator: "⎋")
  }

  @Test("A screen in an unknown state is cleared, and drawn in one update")
  func unknown() {
    #expect(
      Self.shown(nil, Self.frame("ab"))
        == "\(Self.begin)\(Self.clear)⎋[1;1Hab\(Self.end)⎋[?2026l")
    #expect(
      Self.shown(nil, Frame(size: Self.size)) == "\(Self.begin)\(Self.clear)\(Self.end)⎋[?2026l")
  }

  @Test("A screen of another size is cleared, even if everything else is equal")
  func resized() {
    let old = Frame(size: Size(columns: 10, rows: 3))
    #expect(
      Self.shown(old, Frame(size: Self.size)) == "\(Self.begin)\(Self.clear)\(Self.end)⎋[?2026l")
  }

  @Test("Only changed cells are drawn, each run at its position")
  func runs() {
    #expect(
      Self.shown(Self.frame("abcdef"), Self.frame("aXYdeZ"))
        == "\(Self.begin)⎋[1;2HXY⎋[1;6HZ\(Self.end)⎋[?2026l")
  }

  @Test("After a glyph that is not plainly one column, the position is sent again")
  func addressedAnew() {
    #expect(
      Self.shown(Self.frame(""), Self.frame("漢x"))
        == "\(Self.begin)⎋[1;1H漢⎋[1;3Hx\(Self.end)⎋[?2026l")
    let bytes = Self.shown(Self.frame(""), Self.frame("é\u{323}x"))
    #expect(bytes.hasPrefix("\(Self.begin)⎋[1;1H ⎋[1;1Hé\u{323}⎋[1;2Hx"), "\(bytes)")
  }

  @Test("When a wide glyph becomes narrow, both columns are drawn")
  func widthLost() {
    #expect(
      Self.shown(Self.frame("漢"), Self.frame("a"))
        == "\(Self.begin)⎋[1;1Ha \(Self.end)⎋[?2026l")
  }

  @Test("Only the cursor is sent if nothing else changes")
  func cursorOnly() {
    let hidden = Self.frame("a")
    let shown = Self.frame("a", cursor: Position(column: 3, row: 1))
    #expect(Self.shown(hidden, shown) == "⎋[2;4H⎋[?25h")
    #expect(Self.shown(shown, hidden) == "⎋[?25l")
    #expect(Self.shown(shown, Self.frame("a", cursor: Position(column: 10, row: 0))) == "⎋[?25l")
  }

  @Test("A drawing ends with the cursor in its position")
  func cursorLast() {
    let new = Self.frame("b", cursor: Position(column: 1, row: 0))
    #expect(
      Self.shown(Self.frame("a"), new)
        == "\(Self.begin)⎋[1;1Hb\(Self.end)⎋[1;2H⎋[?25h⎋[?2026l")
  }

  @Test("A style is sent once for a run, and reset when marks are removed")
  func styles() {
    var frame = Self.frame("ab", style: Style(isBold: true))
    frame.write("c", at: Position(column: 2, row: 0), style: Style(isBold: true, isReversed: true))
    frame.write("d", at: Position(column: 3, row: 0), style: Style(isUnderlined: true))
    #expect(
      Self.shown(Self.frame(""), frame)
        == "\(Self.begin)⎋[1;1H⎋[1mab⎋[7mc⎋[0;4md\(Self.end)⎋[?2026l")
  }

  static let shade = Color.shade(red: 255, green: 135, blue: 0, palette: 11)
  @Test(
    "A colour is sent at the terminal's depth",
    arguments: [
      (shade, ColorDepth.truecolor, "⎋[38;2;255;135;0;48;2;255;135;0m"),
      (shade, .palette256, "⎋[38;5;208;48;5;208m"), (shade, .sixteen, "⎋[93;103m"),
      (shade, .none, ""), (.palette(3), .truecolor, "⎋[33;43m"),
      (.palette(8), .sixteen, "⎋[90;100m"),
      (.palette(1), .none, ""), (.standard, .truecolor, ""),
    ])
  func colors(_ color: Color, _ depth: ColorDepth, _ order: String) {
    let frame = Self.frame("x", style: Style(foreground: color, background: color))
    let bytes = Self.shown(Self.frame(""), frame, depth)
    #expect(bytes == "\(Self.begin)⎋[1;1H\(order)x\(Self.end)⎋[?2026l")
  }

  @Test("The default colour returns without touching the rest")
  func colorOff() {
    var frame = Self.frame("a", style: Style(foreground: .palette(1), isBold: true))
    frame.write("b", at: Position(column: 1, row: 0), style: Style(isBold: true))
    #expect(Self.shown(Self.frame(""), frame).contains("⎋[1;31ma⎋[39mb"))
  }
}
