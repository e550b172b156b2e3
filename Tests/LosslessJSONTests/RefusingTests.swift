import LosslessJSON
import TestSupport
import Testing

/// A text that is not JSON, where it stops being JSON, and why.
struct Refusal: Sendable, CustomTestStringConvertible {
  let bytes: [UInt8]
  let line: Int
  let column: Int
  let reason: JSONSyntaxError.Reason

  init(_ text: String, _ line: Int, _ column: Int, _ reason: JSONSyntaxError.Reason) {
    self.init(Array(text.utf8), line, column, reason)
  }

  init(_ bytes: [UInt8], _ line: Int, _ column: Int, _ reason: JSONSyntaxError.Reason) {
    self.bytes = bytes
    self.line = line
    self.column = column
    self.reason = reason
  }

  var testDescription: String { visible(String(decoding: bytes, as: UTF8.self)) }

  static func found(
    _ scalar: Unicode.Scalar, _ expected: JSONSyntaxError.Expected
  ) -> JSONSyntaxError.Reason {
    .unexpected(.scalar(scalar), expected: expected)
  }

  static func ends(_ expected: JSONSyntaxError.Expected) -> JSONSyntaxError.Reason {
    .unexpected(.end, expected: expected)
  }
}

@Suite struct RefusingTests {
  static func inString(_ bytes: UInt8...) -> [UInt8] {
    Array("[\"é".utf8) + bytes + Array("\"]".utf8)
  }

  static let grammar: [Refusal] = [
    // Empty or incomplete.
    Refusal("", 1, 1, Refusal.ends(.value)),
    Refusal("  \n ", 2, 2, Refusal.ends(.value)),
    Refusal("\u{FEFF}", 1, 1, Refusal.ends(.value)),
    Refusal("[", 1, 2, Refusal.ends(.valueOrClosingBracket)),
    Refusal("[1", 1, 3, Refusal.ends(.commaOrClosingBracket)),
    Refusal("[1,\n", 2, 1, Refusal.ends(.value)),
    Refusal("{", 1, 2, Refusal.ends(.keyOrClosingBrace)),
    Refusal("{\"a\"", 1, 5, Refusal.ends(.colon)),
    Refusal("{\"a\":", 1, 6, Refusal.ends(.value)),
    Refusal("{\"a\":1", 1, 7, Refusal.ends(.commaOrClosingBrace)),
    Refusal("{\"a\":1,", 1, 8, Refusal.ends(.key)),
    // Commas and colons.
    Refusal("[1,]", 1, 4, Refusal.found("]", .value)),
    Refusal("{\"a\":1,}", 1, 8, Refusal.found("}", .key)),
    Refusal("[,1]", 1, 2, Refusal.found(",", .valueOrClosingBracket)),
    Refusal("[1,,2]", 1, 4, Refusal.found(",", .value)),
    Refusal("[1 2]", 1, 4, Refusal.found("2", .commaOrClosingBracket)),
    Refusal("{\n  \"a\": 1\n  \"b\": 2\n}", 3, 3, Refusal.found("\"", .commaOrClosingBrace)),
    Refusal("{\"a\" 1}", 1, 6, Refusal.found("1", .colon)),
    Refusal("{\"a\"::1}", 1, 6, Refusal.found(":", .value)),
    Refusal("{,}", 1, 2, Refusal.found(",", .keyOrClosingBrace)),
    // Keys and brackets.
    Refusal("{a:1}", 1, 2, Refusal.found("a", .keyOrClosingBrace)),
    Refusal("{\"a\":1,b:2}", 1, 8, Refusal.found("b", .key)),
    Refusal("{1:2}", 1, 2, Refusal.found("1", .keyOrClosingBrace)),
    Refusal("[1}", 1, 3, Refusal.found("}", .commaOrClosingBracket)),
    Refusal("{\"a\":1]", 1, 7, Refusal.found("]", .commaOrClosingBrace)),
    Refusal("]", 1, 1, Refusal.found("]", .value)),
    Refusal("[]]", 1, 3, Refusal.found("]", .end)),
    Refusal("{} {}", 1, 4, Refusal.found("{", .end)),
    // Words.
    Refusal("tru", 1, 4, Refusal.ends(.word(.true))),
    Refusal("[trux]", 1, 5, Refusal.found("x", .word(.true))),
    Refusal("[truex]", 1, 6, Refusal.found("x", .commaOrClosingBracket)),
    Refusal("fAlse", 1, 2, Refusal.found("A", .word(.false))),
    Refusal("nil", 1, 2, Refusal.found("i", .word(.null))),
    Refusal("NaN", 1, 1, Refusal.found("N", .value)),
    Refusal("[Infinity]", 1, 2, Refusal.found("I", .valueOrClosingBracket)),
    Refusal("-Infinity", 1, 2, Refusal.found("I", .digit)),
    Refusal("'a'", 1, 1, Refusal.found("'", .value)),
    Refusal("// a\n1", 1, 1, Refusal.found("/", .value)),
    Refusal("[1 /* a */]", 1, 4, Refusal.found("/", .commaOrClosingBracket)),
    // Numbers.
    Refusal("01", 1, 2, .leadingZero),
    Refusal("[-00]", 1, 4, .leadingZero),
    Refusal("+1", 1, 1, Refusal.found("+", .value)),
    Refusal("-", 1, 2, Refusal.ends(.digit)),
    Refusal("[1.]", 1, 4, Refusal.found("]", .digit)),
    Refusal(".5", 1, 1, Refusal.found(".", .value)),
    Refusal("1e", 1, 3, Refusal.ends(.digit)),
    Refusal("1e+x", 1, 4, Refusal.found("x", .digit)),
    Refusal("0x1", 1, 2, Refusal.found("x", .end)),
    // Strings.
    Refusal("\"abc", 1, 5, Refusal.ends(.closingQuote)),
    Refusal("\"0123456789abcdef0123456789", 1, 28, Refusal.ends(.closingQuote)),
    Refusal("\"a\\", 1, 4, Refusal.ends(.escape)),
    Refusal("\"a\\\"", 1, 5, Refusal.ends(.closingQuote)),
    Refusal("\"\\x41\"", 1, 3, Refusal.found("x", .escape)),
    Refusal("\"\\é\"", 1, 3, Refusal.found("é", .escape)),
    Refusal("\"\\u12G4\"", 1, 6, Refusal.found("G", .hexDigit)),
    Refusal("\"\\u12", 1, 6, Refusal.ends(.hexDigit)),
    Refusal("\"\\U0041\"", 1, 3, Refusal.found("U", .escape)),
    Refusal("[\"a\tb\"]", 1, 4, .controlInString("\t")),
    Refusal("[\"a\nb\"]", 1, 4, .controlInString("\n")),
    Refusal("\"0123456789abcdef\u{1F}\"", 1, 18, .controlInString("\u{1F}")),
    // White space that JSON does not allow.
    Refusal("[1,\u{A0}2]", 1, 4, Refusal.found("\u{A0}", .value)),
    Refusal("[1,\u{0C}2]", 1, 4, Refusal.found("\u{0C}", .value)),
    Refusal("[\u{FEFF}]", 1, 2, Refusal.found("\u{FEFF}", .valueOrClosingBracket)),
    Refusal("\u{FEFF}\u{FEFF}1", 1, 1, Refusal.found("\u{FEFF}", .value)),
  ]

