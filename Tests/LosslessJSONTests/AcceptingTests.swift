import LosslessJSON
import Testing

@Suite struct AcceptingTests {
  @Test(
    "JSON is accepted, and every byte of it is kept",
    arguments: [
      "{}", "[]", "\"\"", "0", "-0", "true", "false", "null",
      " \t\r\n[ \t\r\n] \t\r\n",
      "{\"a\":1}", "{ \"a\" : 1 , \"b\" : 2 }", "[1,2]", "[[[]],{}]",
      "10", "-12", "0.5", "1.50", "1e5", "1E+5", "0e-0", "-0.0e00",
      "123456789012345678901234567890.123456789e+999999",
      #""\"\\\/\b\f\n\r\t\u0000\uaBcD""#,
      "{\"a\":1,\"a\":2}", #"{"":0}"#,
      #""\ud800""#, #""\udc00\ud800""#, #""\ud83d\ude00""#,
      "\"\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}\u{D7FF}\u{E000}\"",
      "\"\u{FEFF}\u{2028}\u{202E}\"",
      "\u{FEFF}[1]\n", "[1]\r\n", "[1]\r", "[1]", "{\r\n\t\"a\": 1\r\n}",
      "\"0123456789abcde\"", "\"0123456789abcdef\"", "\"0123456789abcdefg\"",
      "[\"0123456789abcde\",              \"0123456789abcdé\"]",
    ])
  func accepts(text: String) throws {
    let document = try JSONDocument(text)
    #expect(document.bytes == Array(text.utf8))
    #expect(document.pieces(applying: []).flatMap { $0 } == document.bytes)
  }

  @Test(
    "the first byte determines a value's kind, and its range is its own bytes",
    arguments: [
      ("{}", JSONKind.object), ("[1]", .array), ("\"a\"", .string), ("-1.5", .number),
      ("true", .bool), ("false", .bool), ("null", .null),
    ])
  func kinds(text: String, kind: JSONKind) throws {
    let document = try JSONDocument("\u{FEFF}  \(text)\n")
    #expect(document.root.kind == kind)
    #expect(document.root.range == 5..<5 + text.utf8.count)
  }

  @Test("members come in order, duplicates included, at every depth", arguments: ["", "x", "x/x"])
  func members(path: String) throws {
    let document = try JSONDocument(
      #"{"a":1,"x":{"a":1,"x":{"a":1,"x":0,"a":[2]},"a":[2]},"a":[2]}"#)
    let members = Array(document.members(of: try document.at(path)))
    #expect(members.map { document.string($0.key) } == ["a", "x", "a"])
    #expect(members.map(\.value.kind).first == .number)
    #expect(members.map(\.value.kind).last == .array)
  }

  @Test("elements come in order at every depth", arguments: ["", "0", "0/0"])
  func elements(path: String) throws {
    let document = try JSONDocument("[ [ [ 7 , 8 , [] ] , 8 , [] ] , 8 , [] ]")
    let elements = document.elements(of: try document.at(path))
    #expect(elements.count == 3)
    #expect(document.number(elements[1]) == "8")
    #expect(document.text.utf8.count >= elements[2].range.upperBound)
    #expect(elements[2].kind == .array && document.elements(of: elements[2]).isEmpty)
    #expect(Array(elements) == elements.indices.map { elements[$0] })
  }

  @Test("a value that is not a container has no children")
  func noChildren() throws {
    let document = try JSONDocument(#"["a", {"b": 1}]"#)
    let string = try document.at("0")
    #expect(Array(document.members(of: string)).isEmpty)
    #expect(document.elements(of: string).isEmpty)
    #expect(document.elements(of: try document.at("1")).isEmpty)
    #expect(Array(document.members(of: document.root)).isEmpty)
    #expect(document.value(for: JSONKey("b"), in: document.root) == nil)
  }

  @Test("a key is looked up at every depth, and its first member is found")
  func lookup() throws {
    let document = try JSONDocument(
      #"""
      {"skip": {"a": 9}, "a": 1, "a": 2,
       "o": {"skip": ["a", "]"], "a": 3, "o": {"b\"": 4, "a": 5}}}
      """#)
    let key = JSONKey("a")
    #expect(document.number(try document.at("a")) == "1")
    #expect(document.number(try document.at("o/a")) == "3")
    #expect(document.number(try document.at("o/o/a")) == "5")
    #expect(document.number(try document.at("o/o/b\"")) == "4")
    #expect(document.value(for: JSONKey("b"), in: try document.at("o/o")) == nil)
    #expect(document.value(for: key, in: try document.at("a")) == nil)
  }
}
