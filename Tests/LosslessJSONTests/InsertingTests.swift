import LosslessJSON
import Testing

@Suite struct InsertingTests {
  // Inserts a new member "z": 0 after member `index` of the object at `path`.
  static let members: [Change] = [
    Change(
      rule: "one line, between", index: 0,
      before: #"{"a": 1, "b": 2}"#, after: #"{"a": 1, "z": 0, "b": 2}"#),
    Change(rule: "padded", index: 0, before: #"{ "a": 1 }"#, after: #"{ "a": 1, "z": 0 }"#),
    Change(
      rule: "odd spacing", index: 1,
      before: #"{"a" :1 ,  "b" :2}"#, after: #"{"a" :1 ,  "b" :2 ,  "z" :0}"#),
    Change(
      rule: "the comma after the neighbour, not the one before it", index: 1,
      before: #"{"a":1,"b":2 , "c":3}"#, after: #"{"a":1,"b":2 , "z":0 , "c":3}"#),
    Change(
      rule: "the neighbour's colon, not the first one's", index: 1,
      before: #"{"a": 1, "b" :2}"#, after: #"{"a": 1, "b" :2, "z" :0}"#),
    Change(
      rule: "a compact object in a pretty text", path: "o", index: 0,
      before: "{\n  \"o\": {\"a\":1}\n}", after: "{\n  \"o\": {\"a\":1,\"z\":0}\n}"),
    Change(
      rule: "tabs, between", index: 0,
      before: "{\n\t\"a\" : 1,\n\t\"b\" : 2\n}",
      after: "{\n\t\"a\" : 1,\n\t\"z\" : 0,\n\t\"b\" : 2\n}"),
    Change(
      rule: "CR LF", index: 0,
      before: "{\r\n  \"a\":1\r\n}\r\n", after: "{\r\n  \"a\":1,\r\n  \"z\":0\r\n}\r\n"),
    Change(rule: "CR", index: 0, before: "{\r \"a\":1\r}\r", after: "{\r \"a\":1,\r \"z\":0\r}\r"),
    Change(
      rule: "comma first", index: 1,
      before: "{ \"a\": 1\n, \"b\": 2\n}", after: "{ \"a\": 1\n, \"b\": 2\n, \"z\": 0\n}"),
    Change(
      rule: "blank lines are not doubled", index: 1,
      before: "{\n\n  \"a\": 1,\n\n  \"b\": 2\n\n}",
      after: "{\n\n  \"a\": 1,\n\n  \"b\": 2,\n  \"z\": 0\n\n}"),
    Change(
      rule: "the neighbour's line is followed, not the first one's", index: 2,
      before: "{\"a\": 1, \"b\": 2,\n \"c\": 3}",
      after: "{\"a\": 1, \"b\": 2,\n \"c\": 3,\n \"z\": 0}"),
    Change(
      rule: "a colon with a line end around it is not followed", index: 0,
      before: "{\n  \"a\":\n    1\n}", after: "{\n  \"a\":\n    1,\n  \"z\": 0\n}"),
    Change(
      rule: "a deep object", path: "o/o", index: 0,
      before: "{\n  \"o\": {\n    \"o\": {\n      \"a\": 1\n    }\n  }\n}",
      after: "{\n  \"o\": {\n    \"o\": {\n      \"a\": 1,\n      \"z\": 0\n    }\n  }\n}"),
    Change(
      rule: "a mark at the beginning stays", index: 0,
      before: "\u{FEFF}{\"a\":1}", after: "\u{FEFF}{\"a\":1,\"z\":0}"),
    Change(
      rule: "a list over lines", index: 0, literal: .array([.integer(1), .object([])]),
      before: "{\n  \"a\": 1\n}",
      after: "{\n  \"a\": 1,\n  \"z\": [\n    1,\n    {}\n  ]\n}"),
    Change(
      rule: "a list in one line", path: "o", index: 0, literal: .array([.integer(1), .null]),
      before: "{\n  \"o\": {\"a\": 1}\n}",
      after: "{\n  \"o\": {\"a\": 1, \"z\": [1, null]}\n}"),
  ]

  @Test("a member takes its white space from its neighbours", arguments: members)
  func afterMember(change: Change) throws {
    let document = try JSONDocument(change.before)
    let splice = document.inserting(
      "z", change.literal, into: try document.at(change.path),
      after: try document.member(change.index, of: change.path))
    #expect(visible(document.text(after: splice)) == visible(change.after))
  }

  static let empty: [Change] = [
    Change(rule: "nothing known", before: "{}", after: "{\n  \"z\": 0\n}"),
    Change(rule: "a final line end", before: "{}\r\n", after: "{\r\n  \"z\": 0\r\n}\r\n"),
    Change(
      rule: "white space before the text is no indentation", before: "\n      {}",
      after: "\n      {\n        \"z\": 0\n      }"),
    Change(rule: "brackets apart", before: "{\n}\n", after: "{\n  \"z\": 0\n}\n"),
    Change(rule: "blank lines inside", before: "{\n\n\n}", after: "{\n  \"z\": 0\n}"),
    Change(
      rule: "tabs", path: "o", before: "{\n\t\"o\": {}\n}",
      after: "{\n\t\"o\": {\n\t\t\"z\": 0\n\t}\n}"),
    Change(
      rule: "brackets apart, four spaces", path: "o", before: "{\n    \"o\": {\n    }\n}",
      after: "{\n    \"o\": {\n        \"z\": 0\n    }\n}"),
    Change(
      rule: "two levels opened in one line", path: "b/c",
      before: "{\"b\":{\n    \"c\" : {}\n  }}",
      after: "{\"b\":{\n    \"c\" : {\n      \"z\":0\n    }\n  }}"),
    Change(rule: "compact", path: "o", before: #"{"o":{}}"#, after: #"{"o":{"z":0}}"#),
    Change(rule: "one line", path: "o", before: #"{"o": {}}"#, after: #"{"o": {"z": 0}}"#),
    Change(
      rule: "white space around the text is not inside it", path: "o",
      before: "\n\n  {\"o\":{}}\n", after: "\n\n  {\"o\":{\"z\":0}}\n"),
    Change(
      rule: "brackets apart by another line end", path: "o",
      before: "{\n  \"o\": {\r\n  }\n}",
      after: "{\n  \"o\": {\r\n    \"z\": 0\r\n  }\n}"),
    Change(rule: "padded", path: "o", before: #"{ "o": {} }"#, after: #"{ "o": { "z": 0 } }"#),
    Change(
      rule: "a space inside", path: "o", before: #"{"o": { }}"#, after: #"{"o": { "z": 0 }}"#),
    Change(
      rule: "beside others on its line", path: "l/1",
      before: "{\n  \"l\": [{\"a\": 1}, {}]\n}", after: "{\n  \"l\": [{\"a\": 1}, {\"z\": 0}]\n}"),
    Change(
      rule: "lines without indentation", path: "o",
      before: "{\n\"o\": {}\n}", after: "{\n\"o\": {\n\"z\": 0\n}\n}"),
  ]

  @Test("an empty object is opened in the document's style", arguments: empty)
  func intoEmpty(change: Change) throws {
    let document = try JSONDocument(change.before)
    let splice = document.inserting("z", change.literal, into: try document.at(change.path))
    #expect(visible(document.text(after: splice)) == visible(change.after))
  }

  @Test("without a member to follow, it goes after the last one")
  func last() throws {
    let document = try JSONDocument(#"{"a": 1, "b": 2}"#)
    let other = try JSONDocument(#" {"c": 1}"#).member(0)
    for after in [nil, other] {
      let splice = document.inserting("z", .null, into: document.root, after: after)
      #expect(document.text(after: splice) == #"{"a": 1, "b": 2, "z": null}"#)
      #expect(splice.range.isEmpty)
    }
  }

  @Test("the key is escaped like a string")
  func key() throws {
    let document = try JSONDocument(#"{"a":1}"#)
    let splice = document.inserting("\"\u{202E}", .null, into: document.root)
    #expect(document.text(after: splice) == #"{"a":1,"\"\u202e":null}"#)
  }

  @Test("a value that is not an object is left unchanged")
  func noObject() throws {
    let document = try JSONDocument("[1]")
    let splice = document.inserting("z", .null, into: document.root)
    #expect(document.bytes(after: splice) == document.bytes)
  }
}
