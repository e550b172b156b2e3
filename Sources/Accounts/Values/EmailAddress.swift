import TextTools

/// An email address: a dot-atom, one `@`, and a host name of two or more labels, all in ASCII. The
/// dot-atom is no UUID.
///
/// It is valid because it exists. Two addresses that differ only in case name the same account;
/// they are equal only if their spelling is the same too.
public struct EmailAddress: Sendable, Hashable {
  /// The address as it was written.
  public let text: String

  init(checked text: String) { self.text = text }

  /// Parses an address; throws the rule that it breaks. Surrounding space is an error here.
  public init(_ text: some StringProtocol) throws(FieldRule) {
    let text = String(text)
    if let rule = Self.brokenRule(text.utf8.span) { throw rule }
    self.text = text
  }
}

extension EmailAddress: CustomStringConvertible {
  public var description: String { text }
}

extension EmailAddress {
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

  /// The rule that UTF-8 breaks; nil if it is an address.
  static func brokenRule(_ utf8: Span<UInt8>) -> FieldRule? {
    guard let fault = fault(in: utf8) else {
      return hasUUIDBeforeAt(utf8) ? .uuidBeforeAt : nil
    }
    // Beyond ASCII, characters show the error better than bytes.
    let text = String(utf8)
    if let culprit = text.firstForbiddenScalar { return .noControlCharacters(culprit) }
    if text.contains(where: \.isWhitespace) { return .address(.space) }
    if let stranger = text.first(where: { !$0.isASCII }) { return .address(.notASCII(stranger)) }
    return .address(fault)
  }

  private static func hasUUIDBeforeAt(_ address: Span<UInt8>) -> Bool {
    let length = AccountID.length
    return address.count > length && address[length] == UInt8(ascii: "@")
      && AccountID.hasForm(address.extracting(..<length))
  }

  private static func fault(in bytes: Span<UInt8>) -> Fault? {
    var found: Int?
    for index in bytes.indices where bytes[index] == UInt8(ascii: "@") {
      guard found == nil else { return .secondAt }
      found = index
    }
    guard let at = found else { return .noAt }
    return fault(beforeAt: bytes.extracting(..<at)) ?? fault(host: bytes.extracting((at + 1)...))
      ?? (bytes.count > maximumBytes ? .tooLong(part: .whole, maximum: maximumBytes) : nil)
  }

  private static func fault(beforeAt bytes: Span<UInt8>) -> Fault? {
    guard !bytes.isEmpty else { return .nothingBeforeAt }
    var before = UInt8(ascii: ".")
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == UInt8(ascii: ".") {
        if before == byte { return .dotBeforeAt }
      } else if !byte.isASCIILetter, !byte.isASCIIDigit, !isMark(byte) {
        return .characterBeforeAt(Character(Unicode.Scalar(byte)))
      }
      before = byte
    }
    if before == UInt8(ascii: ".") { return .dotBeforeAt }
    return bytes.count > 64 ? .tooLong(part: .beforeAt, maximum: 64) : nil
  }

  /// True for the signs that a dot-atom may have.
  private static func isMark(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "*"),
      UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "="),
      UInt8(ascii: "?"), UInt8(ascii: "^")...UInt8(ascii: "`"),
      UInt8(ascii: "{")...UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func fault(host: Span<UInt8>) -> Fault? {
    guard !host.isEmpty else { return .nothingAfterAt }
    var labels = 0
    var start = 0
    while true {
      var end = start
      while end < host.count, host[end] != UInt8(ascii: ".") { end += 1 }
      let label = host.extracting(start..<end)
      if let fault = fault(label: label) { return fault }
      labels += 1
      guard end < host.count else {
        if labels == 1 { return .noDotAfterAt }
        if label.count < 2 { return .shortLastLabel }
        for index in label.indices where label[index].isASCIILetter { return nil }
        return .lastLabelWithoutLetter
      }
      start = end + 1
    }
  }

  private static func fault(label: Span<UInt8>) -> Fault? {
    let hyphen = UInt8(ascii: "-")
    for index in label.indices {
      let byte = label[index]
      guard byte.isASCIILetter || byte.isASCIIDigit || byte == hyphen else {
        return .characterInHost(Character(Unicode.Scalar(byte)))
      }
    }
    guard !label.isEmpty else { return .emptyLabel }
    if label[0] == hyphen || label[label.count - 1] == hyphen { return .hyphenAtLabelEdge }
    return label.count > 63 ? .tooLong(part: .label, maximum: 63) : nil
  }
}
