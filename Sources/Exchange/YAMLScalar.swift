import LosslessJSON
import TextTools

/// A fault of a YAML text, of which only a small part is supported.
public enum YAMLFault: Error, Sendable, Hashable {
  /// A tab before a line; a line that is not indented like its neighbours.
  case tab, indentation
  /// An unsupported feature of YAML: an anchor, a tag, a block scalar, a flow mapping.
  case beyond
  /// No colon after a key; an unclosed quote; an unknown escape; text after a value.
  case noColon, openQuote, escape, behindValue
  /// `disabled` is neither true nor false; the text does not begin with `users`.
  case notBoolean, noUsers
  /// An attribute of a user that is a map in Authelia has another value.
  case notMap(String)
  /// A repeated key.
  case keyTwice(String)
}

/// Single YAML values: always written in quotes, read in any of the three styles.
enum YAMLScalar {
  /// A key: plain if it is a word, otherwise in quotes.
  static func key(_ key: String) -> String {
    let isWord = key.utf8.allSatisfy { $0.isASCIILetter || $0 == UInt8(ascii: "_") }
    let isOther = ["", "true", "false", "null", "yes", "no", "on", "off", "y", "n"]
      .contains(key.lowercased())
    return isWord && !isOther ? key : text(key)
  }

  /// A value: in single quotes, or in double quotes if single ones cannot hold it.
  static func text(_ value: String) -> String {
    guard value.unicodeScalars.allSatisfy(isPrintable) else { return escaped(value) }
    return value.quoted("'")
  }

  /// The meaning of a value without quotes.
  static func literal(ofPlain value: String) -> JSONLiteral {
    switch value {
    case "true", "True", "TRUE": .bool(true)
    case "false", "False", "FALSE": .bool(false)
    default: JSONLiteral.isNumber(value) ? .number(value) : .string(value)
    }
  }

  /// A value in double quotes, as in JSON.
  private static func escaped(_ value: String) -> String {
    JSONLiteral.string(value).text(style: .compact).unicodeScalars.map { scalar in
      isPrintable(scalar)
        ? String(scalar) : "\\u\(String(scalar.value, radix: 16).zeroPadded(to: 4))"
    }.joined()
  }

