import Testing

@testable import Terminal

/// A paste arrives whole and unaltered.
@Suite struct PasteTests {
  static func events(_ text: String) -> [InputEvent] {
    var parser = InputParser()
    return parser.feed("⎋[200~\(text)⎋[201~".sent.utf8)
  }

  @Test(
    "A paste is one event, with every byte that was pasted",
    arguments: [
      "text", "", "Съешь 漢 👩‍👧 e\u{301}", "a\tb", "⎋[31mred", "\u{03}\u{04}\u{1A}\0a",
      "a\u{7F}\u{9B}",
      "\u{202E}a\u{2066}b\u{200E}", "a\u{2028}b\u{2029}c\u{85}", "one\r\ntwo\r", "\n",
      "⎋[200~twice", "⎋[20⎋⎋[2", "⎋⎋",
    ])
  func whole(_ given: String) {
    #expect(Self.events(given) == [.paste(given.sent)])
    // A second end mark ends nothing.
    let rest = [InputEvent.key(.character("x")), .key(.brokenEscape)]
    #expect(Self.events(given + "⎋[201~x") == [.paste(given.sent)] + rest)
  }

  @Test("What is not UTF-8 in a paste can be seen")
  func invalid() {
    var parser = InputParser()
    let bytes: [UInt8] = [0x61, 0xFF, 0xC3, 0x62, 0xC3, 0xA9, 0xF0, 0x9F]
    let events = parser.feed(Array("⎋[200~".sent.utf8) + bytes + Array("⎋[201~".sent.utf8))
    #expect(events == [.paste("a\u{FFFD}\u{FFFD}bé\u{FFFD}")])
  }

  @Test("Of a paste that is too long the beginning is kept, and the rest dropped up to its end")
  func long() {
    let text = String(repeating: "a", count: 64 << 10)
    #expect(Self.events(text) == [.paste(text)])
    #expect(Self.events(text + "b") == [.paste(text)])
    #expect(Self.events(text + "⎋[20") == [.paste(text)])
  }

  @Test("So many characters at once that they were not typed are a paste; other keys are not")
  func unmarked() {
    let text = String(repeating: "e\u{301}", count: 128)
    let keys: [InputEvent] = [.key(.enter), .key(.character("x")), .key(.alt("x")), .focusGained]
    let events = InputParserTests.events(text + "\rx⎋x⎋[I".sent)
    #expect(events.gatheringPastes == [.paste(text)] + keys)
    #expect((keys + keys).gatheringPastes == keys + keys)
    let few = InputParserTests.events(String(text.dropLast()))
    #expect(few.gatheringPastes == few)
  }

  @Test("After a paste, keys are read again")
  func after() {
    #expect(
      InputParserTests.events("⎋⎋[200~a⎋[201~⎋[A".sent)
        == [.key(.escape), .paste("a"), .key(.up)])
  }
}
