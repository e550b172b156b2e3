import TestSupport

@testable import LosslessJSON

extension Dice {
  /// A value with everything that tends to go wrong.
  mutating func literal(depth: Int = 4) -> JSONLiteral {
    switch below(depth > 0 ? 10 : 6) {
    case 0: .null
    case 1: .bool(below(2) == 0)
    case 2: .number(pick(["0", "-0", "12", "-1.50", "1e5", "2E+07", "98765432109876543210"]))
    case 3...5: .string(string())
    case 6, 7: .array((0..<below(5)).map { _ in literal(depth: depth - 1) })
    default:
      .object(
        (0..<below(5)).map { _ in JSONLiteral.Member(string(), literal(depth: depth - 1)) })
    }
  }

  mutating func string() -> String {
    let pieces = [
      "a", "email", "key", " ", ",", ":", "{", "]", "\"", "\\", "\\u0041", "/", "\n", "\r\n", "\t",
      "\u{0}", "\u{7F}", "é", "e\u{301}", "\u{301}", "漢", "😀", "👩‍👧", "\u{2028}", "\u{202E}",
      "0123456789abcdef",
    ]
    return (0..<below(4)).map { _ in pick(pieces) }.joined()
  }

  mutating func style() -> JSONStyle {
    JSONStyle(
      isOneLine: below(3) == 0, newline: pick(["\n", "\n", "\r\n", "\r"]),
      indent: pick(["  ", "    ", "\t", " ", ""]), beforeColon: pick(["", "", " "]),
      afterColon: pick([" ", "", "  "]), afterComma: pick([" ", "", "  "]),
      padding: pick(["", "", " "]))
  }

  /// White space as no one would write it.
  private mutating func space() -> String {
    (0..<below(3)).map { _ in pick([" ", "\t", "\n", "\r", "\r\n", "        ", "\n\n  "]) }.joined()
  }

  /// The same value as a text without consistent style, some of its letters escaped.
  mutating func wildText(_ literal: JSONLiteral) -> String {
    let text: String
    switch literal {
    case .array(let elements):
      text =
        "["
        + (elements.isEmpty ? space() : elements.map { wildText($0) }.joined(separator: ","))
        + "]"
    case .object(let members):
      let written = members.map { wildText(.string($0.key)) + ":" + wildText($0.value) }
      text = "{" + (members.isEmpty ? space() : written.joined(separator: ",")) + "}"
    case .string(let string):
      let plain = String(decoding: literal.bytes(style: .compact), as: UTF8.self)
      let isSafe = string.unicodeScalars.allSatisfy { ("a"..."z").contains($0) }
      text = isSafe && below(3) == 0 ? plain.replacing("e", with: "\\u0065") : plain
    case .null, .bool, .number:
      text = String(decoding: literal.bytes(style: .compact), as: UTF8.self)
    }
    return space() + text + space()
  }

  /// A text that means `literal`, in a style or in none, with or without white space around it.
  mutating func text(_ literal: JSONLiteral) -> [UInt8] {
    let bytes =
      below(3) == 0
      ? Array(wildText(literal).utf8) : literal.bytes(style: style())
    return (below(8) == 0 ? [0xEF, 0xBB, 0xBF] : []) + bytes + pick([[], [0x0A], [0x0D, 0x0A]])
  }

  /// A text with a slip or two.
  mutating func slipped(_ text: [UInt8]) -> [UInt8] {
    let likely =
      Array("{}[],:\"\\0-.eu \n".utf8) + [0x00, 0x1F, 0x80, 0xC3, 0xE2, 0xED, 0xF4, 0xFF]
    var bytes = text
    for _ in 0...below(2) where !bytes.isEmpty {
      let index = below(bytes.count)
      switch below(5) {
      case 0: bytes.remove(at: index)
      case 1: bytes.insert(pick(likely), at: index)
      case 2: bytes[index] = pick(likely)
      case 3: bytes[index] ^= 1 << UInt8(below(8))
      default: bytes.removeSubrange(index...)
      }
    }
    return bytes
  }
}
