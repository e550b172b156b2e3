import TestSupport
import Testing

@testable import Terminal

/// Pictures in frames, and text that imitates them.
@Suite struct PictureFrameTests {
  static func picture(_ columns: Int, _ rows: Int, number: UInt32) throws -> TerminalPicture {
    try #require(
      TerminalPicture(
        .pixels([1, 2, 3], width: 1, height: 1), size: Size(columns: columns, rows: rows),
        number: number))
  }

  private func frame(_ picture: TerminalPicture, at column: Int = 1, _ row: Int = 0) -> Frame {
    var frame = Frame(size: Size(columns: 10, rows: 3))
    frame.place(picture, at: Position(column: column, row: row))
    return frame
  }

  @Test("The cells identify the picture and the piece of it")
  func cells() throws {
    let frame = frame(try Self.picture(3, 2, number: 0x0A0B0C))
    #expect(frame[1, 0].text == "\u{10EEEE}\u{305}\u{305}")
    #expect(frame[3, 1].text == "\u{10EEEE}\u{30D}\u{30E}")
    #expect(frame[3, 1].style.foreground == .shade(red: 10, green: 11, blue: 12, palette: 7))
    #expect(frame[0, 0] == Cell() && frame[4, 0] == Cell() && frame[1, 2] == Cell())
  }

  @Test("A row of picture cells is one run, and only changes are drawn")
  func drawn() throws {
    let frame = frame(try Self.picture(2, 1, number: 0x010203))
    func bytes(_ old: Frame, _ new: Frame) -> String {
      String(
        decoding: difference(from: old, to: new, colors: .truecolor, pictures: .kitty),
        as: UTF8.self)
    }
    let empty = Frame(size: frame.size)
    let begin = "\u{1B}[?2026h\u{1B}[?25l\u{1B}[?7l\u{1B}[0m"
    let end = "\u{1B}[0m\u{1B}[?7h\u{1B}[?2026l"
    let pieces = ["\u{10EEEE}\u{305}\u{305}", "\u{10EEEE}\u{305}\u{30D}"]
    let color = "\u{1B}[38;2;1;2;3m"
    #expect(
      Array(bytes(empty, frame).unicodeScalars)
        == Array("\(begin)\u{1B}[1;2H\(color)\(pieces[0])\(pieces[1])\(end)".unicodeScalars))
    #expect(bytes(frame, frame) == "")
    var covered = frame
    covered.write("x", at: Position(column: 1, row: 0))
    #expect(bytes(frame, covered) == "\(begin)\u{1B}[1;2Hx\(end)")
    #expect(
      Array(bytes(covered, frame).unicodeScalars)
        == Array("\(begin)\u{1B}[1;2H\(color)\(pieces[0])\(end)".unicodeScalars))
  }

  @Test(
    "Without kitty's protocol picture cells are empty", arguments: [PictureProtocol.none, .iterm2])
  func empty(_ means: PictureProtocol) throws {
    let frame = frame(try Self.picture(3, 2, number: 5))
    for colors in ColorDepth.allCases {
      let bytes = difference(from: nil, to: frame, colors: colors, pictures: means)
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(!text.unicodeScalars.contains(Placeholder.character) && !text.contains("38;"))
      #expect(text.contains("   "))
    }
    #expect(!frame.styledLines(.truecolor).joined().unicodeScalars.contains(Placeholder.character))
  }

  @Test("What is drawn over a picture covers it; the rest of it is known")
  func covered() throws {
    let picture = try Self.picture(3, 2, number: 5)
    var frame = frame(picture)
    let placed = try #require(frame.pictures.first)
    #expect(frame.shows(placed) && frame.showsAll(of: placed))
    frame.write("漢", at: Position(column: 3, row: 1))
    #expect(frame.shows(placed) && !frame.showsAll(of: placed))
    frame.fill(Area(column: 0, row: 0, columns: 10, rows: 3), style: .plain)
    #expect(!frame.shows(placed))
  }

  @Test("A picture is clipped, and moves with its frame")
  func placed() throws {
    let picture = try Self.picture(3, 2, number: 5)
    var outer = Frame(size: Size(columns: 6, rows: 3))
    outer.place(frame(picture), at: Position(column: 3, row: 1))
    #expect(outer.pictures.map(\.position) == [Position(column: 4, row: 1)])
    #expect(outer[4, 1].text == "\u{10EEEE}\u{305}\u{305}" && outer[5, 2] != Cell())
    let placed = try #require(outer.pictures.first)
    #expect(outer.shows(placed) && !outer.showsAll(of: placed))
    outer.hide(placed)
    #expect(outer == Frame(size: outer.size))
    for place in [Position(column: -3, row: 0), Position(column: 0, row: 9)] {
      var frame = Frame(size: Size(columns: 6, rows: 3))
      frame.place(picture, at: place)
      #expect(frame.lines == ["", "", ""])
    }
  }

  @Test(
    "Text that imitates a piece of a picture shows none",
    arguments: [
      "\u{10EEEE}", "a\u{10EEEE}b", "\u{10EEEE}\u{305}\u{30D}", "x\u{10EEEE}\u{305}\u{305}\u{305}",
      "\u{1B}[38;2;1;2;3m\u{10EEEE}\u{305}\u{305}", "\u{200D}\u{10EEEE}", "漢\u{10EEEE}",
    ])
  func hostile(_ text: String) throws {
    var frame = Frame(size: Size(columns: 30, rows: 3))
    // Even in the colour of an existing picture.
    let style = try Self.picture(1, 1, number: 7).cell(row: 0, column: 0).style
    frame.write(text, at: Position(column: 0, row: 0), style: style)
    frame.fill(
      Area(column: 0, row: 1, columns: 9, rows: 1),
      with: Character(String(text.unicodeScalars.suffix(1))), style: style)
    frame.write(TextInput(text).window(columns: 20).text, at: Position(column: 0, row: 2))
    let bytes = difference(from: nil, to: frame, colors: .truecolor, pictures: .kitty)
    #expect(!String(decoding: bytes, as: UTF8.self).unicodeScalars.contains(Placeholder.character))
    #expect(!TextInput(text).text.unicodeScalars.contains(Placeholder.character))
    let secret = TextInput(text, isVerbatim: true).window(columns: 20).text
    #expect(!secret.unicodeScalars.contains(Placeholder.character))
  }
}
