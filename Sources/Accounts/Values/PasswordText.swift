/// A password as a person types it: bytes without NUL, as many as crypt(3) takes.
///
/// It is never trimmed and never truncated, compares byte by byte, and never shows itself: its
/// descriptions are asterisks.
public struct PasswordText: Sendable, Hashable {
  /// The most bytes that crypt(3) takes.
  public static let maximumBytes = 511

  package let bytes: [UInt8]

  /// Takes a password; throws the rule that it breaks.
  public init(_ text: String) throws(Rule) { try self.init(bytes: Array(text.utf8)) }

  /// Takes a password as it came in, text or not; throws the rule that it breaks.
  public init(bytes: [UInt8]) throws(Rule) {
    guard !bytes.contains(0) else { throw .noNUL }
    guard bytes.count <= Self.maximumBytes else { throw .maximumBytes(Self.maximumBytes) }
    self.bytes = bytes
  }

  /// The password of no bytes.
  static let empty = PasswordText()

  private init() { bytes = [] }

  /// The password as text, or nil where its bytes are no UTF-8.
  var text: String? { String(validating: bytes, as: UTF8.self) }

  /// Whether two byte strings are the same, in a time that depends on their lengths alone.
  static func sameInConstantTime(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for index in left.indices { difference |= left[index] ^ right[index] }
    return difference == 0
  }
}

extension PasswordText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "********" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
