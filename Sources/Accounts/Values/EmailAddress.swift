/// An email address: a dot-atom, one `@`, and a host name of two or more labels, all in ASCII.
///
/// It is valid because it exists. Two addresses that differ only in case are the same address;
/// the spelling that was given is kept.
public struct EmailAddress: Sendable {
  /// The address as it was written.
  public let text: String

  /// What keeps a text from being an address.
  public typealias Fault = AddressFault

  /// Reads an address; throws what is wrong with it. Space around it is not forgiven here.
  public init(_ text: some StringProtocol) throws(Rule) {
    if let culprit = String(text).firstForbiddenScalar { throw .noControlCharacters(culprit) }
    if let fault = Self.fault(in: text) { throw .address(fault) }
    self.text = String(text)
  }

  /// What stands before the `@`.
  public var beforeAt: Substring { text[..<at] }

  /// What stands after the `@`.
  public var host: Substring { text[at...].dropFirst() }

  private var at: String.Index { text.utf8.firstIndex(of: UInt8(ascii: "@")) ?? text.endIndex }

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
  /// Looks at bytes: an address is ASCII, and a file may hold a hundred thousand of them.
  private static func fault(in text: some StringProtocol) -> Fault? {
    let bytes = Array(text.utf8)
    if !bytes.allSatisfy({ $0 > 0x20 && $0 < 0x80 }) {
      if text.contains(where: \.isWhitespace) { return .space }
      if let stranger = text.first(where: { !$0.isASCII }) { return .notASCII(stranger) }
    }
    guard let at = bytes.firstIndex(of: UInt8(ascii: "@")) else { return .noAt }
    guard bytes.lastIndex(of: UInt8(ascii: "@")) == at else { return .secondAt }
    return fault(beforeAt: bytes[..<at]) ?? fault(host: bytes[(at + 1)...])
      ?? (bytes.count > 254 ? .tooLong(part: .whole, maximum: 254) : nil)
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
        return label.count < 2 ? .shortLastLabel : nil
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
