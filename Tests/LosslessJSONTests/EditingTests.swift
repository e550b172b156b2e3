import LosslessJSON
import Testing

@Suite struct EditingTests {
  static let list = JSONLiteral.array([.integer(1), .object([.init("b", .null)])])

  static let replacements: [Change] = [
    Change(
      rule: "a word by a string", path: "a", literal: .string("x"),
      before: #"{ "a" : true , "b":1 }"#, after: #"{ "a" : "x" , "b":1 }"#),
    Change(rule: "the root", literal: .null, before: "\u{FEFF} {} \n", after: "\u{FEFF} null \n"),
    Change(
      rule: "a list by an empty one", path: "a", literal: .array([]),
      before: "{\n  \"a\": [\n    1\n  ]\n}", after: "{\n  \"a\": []\n}"),
    Change(
      rule: "a number by a list, over lines", path: "a", literal: list,
      before: "{\n  \"a\": 1\n}",
      after: "{\n  \"a\": [\n    1,\n    {\n      \"b\": null\n    }\n  ]\n}"),
    Change(
      rule: "a number by a list, in one line", path: "o/a", literal: list,
      before: "{\n  \"o\": {\"a\": 1}\n}", after: "{\n  \"o\": {\"a\": [1, {\"b\": null}]}\n}"),
    Change(
      rule: "a list by a list of its layout: over lines", path: "a", literal: list,
      before: "{\"a\": [\n\t0\n]}",
      after: "{\"a\": [\n\t1,\n\t{\n\t\t\"b\": null\n\t}\n]}"),
    Change(
      rule: "a list by a list of its layout: in one line", path: "a", literal: list,
      before: "{\n  \"a\": [0,1]\n}", after: "{\n  \"a\": [1,{\"b\": null}]\n}"),
    Change(
      rule: "an empty list by a full one", path: "a", literal: list,
      before: "{\r\n\t\"a\": []\r\n}",
      after: "{\r\n\t\"a\": [\r\n\t\t1,\r\n\t\t{\r\n\t\t\t\"b\": null\r\n\t\t}\r\n\t]\r\n}"),
    Change(
      rule: "in a compact text", path: "a", literal: list,
      before: #"{"a":1}"#, after: #"{"a":[1,{"b":null}]}"#),
    Change(
      rule: "a list in comma-first style", path: "l", literal: list,
      before: "{ \"a\": 1\n, \"l\": [ 1\n  , 2\n  ]\n}",
      after: "{ \"a\": 1\n, \"l\": [\n    1,\n    {\n      \"b\": null\n    }\n  ]\n}"),
  ]

  @Test("a value is replaced and nothing else", arguments: replacements)
  func replacing(change: Change) throws {
    let document = try JSONDocument(change.before)
    let value = try document.at(change.path)
    let splice = document.replacing(value, with: change.literal)
    #expect(splice.range == value.range)
    #expect(visible(document.text(after: splice)) == visible(change.after))
  }

  @Test("a value taken out is edited as it would be in place")
  func takingOut() throws {
    let document = try JSONDocument(
      """
      {
      \t"accounts": [
      \t\t{
      \t\t\t"email": "a",
      \t\t\t"phone": "1",
      \t\t\t"tags": []
      \t\t},
      \t\t{}
      \t]
      }
      """)
    let first = try document.editing(document.at("accounts/0")) { account in
      try account.apply(account.replacing(account.at("email"), with: .string("b")))
      try account.apply(account.removing(account.member(1), from: account.root))
      try account.apply(account.appending(.object([.init("x", .null)]), to: account.at("tags")))
      try account.apply(account.inserting("new", .array([.integer(1)]), into: account.root))
    }
    let second = try document.editing(document.at("accounts/1")) { account in
      try account.apply(account.inserting("email", .string("c"), into: account.root))
      try account.apply(account.inserting("o", .object([]), into: account.root))
      try account.apply(
        account.editing(account.at("o")) { inner in
          try inner.apply(inner.inserting("p", .null, into: inner.root))
        })
    }
    #expect(try second.range == document.at("accounts/1").range)
    let text = String(
      decoding: Array(document.pieces(applying: [first, second]).joined()), as: UTF8.self)
    #expect(
      visible(text)
        == visible(
          """
          {
          \t"accounts": [
          \t\t{
          \t\t\t"email": "b",
          \t\t\t"tags": [
          \t\t\t\t{
          \t\t\t\t\t"x": null
          \t\t\t\t}
          \t\t\t],
          \t\t\t"new": [
          \t\t\t\t1
          \t\t\t]
          \t\t},
          \t\t{
          \t\t\t"email": "c",
          \t\t\t"o": {
          \t\t\t\t"p": null
          \t\t\t}
          \t\t}
          \t]
          }
          """))
  }

  @Test("a value in the middle of a line stays on it")
  func takingOutOfALine() throws {
    let document = try JSONDocument("{\n  \"l\": [{\"a\": {}}, {}]\n}")
    let first = try document.editing(document.at("l/0")) { value in
      try value.apply(value.inserting("b", .null, into: value.at("a")))
    }
    let second = try document.editing(document.at("l/1")) { value in
      try value.apply(value.inserting("b", .array([.null]), into: value.root))
    }
    #expect(first.bytes == Array(#"{"a": {"b": null}}"#.utf8))
    #expect(second.bytes == Array(#"{"b": [null]}"#.utf8))
  }

  @Test("an error thrown while editing is passed on, and editing nothing is an empty change")
  func throwing() throws {
    struct Refused: Error, Equatable {}
    let document = try JSONDocument("[1]")
    #expect(throws: Refused()) {
      _ = try document.editing(document.root) { _ throws(Refused) in throw Refused() }
    }
    let splice = document.editing(document.root) { _ in }
    #expect(document.bytes(after: splice) == document.bytes)
  }

