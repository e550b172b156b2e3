import LosslessJSON
import TestSupport
import Testing

@Suite struct RemovingTests {
  static let members: [Change] = [
    Change(rule: "the only one", before: #"{"a":1}"#, after: "{}"),
    Change(rule: "the only one over lines", before: "{\n  \"a\": 1\n}\n", after: "{}\n"),
    Change(rule: "the last", index: 1, before: #"{ "a":1, "b":2 }"#, after: #"{ "a":1 }"#),
    Change(
      rule: "one between", index: 1,
      before: #"{"a":1, "b":2 , "c":3}"#, after: #"{"a":1 , "c":3}"#),
    Change(
      rule: "a line between", index: 1,
      before: "{\r\n  \"a\": 1,\r\n  \"b\": 2,\r\n  \"c\": 3\r\n}",
      after: "{\r\n  \"a\": 1,\r\n  \"c\": 3\r\n}"),
    Change(
      rule: "the last line", index: 1,
      before: "{\n  \"a\": 1,\n  \"b\": {\n    \"c\": 3\n  }\n}", after: "{\n  \"a\": 1\n}"),
    Change(
      rule: "comma first, the first",
      before: "{ \"a\": 1\n, \"b\": 2\n}", after: "{ \"b\": 2\n}"),
    Change(
      rule: "comma first, the last", index: 1,
      before: "{ \"a\": 1\n, \"b\": 2\n}", after: "{ \"a\": 1\n}"),
    Change(
      rule: "one of two of a name", index: 1,
      before: #"{"a": 1, "a": 1, "b": 2}"#, after: #"{"a": 1, "b": 2}"#),
    Change(
      rule: "deep", path: "o/o/o", index: 0,
      before: #"{"o": {"o": {"o": {"a": 1, "b": 2}}}}"#, after: #"{"o": {"o": {"o": {"b": 2}}}}"#),
  ]

  @Test("a member takes one comma and its own white space with it", arguments: members)
  func member(change: Change) throws {
    let document = try JSONDocument(change.before)
    let object = try document.at(change.path)
    let splice = document.removing(
      try document.member(change.index, of: change.path), from: object)
    #expect(visible(document.text(after: splice)) == visible(change.after))
  }

  static let elements: [Change] = [
    Change(rule: "the only one", before: "[ 1 ]", after: "[]"),
    Change(rule: "the first", before: "[1, 2, 3]", after: "[2, 3]"),
    Change(rule: "one between", index: 1, before: "[1, 2, 3]", after: "[1, 3]"),
    Change(rule: "the last", index: 2, before: "[1, 2, 3]", after: "[1, 2]"),
    Change(
      rule: "an account", path: "l", index: 1,
      before:
        "{\n  \"l\": [\n    {\n      \"a\": 1\n    },\n    {\n      \"a\": 2\n    }\n  ]\n}\n",
      after: "{\n  \"l\": [\n    {\n      \"a\": 1\n    }\n  ]\n}\n"),
    Change(
      rule: "the last account", path: "l",
      before: "{\n  \"l\": [\n    {\n      \"a\": 1\n    }\n  ]\n}\n",
      after: "{\n  \"l\": []\n}\n"),
    Change(rule: "comma first", index: 1, before: "[ 1\n, 2\n, 3\n]", after: "[ 1\n, 3\n]"),
    Change(rule: "deep", path: "0/0/0", index: 1, before: "[[[[1, 2]]]]", after: "[[[[1]]]]"),
  ]

  @Test("an element takes one comma and its own white space with it", arguments: elements)
  func element(change: Change) throws {
    let document = try JSONDocument(change.before)
    let array = try document.at(change.path)
    let element = document.elements(of: array)[change.index]
    let splice = document.removing(element: element, from: array)
    #expect(visible(document.text(after: splice)) == visible(change.after))
  }

  @Test("a value that is not a child of the container leaves it unchanged")
  func strangers() throws {
    let document = try JSONDocument(#"{"a": {"b": 1}, "l": [[2], 3]}"#)
    let list = try document.at("l")
    let splices = [
      document.removing(try document.member(0, of: "a"), from: document.root),
      document.removing(try document.member(0), from: list),
      document.removing(element: try document.at("l/0/0"), from: list),
      document.removing(element: try document.at("a"), from: list),
      document.removing(element: list, from: document.root),
    ]
    for splice in splices {
      #expect(document.bytes(after: splice) == document.bytes)
    }
  }

  @Test("several members at once leave what they leave one by one", arguments: UInt64(0)..<40)
  func several(seed: UInt64) throws {
    var dice = Dice(seed)
    let space = ["", " ", "\n  ", " /* c */ ", "\n  // d\n"]
    let keys = (0..<2 + dice.below(9)).map { _ in dice.pick(["k", "a", "b"]) }
    let members = keys.enumerated().map { index, key in
      dice.pick(space) + "\"\(key)\":\(index)" + dice.pick(space)
    }
    let text = "{" + members.joined(separator: ",") + "}"
    var one = try JSONDocument(parsing: Array(text.utf8), dialect: .withComments)
    let indices = keys.indices.filter { keys[$0] == "k" }.dropFirst()
    let all = try one.applying(one.removing(membersAt: Array(indices), from: one.root))
    for index in indices.reversed() {
      try one.apply(one.removing(Array(one.members(of: one.root))[index], from: one.root))
    }
    let values = [one, all].map { document in
      document.members(of: document.root).map { document.literal($0.value) }
    }
    #expect(values[0] == values[1])
    func comments(_ document: JSONDocument) -> Int { document.commentCount }
    #expect(comments(one) == comments(all))
  }
}
