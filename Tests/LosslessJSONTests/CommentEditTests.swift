import TestSupport
import Testing

@testable import LosslessJSON

/// Edits of texts with comments wherever one may be: the text says what it should afterwards, and
/// has the same comments in the same order, but for those in a value that goes.
@Suite struct CommentEditTests {
  private static let rounds = 120

  @Test("a text with comments says what it says without them", arguments: UInt64(0)..<8)
  func reading(seed: UInt64) throws {
    var dice = Dice(seed)
    for _ in 0..<Self.rounds {
      let literal = dice.literal()
      let document = try document(dice.commentedText(literal))
      #expect(document.literal(document.root) == literal)
      let plain = try JSONDocument(parsing: document.structure)
      #expect(plain.literal(plain.root) == literal)
    }
  }

  @Test("an edit keeps every comment beside what it changes", arguments: UInt64(0)..<16)
  func editing(seed: UInt64) throws {
    var dice = Dice(seed &+ 1000)
    for _ in 0..<Self.rounds {
      let model = dice.literal(depth: 4)
      let document = try document(dice.commentedText(model))
      let edit = dice.edit(of: document.root, model, in: document)
      let result = try document.applying([edit.splice])
      // A key that an object has already keeps its place.
      #expect(
        result.literal(result.root)?.sorted == edit.result.sorted,
        "\(edit.name): \(text(document))")
      #expect(
        result.commentTexts == document.commentTexts(outside: edit.gone),
        "\(edit.name): \(text(document)) → \(text(result))")
    }
  }

  @Test("what is removed takes along its own comments alone", arguments: UInt64(0)..<16)
  func removing(seed: UInt64) throws {
    var dice = Dice(seed &+ 2000)
    for _ in 0..<Self.rounds {
      let items = (0..<dice.below(6) + 1).map { JSONLiteral.integer($0) }
      let document = try document(dice.commentedText(.array(items)))
      let removed = items.indices.filter { _ in dice.below(3) == 0 }
      let left = items.indices.filter { !removed.contains($0) }
      let result = try document.applying(
        document.removing(elementsAt: removed, from: document.root))
      #expect(result.literal(result.root) == .array(left.map { items[$0] }), "\(text(document))")
      var kept = document.commentTexts[...]
      // In their order, all that are left were there.
      for comment in result.commentTexts {
        let index = try #require(
          kept.firstIndex(of: comment), "\(text(document)) → \(text(result))")
        kept = kept[(index + 1)...]
      }
    }
  }

  private func document(_ text: String) throws -> JSONDocument {
    try JSONDocument(parsing: Array(text.utf8), dialect: .withComments)
  }

  private func text(_ document: JSONDocument) -> String {
    String(decoding: document.bytes, as: UTF8.self).debugDescription
  }
}

extension Dice {
  /// A change of one value below a container, what the container is then, and what of the text
  /// goes.
  mutating func edit(
    of value: JSONValue, _ literal: JSONLiteral, in document: JSONDocument
  ) -> (splice: JSONSplice, result: JSONLiteral, name: String, gone: Range<Int>?) {
    let new = self.literal(depth: 2)
    switch literal {
    case .array(var elements):
      let values = Array(document.elements(of: value))
      let index = elements.isEmpty ? nil : below(elements.count)
      switch (below(5), index) {
      case (0, let index?):
        let splice = document.removing(element: values[index], from: value)
        elements.remove(at: index)
        return (splice, .array(elements), "remove", values[index].range)
      case (1, let index?):
        let splice = document.inserting([new], into: value, after: values[index])
        elements.insert(new, at: index + 1)
        return (splice, .array(elements), "insert", nil)
      case (2, _):
        let splice = document.appending(contentsOf: [new, .null], to: value)
        return (splice, .array(elements + [new, .null]), "append", nil)
      case (3, let index?):
        let inner = edit(of: values[index], elements[index], in: document)
        elements[index] = inner.result
        return (inner.splice, .array(elements), inner.name, inner.gone)
      case (4, let index?):
        elements.swapAt(0, index)
        if below(2) == 0 { elements.append(new) }
        let splice = document.replacing(value, with: .array(elements))
        return (splice, .array(elements), "reorder", value.range)
      default: break
      }
    case .object(var members):
      let all = Array(document.members(of: value))
      let index = members.isEmpty ? nil : below(members.count)
      switch (below(4), index) {
      case (0, let index?):
        let splice = document.removing(all[index], from: value)
        members.remove(at: index)
        return (splice, .object(members), "remove member", all[index].value.range)
      case (1, let index):
        let splice = document.inserting("new", new, into: value, after: index.map { all[$0] })
        members.insert(.init("new", new), at: index.map { $0 + 1 } ?? 0)
        return (splice, .object(members), "insert member", nil)
      case (2, let index?):
        let inner = edit(of: all[index].value, members[index].value, in: document)
        members[index].value = inner.result
        return (inner.splice, .object(members), inner.name, inner.gone)
      default: break
      }
    case .null, .bool, .number, .string: break
    }
    return (document.replacing(value, with: new), new, "replace", value.range)
  }
}

extension JSONLiteral {
  /// The value with the members of all objects in one order.
  var sorted: JSONLiteral {
    switch self {
    case .array(let elements): .array(elements.map(\.sorted))
    case .object(let members):
      .object(
        members.map { Member($0.key, $0.value.sorted) }.sorted {
          ($0.key, $0.value.text(style: .compact)) < ($1.key, $1.value.text(style: .compact))
        })
    case .null, .bool, .number, .string: self
    }
  }
}