  /// True if YAML allows a character unescaped and it does not mislead a reader.
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF:
      !scalar.misleads && scalar.value != 0xFEFF
    default: false
    }
  }

  /// Reads a value on one line from the first of the bytes; returns the value, nil if there is
  /// none, and its end.
  static func read(_ bytes: ArraySlice<UInt8>) throws(YAMLFault) -> (text: String?, end: Int) {
    switch bytes.first {
    case UInt8(ascii: "'"): try single(bytes)
    case UInt8(ascii: "\""): try double(bytes)
    default: try plain(bytes)
    }
  }

  private static func single(
    _ bytes: ArraySlice<UInt8>
  ) throws(YAMLFault) -> (text: String?, end: Int) {
    var value: [UInt8] = []
    var index = bytes.startIndex + 1
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "'") {
        guard index + 1 < bytes.endIndex, bytes[index + 1] == UInt8(ascii: "'") else {
          return (String(decoding: value, as: UTF8.self), index + 1)
        }
        index += 1
      }
      value.append(bytes[index])
      index += 1
    }
    throw .openQuote
  }

  private static func double(
    _ bytes: ArraySlice<UInt8>
  ) throws(YAMLFault) -> (text: String?, end: Int) {
    var value: [UInt8] = []
    var index = bytes.startIndex + 1
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "\""): return (String(decoding: value, as: UTF8.self), index + 1)
      case UInt8(ascii: "\\"):
        let (scalar, next) = try escape(bytes[(index + 1)...])
        value += UTF8.encode(scalar).map { Array($0) } ?? []
        index = next
      default:
        value.append(bytes[index])
        index += 1
      }
    }
    throw .openQuote
  }

  private static let escapes: [UInt8: Unicode.Scalar] = [
    UInt8(ascii: "0"): "\0", UInt8(ascii: "a"): "\u{7}", UInt8(ascii: "b"): "\u{8}",
    UInt8(ascii: "t"): "\t", UInt8(ascii: "n"): "\n", UInt8(ascii: "v"): "\u{B}",
    UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "r"): "\r", UInt8(ascii: "e"): "\u{1B}",
    UInt8(ascii: " "): " ", UInt8(ascii: "\""): "\"", UInt8(ascii: "/"): "/",
    UInt8(ascii: "\\"): "\\", UInt8(ascii: "N"): "\u{85}", UInt8(ascii: "_"): "\u{A0}",
    UInt8(ascii: "L"): "\u{2028}", UInt8(ascii: "P"): "\u{2029}",
  ]

  private static func escape(
    _ bytes: ArraySlice<UInt8>
  ) throws(YAMLFault) -> (Unicode.Scalar, next: Int) {
    guard let letter = bytes.first else { throw .openQuote }
    if let scalar = escapes[letter] { return (scalar, bytes.startIndex + 1) }
    let counts: [UInt8: Int] = [UInt8(ascii: "x"): 2, UInt8(ascii: "u"): 4, UInt8(ascii: "U"): 8]
    guard let count = counts[letter] else { throw .escape }
    let digits = bytes.dropFirst().prefix(count)
    guard digits.count == count, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
      let scalar = Unicode.Scalar(number)
    else { throw .escape }
    return (scalar, digits.endIndex)
  }

  private static func plain(
    _ bytes: ArraySlice<UInt8>
  ) throws(YAMLFault) -> (text: String?, end: Int) {
    func isSpace(_ index: Int) -> Bool { [0x20, 0x09].contains(bytes[index]) }
    guard let first = bytes.first else { return (nil, bytes.endIndex) }
    if "&*!|>%@`{}[],".utf8.contains(first) { throw .beyond }
    let isAlone = bytes.count == 1 || isSpace(bytes.startIndex + 1)
    if "-?:".utf8.contains(first), isAlone { throw .beyond }
    var end = bytes.startIndex
    while end < bytes.endIndex {
      if bytes[end] == UInt8(ascii: ":"), end + 1 == bytes.endIndex || isSpace(end + 1) { break }
      if bytes[end] == UInt8(ascii: "#"), end > bytes.startIndex, isSpace(end - 1) { break }
      end += 1
    }
    var last = end
    while last > bytes.startIndex, isSpace(last - 1) { last -= 1 }
    let text = String(decoding: bytes[bytes.startIndex..<last], as: UTF8.self)
    return (["~", "null", "Null", "NULL", ""].contains(text) ? nil : text, end)
  }
}

/// Maps and lists as text, with one key or item per line.
enum YAMLText {
  static func lines(of literal: JSONLiteral, indentation: Int) -> String {
    let space = String(repeating: " ", count: indentation)
    return switch literal {
    case .object(let members):
      members.map { "\(space)\(YAMLScalar.key($0.key)):\(value($0.value, indentation))" }.joined()
    case .array(let items): items.map { "\(space)- \(single($0))\n" }.joined()
    default: "\(space)\(single(literal))\n"
    }
  }

  /// The text after a colon.
  private static func value(_ literal: JSONLiteral, _ indentation: Int) -> String {
    switch literal {
    case .object(let members) where !members.isEmpty:
      "\n" + lines(of: literal, indentation: indentation + 2)
    case .array(let items) where !items.isEmpty:
      "\n" + lines(of: literal, indentation: indentation + 2)
    default: " \(single(literal))\n"
    }
  }

  private static func single(_ literal: JSONLiteral) -> String {
    switch literal {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .number(let text) where JSONLiteral.isNumber(text): text
    case .number(let text), .string(let text): YAMLScalar.text(text)
    // Only files written by hand are nested deeper than we read.
    case .array, .object: literal.text(style: .oneLine)
    }
  }
}