  static let encoding: [Refusal] = [
    // Cut short, by a letter or by the end.
    Refusal(inString(0xC3), 1, 4, .invalidUTF8(0xC3)),
    Refusal(inString(0xE2, 0x82), 1, 4, .invalidUTF8(0xE2)),
    Refusal(inString(0xF0, 0x9F, 0x98), 1, 4, .invalidUTF8(0xF0)),
    Refusal([0x22, 0xC3], 1, 2, .invalidUTF8(0xC3)),
    Refusal([0x22, 0xF0, 0x9F, 0x98], 1, 2, .invalidUTF8(0xF0)),
    // A continuation byte on its own, and bytes that begin no sequence.
    Refusal(inString(0x80), 1, 4, .invalidUTF8(0x80)),
    Refusal(inString(0xBF), 1, 4, .invalidUTF8(0xBF)),
    Refusal(inString(0xFE), 1, 4, .invalidUTF8(0xFE)),
    Refusal(inString(0xFF), 1, 4, .invalidUTF8(0xFF)),
    // Overlong.
    Refusal(inString(0xC0, 0xAF), 1, 4, .invalidUTF8(0xC0)),
    Refusal(inString(0xC1, 0xBF), 1, 4, .invalidUTF8(0xC1)),
    Refusal(inString(0xE0, 0x9F, 0xBF), 1, 4, .invalidUTF8(0xE0)),
    Refusal(inString(0xF0, 0x8F, 0xBF, 0xBF), 1, 4, .invalidUTF8(0xF0)),
    // Surrogates, and beyond U+10FFFF.
    Refusal(inString(0xED, 0xA0, 0x80), 1, 4, .invalidUTF8(0xED)),
    Refusal(inString(0xED, 0xBF, 0xBF), 1, 4, .invalidUTF8(0xED)),
    Refusal(inString(0xF4, 0x90, 0x80, 0x80), 1, 4, .invalidUTF8(0xF4)),
    Refusal(inString(0xF5, 0x80, 0x80, 0x80), 1, 4, .invalidUTF8(0xF5)),
    // Outside a string.
    Refusal([0x5B, 0xFF, 0x5D], 1, 2, .invalidUTF8(0xFF)),
    Refusal([0x5B, 0x31, 0x0A, 0xC3, 0x5D], 2, 1, .invalidUTF8(0xC3)),
    // Another encoding.
    Refusal([0xFF, 0xFE, 0x7B, 0x00], 1, 1, .otherEncoding(.utf16LittleEndian)),
    Refusal([0xFE, 0xFF, 0x00, 0x7B], 1, 1, .otherEncoding(.utf16BigEndian)),
    Refusal([0xFF, 0xFE, 0, 0, 0x7B, 0, 0, 0], 1, 1, .otherEncoding(.utf32LittleEndian)),
    Refusal([0, 0, 0xFE, 0xFF, 0, 0, 0, 0x7B], 1, 1, .otherEncoding(.utf32BigEndian)),
    Refusal([0x7B, 0x00, 0x7D, 0x00], 1, 1, .otherEncoding(.utf16LittleEndian)),
    Refusal([0x00, 0x7B, 0x00, 0x7D], 1, 1, .otherEncoding(.utf16BigEndian)),
    Refusal([0x31, 0, 0, 0], 1, 1, .otherEncoding(.utf32LittleEndian)),
    Refusal([0, 0, 0, 0x31], 1, 1, .otherEncoding(.utf32BigEndian)),
    Refusal([0x31, 0x00], 1, 2, Refusal.found("\u{0}", .end)),
  ]

