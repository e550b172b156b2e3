import LosslessJSON
import Testing

@Suite struct AppendingTests {
  static let account = JSONLiteral.object([
    .init("a", .integer(0)), .init("b", .array([.string("c")])),
  ])

  static let changes: [Change] = [
    Change(rule: "padded", before: "[ 1, 2 ]\n", after: "[ 1, 2, 0 ]\n"),
    Change(rule: "comma first", before: "[ 1\n, 2\n]", after: "[ 1\n, 2\n, 0\n]"),
    Change(
      rule: "blank lines", before: "[\n\n  1\n\n]\n", after: "[\n\n  1,\n  0\n\n]\n"),
    Change(
      rule: "its unit and colon, not the document's", path: "l", literal: account,
      before: "{\n  \"l\": [\n    {\n        \"x\" :1\n    }\n  ]\n}",
      after: """
        {
          "l": [
            {
                "x" :1
            },
            {
                "a" :0,
                "b" :[
                    "c"
                ]
            }
          ]
        }
        """),
    Change(
      rule: "an object in one line", path: "l", literal: account,
      before: "{\n  \"l\": [\n    {\"x\": 1, \"y\": 2}\n  ]\n}",
      after: "{\n  \"l\": [\n    {\"x\": 1, \"y\": 2},\n    {\"a\": 0, \"b\": [\"c\"]}\n  ]\n}"),
    Change(
      rule: "padded and close", literal: account,
      before: "[\n  { \"x\":1,\"y\":2 }\n]",
      after: "[\n  { \"x\":1,\"y\":2 },\n  { \"a\":0,\"b\":[\"c\"] }\n]"
    ),
    Change(
      rule: "padded in a text that is not", path: "l", literal: account,
      before: #"{"l": [{ "x": 1 }]}"#,
      after: #"{"l": [{ "x": 1 }, { "a": 0, "b": ["c"] }]}"#),
    Change(
      rule: "brackets together", literal: account,
      before: "[{\n  \"x\": 1\n}]",
      after: "[{\n  \"x\": 1\n}, {\n  \"a\": 0,\n  \"b\": [\n    \"c\"\n  ]\n}]"),
    Change(
      rule: "an object after a number on its line", literal: account,
      before: "[\n  1\n]",
      after: """
        [
          1,
          {
            "a": 0,
            "b": [
              "c"
            ]
          }
        ]
        """),
    Change(
      rule: "an object after a number beside it", path: "l", literal: account,
      before: "{\n  \"l\": [1, 2]\n}", after: "{\n  \"l\": [1, 2, {\"a\": 0, \"b\": [\"c\"]}]\n}"),
    Change(
      rule: "an object after an empty one on its line", literal: .object([.init("a", .integer(0))]),
      before: "[\n  {}\n]", after: "[\n  {},\n  {\n    \"a\": 0\n  }\n]"),
    Change(
      rule: "an object over lines with its first member beside the brace", literal: account,
      before: "[\n  { \"x\": 1\n  , \"y\": 2\n  }\n]",
      after: """
        [
          { "x": 1
          , "y": 2
          },
          {
            "a": 0,
            "b": [
              "c"
            ]
          }
        ]
        """),
  ]

  @Test("an element follows the last one", arguments: changes)
  func follows(change: Change) throws {
    try expect(change)
  }

  static let empty: [Change] = [
    Change(rule: "nothing known", before: "[]", after: "[\n  0\n]"),
    Change(rule: "a mark at the beginning", before: "\u{FEFF}[]\n", after: "\u{FEFF}[\n  0\n]\n"),
    Change(
      rule: "pretty", path: "l", literal: .object([.init("a", .integer(0))]),
      before: "{\n  \"r\": 1,\n  \"l\": []\n}\n",
      after: "{\n  \"r\": 1,\n  \"l\": [\n    {\n      \"a\": 0\n    }\n  ]\n}\n"),
    Change(
      rule: "the document's colon", path: "l", literal: .object([.init("a", .integer(0))]),
      before: "{\n\t\"l\" : []\n}",
      after: "{\n\t\"l\" : [\n\t\t{\n\t\t\t\"a\" : 0\n\t\t}\n\t]\n}"),
    Change(
      rule: "brackets apart", path: "l",
      before: "{\n  \"l\": [\n  ]\n}", after: "{\n  \"l\": [\n    0\n  ]\n}"),
    Change(
      rule: "brackets apart with blank lines", path: "l",
      before: "{\r\n  \"l\": [\r\n\r\n  \r\n  ]\r\n}",
      after: "{\r\n  \"l\": [\r\n    0\r\n  ]\r\n}"),
    Change(
      rule: "brackets apart in a text of one line", path: "l",
      before: "{\"l\":[\n]}", after: "{\"l\":[\n  0\n]}"),
    Change(rule: "spaces inside", path: "l", before: #"{"l": [ ]}"#, after: #"{"l": [0]}"#),
    Change(rule: "compact", path: "l", before: #"{"l":[]}"#, after: #"{"l":[0]}"#),
    Change(rule: "an array in an array", path: "0", before: "[[]]", after: "[[0]]"),
    Change(
      rule: "comma first", path: "l",
      before: "{ \"a\": 1\n, \"l\": []\n}", after: "{ \"a\": 1\n, \"l\": [\n  0\n]\n}"),
  ]

  @Test("an empty array is opened in the document's style", arguments: empty)
  func opens(change: Change) throws {
    try expect(change)
  }

  private func expect(_ change: Change) throws {
    let document = try JSONDocument(change.before)
    let splice = document.appending(change.literal, to: try document.at(change.path))
    #expect(visible(document.text(after: splice)) == visible(change.after))
  }

  @Test(
    "several at once look the same as one after the other",
    arguments: changes.filter { $0.literal != account })
  func many(change: Change) throws {
    let literals: [JSONLiteral] = [.integer(7), Self.account, .array([.null]), .string("é")]
    for count in 1...literals.count {
      var one = try JSONDocument(change.before)
      let many = one
      for literal in literals.prefix(count).reversed() {
        // Each goes after the same element, so the last one inserted comes first.
        try one.apply(many.appending(literal, to: try many.at(change.path)))
      }
      let splice = many.appending(
        contentsOf: Array(literals.prefix(count)), to: try many.at(change.path))
      #expect(visible(many.text(after: splice)) == visible(one.text))
    }
  }

  @Test("several open an empty array like a list that is written as a whole", arguments: empty)
  func opensForMany(change: Change) throws {
    let document = try JSONDocument(change.before)
    let array = try document.at(change.path)
    let splice = document.appending(contentsOf: [.integer(1), .integer(2)], to: array)
    let text = document.text(after: splice)
    let read = try JSONDocument(text)
    let values = try read.elements(of: read.at(change.path)).map { read.number($0) }
    #expect(values == ["1", "2"])
    // The second one looks as if it had come alone.
    let first = try JSONDocument(document.text(after: document.appending(.integer(1), to: array)))
    let second = first.appending(.integer(2), to: try first.at(change.path))
    #expect(visible(text) == visible(first.text(after: second)))
    let none = document.appending(contentsOf: [], to: array)
    #expect(document.bytes(after: none) == document.bytes)
  }
}
