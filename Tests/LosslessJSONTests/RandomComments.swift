import TestSupport

@testable import LosslessJSON

extension Dice {
  /// A comment with everything in it that means something elsewhere.
  mutating func comment() -> String {
    let pieces = [
      "a", " ", "{", "}", "[", "]", ",", ":", "\"", "\\", "//", "/*", "\"email\": 1", "é", "😀", "*",
      "\t", "\u{2028}", "'", "/", "secret",
    ]
    let words = (0..<below(4)).map { _ in pick(pieces) }.joined()
    guard below(2) == 0 else { return "//\(words)" + pick(["\n", "\n", "\r\n", "\r"]) }
    let text = words.replacing("*/", with: "").replacing("*", with: "")
    return "/*\(text)" + pick(["", "\n", "\r\n b", "*", "**"]) + "*/"
  }

  /// Space with comments in it.
  mutating func trivia() -> String {
    (0..<below(4)).map { _ in
      below(2) == 0 ? comment() : pick([" ", "\t", "\n", "\r\n", "\r", "    ", "\n\n  ", "\n  "])
    }.joined()
  }

  /// A literal as a text with comments wherever one may be, and trailing commas.
  mutating func commentedText(_ literal: JSONLiteral) -> String {
    func list(_ items: [String], _ open: String, _ close: String) -> String {
      guard !items.isEmpty else { return open + trivia() + close }
      let comma = below(3) == 0 ? "," + trivia() : ""
      return open + items.joined(separator: ",") + comma + close
    }
    let text: String
    switch literal {
    case .array(let elements): text = list(elements.map { commentedText($0) }, "[", "]")
    case .object(let members):
      let written = members.map {
        commentedText(.string($0.key)) + ":" + commentedText($0.value)
      }
      text = list(written, "{", "}")
    case .null, .bool, .number, .string:
      text = String(decoding: literal.bytes(style: .compact), as: UTF8.self)
    }
    return trivia() + text + trivia()
  }
}

extension JSONDocument {
  /// The comments in order.
  var commentTexts: [String] { commentTexts(outside: nil) }

  func commentTexts(outside range: Range<Int>?) -> [String] {
    outline.comments.filter { range?.contains($0.lowerBound) != true }
      .map { String(decoding: bytes[$0], as: UTF8.self) }
  }
}
