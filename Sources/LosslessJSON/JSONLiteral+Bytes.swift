import TextTools

extension JSONLiteral {
  /// The literal as JSON text in UTF-8, without a line end after it.
  ///
  /// Strings are written raw except for what JSON forbids and what could move a cursor or reorder a
  /// line on a terminal: controls, line and paragraph separators and bidirectional controls are
  /// escaped.
  /// - Parameters:
  ///   - style: the layout.
  ///   - indentation: the white space at the start of the line on which the text will begin.
  public func bytes(style: JSONStyle, indentation: String = "") -> [UInt8] {
    var writer = JSONWriter(style: style, indentation: indentation)
    writer.write(self)
    return writer.bytes
  }

  /// The value as JSON text, written as `bytes` writes it.
  public func text(style: JSONStyle) -> String {
    String(decoding: bytes(style: style), as: UTF8.self)
  }
}

/// Writes literals one after another into a buffer. Keep one for many: separators are prepared
/// once.
package struct JSONWriter {
  private let isOneLine: Bool
  private let indent: [UInt8]
  private let colon: [UInt8]
  private let afterComma: [UInt8]
  private let padding: [UInt8]
  /// The end of a line and the indentation of the next one, by depth.
  private var lines: [[UInt8]]
  package var bytes: [UInt8] = []

  /// - Parameter indentation: the indentation of the line on which a literal begins.
  package init(style: JSONStyle, indentation: String = "") {
    isOneLine = style.isOneLine
    indent = Array(style.indent.utf8)
    colon = Array("\(style.beforeColon):\(style.afterColon)".utf8)
    afterComma = Array(style.afterComma.utf8)
    padding = Array(style.padding.utf8)
    lines = isOneLine ? [] : [Array((style.newline + indentation).utf8)]
  }

  package mutating func write(_ literal: JSONLiteral) { write(literal, 0) }

  /// - Parameter depth: the number of containers around it.
  private mutating func write(_ literal: JSONLiteral, _ depth: Int) {
    switch literal {
    case .null: write("null")
    case .bool(let value): write(value ? "true" : "false")
    case .number(let text) where JSONLiteral.isNumber(text): write(text)
    case .number(let text), .string(let text): writeString(text)
    case .array(let elements):
      writeContainer(elements, .openBracket, .closeBracket, padding: [], depth) {
        $0.write($1, $2)
      }
    case .object(let members):
      writeContainer(members, .openBrace, .closeBrace, padding: padding, depth) {
        $0.write($1, $2)
      }
    }
  }

  mutating func write(_ member: JSONLiteral.Member) { write(member, 0) }

  private mutating func write(_ member: JSONLiteral.Member, _ depth: Int) {
    writeString(member.key)
    bytes += colon
    write(member.value, depth)
  }

  private mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func beginLine(_ depth: Int, orWrite space: [UInt8]) {
    while let last = lines.last, lines.count <= depth { lines.append(last + indent) }
    bytes += isOneLine ? space : lines[depth]
  }

  private mutating func writeContainer<Child>(
    _ children: [Child], _ open: UInt8, _ close: UInt8, padding: [UInt8], _ depth: Int,
    _ writeChild: (inout JSONWriter, Child, Int) -> Void
  ) {
    bytes.append(open)
    if !children.isEmpty {
      for (index, child) in children.enumerated() {
        if index > 0 { bytes.append(.comma) }
        beginLine(depth + 1, orWrite: index > 0 ? afterComma : padding)
        writeChild(&self, child, depth + 1)
      }
      beginLine(depth, orWrite: padding)
    }
    bytes.append(close)
  }

  private mutating func writeString(_ text: String) {
    bytes.append(.quote)
    if !writePlain(text) { writeScalars(of: text) }
    bytes.append(.quote)
  }

  /// Writes a text without escapes, as most are; returns false for any other.
  private mutating func writePlain(_ text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { utf8 in
      // Without a way out before the end, many bytes are looked at together.
      let special = utf8.reduce(into: UInt8(0)) { special, byte in
        let isSpecial = byte &- 0x20 >= 0x5F || byte == .quote || byte == .backslash
        special |= isSpecial ? 1 : 0
      }
      if special == 0 { bytes.append(contentsOf: utf8) }
      return special == 0
    } ?? false
  }

  private mutating func writeScalars(of text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": write("\\\"")
      case "\\": write("\\\\")
      case "\n": write("\\n")
      case "\r": write("\\r")
      case "\t": write("\\t")
      case "\u{08}": write("\\b")
      case "\u{0C}": write("\\f")
      // Each of these is in the basic plane, so one `\uXXXX` is enough.
      case _ where scalar.misleads: write("\\u" + String(scalar.value, radix: 16).zeroPadded(to: 4))
      default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }
}

extension JSONLiteral {
  /// True if a text is a number in JSON, and nothing else.
  package static func isNumber(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, first == .minus || first.isDigit else { return false }
    let end = bytes.withUnsafeBufferPointer { try? JSONText($0)?.endOfNumber(at: 0) }
    return end == bytes.count
  }
}
