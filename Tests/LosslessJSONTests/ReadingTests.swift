import LosslessJSON
import Testing

@Suite struct ReadingTests {
  @Test(
    "a string is decoded",
    arguments: [
      (#""""#, ""),
      (#""plain""#, "plain"),
      (#""caffè 🇮🇹""#, "caffè 🇮🇹"),
      (#""\"\\\/""#, "\"\\/"),
      (#""\b\f\n\r\t""#, "\u{8}\u{C}\n\r\t"),
      (#""\u0041\u00e9\u20AC""#, "Aé€"),
      (#""\u0000""#, "\u{0}"),
      (#""\ud83d\ude00!""#, "😀!"),
      (#""\uD834\uDD1E""#, "𝄞"),
      (#""é\u0301\n""#, "é\u{301}\n"),
      (#""a\\u0041""#, "a\\u0041"),
    ])
  func decodes(text: String, expected: String) throws {
    let document = try JSONDocument(text)
    let decoded = try #require(document.string(document.root))
    // Not `==` on strings, which treats canonically equivalent ones as equal.
    #expect(Array(decoded.unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test(
    "a lone surrogate is kept and decodes to nothing",
    arguments: [
      #""\ud83d""#, #""\ude00""#, #""\ud83d\ud83d""#, #""\ud83dx""#, #""\ud83d\n""#,
      #""a\ude00\ud83d""#, #""\ud83d\u0041""#, #""\ud83d\\ude00""#,
    ])
  func loneSurrogates(text: String) throws {
    let document = try JSONDocument(text)
    #expect(document.string(document.root) == nil)
    #expect(document.text == text)
    #expect(document.literal(document.root) == nil)
    #expect(!document.matches(document.root, ignoringASCIICase: []))
  }

  @Test("each reader returns nil for a value of another kind")
  func otherKinds() throws {
    let document = try JSONDocument(#"["a", 1.50e+3, true, false, null, [], {}]"#)
    let elements = document.elements(of: document.root)
    #expect(elements.map(document.string) == ["a", nil, nil, nil, nil, nil, nil])
    #expect(elements.map(document.number) == [nil, "1.50e+3", nil, nil, nil, nil, nil])
    #expect(elements.map(document.bool) == [nil, nil, true, false, nil, nil, nil])
    #expect(elements.filter { document.matches($0, ignoringASCIICase: Array("a".utf8)) }.count == 1)
  }

  @Test("a value reads as a literal")
  func literal() throws {
    let document = try JSONDocument(#"{"a": [1, true, null, "\u0062"], "a": {}}"#)
    #expect(
      document.literal(document.root)
        == .object([
          .init("a", .array([.number("1"), .bool(true), .null, .string("b")])),
          .init("a", .object([])),
        ]))
  }

  @Test(
    "a key is compared decoded, scalar by scalar",
    arguments: [
      (#""email""#, "email", true),
      (#""\u0065mail""#, "email", true),
      (#""emai\u006C""#, "email", true),
      (#""\u0065\u006d\u0061\u0069\u006c""#, "email", true),
      (#""Email""#, "email", false),
      (#""emai""#, "email", false),
      (#""emails""#, "email", false),
      (#""\u0065mails""#, "email", false),
      (#""\u0065mai""#, "email", false),
      (#""""#, "", true),
      (#""a""#, "", false),
      (#""\n""#, "\n", true),
      (#""\n""#, "\\n", false),
      (#""\\n""#, "\\n", true),
      (#""a\"b""#, "a\"b", true),
      (#""a\"""#, "a\\", false),
      (#""\/""#, "/", true),
      (#""é""#, "\u{E9}", true),
      (#""é""#, "e\u{301}", false),
      (#""\u00e9""#, "\u{E9}", true),
      (#""e\u0301""#, "\u{E9}", false),
      (#""\ud83d\ude00""#, "😀", true),
      (#""\ud83d""#, "\u{FFFD}", false),
    ])
  func keys(key: String, name: String, isEqual: Bool) throws {
    // At the root, one level below it and deeper: each takes a different path.
    let document = try JSONDocument("{\(key):{\(key):{\(key):7}}}")
    var object = document.root
    for _ in 0..<3 {
      let member = try #require(document.members(of: object).first { _ in true })
      #expect(document.isKey(member.key, JSONKey(name)) == isEqual)
      #expect(document.value(for: JSONKey(name), in: object) == (isEqual ? member.value : nil))
      object = member.value
    }
  }

  @Test("a value that is not a string is not a key")
  func notKeys() throws {
    let document = try JSONDocument("[1, \"1\"]")
    let elements = document.elements(of: document.root)
    #expect(elements.map { document.isKey($0, JSONKey("1")) } == [false, true])
  }

  @Test(
    "text is matched decoded and with its ASCII letters lowered",
    arguments: [
      (#""Mario@Example.com""#, "mario@example.com", true),
      (#""mario@example.com""#, "mario@example.com", true),
      (#""M\u0041RIO""#, "mario", true),
      (#""\u006dario""#, "mario", true),
      (#""mario""#, "marios", false),
      (#""marios""#, "mario", false),
      (#""""#, "", true),
      (#""@[`{""#, "@[`{", true),
      (#""@[""#, "`{", false),
      (#""É""#, "é", false),
      (#""é""#, "é", true),
      (#""a\\""#, "a\\", true),
      (#""a\n""#, "a\n", true),
      (#""aé\ud83d\ude00""#, "aé😀", true),
      (#""aé\ud83d\ude00""#, "aé😁", false),
    ])
  func matching(text: String, lowered: String, isEqual: Bool) throws {
    let document = try JSONDocument(text)
    #expect(document.matches(document.root, ignoringASCIICase: Array(lowered.utf8)) == isEqual)
  }
}
