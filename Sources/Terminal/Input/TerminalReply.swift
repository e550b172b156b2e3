/// A terminal's reply to a question. It may come late, or to a question that another program asked.
package enum TerminalReply: Equatable, Sendable {
  case background(RGB)
  /// Whether the terminal knows how to draw frames as a whole.
  case synchronizedOutput(Bool)
  /// The kind of the terminal. Every terminal answers this, and in the order of the questions: no
  /// answer to an earlier question comes after it.
  case attributes
  /// The position of the cursor: the terminal has drawn all that came before the question. F3 with
  /// a modifier looks like one in the first row.
  case cursor(Position)

  /// nil for another control sequence.
  init?(parameters: [UInt8], final: UInt8) {
    let text = String(decoding: parameters, as: UTF8.self)
    switch final {
    case UInt8(ascii: "R") where text.allSatisfy { $0 == ";" || $0.isNumber }:
      let numbers = text.split(separator: ";", omittingEmptySubsequences: false)
        .map { Int($0) ?? 1 }
      guard numbers.count == 2 else { return nil }
      self = .cursor(Position(column: numbers[1] - 1, row: numbers[0] - 1))
    case UInt8(ascii: "c") where text.hasPrefix("?"): self = .attributes
    case UInt8(ascii: "y") where text.hasPrefix("?2026;") && text.hasSuffix("$"):
      // 0: not recognised; 1 and 2: on and off; 3 and 4: permanently so.
      self = .synchronizedOutput(["1", "2", "3"].contains(text.dropFirst(6).dropLast()))
    default: return nil
    }
  }

  /// nil for another text of an operating system command. Colours are written as
  /// `rgb:RRRR/GGGG/BBBB`, each part with one to four hexadecimal digits.
  init?(command: [UInt8]) {
    let text = String(decoding: command, as: UTF8.self)
    guard let start = ["11;rgb:", "11;rgba:"].first(where: { text.hasPrefix($0) }) else {
      return nil
    }
    let parts = text.dropFirst(start.count).split(separator: "/", omittingEmptySubsequences: false)
    let values = parts.prefix(3).compactMap { part -> UInt8? in
      guard (1...4).contains(part.utf8.count), part.allSatisfy(\.isHexDigit),
        let value = Int(part, radix: 16)
      else { return nil }
      return UInt8(clamping: value * 255 / (1 << (4 * part.utf8.count) - 1))
    }
    guard (3...4).contains(parts.count), values.count == 3 else { return nil }
    self = .background(RGB(red: values[0], green: values[1], blue: values[2]))
  }
}
