import Testing

@testable import LosslessJSON

@Suite struct LiteralTests {
  static let sample = JSONLiteral.object([
    .init("a", .integer(1)),
    .init("b", .array([.bool(true), .null, .array([]), .object([])])),
    .init("c", .object([.init("d", .string("e"))])),
  ])

  @Test("a literal is written in each style")
  func styles() {
    expect(.compact, #"{"a":1,"b":[true,null,[],{}],"c":{"d":"e"}}"#)
    expect(.oneLine, #"{"a": 1, "b": [true, null, [], {}], "c": {"d": "e"}}"#)
    expect(
      .pretty,
      """
      {
        "a": 1,
        "b": [
          true,
          null,
          [],
          {}
        ],
        "c": {
          "d": "e"
        }
      }
      """)
    expect(
      JSONStyle(newline: "\r\n", indent: "\t", beforeColon: " ", afterColon: ""),
      "{\r\n\t\"a\" :1,\r\n\t\"b\" :[\r\n\t\ttrue,\r\n\t\tnull,\r\n\t\t[],\r\n\t\t{}\r\n\t],"
        + "\r\n\t\"c\" :{\r\n\t\t\"d\" :\"e\"\r\n\t}\r\n}")
    expect(
      JSONStyle(isOneLine: true, padding: " "),
      #"{ "a": 1, "b": [true, null, [], {}], "c": { "d": "e" } }"#)
  }

  private func expect(_ style: JSONStyle, _ text: String) {
    let bytes = Self.sample.bytes(style: style)
    #expect(visible(String(decoding: bytes, as: UTF8.self)) == visible(text))
  }

  @Test("literals are equal if their bytes are, however they are escaped")
  func equality() throws {
    func literal(_ text: String) throws -> JSONLiteral? {
      let document = try JSONDocument(parsing: Array(text.utf8))
      return document.literal(document.root)
    }
    #expect(try literal(#"{"a": ["\u0041da"]}"#) == literal(#"{"\u0061": ["Ada"]}"#))
    let texts = ["\u{E9}", "e\u{301}"]
    #expect(texts[0] == texts[1])
    for make: (String) -> JSONLiteral in [
      { .string($0) }, { .array([.string($0)]) }, { .object([.init($0, .null)]) },
      { .object([.init("a", .string($0))]) },
    ] {
      let literals = texts.map(make)
      #expect(literals[0] != literals[1] && Set(literals + literals).count == 2)
      #expect(literals[0] == make("\u{E9}") && literals[0].hashValue == make("\u{E9}").hashValue)
    }
    let different: [JSONLiteral] = [
      .null, .bool(false), .bool(true), .number("1"), .number("1.0"), .string("1"), .array([]),
      .object([]), .array([.null]), .array([.null, .null]), .string("null"),
    ]
    #expect(Set(different).count == different.count)
  }

  @Test("the lines after the first begin with the given indentation")
  func indentation() {
    let bytes = JSONLiteral.array([.null]).bytes(style: .pretty, indentation: "\t")
    #expect(String(decoding: bytes, as: UTF8.self) == "[\n\t  null\n\t]")
  }

  @Test(
    "a string is written raw except for what breaks JSON or a terminal",
    arguments: [
      ("", #""""#),
      ("a/b'é漢😀", #""a/b'é漢😀""#),
      ("\"\\", #""\"\\""#),
      ("\n\t\r\u{8}\u{C}", #""\n\t\r\b\f""#),
      ("\u{0}\u{1B}\u{1F}", #""\u0000\u001b\u001f""#),
      ("\u{7F}\u{80}\u{9F}\u{A0}", "\"\\u007f\\u0080\\u009f\u{A0}\""),
      ("\u{2027}\u{2028}\u{2029}\u{202F}", "\"\u{2027}\\u2028\\u2029\u{202F}\""),
      ("\u{61B}\u{61C}\u{61D}", "\"\u{61B}\\u061c\u{61D}\""),
      ("\u{200D}\u{200E}\u{200F}\u{2010}", "\"\u{200D}\\u200e\\u200f\u{2010}\""),
      ("\u{202A}\u{202E}\u{2065}", "\"\\u202a\\u202e\u{2065}\""),
      ("\u{2066}\u{2069}\u{206A}", "\"\\u2066\\u2069\u{206A}\""),
      ("e\u{301}", "\"e\u{301}\""),
    ])
  func strings(value: String, written: String) throws {
    let bytes = JSONLiteral.string(value).bytes(style: .pretty)
    #expect(bytes == Array(written.utf8))
    let document = try JSONDocument(parsing: bytes)
    #expect(document.string(document.root).map { Array($0.utf8) } == Array(value.utf8))
  }

  @Test(
    "a number is written as given, and anything else as a string",
    arguments: [
      ("0", "0"), ("-1.5e+10", "-1.5e+10"), ("12345678901234567890123", "12345678901234567890123"),
      ("", #""""#), ("1,2", #""1,2""#), ("01", #""01""#), ("NaN", #""NaN""#), ("1 ", #""1 ""#),
      ("-", #""-""#), ("\"", #""\"""#), ("true", #""true""#),
    ])
  func numbers(text: String, written: String) {
    #expect(JSONLiteral.number(text).bytes(style: .pretty) == Array(written.utf8))
    #expect(JSONLiteral.integer(Int.min) == .number("-9223372036854775808"))
  }
}
