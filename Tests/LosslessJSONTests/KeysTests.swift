import TestSupport
import Testing

@testable import LosslessJSON

@Suite("Members found by several names") struct KeysTests {
  private let names = ["email", "key", "a", "", "fifteen-letters", "sixteen--letters"]

  @Test("are those that a step through all members finds", arguments: UInt64(0)..<8)
  func agreement(seed: UInt64) throws {
    var dice = Dice(seed)
    let keys = names.map { JSONKey($0) }
    var found = 0
    for _ in 0..<300 {
      let members = (0..<dice.below(6)).map { _ in
        let name = dice.below(4) == 0 ? dice.string() : dice.pick(names)
        return JSONLiteral.Member(name, dice.literal(depth: 2))
      }
      // Deep enough for parsing not to note the members.
      let text = dice.text(.array([.array([.object(members)]), .string("behind it all")]))
      let document = try JSONDocument(parsing: text)
      let object = try #require(
        document.elements(of: document.elements(of: document.root)[0]).first)
      var others: [Range<Int>] = []
      var values: [(String, JSONValue)] = []
      let isObject = document.forEachMember(
        of: object, among: keys, found: { values.append((names[$0], $1)) },
        other: { others.append($0) })
      #expect(isObject)
      let all = Array(document.members(of: object))
      let named = all.filter { member in
        names.contains { document.isKey(member.key, JSONKey($0)) }
      }
      #expect(values.map(\.1) == named.map(\.value))
      #expect(values.map(\.0) == named.map { document.string($0.key) })
      let rest = all.filter { member in !named.contains(member) }
      #expect(others == rest.map(\.key.range))
      found += named.count
    }
    #expect(found > 100)
  }

  @Test("are not told of what is no object")
  func others() throws {
    let keys = [JSONKey("a")]
    for text in ["[[[]]]", "[[1]]"] {
      let document = try JSONDocument(parsing: Array(text.utf8))
      let inner = try #require(document.elements(of: document.elements(of: document.root)[0]).first)
      #expect(!document.forEachMember(of: inner, among: keys, found: { _, _ in }, other: { _ in }))
    }
  }
}
