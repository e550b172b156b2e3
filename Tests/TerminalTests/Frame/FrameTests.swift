import TestSupport
import Testing

@testable import Terminal

/// The drawing of a frame, and its edges.
@Suite struct FrameTests {
  static func frame(_ columns: Int = 6, _ rows: Int = 1) -> Frame {
    Frame(size: Size(columns: columns, rows: rows))
  }

  static let red = Style(foreground: .palette(1))

  @Test(
    "Text is clipped to the frame, and the columns it used are returned",
    arguments: [
      ("abc", 0, nil, "abc", 3), ("abcdefgh", 0, nil, "abcdef", 6), ("abc", 4, nil, "    ab", 2),
      ("abc", -1, nil, "bc", 3), ("abc", -3, nil, "", 3), ("abc", 6, nil, "", 0),
      ("abc", 0, 2, "ab", 2), ("abc", 0, 0, "", 0), ("abc", 0, -1, "", 0), ("", 2, nil, "", 0),
      ("漢字", 0, nil, "漢字", 4), ("漢字", 3, nil, "   漢", 3), ("漢字", -1, nil, " 字", 4),
      ("漢字", -2, nil, "字", 4), ("漢字", 0, 3, "漢", 3), ("x漢", 0, 2, "x", 2),
      ("\u{1B}[1m", 0, nil, "\u{FFFD}[1m", 4), ("a\tb\n", 0, nil, "a\u{FFFD}b\u{FFFD}", 4),
      ("a\u{200B}b\u{AD}", 0, nil, "ab", 2), ("\u{301}a", 0, nil, "a", 1),
      ("e\u{301}x", 0, nil, "e\u{301}x", 2), ("👍🏽❤\u{FE0F}", 0, nil, "👍❤", 3),
      ("漢", -1, 1, "", 1), ("漢", -1, 2, "", 2), ("a", Int.min, nil, "", 0),
      ("न्दीx", 0, nil, "न्दीx", 4), ("न्दी", 0, 2, "न्द", 2), ("न्दी", -1, nil, "दी", 3),
      ("a", Int.max, nil, "", 0), ("abc", 0, Int.max, "abc", 3),
    ] as [(String, Int, Int?, String, Int)])
  func clipped(_ text: String, _ column: Int, _ limit: Int?, _ row: String, _ used: Int) {
    var frame = Self.frame()
    let count = frame.write(text, at: Position(column: column, row: 0), limit: limit)
    #expect(frame.lines == [row])
    if column != .min { #expect(count == used) }
    var elsewhere = Self.frame()
    let unseen = elsewhere.write(text, at: Position(column: column, row: 1), limit: limit)
    #expect(unseen == count, "another row")
    #expect(elsewhere == Self.frame())
  }

  @Test("Overwriting half a wide glyph leaves a space in the other half")
  func halves() {
    for column in 0..<5 {
      for text in ["x", "界"] {
        var frame = Self.frame()
        frame.write("漢字", at: Position(column: 1, row: 0), style: Self.red)
        frame.write(text, at: Position(column: column, row: 0))
        #expect(frame.isWhole, "\(text) at \(column): \(frame.lines)")
        #expect(frame[column, 0].text == text)
      }
    }
    var frame = Self.frame()
    frame.write("漢字", at: Position(column: 1, row: 0), style: Self.red)
    frame.write("x", at: Position(column: 2, row: 0))
    #expect(frame.lines == ["  x字"])
    #expect(frame[1, 0] == Cell(text: " ", style: Self.red))
    frame.write("y", at: Position(column: 3, row: 0))
    #expect(frame[4, 0] == Cell(text: " ", style: Self.red))
  }

  @Test(
    "Writing nothing leaves a wide glyph whole", arguments: ["", "\u{301}", "\u{200B}"])
  func nothing(_ text: String) {
    var frame = Self.frame()
    frame.write("漢", at: Position(column: 0, row: 0))
    frame.write(text, at: Position(column: 1, row: 0))
    #expect(frame.lines == ["漢"])
  }

  @Test(
    "A rectangle is filled within the frame",
    arguments: [
      (Area(column: 1, row: 0, columns: 2, rows: 1), ["", "漢字"]),
      (Area(column: -5, row: -5, columns: 7, rows: 6), ["  字", "漢字"]),
      (Area(column: 3, row: 1, columns: .max, rows: .max), ["漢字", "漢"]),
      (Area(column: 0, row: 0, columns: -1, rows: 1), ["漢字", "漢字"]),
      (Area(column: .min, row: .min, columns: .max, rows: .max), ["漢字", "漢字"]),
      (Area(column: 0, row: 0, columns: 4, rows: 1), ["", "漢字"]),
    ] as [(Area, [String])])
  func filled(_ area: Area, _ lines: [String]) {
    var frame = Self.frame(6, 2)
    for row in 0..<2 { frame.write("漢字", at: Position(column: 0, row: row)) }
    frame.fill(area, style: Self.red)
    #expect(frame.lines == lines)
    let isInside = area.row == 0 && area.columns > 0
    #expect(frame[2, 0] == Cell(text: " ", style: Self.red) || !isInside)
    #expect(frame.isWhole)
  }

  @Test("A placed frame is clipped, and cuts no glyph in two")
  func placed() {
    var other = Self.frame(4, 2)
    other.write("界界", at: Position(column: 0, row: 0), style: Self.red)
    other.write("ab", at: Position(column: 0, row: 1), style: Self.red)
    for column in -5...7 {
      for row in -3...3 {
        var frame = Self.frame(6, 2)
        for row in 0..<2 { frame.write("漢字漢", at: Position(column: 0, row: row)) }
        frame.place(other, at: Position(column: column, row: row))
        #expect(frame.isWhole, "\(column), \(row): \(frame.lines)")
      }
    }
    var frame = Self.frame(6, 2)
    frame.place(other, at: Position(column: -1, row: 1))
    #expect(frame.lines == ["", " 界"])
    #expect(frame[0, 1] == Cell(text: " ", style: Self.red))
    frame.place(other, at: Position(column: 3, row: 0))
    #expect(frame.lines == ["   界", " 界ab"])
    frame.place(other, at: Position(column: .max, row: .min))
    #expect(frame.lines == ["   界", " 界ab"])
  }

  @Test("A placed frame brings its cursor, if that is inside")
  func placedCursor() {
    var other = Self.frame(4, 2)
    var frame = Self.frame(6, 2)
    frame.cursor = Position(column: 5, row: 1)
    frame.place(other, at: Position(column: 1, row: 0))
    #expect(frame.cursor == Position(column: 5, row: 1))
    other.cursor = Position(column: 2, row: 1)
    frame.place(other, at: Position(column: 1, row: 0))
    #expect(frame.cursor == Position(column: 3, row: 1))
    frame.place(other, at: Position(column: 1, row: 1))
    #expect(frame.cursor == Position(column: 3, row: 1))
  }

  @Test("Outside a frame there is a plain space, and no text")
  func outside() {
    var frame = Frame(size: Size(columns: 2, rows: 2))
    frame.fill(Area(column: 0, row: 0, columns: 2, rows: 2), style: Self.red)
    for (column, row) in [(-1, 0), (0, -1), (2, 0), (0, 2), (Int.max, Int.min)] {
      #expect(frame[column, row] == Cell(text: " ", style: .plain))
    }
    #expect(frame[1, 1] == Cell(text: " ", style: Self.red))
    #expect(frame.text(row: -1) == "" && frame.text(row: 2) == "")
  }

  @Test("An impossible size becomes the nearest possible one")
  func sizes() {
    #expect(Frame(size: Size(columns: -1, rows: .min)).size == Size(columns: 0, rows: 0))
    #expect(Frame(size: Size(columns: .max, rows: 1)).size == Size(columns: 2048, rows: 1))
    #expect(Frame(size: Size(columns: 1, rows: .max)).size == Size(columns: 1, rows: 1024))
  }

  @Test("Whatever is drawn, wide glyphs stay whole and rows keep their width")
  func wholeness() {
    var dice = Dice(7)
    for _ in 0..<1_000 {
      var frame = Frame(size: dice.size())
      dice.change(&frame, times: 10)
      #expect(frame.isWhole, "\(frame.lines)")
    }
  }

  @Test("Text uses as many columns as its width, and is cleaned before drawing")
  func used() {
    var dice = Dice(8)
    for _ in 0..<1_000 {
      let text = dice.text(10)
      var frame = Self.frame(200)
      let used = frame.write(text, at: Position(column: 0, row: 0))
      #expect(used == DisplayWidth.of(text), "\(text.debugDescription)")
      let visible = Printable.cleaned(text).filter { DisplayWidth.of($0) > 0 }
      #expect(frame.lines == [visible.trimmedEnd], "\(text.debugDescription)")
    }
  }
}

extension Frame {
  /// Whether each wide glyph has both its cells in one style, and no second half is alone.
  var isWhole: Bool {
    (0..<size.rows).allSatisfy { row in
      (0..<size.columns).allSatisfy { column in
        let cell = self[column, row]
        let width = DisplayWidth.of(cell.text)
        if width == 2 {
          return column + 1 < size.columns
            && self[column + 1, row] == Cell(text: "", style: cell.style)
        }
        if cell.text.isEmpty {
          return column > 0 && DisplayWidth.of(self[column - 1, row].text) == 2
        }
        return width == 1 && cell.text.count == 1
      }
    }
  }
}

extension String {
  var trimmedEnd: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