  @Test("invalid JSON is refused where it stops being JSON", arguments: grammar)
  func refuses(row: Refusal) throws {
    try expect(row)
  }

  @Test("invalid UTF-8 is refused at the bad sequence", arguments: encoding)
  func refusesBytes(row: Refusal) throws {
    try expect(row)
  }

  private func expect(_ row: Refusal) throws {
    let error = try #require(refusal(of: row.bytes))
    #expect(error.reason == row.reason)
    #expect(error.place == JSONPlace(line: row.line, column: row.column))
    // The same text far from the end of the buffer, where whole vectors are read.
    guard case .unexpected(.end, _) = row.reason else {
      guard !row.bytes.contains(0) else { return }
      let padded = refusal(of: row.bytes + Array(repeating: 0x20, count: 40))
      #expect(padded?.reason == row.reason && padded?.offset == error.offset)
      return
    }
    #expect(error.offset == row.bytes.count)
  }

  @Test("every control but white space is refused between values", arguments: UInt8(0)..<0x20)
  func controls(byte: UInt8) {
    let isSpace = [0x09, 0x0A, 0x0D].contains(byte)
    #expect((refusal(of: [0x5B, byte, 0x5D]) == nil) == isSpace)
    #expect((refusal(of: [0x20, 0x20, byte] + Array("        []".utf8)) == nil) == isSpace)
    #expect(refusal(of: [0x22, byte, 0x22])?.reason == .controlInString(Unicode.Scalar(byte)))
  }

  @Test("512 levels are read and 513 are refused at the bracket that opens the last one")
  func depth() throws {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      func nested(_ depth: Int) -> String {
        let inside = open == "[" ? "" : "1"
        return String(repeating: open, count: depth) + inside
          + String(repeating: close, count: depth)
      }
      #expect(refusal(of: nested(JSONDocument.maximumDepth)) == nil)
      let error = try #require(refusal(of: nested(JSONDocument.maximumDepth + 1)))
      #expect(error.reason == .tooDeep)
      #expect(error.offset == open.utf8.count * JSONDocument.maximumDepth)
    }
  }

  @Test("nested objects and arrays close in the order they opened")
  func mixedNesting() throws {
    var dice = Dice(1)
    for depth in [3, 63, 64, 65, 127, 128, 129, 400, 512] {
      let isObject = (0..<depth).map { _ in dice.below(2) == 0 }
      let opening = isObject.map { $0 ? "{\"a\":" : "[" }.joined()
      let closing = isObject.reversed().map { $0 ? "}" : "]" }
      #expect(refusal(of: opening + "0" + closing.joined()) == nil)
      var wrong = closing
      let index = dice.below(depth)
      wrong[index] = wrong[index] == "}" ? "]" : "}"
      let offset = opening.utf8.count + 1 + index
      #expect(refusal(of: opening + "0" + wrong.joined())?.offset == offset)
    }
  }
}
