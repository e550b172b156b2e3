import TestSupport
import Testing

@testable import Terminal

/// Any input, split anywhere.
@Suite struct InputParserPropertyTests {
  static let pieces: [[UInt8]] =
    [
      "a", "Ж", "漢", "😀", "e\u{301}", "\r", "⎋", "⎋[", "⎋O", "⎋]", "⎋P", "⎋\\", "[", "A", "1;5C",
      "~",
      "⎋[A", "⎋OA", "⎋[1;5C", "⎋[3~", "⎋[Z", "⎋[I", "⎋[200~", "⎋[201~", "⎋[200~one\r\ntwo⎋[201~",
      "⎋]0;x\u{07}", "⎋[[A", "⎋[?1;2c", "⎋]11;rgb:1/2/3⎋\\", "⎋[?2026;2$y", ";", "200", "\u{03}",
      "\u{7F}", "\u{18}",
    ].map { Array($0.sent.utf8) } + [[0xFF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F], [0x9B], [0]]

  @Test("However a stream is split, its events are the same")
  func splits() {
    var dice = Dice(12)
    for _ in 0..<1_500 {
      let stream = (0...dice.below(12)).flatMap { _ in dice.pick(Self.pieces) }
      var whole = InputParser()
      let expected = whole.feed(stream)
      var parser = InputParser()
      var events: [InputEvent] = []
      var rest = stream[...]
      while !rest.isEmpty {
        let count = dice.below(5)
        events += parser.feed(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      #expect(events == expected, "\(stream)")
      #expect(parser.isWaiting == whole.isWaiting, "\(stream)")
      let decided = [parser.timeOut(), whole.timeOut()]
      #expect(decided[0] == decided[1], "\(stream)")
    }
  }

  @Test("A stream that is cut anywhere is read the same")
  func cuts() {
    let stream = Self.pieces.joined() + Array("⎋\\⎋[201~ end".sent.utf8)
    var whole = InputParser()
    let expected = whole.feed(stream)
    #expect(expected.last == .key(.character("d")))
    let bytes = Array(stream)
    for cut in bytes.indices {
      var parser = InputParser()
      let events = parser.feed(bytes[..<cut]) + parser.feed(bytes[cut...])
      #expect(events == expected, "\(cut)")
    }
  }

  @Test("A quarter of a megabyte of noise inserts nothing harmful, and keys work after it")
  func noise() {
    var dice = Dice(13)
    var parser = InputParser()
    for _ in 0..<64 {
      var harmful: [Unicode.Scalar] = []
      for event in parser.feed((0..<4096).map { _ in dice.byte() }) where !event.text.isEmpty {
        harmful += TextInput(event.text).text.unicodeScalars.filter(\.isUnprintable)
      }
      #expect(harmful == [])
      if dice.below(4) == 0 { _ = parser.timeOut() }
    }
    _ = parser.feed("⎋[201~\u{18}".sent.utf8)
    let events = parser.feed("⎋[A".sent.utf8)
    #expect(events == [.key(.up)])
  }

  @Test("Characters are those that the UTF-8 encodes")
  func characters() {
    var dice = Dice(14)
    for _ in 0..<300 {
      let bytes = (0..<40).map { _ in dice.pick([dice.byte() | 0x80, dice.byte() | 0xC0, 0x61]) }
      var parser = InputParser()
      let wanted = String(decoding: bytes, as: UTF8.self).unicodeScalars
        .filter { $0 != "\u{FFFD}" }
      let events = parser.feed(bytes).filter { $0 != .key(.character("\u{FFFD}")) }
      #expect(events == wanted.map { .key(.character(Character($0))) }, "\(bytes)")
    }
  }
}

extension InputEvent {
  /// The text that would be inserted.
  fileprivate var text: String {
    switch self {
    case .key(let key):
      if case .character(let character) = key.name { String(character) } else { "" }
    case .paste(let text): text
    case .focusGained, .focusLost, .reply: ""
    }
  }
}
