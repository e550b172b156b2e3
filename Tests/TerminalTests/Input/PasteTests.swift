import Testing

@testable import Terminal

/// A paste arrives whole and cleaned.
@Suite struct PasteTests {
  static func events(_ text: String) -> [InputEvent] {
    var parser = InputParser()
    return parser.feed("⎋[200~\(text)⎋[201~".sent.utf8)
  }

  @Test(
    "A paste is one event, without control characters",
    arguments: [
      ("text", "text"), ("", ""), ("Съешь 漢 👩‍👧 e\u{301}", "Съешь 漢 👩‍👧 e\u{301}"),
      ("a\tb", "a b"), ("⎋[31mred", "[31mred"), ("\u{03}\u{04}\u{1A}\0a", "a"),
      ("a\u{7F}\u{9B}", "a"),
      ("\u{202E}a\u{2066}b\u{200E}", "ab"), ("a\u{2028}b\u{2029}c\u{85}", "abc"),
      ("one\ntwo", "one\ntwo"), ("one\r\ntwo", "one\ntwo"), ("one\rtwo", "one\ntwo"),
      ("one\n\rtwo", "one\n\ntwo"), ("one\r\n\r\ntwo", "one\n\ntwo"), ("one\n", "one"),
      ("one\r\n", "one"), ("one\n\n", "one\n"), ("\n", ""), ("⎋[200~twice", "[200~twice"),
      ("⎋[20⎋⎋[2", "[20[2"), ("⎋⎋", ""), ("a\r\u{03}\nb", "a\n\nb"),
    ])
  func cleaned(_ given: String, _ text: String) {
    #expect(Self.events(given) == [.paste(text)])
    // A second end mark ends nothing, and is not a key.
    #expect(Self.events(given + "⎋[201~x") == [.paste(text), .key(.character("x"))])
  }

  @Test("Invalid UTF-8 is dropped from a paste")
  func invalid() {
    var parser = InputParser()
    let bytes: [UInt8] = [0x61, 0xFF, 0xC3, 0x62, 0xE2, 0x82, 0xC3, 0xA9, 0xF0, 0x9F]
    let events = parser.feed(Array("⎋[200~".sent.utf8) + bytes + Array("⎋[201~".sent.utf8))
    #expect(events == [.paste("abé")])
  }

  @Test("Of a paste that is too long the beginning is kept, and the rest dropped up to its end")
  func long() {
    let text = String(repeating: "a", count: 64 << 10)
    #expect(Self.events(text) == [.paste(text)])
    let whole = "x" + String(repeating: "👩‍👧", count: 100_000)
    guard case .paste(let kept) = Self.events(whole).first else {
      Issue.record("no paste")
      return
    }
    #expect(whole.hasPrefix(kept))
    #expect(kept.count == 1 + (64 << 10) / "👩‍👧".utf8.count)
    #expect(Self.events(whole).count == 1)
  }

  @Test("After a paste, keys are read again")
  func after() {
    #expect(
      InputParserTests.events("⎋⎋[200~a⎋[201~⎋[A".sent)
        == [.key(.escape), .paste("a"), .key(.up)])
  }
}
