import TestSupport
import Testing

@testable import LosslessJSON

/// Edits of texts with comments wherever one may be: the text says what it should afterwards, and has
/// the same comments in the same order.
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

  @Test("an edit keeps every comment", arguments: UInt64(0)..<16)
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
        result.commentTexts == document.commentTexts,
        "\(edit.name): \(text(document)) → \(text(result))")
    }
  }

  @Test("what is removed with its comments comes back with them", arguments: UInt64(0)..<16)
  func restoring(seed: UInt64) throws {
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
      guard let index = removed.first, removed.count == 1 else { continue }
      let item = document.itemText(at: index, of: document.root)
      let before = index > 0 ? result.elements(of: result.root)[index - 1] : nil
      let back = try result.applying([
        result.inserting(
          [item.map { .text($0) } ?? .literal(items[index])], into: result.root, after: before,
          behind: document.commentsBefore(elementAt: index, of: document.root))
      ])
      #expect(back.literal(back.root) == .array(items), "\(text(document))")
      #expect(
        back.commentTexts.sorted() == document.commentTexts.sorted(),
        "\(text(document)) → \(text(result)) → \(text(back))")
    }
  }

  @Test("blank lines before what is removed come back with it", arguments: ["\n", "\r\n"])
  func blankLines(lineEnd: String) throws {
    let lines = """
      [
        // of all

        1,
        // old

        2, // two

        // of three
        3,


        4, /* four */

        5
      ]
      """
    let document = try document(lines.replacing("\n", with: lineEnd))
    for index in 0..<5 {
      let result = try document.applying(
        document.removing(elementsAt: [index], from: document.root))
      let item = document.itemText(at: index, of: document.root)
      let elements = result.elements(of: result.root)
      let back = try result.applying([
        result.inserting(
          [item.map { .text($0) } ?? .literal(.integer(index + 1))], into: result.root,
          after: index > 0 ? elements[index - 1] : nil,
          behind: document.commentsBefore(elementAt: index, of: document.root))
      ])
      #expect(text(back) == text(document), "\(index): \(text(result))")
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
  /// A change of one value below a container, and what the container is then.
  mutating func edit(
    of value: JSONValue, _ literal: JSONLiteral, in document: JSONDocument
  ) -> (splice: JSONSplice, result: JSONLiteral, name: String) {
    let new = self.literal(depth: 2)
    switch literal {
    case .array(var elements):
      let values = Array(document.elements(of: value))
      let index = elements.isEmpty ? nil : below(elements.count)
      switch (below(5), index) {
      case (0, let index?):
        let splice = document.removing(element: values[index], from: value)
        elements.remove(at: index)
        return (splice, .array(elements), "remove")
      case (1, let index?):
        let splice = document.inserting([new], into: value, after: values[index])
        elements.insert(new, at: index + 1)
        return (splice, .array(elements), "insert")
      case (2, _):
        let splice = document.appending(contentsOf: [new, .null], to: value)
        return (splice, .array(elements + [new, .null]), "append")
      case (3, let index?):
        let inner = edit(of: values[index], elements[index], in: document)
        elements[index] = inner.result
        return (inner.splice, .array(elements), inner.name)
      case (4, let index?):
        elements.swapAt(0, index)
        if below(2) == 0 { elements.append(new) }
        return (document.replacing(value, with: .array(elements)), .array(elements), "reorder")
      default: break
      }
    case .object(var members):
      let all = Array(document.members(of: value))
      let index = members.isEmpty ? nil : below(members.count)
      switch (below(4), index) {
      case (0, let index?):
        let splice = document.removing(all[index], from: value)
        members.remove(at: index)
        return (splice, .object(members), "remove member")
      case (1, let index):
        let splice = document.inserting("new", new, into: value, after: index.map { all[$0] })
        members.insert(.init("new", new), at: index.map { $0 + 1 } ?? 0)
        return (splice, .object(members), "insert member")
      case (2, let index?):
        let inner = edit(of: all[index].value, members[index].value, in: document)
        members[index].value = inner.result
        return (inner.splice, .object(members), inner.name)
      default: break
      }
    case .null, .bool, .number, .string: break
    }
    return (document.replacing(value, with: new), new, "replace")
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
