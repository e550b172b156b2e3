import TextTools

extension JSONDocument {
  /// The decoded text of a string; nil for any other value, and for one with a lone surrogate.
  public func string(_ value: JSONValue) -> String? { string(value, repairing: false) }

  /// - Parameter repairing: puts U+FFFD in place of a lone surrogate.
  package func string(_ value: JSONValue, repairing: Bool) -> String? {
    guard holds(value), value.kind == .string, value.range.count >= 2 else { return nil }
    let content = value.range.lowerBound + 1..<value.range.upperBound - 1
    guard hasBackslash(in: content), let backslash = bytes[content].firstIndex(of: .backslash)
    else {
      return String(decoding: bytes[content], as: UTF8.self)
    }
    var decoded = Array(bytes[content.lowerBound..<backslash])
    decoded.reserveCapacity(content.count)
    let isWhole = withText { text in
      var i = backslash
      while i < content.upperBound {
        if text[i] == .backslash {
          let (scalar, next) = text.escape(at: i)
          guard let scalar = scalar ?? (repairing ? "\u{FFFD}" : nil),
            let utf8 = UTF8.encode(scalar)
          else { return false }
          decoded.append(contentsOf: utf8)
          i = next
        } else {
          decoded.append(text[i])
          i += 1
        }
      }
      return true
    }
    return isWhole == true ? String(decoding: decoded, as: UTF8.self) : nil
  }

  package func hasBackslash(in range: Range<Int>) -> Bool {
    bytes.span.extracting(range).contains(.backslash)
  }

  /// A number as written, of any size; nil for any other kind of value.
  public func number(_ value: JSONValue) -> String? {
    guard holds(value), value.kind == .number else { return nil }
    return String(decoding: bytes[value.range], as: UTF8.self)
  }

  /// True or false; nil for any other kind of value.
  public func bool(_ value: JSONValue) -> Bool? {
    guard holds(value), value.kind == .bool else { return nil }
    return bytes[value.range.lowerBound] == .lowerT
  }

  /// True if a string, with its escapes decoded and its ASCII letters in lower case, equals `utf8`,
  /// which has no upper-case ASCII letter. Nothing is allocated.
  public func matches(_ value: JSONValue, ignoringASCIICase utf8: [UInt8]) -> Bool {
    guard holds(value), value.kind == .string else { return false }
    return withText { $0.string(at: value.range, equals: utf8, folding: true) } ?? false
  }
}
