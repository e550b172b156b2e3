import TestSupport
import Testing

@testable import LosslessJSON

/// A comment directly above an element is that element's, one behind it on its line too; all others
/// stand alone. It stays so while others come and go around it. Who owns a comment is read from the
/// lines.
@Suite struct OwnCommentTests {
  private static let rounds = 150

  /// A list with an element on each line, and comments of each kind.
  private static func text(of count: Int, _ dice: inout Dice) -> String {
    var alone = 0
    func standing() -> [String] {
      guard dice.below(3) == 0 else { return [] }
      alone += 1
      return (dice.below(2) == 0 ? [""] : []) + ["  // alone \(alone)", ""]
    }
    var lines = ["["]
    for number in 0..<count {
      lines += standing()
      lines += (0..<max(0, dice.below(5) - 2)).map { "  // own \(number).\($0)" }
      let comma = number + 1 < count || dice.below(3) == 0 ? "," : ""
      lines.append(
        "  {\"id\": \(number)}\(comma)" + (dice.below(4) == 0 ? " // behind \(number)" : ""))
      if dice.below(4) == 0 { lines.append("") }
    }
    lines += standing().dropLast()
    return (lines + ["]", ""]).joined(separator: dice.below(4) == 0 ? "\r\n" : "\n")
  }

  /// The comments of a text, each with the element that owns it; nil for one that stands alone.
  private static func owners(in document: JSONDocument) -> [String: Int?] {
    let text = String(decoding: document.bytes, as: UTF8.self)
    var owners: [String: Int?] = [:]
    var above: [String] = []
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let parts = line.split(separator: "//", maxSplits: 1, omittingEmptySubsequences: false)
      let comment = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : nil
      let element = Int(parts[0].filter(\.isNumber))
      if let comment {
        owners[comment] = .some(element)
        if element == nil { above.append(comment) }
      }
      if element != nil { for comment in above { owners[comment] = .some(element) } }
      if element != nil || comment == nil { above = [] }
    }
    return owners
  }

  private static func ids(_ document: JSONDocument) -> [Int] {
    document.elements(of: document.root).compactMap { element in
      Array(document.members(of: element)).first.flatMap { document.number($0.value) }
        .flatMap { Int($0) }
    }
  }

  @Test("comments keep their owners through random edits", arguments: UInt64(0)..<8)
  func keepOwners(seed: UInt64) throws {
    var dice = Dice(seed &+ 4000)
    for _ in 0..<Self.rounds {
      let count = dice.below(5) + 2
      var document = try JSONDocument(
        parsing: Array(Self.text(of: count, &dice).utf8), dialect: .withComments)
      var next = count
      for _ in 0..<6 {
        let before = Self.owners(in: document)
        let ids = Self.ids(document)
        let elements = Array(document.elements(of: document.root))
        let new = JSONLiteral.object([.init("id", .integer(next))])
        var removed: [Int] = []
        let splices: [JSONSplice]
        switch dice.below(5) {
        case 0: splices = [document.appending(new, to: document.root)]
        case 1: splices = [document.inserting([new], into: document.root, after: nil)]
        case 2:
          let place = elements[dice.below(elements.count)]
          splices = [document.inserting([new], into: document.root, after: place)]
        default:
          removed = elements.indices.filter { _ in dice.below(3) == 0 }
          if removed.count == elements.count { removed.removeLast() }
          splices = document.removing(elementsAt: removed, from: document.root)
        }
        next += 1
        let result = try document.applying(splices)
        // Comments above the first element stay when it goes, and belong to none then.
        let gone = Set(removed.map { ids[$0] })
        var wanted = before.filter { !($0.value.map(gone.contains) ?? false) }
        for (comment, owner) in before where comment.hasPrefix("own") || comment.hasPrefix("alone")
        {
          if removed.first == 0, owner == ids[0] { wanted[comment] = .some(nil) }
        }
        let (old, now) = (
          String(decoding: document.bytes, as: UTF8.self),
          String(decoding: result.bytes, as: UTF8.self)
        )
        #expect(Self.owners(in: result) == wanted, "\(removed): \(old)→\n\(now)")
        document = result
      }
    }
  }
}
