/// The six kinds of JSON value.
public enum JSONKind: Sendable {
  /// A kind of value; ``bool`` is both `true` and `false`.
  case object, array, string, number, bool, null

  /// The kind of a value, by its first byte.
  @inline(__always) init(firstByte byte: UInt8) {
    switch byte {
    case .openBrace: self = .object
    case .openBracket: self = .array
    case .quote: self = .string
    case .lowerT, .lowerF: self = .bool
    case .lowerN: self = .null
    default: self = .number
    }
  }
}

/// A handle: the range of one value in its document.
///
/// It holds no text and stays valid as long as the document it came from. Passing it to another
/// document is a mistake; the result is empty or meaningless, but never a trap.
public struct JSONValue: Sendable, Hashable {
  /// The bytes of the value, a string's quotes and a container's brackets included.
  public let range: Range<Int>
  /// The kind of the value.
  public let kind: JSONKind

  /// A string's bytes without its quotes.
  package var content: Range<Int> {
    range.lowerBound + 1..<Swift.max(range.lowerBound + 1, range.upperBound - 1)
  }
}

/// One key of an object and its value.
public struct JSONMember: Sendable, Hashable {
  /// The key, a value of kind ``JSONKind/string``.
  public let key: JSONValue
  /// The value after the colon.
  public let value: JSONValue

  /// From the key's opening quote to the value's last byte.
  var range: Range<Int> {
    key.range.lowerBound..<Swift.max(key.range.lowerBound, value.range.upperBound)
  }
}

extension JSONDocument {
  /// A handle for the value whose bytes are known to be `range`.
  @inline(__always) func value(at range: Range<Int>) -> JSONValue {
    JSONValue(range: range, kind: JSONKind(firstByte: bytes[range.lowerBound]))
  }

  /// True if a value of this kind may be at these bytes: always, for a handle of this document.
  @inline(__always) func holds(_ value: JSONValue) -> Bool {
    value.range.upperBound <= bytes.count && !value.range.isEmpty
      && JSONKind(firstByte: bytes[value.range.lowerBound]) == value.kind
  }
}
