import Accounts
import TextTools

/// A part of a list of passwords, which shows what its lines are.
///
/// A real list of what people chose has odd lines: braces, tags, digests, blanks, any bytes. So one line
/// says nothing; half of them do.
struct ListSample {
  /// How many bytes are looked at.
  static let length = 4096

  private let bytes: [UInt8]
  /// The lines that are whole and not blank.
  let lines: [ArraySlice<UInt8>]

  /// - Parameters:
  ///   - isFirst: whether the bytes begin with a line.
  ///   - isLast: whether the last line is whole.
  init(_ bytes: [UInt8], isFirst: Bool, isLast: Bool) {
    self.bytes = bytes
    let start = isFirst ? 0 : bytes.firstIndex { $0.isLineEnd } ?? bytes.count
    let end = isLast ? bytes.count : bytes.lastIndex { $0.isLineEnd } ?? start
    lines = bytes[start..<max(start, end)].split { $0.isLineEnd }
      .filter { !$0.allSatisfy(\.isBlank) }
  }

  /// Whether it is neither in UTF-16 nor binary: there are few control characters in passwords.
  var isText: Bool {
    let isUTF16 = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    let controls = bytes.count { ($0 < 0x20 && $0 != 0x09 && !$0.isLineEnd) || $0 == 0x7F }
    return !isUTF16 && controls * 20 <= bytes.count
  }

  /// Whether less than half of the lines are those of another file.
  var mayBePasswords: Bool {
    let others = lines.count { $0.isSHA1 || $0.isOther }
    return lines.isEmpty || others * 2 < lines.count
  }

  /// Whether it is the start of a web page, such as the answer of a server that has no list.
  var isPage: Bool {
    let start = bytes.drop { $0.isLineEnd || $0.isBlank }.prefix(15).map(\.lowercasedASCII)
    return ["<!doctype html", "<html", "<?xml"].contains { start.starts(with: $0.utf8) }
      && lines.dropFirst().contains { $0.hasTag }
  }
}

extension SHA1 {
  static let digits = 40
}

extension ArraySlice<UInt8> {
  /// A digest, and perhaps a colon and a count.
  var isSHA1: Bool { digits == SHA1.digits && (after == nil || after == 0x3A) }

  /// A line of a file that is no list of passwords.
  fileprivate var isOther: Bool {
    let text = drop(while: \.isBlank)
    return count > PasswordText.maximumBytes || text.isHash || text.behindName?.isHash == true
      || text.isMember || text.hasTag || text.isOfMail || (text.count < count && text.isCounted)
  }

  /// A digest of another size, with quotes around it or something behind it; the rest of a SHA-1 as
  /// Have I Been Pwned's ranges have them; `$id$…` or `{SCHEME}…`.
  private var isHash: Bool {
    let text = drop { "\"'".utf8.contains($0) }
    if text.digits == 35, text.after == 0x3A { return true }
    if [32, 40, 48, 56, 64, 96, 128].contains(text.digits), text.after?.isLetterOrDigit != true {
      return true
    }
    guard text.first == 0x24 || text.first == 0x7B else { return false }
    let scheme = text.dropFirst().prefix { $0.isLetterOrDigit || "-_.".utf8.contains($0) }
    let hash = text[scheme.endIndex...]
    return !scheme.isEmpty && hash.first == (text.first == 0x24 ? 0x24 : 0x7D) && hash.count > 20
      && !hash.contains(where: \.isBlank)
  }

  /// What is behind a name and a colon, as in htpasswd.
  private var behindName: ArraySlice<UInt8>? {
    firstIndex(of: 0x3A).map { self[($0 + 1)...] }
  }

  /// A line of JSON, or a quoted value.
  private var isMember: Bool {
    if allSatisfy({ "{}[],".utf8.contains($0) || $0.isBlank }) { return true }
    if ["{\"", "[\"", "[{", "[["].contains(where: { starts(with: $0.utf8) }) { return true }
    guard first == 0x22 else { return false }
    let end = lastIndex { $0 != 0x2C && !$0.isBlank } ?? startIndex
    let isQuoted = end > startIndex && self[end] == 0x22
    guard let quote = dropFirst().firstIndex(of: 0x22) else { return isQuoted }
    return isQuoted || self[(quote + 1)...].drop(while: \.isBlank).first == 0x3A
  }

  /// `<a …>`, `</a>` or `<!…>` at its start.
  fileprivate var hasTag: Bool {
    let text = drop(while: \.isBlank)
    guard text.first == 0x3C, let next = text.dropFirst().first else { return false }
    return (next.isLetterOrDigit || "/!?".utf8.contains(next)) && text.contains(0x3E)
  }

  /// `ada@example.com:password`.
  private var isOfMail: Bool {
    guard let end = firstIndex(where: { ":;|".utf8.contains($0) }) else { return false }
    let name = self[..<end]
    return name.contains(0x40) && !name.contains(where: \.isBlank)
  }

  /// A count, as `uniq -c` puts before each line.
  private var isCounted: Bool {
    let behind = drop(while: \.isASCIIDigit)
    return behind.count < count && behind.first == 0x20 && behind.count > 1
  }

  private var digits: Int { prefix(while: \.isHexDigit).count }
  private var after: UInt8? { dropFirst(digits).first }
}

extension UInt8 {
  var isLineEnd: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }

  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  var isHexDigit: Bool {
    isASCIIDigit || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(uppercasedHex)
  }

  var uppercasedHex: UInt8 {
    (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self) ? self - 32 : self
  }

  fileprivate var isLetterOrDigit: Bool { isASCIILetter || isASCIIDigit }
}
