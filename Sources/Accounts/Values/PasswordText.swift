/// A password as typed: bytes without NUL, no more than crypt(3) takes.
///
/// It is never trimmed or truncated, is compared byte by byte, and never shows itself: its
/// descriptions are asterisks. Only ``revealed()`` does.
public struct PasswordText: Sendable, Hashable, Redacted {
  /// The most bytes that crypt(3) takes.
  public static let maximumBytes = 511

  package let bytes: [UInt8]

  /// Makes a password from text; throws the rule that it breaks.
  public init(_ text: String) throws(FieldRule) { try self.init(bytes: Array(text.utf8)) }

  /// Makes a password from raw bytes, UTF-8 or not; throws the rule that it breaks.
  public init(bytes: [UInt8]) throws(FieldRule) {
    guard !bytes.contains(0) else { throw .noNUL }
    guard bytes.count <= Self.maximumBytes else { throw .maximumBytes(Self.maximumBytes) }
    self.bytes = bytes
  }

  /// The password in the open: generated, or an invitation's code, to be handed to its owner, and
  /// kept nowhere else. Bytes that are not UTF-8 become U+FFFD.
  public func revealed() -> String { String(decoding: bytes, as: UTF8.self) }

  static let empty = PasswordText()

  private init() { bytes = [] }

  /// The password as text, or nil if it is not UTF-8.
  package var text: String? { String(validating: bytes, as: UTF8.self) }

  /// Compares byte strings in a time that depends only on their lengths.
  static func sameInConstantTime(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for index in left.indices { difference |= left[index] ^ right[index] }
    return difference == 0
  }
}
