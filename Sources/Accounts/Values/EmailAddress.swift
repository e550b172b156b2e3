import TextTools

/// An email address: a dot-atom, one `@`, and a host name of two or more labels, all in ASCII.
///
/// It is valid because it exists. Two addresses that differ only in case name the same account, and
/// have the same `key`; they are equal only where their spelling is the same too.
public struct EmailAddress: Sendable, Hashable {
  /// The address as it was written.
  public let text: String

  /// Parses an address; throws what is wrong with it. Surrounding space is an error here.
  public init(_ text: some StringProtocol) throws(Rule) {
    if let culprit = String(text).firstForbiddenScalar { throw .noControlCharacters(culprit) }
    if let fault = Self.fault(in: text) { throw .address(fault) }
    self.text = String(text)
  }

  /// The part before the `@`.
  public var beforeAt: Substring { text[..<at] }

  /// The part after the `@`.
  public var host: Substring { text[at...].dropFirst() }

  private var at: String.Index { text.utf8.firstIndex(of: UInt8(ascii: "@")) ?? text.endIndex }

  /// The address in lower case, equal for all spellings of one address.
  public var key: String { AccountName(text).key }
}

extension EmailAddress: CustomStringConvertible {
  public var description: String { text }
}

extension EmailAddress {
  /// The most bytes that an address has.
  static let maximumBytes = 254

  /// Why a text is not an address.
  public enum Fault: Sendable, Hashable {
    /// White space in it.
    case space
    /// A character that is not ASCII.
    case notASCII(Character)
    /// No `@`.
    case noAt
    /// More than one `@`.
    case secondAt
    /// Nothing before the `@`.
    case nothingBeforeAt
    /// A character before the `@` that a dot-atom cannot have.
    case characterBeforeAt(Character)
    /// A dot at the start or end of the part before the `@`, or two in a row.
    case dotBeforeAt
    /// Nothing after the `@`.
    case nothingAfterAt
    /// No dot after the `@`.
    case noDotAfterAt
    /// An empty label: a dot at the start or end of the host, or two in a row.
    case emptyLabel
    /// A character in the host that is not a letter, digit or hyphen.
    case characterInHost(Character)
    /// A label that begins or ends with a hyphen.
    case hyphenAtLabelEdge
    /// A last label of one character.
    case shortLastLabel
    /// A last label without a letter, as in `a@192.168.0.10`.
    case lastLabelWithoutLetter
    /// A part that is too long.
    case tooLong(part: Part, maximum: Int)

    /// The parts of an address whose length is bounded (RFC 5321, 4.5.3.1).
    public enum Part: Sendable, Hashable { case whole, beforeAt, label }
  }

  /// Works on bytes: an address is ASCII, and a file may hold a hundred thousand of them.
  private static func fault(in text: some StringProtocol) -> Fault? {
    let bytes = Array(text.utf8)
    if !bytes.allSatisfy({ $0 > 0x20 && $0 < 0x80 }) {
      if text.contains(where: \.isWhitespace) { return .space }
      if let stranger = text.first(where: { !$0.isASCII }) { return .notASCII(stranger) }
    }
    guard let at = bytes.firstIndex(of: UInt8(ascii: "@")) else { return .noAt }
    guard bytes.lastIndex(of: UInt8(ascii: "@")) == at else { return .secondAt }
    return fault(beforeAt: bytes[..<at]) ?? fault(host: bytes[(at + 1)...])
      ?? (bytes.count > maximumBytes ? .tooLong(part: .whole, maximum: maximumBytes) : nil)
  }

  private static func fault(beforeAt bytes: ArraySlice<UInt8>) -> Fault? {
    guard let last = bytes.last else { return .nothingBeforeAt }
    var before = UInt8(ascii: ".")
    for byte in bytes {
      if byte == UInt8(ascii: ".") {
        if before == byte { return .dotBeforeAt }
      } else if !byte.isASCIILetter, !byte.isASCIIDigit, !marks.contains(byte) {
        return .characterBeforeAt(Character(Unicode.Scalar(byte)))
      }
      before = byte
    }
    if last == UInt8(ascii: ".") { return .dotBeforeAt }
    return bytes.count > 64 ? .tooLong(part: .beforeAt, maximum: 64) : nil
  }

  private static let marks = Array("!#$%&'*+-/=?^_`{|}~".utf8)

  private static func fault(host: ArraySlice<UInt8>) -> Fault? {
    guard !host.isEmpty else { return .nothingAfterAt }
    var labels = 0
    var start = host.startIndex
    while true {
      let end = host[start...].firstIndex(of: UInt8(ascii: ".")) ?? host.endIndex
      let label = host[start..<end]
      if let fault = fault(label: label) { return fault }
      labels += 1
      guard end < host.endIndex else {
        if labels == 1 { return .noDotAfterAt }
        if label.count < 2 { return .shortLastLabel }
        return label.contains { $0.isASCIILetter } ? nil : .lastLabelWithoutLetter
      }
      start = end + 1
    }
  }

  private static func fault(label: ArraySlice<UInt8>) -> Fault? {
    let hyphen = UInt8(ascii: "-")
    for byte in label where !byte.isASCIILetter && !byte.isASCIIDigit && byte != hyphen {
      return .characterInHost(Character(Unicode.Scalar(byte)))
    }
    guard let first = label.first, let last = label.last else { return .emptyLabel }
    if first == hyphen || last == hyphen { return .hyphenAtLabelEdge }
    return label.count > 63 ? .tooLong(part: .label, maximum: 63) : nil
  }
}
