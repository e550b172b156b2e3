import LosslessJSON
import TestSupport
import Testing

@Suite struct PlaceTests {
  /// Each text asks for the place of its only `1`.
  @Test(
    "columns count characters since the line's start",
    arguments: [
      ("1", 1, 1),
      ("[\t1]", 1, 3),
      ("\u{FEFF}[1]", 1, 2),
      ("\u{FEFF}\n[1]", 2, 2),
      ("[\n1]", 2, 1),
      ("[\r\n1]", 2, 1),
      ("[\r1]", 2, 1),
      ("[\n\r1]", 3, 1),
      ("[\r\r\n\n 1]", 4, 2),
      ("\n\n\n1\n\n", 4, 1),
      // One character each, however many scalars and bytes.
      ("[\"é\", 1]", 1, 7),
      ("[\"e\u{301}\", 1]", 1, 7),
      ("[\"👍🏽\", 1]", 1, 7),
      ("[\"👩‍👩‍👧‍👦\", 1]", 1, 7),
      ("[\"🇮🇹🇷🇺\", 1]", 1, 8),
      ("[\"Иван Иванов\", 1]", 1, 17),
      // A mark after a quote joins the quote.
      ("[\"\u{301}\", 1]", 1, 6),
      ("[\"\u{2028}\u{85}\", 1]", 1, 8),
      ("[\"漢字\",\r\n \"é\",\t1]", 2, 7),
      ("[\"0123456789abcdef0123456789abcdef\", 1]".replacing("01", with: "00"), 1, 38),
      ("[\"\(zeros(200))e\u{301}\(zeros(100))\",\n1]", 2, 1),
      ("[\"\(zeros(200))e\u{301}\(zeros(100))\", 1]", 1, 307),
      ("[\n\"\(zeros(64))\u{301}\(zeros(64))\", 1]", 2, 133),
    ])
  func columns(text: String, line: Int, column: Int) throws {
    let document = try JSONDocument(text)
    let offset = try #require(document.bytes.lastIndex(of: UInt8(ascii: "1")))
    let place = JSONPlace(line: line, column: column)
    #expect(document.place(at: offset) == place)
    // An error at the same place reports the same.
    var broken = document.bytes
    broken[offset] = UInt8(ascii: "?")
    #expect(refusal(of: broken)?.place == place)
  }

  @Test("an offset inside a character means that character, one outside the text the nearest end")
  func inside() throws {
    let document = try JSONDocument("\u{FEFF}[\"e\u{301}\",\r\n\"😀\"]")
    let places = (-2..<24).map(document.place)
    let columns = [
      1, 1, 1, 1, 1,  // before the text, and the mark at its beginning
      1, 2, 3, 3, 3, 4, 5, 6, 6,  // [ " e ◌́ ◌́ " , CR LF
      1, 2, 2, 2, 2, 3, 4, 5,  // " 😀 " ] end
      5, 5, 5, 5,
    ]
    #expect(places.map(\.column) == columns)
    #expect(places.map(\.line) == columns.indices.map { $0 < 14 ? 1 : 2 })
  }

  @Test("the offset of a place is where its character begins")
  func offsetsOfPlaces() throws {
    let bytes = Array("\u{FEFF}[\"e\u{301}\",\r\n\"😀\"]".utf8)
    let places = [(2, 3), (1, 1), (1, 3), (2, 1), (1, 99), (2, 9), (7, 1)].map {
      JSONPlace(line: $0.0, column: $0.1)
    }
    #expect(JSONPlace.offsets(of: places, in: bytes) == [17, 3, 5, 12, 10, 19, 19])
    var dice = Dice(5)
    let pieces = ["\n", "\r\n", "\r", " ", "a", "é", "e\u{301}", "🇮🇹", "👩‍👧", "\t"]
    for _ in 0..<100 {
      let text = Array((0..<dice.below(30)).map { _ in dice.pick(pieces) }.joined().utf8)
      let places = JSONPlace.places(at: Array(0...text.count), in: text)
      let offsets = JSONPlace.offsets(of: places, in: text)
      #expect(JSONPlace.places(at: offsets, in: text) == places)
      #expect(zip(offsets, 0...text.count).allSatisfy { $0 <= $1 })
    }
  }

  @Test("many places at once equal the places one by one, in the order asked")
  func many() throws {
    var dice = Dice(2)
    let pieces = [
      "\n", "\r\n", "\r", " ", "\"a\",", "\"é\u{301}\",", "\"🇮🇹🇮🇹\u{200D}\",", "\"\u{301}\",",
    ]
    for _ in 0..<40 {
      let text = (0..<dice.below(30)).map { _ in dice.pick(pieces) }.joined()
      let document = try JSONDocument("[" + text + "0]")
      var offsets = Array(-1...document.bytes.count + 1)
      let expected = offsets.map(document.place)
      #expect(document.places(at: offsets) == expected)
      offsets.shuffle(using: &dice)
      #expect(document.places(at: offsets) == offsets.map { expected[$0 + 1] })
      #expect(expected == offsets.sorted().map { slowPlace(at: $0, in: document.bytes) })
    }
    #expect(try JSONDocument("1").places(at: []).isEmpty)
  }

  /// Counts from the start, with the standard library's characters only.
  private func slowPlace(at offset: Int, in bytes: [UInt8]) -> JSONPlace {
    var line = 1
    var column = 1
    var end = 0
    for character in String(decoding: bytes, as: UTF8.self) {
      end += character.utf8.count
      if end > offset { break }
      if ["\n", "\r", "\r\n"].contains(character) {
        line += 1
        column = 1
      } else {
        column += 1
      }
    }
    return JSONPlace(line: line, column: column)
  }

  @Test("places in the rest of a text, behind where that begins, are places in the text")
  func rest() throws {
    var dice = Dice(3)
    let pieces = ["\n", "\r\n", "\r", " ", "\"a\",", "\"é\u{301}\",", "\"🇮🇹\",", "\"\u{301}\","]
    for _ in 0..<40 {
      let text = (0..<dice.below(30)).map { _ in dice.pick(pieces) }.joined()
      let document = try JSONDocument("\u{FEFF}[" + text + "0]")
      let starts = document.elements(of: document.root).map(\.range.lowerBound)
      for start in starts {
        let offsets = Array(start...document.bytes.count)
        let behind = JSONPlace.places(at: offsets, in: document.bytes, from: start)
        #expect(
          behind.map { $0.behind(document.place(at: start)) } == document.places(at: offsets))
      }
    }
  }

  @Test("places of a long line are found in one pass")
  func longLine() throws {
    let count = 20_000
    let document = try JSONDocument(
      "[\"" + String(repeating: "я", count: count) + "\"]")
    let places = document.places(at: Array(0..<document.bytes.count))
    #expect(places.last?.column == count + 4)
    let marks = try JSONDocument("[\"e" + String(repeating: "\u{301}", count: count) + "\"]")
    #expect(marks.places(at: Array(0..<marks.bytes.count)).last?.column == 5)
  }

  @Test("places are also counted in texts that are not JSON")
  func otherTexts() {
    let bytes = Array("a:b\r\né:{\n\n\"🙂x".utf8) + [0xFF]
    let offsets = [0, 2, 5, 7, 8, 10, 11, 16]
    let places = JSONPlace.places(at: offsets, in: bytes).map { "\($0.line):\($0.column)" }
    #expect(places == ["1:1", "1:3", "2:1", "2:2", "2:3", "3:1", "4:1", "4:3"])
  }
}

private func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }
