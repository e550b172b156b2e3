import LosslessJSON
import TestSupport
import Testing

@Suite("Elements inserted into an array") struct InsertingElementsTests {
  private static let two = JSONLiteral.array([.integer(8), .integer(9)])

  /// `index` is that of the element to follow, -1 for none; `literal` holds what to insert.
  static let changes: [Change] = [
    Change(rule: "compact", literal: two, before: "[1,2]", after: "[1,8,9,2]"),
    Change(rule: "behind the last", index: 1, literal: two, before: "[1,2]", after: "[1,2,8,9]"),
    Change(rule: "before the first", index: -1, literal: two, before: "[1,2]", after: "[8,9,1,2]"),
    Change(rule: "none", literal: .array([]), before: "[ 1,2 ]", after: "[ 1,2 ]"),
    Change(
      rule: "one line, padded", literal: two, before: "[ 1, 2 ]\n", after: "[ 1, 8, 9, 2 ]\n"),
    Change(
      rule: "before the only one", index: -1, literal: two, before: "[ 1 ]", after: "[ 8, 9, 1 ]"),
    Change(
      rule: "lines", literal: two, before: "[\n\t1,\n\t2\n]\n",
      after: "[\n\t1,\n\t8,\n\t9,\n\t2\n]\n"),
    Change(
      rule: "lines, before the first", index: -1, literal: two, before: "[\r\n  1,\r\n  2\r\n]",
      after: "[\r\n  8,\r\n  9,\r\n  1,\r\n  2\r\n]"),
    Change(
      rule: "comma first", literal: two, before: "[ 1\n, 2\n]", after: "[ 1\n, 8\n, 9\n, 2\n]"),
    Change(
      rule: "an object as the others are", path: "l",
      literal: .array([.object([.init("a", .integer(0))])]),
      before: "{\n  \"l\": [\n    {\n      \"x\" :1\n    },\n    {\n      \"x\" :2\n    }\n  ]\n}",
      after: """
        {
          "l": [
            {
              "x" :1
            },
            {
              "a" :0
            },
            {
              "x" :2
            }
          ]
        }
        """),
    Change(
      rule: "an object in a line as the others are", path: "l", index: -1,
      literal: .array([.object([.init("a", .integer(0))])]),
      before: "{\n  \"l\": [\n    {\"x\": 1}\n  ]\n}",
      after: "{\n  \"l\": [\n    {\"a\": 0},\n    {\"x\": 1}\n  ]\n}"),
    Change(rule: "an empty array", index: -1, literal: two, before: "[]", after: "[\n  8,\n  9\n]"),
  ]

  private static func elements(_ literal: JSONLiteral) -> [JSONLiteral] {
    if case .array(let elements) = literal { elements } else { [] }
  }

  @Test("are laid out as those around them", arguments: changes)
  func inserts(change: Change) throws {
    let document = try JSONDocument(change.before)
    let array = try document.at(change.path)
    let before = change.index < 0 ? nil : document.elements(of: array)[change.index]
    let splice = document.inserting(Self.elements(change.literal), into: array, after: before)
    #expect(visible(document.text(after: splice)) == visible(change.after))
  }

  @Test("come before the first one where the one to follow is not in the array")
  func foreign() throws {
    let document = try JSONDocument("[[1], [2], 3]")
    let inner = try document.at("1/0")
    let splice = document.inserting([.null], into: document.root, after: inner)
    #expect(document.text(after: splice) == "[null, [1], [2], 3]")
  }

  @Test("leave what is no array as it is")
  func noArray() throws {
    let document = try JSONDocument("{\"a\": 1}")
    let splice = document.inserting([.null], into: document.root, after: nil)
    #expect(document.bytes(after: splice) == document.bytes)
  }

  @Test("stand where they were put, in any array, and nothing else is another")
  func anywhere() throws {
    var dice = Dice(77)
    for _ in 0..<500 {
      let old = (0..<dice.below(6)).map { _ in dice.literal() }
      let new = (0...dice.below(3)).map { _ in dice.literal() }
      let document = try JSONDocument(parsing: dice.text(.array(old)))
      let index = old.isEmpty ? -1 : dice.below(old.count + 1) - 1
      let element = index < 0 ? nil : document.elements(of: document.root)[index]
      let splice = document.inserting(new, into: document.root, after: element)
      #expect(splice.range.isEmpty || old.isEmpty)
      let changed = try JSONDocument(parsing: document.bytes(after: splice))
      let awaited = Array(old[...index]) + new + Array(old[(index + 1)...])
      #expect(changed.literal(changed.root) == .array(awaited))
    }
  }
}
