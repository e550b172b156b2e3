import TextTools

/// A value to be written.
///
/// Members keep their order, and duplicate keys are allowed. Texts are compared by bytes, unlike
/// `String`, which ignores how accents are composed.
///
///     let account: JSONLiteral = .object([
///       .init("email", .string("ada@example.com")), .init("age", .integer(36)),
///     ])
public enum JSONLiteral: Sendable, Hashable {
  /// The word `null`.
  case null
  /// The word `true` or `false`.
  case bool(Bool)
  /// A number as it will be written. Text that is not a JSON number is written as a string, so the
  /// output is always JSON.
  case number(String)
  /// A text, unescaped.
  case string(String)
  /// Elements in their order.
  case array([JSONLiteral])
  /// Members in their order.
  case object([Member])

  /// One key of an object to be written, and its value.
  public struct Member: Sendable, Hashable {
    /// The key, without quotes or escapes.
    public var key: String
    /// The value for the key.
    public var value: JSONLiteral

    /// A key and its value.
    public init(_ key: String, _ value: JSONLiteral) {
      self.key = key
      self.value = value
    }
  }

  /// A whole number.
  public static func integer(_ value: some BinaryInteger) -> JSONLiteral { .number(String(value)) }

  /// The nesting of arrays and objects: 0 for any other value.
  package var depth: Int {
    switch self {
    case .array(let elements): 1 + (elements.lazy.map(\.depth).max() ?? 0)
    case .object(let members): 1 + (members.lazy.map(\.value.depth).max() ?? 0)
    case .null, .bool, .number, .string: 0
    }
  }
}

extension JSONLiteral {
  public static func == (left: JSONLiteral, right: JSONLiteral) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)), (.string(let left), .string(let right)):
      left.utf8.span.isSame(as: right.utf8.span)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .number(let text), .string(let text): hasher.combine(bytesOf: text)
    case .array(let elements): hasher.combine(elements)
    case .object(let members): hasher.combine(members)
    }
  }
}

extension JSONLiteral.Member {
  public static func == (left: Self, right: Self) -> Bool {
    left.key.utf8.span.isSame(as: right.key.utf8.span) && left.value == right.value
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(bytesOf: key)
    hasher.combine(value)
  }
}

extension Hasher {
  fileprivate mutating func combine(bytesOf text: String) {
    for byte in text.utf8 { combine(byte) }
    combine(0xFF as UInt8)
  }
}

extension JSONDocument {
  /// A value as a literal, fully decoded; nil if it contains a lone surrogate.
  public func literal(_ value: JSONValue) -> JSONLiteral? {
    switch value.kind {
    case .null: return .null
    case .bool: return bool(value).map { .bool($0) }
    case .number: return number(value).map { .number($0) }
    case .string: return string(value).map { .string($0) }
    case .array:
      var elements: [JSONLiteral] = []
      for element in self.elements(of: value) {
        guard let literal = literal(element) else { return nil }
        elements.append(literal)
      }
      return .array(elements)
    case .object:
      var members: [JSONLiteral.Member] = []
      for member in self.members(of: value) {
        guard let key = string(member.key), let literal = literal(member.value) else { return nil }
        members.append(JSONLiteral.Member(key, literal))
      }
      return .object(members)
    }
  }
}
