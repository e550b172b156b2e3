import Testing

@testable import Terminal

/// The bytes that a key sends, and the event they become.
@Suite struct InputParserTests {
  static func events(_ text: String) -> [InputEvent] {
    var parser = InputParser()
    return parser.feed(text.utf8)
  }

  @Test(
    "A key is recognised by what it sends",
    arguments: [
      ("a", .character("a")), (" ", .character(" ")), ("Ж", .character("Ж")),
      ("漢", .character("漢")),
      ("😀", .character("😀")), ("\u{301}", .character("\u{301}")), ("\u{7F}", .backspace),
      ("\u{08}", .backspace), ("\r", .enter), ("\n", .enter), ("\t", .tab), ("\0", .control(" ")),
      ("\u{01}", .control("a")), ("\u{03}", .control("c")), ("\u{1A}", .control("z")),
      ("\u{1C}", .control("\\")), ("\u{1F}", .control("_")), ("⎋[A", .up), ("⎋[B", .down),
      ("⎋[C", .right), ("⎋[D", .left), ("⎋OA", .up), ("⎋OB", .down), ("⎋OC", .right),
      ("⎋OD", .left),
      ("⎋[H", .home), ("⎋[F", .end), ("⎋OH", .home), ("⎋OF", .end), ("⎋[1~", .home), ("⎋[4~", .end),
      ("⎋[7~", .home), ("⎋[8~", .end), ("⎋[2~", .insert), ("⎋[3~", .delete), ("⎋[5~", .pageUp),
      ("⎋[6~", .pageDown), ("⎋[Z", .backTab), ("⎋[1;2Z", .backTab), ("⎋OM", .enter),
      ("⎋[1A", .up), ("⎋[1;5C", Key(.right, .control)), ("⎋[1;2A", Key(.up, .shift)),
      ("⎋[;3D", Key(.left, .alt)), ("⎋[1;9D", Key(.left, .alt)), ("⎋[5;2~", Key(.pageUp, .shift)),
      ("⎋[3;5~", Key(.delete, .control)), ("⎋[1;8H", Key(.home, [.shift, .alt, .control])),
      ("⎋O5A", Key(.up, .control)), ("⎋O1;5P", Key(.function(1), .control)), ("⎋OP", .function(1)),
      ("⎋OQ", .function(2)), ("⎋OR", .function(3)), ("⎋OS", .function(4)), ("⎋[11~", .function(1)),
      ("⎋[14~", .function(4)), ("⎋[15~", .function(5)), ("⎋[17~", .function(6)),
      ("⎋[21~", .function(10)), ("⎋[23~", .function(11)), ("⎋[24~", .function(12)),
      ("⎋[1;2P", Key(.function(1), .shift)), ("⎋[[A", .function(1)), ("⎋[[E", .function(5)),
      ("⎋a", .alt("a")), ("⎋Ж", .alt("Ж")), ("⎋漢", .alt("漢")), ("⎋\r", Key(.enter, .alt)),
      ("⎋\u{7F}", Key(.backspace, .alt)), ("⎋\u{01}", Key(.character("a"), [.alt, .control])),
      ("⎋⎋[A", Key(.up, .alt)), ("⎋⎋OD", Key(.left, .alt)),
      ("⎋⎋[3;5~", Key(.delete, [.alt, .control])),
      // Linux's console, rxvt, and older terminals.
      ("⎋\t", .escapeTab), ("⎋[a", Key(.up, .shift)), ("⎋[d", Key(.left, .shift)),
      ("⎋Oc", Key(.right, .control)), ("⎋[3$", Key(.delete, .shift)),
      ("⎋[7^", Key(.home, .control)), ("⎋[5@", Key(.pageUp, [.control, .shift])),
      ("⎋[5A", Key(.up, .control)), ("⎋[2D", Key(.left, .shift)),
      ("\u{202E}", .character("\u{202E}")),
      // The protocol of kitty, left on by another program.
      ("⎋[113;5u", .control("q")), ("⎋[120u", .character("x")), ("⎋[9;2u", .backTab),
      ("⎋[27u", .escape), ("⎋[13;1u", .enter), ("⎋[127;3u", Key(.backspace, .alt)),
    ] as [(String, Key)])
  func key(_ bytes: String, _ key: Key) {
    #expect(Self.events(bytes.sent) == [.key(key)])
    #expect(
      Self.events("x\(bytes.sent)y") == [.key(.character("x")), .key(key), .key(.character("y"))])
  }

  @Test(
    "Of an unknown sequence its ESC is left, and what follows it is unaffected",
    arguments: [
      "⎋[5X", "⎋[9~", "⎋[3;99~", "⎋[1;2;3A", "⎋[99A", "⎋[1;2c", "⎋[>0;276;0c", "⎋[<0;10;5M",
      "⎋[12;40W",
      "⎋[57441;5u", "⎋[1;1:3A", "⎋[0 q", "⎋[?2027;2$y", "⎋[?2026;2y", "⎋[201~", "⎋[200;1~", "⎋[1I",
      "⎋[;I", "⎋[;O",
      "⎋[[Z", "⎋Ox",
      "⎋O@",
      "⎋]10;rgb:1/2/3\u{07}", "⎋]11;rgb:1/2⎋\\", "⎋]11;rgb:1/2/x⎋\\", "⎋]11;rgb:1/2/12345⎋\\",
      "⎋]11;rgb:1/-2/3⎋\\", "⎋]11;?⎋\\", "⎋P11;rgb:1/2/3⎋\\", "⎋]11;rgb:1/2/3\u{18}",
      "⎋P1$r0m⎋\\", "⎋_Gi=1;OK⎋\\", "⎋^text⎋\\",
      "⎋Xтекст⎋\\", "⎋]\u{18}", "⎋⎋]0;x\u{07}", "⎋⎋[9~", "⎋[M !!", "⎋[9$", "⎋[4;1$y",
    ])
  func unknown(_ bytes: String) {
    #expect(Self.events(bytes.sent) == [.key(.brokenEscape)])
    #expect(
      Self.events(bytes.sent + "⎋[A".sent + "y")
        == [.key(.brokenEscape), .key(.up), .key(.character("y"))])
  }

  @Test(
    "A terminal's reply is an event of its own, in one piece or byte by byte",
    arguments: [
      ("⎋[?62;4;22c", .attributes), ("⎋[?6c", .attributes),
      ("⎋[12;40R", .cursor(Position(column: 39, row: 11))),
      ("⎋[?2026;0$y", .synchronizedOutput(false)), ("⎋[?2026;1$y", .synchronizedOutput(true)),
      ("⎋[?2026;2$y", .synchronizedOutput(true)), ("⎋[?2026;3$y", .synchronizedOutput(true)),
      ("⎋[?2026;4$y", .synchronizedOutput(false)), ("⎋[?2026;$y", .synchronizedOutput(false)),
      ("⎋]11;rgb:ffff/8080/0000⎋\\", .background(RGB(red: 255, green: 128, blue: 0))),
      ("⎋]11;rgb:ff/80/00\u{07}", .background(RGB(red: 255, green: 128, blue: 0))),
      ("⎋]11;rgb:f/8/0\u{07}", .background(RGB(red: 255, green: 136, blue: 0))),
      ("⎋]11;rgba:0/1fff/fff/ffff⎋\\", .background(RGB(red: 0, green: 31, blue: 255))),
    ] as [(String, TerminalReply)])
  func reply(_ bytes: String, _ reply: TerminalReply) {
    #expect(Self.events("x\(bytes.sent)y") == [.x, .reply(reply), .key(.character("y"))])
    // A key that was pressed just before is not lost.
    #expect(Self.events("⎋\(bytes)".sent) == [.key(.escape), .reply(reply)])
    var parser = InputParser()
    let events = "x\(bytes.sent)y".utf8.flatMap { parser.feed([$0]) }
    #expect(events == [.x, .reply(reply), .key(.character("y"))])
  }

  @Test("An unknown sequence inserts nothing, however long")
  func long() {
    let digits = String(repeating: "1", count: 100_000)
    let left = [InputEvent.key(.brokenEscape), .x]
    #expect(Self.events("⎋[\(digits)Ax".sent) == left)
    #expect(Self.events("⎋O\(digits)Ax".sent) == left)
    // Truncated, it would be an arrow.
    #expect(Self.events("⎋[\(String(repeating: "0", count: 64))19A".sent) == [left[0]])
    var parser = InputParser()
    _ = parser.feed("⎋[\(digits)".sent.utf8)
    #expect(parser.parameters.count < 100)
    let text = String(repeating: "a", count: 60_000)
    #expect(Self.events("⎋]\(text)⎋\\x".sent) == left)
  }

  @Test("An unrequested string without an end is given up")
  func endless() {
    let text = String(repeating: "a", count: 64 << 10)
    #expect(Self.events("⎋]\(text)x".sent) == [.key(.brokenEscape), .x])
  }

  @Test(
    "A key pressed inside a sequence breaks it off, and its ESC is left",
    arguments: [
      ("⎋[1\u{03}", [.control("c")]), ("⎋[⎋[A", [.up]), ("⎋O\u{03}", [.control("c")]),
      ("⎋O⎋OA", [.up]), ("⎋]0;x\r", [.enter]), ("⎋]0;x⎋[A", [.up]), ("⎋[1é", [.character("é")]),
      ("⎋[\u{7F}", [.backspace]), ("⎋[[\r", [.enter]), ("⎋⎋[1\r", [.enter]),
      ("⎋Oé", [.character("é")]),
    ] as [(String, [Key])])
  func broken(_ bytes: String, _ keys: [Key]) {
    #expect(Self.events(bytes.sent) == ([.brokenEscape] + keys).map { .key($0) })
  }

  @Test(
    "Of several ESCs all but the last are keys",
    arguments: [
      ("⎋⎋a", [.escape, .alt("a")]), ("⎋⎋⎋a", [.escape, .escape, .alt("a")]),
      ("⎋⎋⎋[A", [.escape, Key(.up, .alt)]),
    ] as [(String, [Key])])
  func escapes(_ bytes: String, _ keys: [Key]) {
    #expect(Self.events(bytes.sent) == keys.map { .key($0) })
  }

  @Test("Focus events are recognised")
  func focus() {
    #expect(Self.events("⎋[I⎋[O".sent) == [.focusGained, .focusLost])
    #expect(Self.events("⎋⎋[I".sent) == [.key(.escape), .focusGained])
  }

  @Test("Characters arrive one scalar at a time")
  func scalars() {
    let text = "e\u{301}👩‍👧\r\n"
    let keys = text.unicodeScalars.dropLast(2).map { Key.character(Character($0)) }
    #expect(Self.events(text) == (keys + [.enter, .enter]).map { .key($0) })
  }

  @Test(
    "What is not UTF-8 can be seen, and what follows it is unaffected",
    arguments: [
      [0xFF], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF],
      [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xC3],
      [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0x80, 0xBF], [0x1B, 0xC3], [0x1B, 0xFF], [0xF5, 0x80],
    ] as [[UInt8]])
  func invalid(_ bytes: [UInt8]) {
    var parser = InputParser()
    let events = [parser.feed(bytes + Array("éx".utf8)), parser.feed(bytes + Array("y".utf8))]
    for (events, next) in zip(events, ["éx", "y"]) {
      let isInvalid = { (event: InputEvent) in
        event == .key(.character("\u{FFFD}")) || event == .key(.alt("\u{FFFD}"))
      }
      #expect(events.first.map(isInvalid) == true)
      #expect(Array(events.drop(while: isInvalid)) == next.map { .key(.character($0)) })
    }
  }
}

extension String {
  /// ESC is written as a visible sign.
  var sent: String {
    split(separator: "⎋", omittingEmptySubsequences: false).joined(separator: "\u{1B}")
  }
}

extension InputEvent {
  fileprivate static let x = InputEvent.key(.character("x"))
}
