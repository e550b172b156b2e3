import TestSupport
import Testing

@testable import LosslessJSON

@Suite struct PropertyTests {
  @Test("a literal written in any style reads back unchanged", arguments: UInt64(0)..<8)
  func writing(seed: UInt64) throws {
    var dice = Dice(seed)
    for _ in 0..<100 {
      let literal = dice.literal()
      let document = try JSONDocument(parsing: dice.text(literal))
      #expect(document.literal(document.root) == literal)
      let style = JSONStyle(detectedIn: document.bytes, document.structure)
      let copy = try JSONDocument(parsing: literal.bytes(style: style))
      #expect(copy.literal(copy.root) == literal)
    }
  }

  @Test("an edit changes its target and nothing else", arguments: UInt64(0)..<16)
  func editing(seed: UInt64) throws {
    var dice = Dice(seed)
    for _ in 0..<60 {
      let model = dice.literal(depth: 5)
      let document = try JSONDocument(parsing: dice.text(model))
      var place = document.root
      var path: [Int] = []
      // A walk down to a random value.
      while true {
        let children = document.children(of: place)
        guard !children.isEmpty, dice.below(4) > 0 else { break }
        path.append(dice.below(children.count))
        place = children[path[path.count - 1]]
      }
      let (splice, edited) = document.randomEdit(of: place, in: model, at: path, with: &dice)
      #expect(place.range.lowerBound <= splice.range.lowerBound)
      #expect(place.range.upperBound >= splice.range.upperBound)
      let bytes = document.bytes(after: splice)
      #expect(Array(document.pieces(applying: [splice]).joined()) == bytes)
      let result = try JSONDocument(parsing: bytes)
      #expect(result.literal(result.root) == edited)

      // The same edit on the value taken out has the same result.
      let takenOut = try document.editing(place) { value in
        let inside = JSONSplice(
          range: splice.range.lowerBound - place.range.lowerBound..<splice.range.upperBound
            - place.range.lowerBound,
          bytes: splice.bytes)
        try value.apply(inside)
      }
      #expect(document.bytes(after: takenOut) == bytes)
    }
  }

  @Test("inserting into a container and removing again leaves no trace")
  func undoing() throws {
    var dice = Dice(77)
    var count = 0
    while count < 300 {
      let document = try JSONDocument(parsing: dice.text(dice.literal()))
      let root = document.root
      let children = document.children(of: root)
      guard !children.isEmpty else { continue }
      count += 1
      var changed = document
      if root.kind == .array {
        try changed.apply(document.appending(dice.literal(), to: root))
        let last = try #require(changed.elements(of: changed.root).last)
        try changed.apply(changed.removing(element: last, from: changed.root))
      } else {
        let index = dice.below(children.count)
        let after = Array(document.members(of: root))[index]
        try changed.apply(document.inserting("new", dice.literal(), into: root, after: after))
        let added = Array(changed.members(of: changed.root))[index + 1]
        try changed.apply(changed.removing(added, from: changed.root))
      }
      #expect(changed.bytes == document.bytes)
    }
  }

