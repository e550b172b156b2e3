/// An email address: a dot-atom, one `@`, and a host name of two or more labels, all in ASCII.
///
/// It is valid because it exists. Two addresses that differ only in case are the same address;
/// the spelling that was given is kept.
public struct EmailAddress: Sendable {
  /// The address as it was written.
  public let text: String

  /// What keeps a text from being an address.
  public enum Fault: Sendable, Hashable {
    case space
    case notASCII(Character)
    case noAt
    case secondAt
    case nothingBeforeAt
    case characterBeforeAt(Character)
    case dotBeforeAt
    case nothingAfterAt
    case noDotAfterAt
    case emptyLabel
    case characterInHost(Character)
    case hyphenAtLabelEdge
    case shortLastLabel
    case tooLong(part: Part, maximum: Int)
  }

  /// The parts of an address whose length is bounded (RFC 5321, 4.5.3.1).
  public enum Part: Sendable, Hashable { case whole, beforeAt, label }

  /// Reads an address; throws what is wrong with it. Space around it is not forgiven here.
  public init(_ text: some StringProtocol) throws(Rule) {
    if let fault = Self.fault(in: text) { throw .address(fault) }
    self.text = String(text)
  }

  /// What stands before the `@`.
  public var beforeAt: Substring { text.prefix { $0 != "@" } }

  /// What stands after the `@`.
  public var host: Substring { text[text.index(after: beforeAt.endIndex)...] }

  /// The address with its letters in lower case: what two spellings of one address share.
  public var key: String { Self.key(of: text) }

  /// Any text with its ASCII letters in lower case, as addresses are compared.
  public static func key(of text: some StringProtocol) -> String {
    String(decoding: text.utf8.map { $0.lowercasedASCII }, as: UTF8.self)
  }
}

extension EmailAddress: Hashable {
  public static func == (left: EmailAddress, right: EmailAddress) -> Bool { left.key == right.key }
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension EmailAddress: CustomStringConvertible {
  public var description: String { text }
}

extension UInt8 {
  var lowercasedASCII: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
  var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  var isASCIILetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self.lowercasedASCII)
  }
}

extension EmailAddress {
  private static let marks = Set("!#$%&'*+-/=?^_`{|}~".utf8)

  private static func fault(in text: some StringProtocol) -> Fault? {
    if text.contains(where: \.isWhitespace) { return .space }
    if let stranger = text.first(where: { !$0.isASCII }) { return .notASCII(stranger) }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return .noAt }
    guard parts.count == 2 else { return .secondAt }
    return fault(beforeAt: parts[0]) ?? fault(host: parts[1])
      ?? (text.utf8.count > 254 ? .tooLong(part: .whole, maximum: 254) : nil)
  }

  private static func fault(beforeAt text: some StringProtocol) -> Fault? {
    guard !text.isEmpty else { return .nothingBeforeAt }
    for atom in text.split(separator: ".", omittingEmptySubsequences: false) {
      guard !atom.isEmpty else { return .dotBeforeAt }
      for character in atom {
        guard let byte = character.asciiValue,
          byte.isASCIILetter || byte.isASCIIDigit || marks.contains(byte)
        else { return .characterBeforeAt(character) }
      }
    }
    return text.utf8.count > 64 ? .tooLong(part: .beforeAt, maximum: 64) : nil
  }

  private static func fault(host: some StringProtocol) -> Fault? {
    guard !host.isEmpty else { return .nothingAfterAt }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    for label in labels {
      guard let first = label.first, let last = label.last else { return .emptyLabel }
      for character in label {
        guard let byte = character.asciiValue,
          byte.isASCIILetter || byte.isASCIIDigit || character == "-"
        else { return .characterInHost(character) }
      }
      if first == "-" || last == "-" { return .hyphenAtLabelEdge }
      if label.utf8.count > 63 { return .tooLong(part: .label, maximum: 63) }
    }
    guard labels.count > 1, let last = labels.last else { return .noDotAfterAt }
    return last.count < 2 ? .shortLastLabel : nil
  }
}