  @Test("only the root of the document taken out goes back")
  func wholeDocument() throws {
    let document = try JSONDocument("[1,2]")
    let other = try JSONDocument("\u{FEFF} 3 \n")
    let splice = try document.editing(document.at("1")) { $0 = other }
    #expect(document.text(after: splice) == "[1,3]")
  }

  @Test("a change that breaks the syntax is refused and leaves the document as it was")
  func breaking() throws {
    var document = try JSONDocument("[1]")
    let error = try #require(throws: JSONSyntaxError.self) {
      try document.apply(JSONSplice(range: 1..<2, bytes: Array("1,".utf8)))
    }
    #expect(error.reason == .unexpected(.scalar("]"), expected: .value))
    #expect(document.text == "[1]")
    try document.apply(JSONSplice(range: 3..<3, bytes: [0x0A]))
    #expect(document.text == "[1]\n")
  }

  @Test("a document's style is detected again after a change")
  func styleAfterChange() throws {
    var document = try JSONDocument("{}")
    try document.apply(JSONSplice(range: 0..<2, bytes: Array("{\n\t\"a\" : {}\n}".utf8)))
    try document.apply(document.inserting("b", .null, into: document.at("a")))
    #expect(visible(document.text) == visible("{\n\t\"a\" : {\n\t\t\"b\" : null\n\t}\n}"))
  }

  @Test(
    "changes out of order, overlapping or outside the text are clamped",
    arguments: [
      ([], "[123]"),
      ([put("", 1..<2)], "[23]"),
      ([put(" ", 0..<0), put("\n", 5..<5)], " [123]\n"),
      ([put("7", 1..<1), put("8", 1..<1)], "[78123]"),
      ([put("", 1..<3), put("7", 2..<4)], "[7]"),
      ([put("7", 3..<4), put("8", 1..<2)], "[1278]"),
      ([put("]", 4..<99)], "[123]"),
      ([put("\n", 50..<99)], "[123]\n"),
      ([put(" ", -9 ..< -3)], " [123]"),
      ([put("[", -9..<1)], "[123]"),
    ])
  func pieces(splices: [JSONSplice], text: String) throws {
    let document = try JSONDocument("[123]")
    let pieces = document.pieces(applying: splices)
    #expect(String(decoding: Array(pieces.joined()), as: UTF8.self) == text)
    #expect(pieces.allSatisfy { !$0.isEmpty })
  }

  private static func put(_ text: String, _ range: Range<Int>) -> JSONSplice {
    JSONSplice(range: range, bytes: Array(text.utf8))
  }
}