  @Test("an edit in a text of one style keeps that style", arguments: UInt64(0)..<4)
  func style(seed: UInt64) throws {
    var dice = Dice(seed)
    for _ in 0..<100 {
      let style = dice.pick([.pretty, .compact, .oneLine, JSONStyle(newline: "\r\n", indent: "\t")])
      // Enough of everything to show the style.
      let shown = JSONLiteral.Member("s", .array([.integer(1), .integer(2)]))
      guard case .object(let members) = dice.literal(depth: 4), !members.isEmpty else { continue }
      let model = JSONLiteral.object([shown] + members)
      let document = try JSONDocument(parsing: model.bytes(style: style))
      let value = dice.literal(depth: 3)
      let inserted = document.inserting("new", value, into: document.root)
      let expected = JSONLiteral.object([shown] + members + [.init("new", value)])
      #expect(document.bytes(after: inserted) == expected.bytes(style: style))

      let first = try document.member(0)
      let removed = document.removing(first, from: document.root)
      #expect(document.bytes(after: removed) == JSONLiteral.object(members).bytes(style: style))

      let appended = document.appending(value, to: first.value)
      let longer = JSONLiteral.array([.integer(1), .integer(2), value])
      #expect(
        document.bytes(after: appended)
          == JSONLiteral.object([.init("s", longer)] + members).bytes(style: style))
    }
  }

  @Test("reading by landmarks and reading by stepping find the same", arguments: UInt64(0)..<4)
  func landmarks(seed: UInt64) throws {
    var dice = Dice(seed)
    for _ in 0..<100 {
      let text = dice.text(dice.literal(depth: 4))
      let noted = try JSONDocument(parsing: text, surroundings: nil)
      let stepped = try JSONDocument(parsing: text, surroundings: nil, notesLandmarks: false)
      #expect(noted.root == stepped.root)
      #expect(noted.descendants(of: noted.root) == stepped.descendants(of: stepped.root))
      for member in noted.members(of: noted.root) {
        guard let name = noted.string(member.key) else { continue }
        let key = JSONKey(name)
        #expect(noted.value(for: key, in: noted.root) == stepped.value(for: key, in: noted.root))
      }
    }
  }
}

extension JSONDocument {
  func children(of value: JSONValue) -> [JSONValue] {
    value.kind == .object ? members(of: value).map(\.value) : Array(elements(of: value))
  }

  func descendants(of value: JSONValue) -> [JSONValue] {
    [value] + members(of: value).map(\.key) + children(of: value).flatMap(descendants)
  }

  /// A random edit that fits a value, and the whole model as it must be afterwards.
  func randomEdit(
    of value: JSONValue, in model: JSONLiteral, at path: [Int], with dice: inout Dice
  ) -> (JSONSplice, JSONLiteral) {
    let new = dice.literal(depth: 3)
    let count = children(of: value).count
    switch (value.kind, dice.below(3)) {
    case (.array, 1):
      return (
        appending(new, to: value),
        model.editing(at: path[...]) { .array($0.elements + [new]) }
      )
    case (.array, 2) where count > 0:
      let index = dice.below(count)
      let splice = removing(element: elements(of: value)[index], from: value)
      let edited = model.editing(at: path[...]) { array in
        var elements = array.elements
        elements.remove(at: index)
        return .array(elements)
      }
      return (splice, edited)
    case (.object, 1):
      let key = dice.string()
      let index = dice.below(count + 1)
      // Without a member to follow, it comes last.
      let after = index < count ? Array(members(of: value))[index] : nil
      let splice = inserting(key, new, into: value, after: after)
      let edited = model.editing(at: path[...]) { object in
        var members = object.members
        members.insert(JSONLiteral.Member(key, new), at: Swift.min(index + 1, count))
        return .object(members)
      }
      return (splice, edited)
    case (.object, 2) where count > 0:
      let index = dice.below(count)
      let splice = removing(Array(members(of: value))[index], from: value)
      let edited = model.editing(at: path[...]) { object in
        var members = object.members
        members.remove(at: index)
        return .object(members)
      }
      return (splice, edited)
    default:
      return (replacing(value, with: new), model.editing(at: path[...]) { _ in new })
    }
  }
}

extension JSONLiteral {
  var elements: [JSONLiteral] {
    if case .array(let elements) = self { elements } else { [] }
  }

  var members: [Member] {
    if case .object(let members) = self { members } else { [] }
  }

  func editing(at path: ArraySlice<Int>, _ change: (JSONLiteral) -> JSONLiteral) -> JSONLiteral {
    guard let index = path.first else { return change(self) }
    switch self {
    case .array(var elements):
      elements[index] = elements[index].editing(at: path.dropFirst(), change)
      return .array(elements)
    case .object(var members):
      members[index].value = members[index].value.editing(at: path.dropFirst(), change)
      return .object(members)
    case .null, .bool, .number, .string:
      return self
    }
  }
}
