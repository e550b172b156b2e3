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
    var writer = JSONWriter(style: style)
    writer.write(self, indentation: indentation)
    return writer.bytes
  }

  /// Appends what `bytes` returns.
  package func append(to bytes: inout [UInt8], style: JSONStyle) {
    var writer = JSONWriter(style: style)
    swap(&writer.bytes, &bytes)
    writer.write(self, indentation: "")
    swap(&writer.bytes, &bytes)
  }

  /// The value as JSON text, written as `bytes` writes it.
  public func text(style: JSONStyle) -> String {
    String(decoding: bytes(style: style), as: UTF8.self)
  }
}

/// Writes literals one after another into a buffer.
struct JSONWriter {
  let style: JSONStyle
  var bytes: [UInt8] = []

  mutating func write(_ literal: JSONLiteral, indentation: String) {
    switch literal {
    case .null: write("null")
    case .bool(let value): write(value ? "true" : "false")
    case .number(let text) where JSONLiteral.isNumber(text): write(text)
    case .number(let text), .string(let text): writeString(text)
    case .array(let elements):
      writeContainer(elements, .openBracket, .closeBracket, padding: "", indentation) {
        $0.write($1, indentation: $2)
      }
    case .object(let members):
      writeContainer(members, .openBrace, .closeBrace, padding: style.padding, indentation) {
        $0.write($1, indentation: $2)
      }
    }
  }

  mutating func write(_ member: JSONLiteral.Member, indentation: String) {
    writeString(member.key)
    write(style.beforeColon)
    bytes.append(.colon)
    write(style.afterColon)
    write(member.value, indentation: indentation)
  }

  private mutating func write(_ text: String) {
    let isCopied: Void? = text.utf8.withContiguousStorageIfAvailable {
      bytes.append(contentsOf: $0)
    }
    if isCopied == nil { bytes.append(contentsOf: text.utf8) }
  }

  /// Writes what separates two children: a comma, then the white space before the next one.
  mutating func writeGap(indentation: String) {
    bytes.append(.comma)
    beginLine(indentation, orWrite: style.afterComma)
  }

  private mutating func beginLine(_ indentation: String, orWrite space: String) {
    guard !style.isOneLine else { return write(space) }
    write(style.newline)
    write(indentation)
  }

  private mutating func writeContainer<Child>(
    _ children: [Child], _ open: UInt8, _ close: UInt8, padding: String, _ indentation: String,
    _ writeChild: (inout JSONWriter, Child, String) -> Void
  ) {
    bytes.append(open)
    if !children.isEmpty {
      let inner = style.isOneLine ? indentation : indentation + style.indent
      for (index, child) in children.enumerated() {
        if index > 0 { writeGap(indentation: inner) } else { beginLine(inner, orWrite: padding) }
        writeChild(&self, child, inner)
      }
      beginLine(indentation, orWrite: padding)
    }
    bytes.append(close)
  }

  mutating func writeString(_ text: String) {
    bytes.append(.quote)
    if !writePlain(text) { writeScalars(of: text) }
    bytes.append(.quote)
  }

  /// Writes a text of which nothing is escaped, as most are; returns false for any other.
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
      case _ where scalar.mustBeEscaped: writeEscape(scalar)
      default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }

  /// Every scalar that must be escaped is in the basic plane, so one `\uXXXX` is enough.
  private mutating func writeEscape(_ scalar: Unicode.Scalar) {
    let digits = String(scalar.value, radix: 16)
    write("\\u" + String(repeating: "0", count: Swift.max(0, 4 - digits.utf8.count)) + digits)
  }
}

extension Unicode.Scalar {
  fileprivate var mustBeEscaped: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F: true
    case 0x061C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension JSONLiteral {
  /// Whether a text is a number as JSON writes it, and nothing else.
  package static func isNumber(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, first == .minus || first.isDigit else { return false }
    let end = bytes.withUnsafeBufferPointer { try? JSONText($0)?.endOfNumber(at: 0) }
    return end == bytes.count
  }
}
