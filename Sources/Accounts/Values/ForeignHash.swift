import TextTools

/// The shape of a text that stands in place of a password, and that nobody is taken to have typed:
/// another program's hash, or a slip around a hash or a lock of ours.
///
/// Other programs' hashes are too many for a list, but they have shapes. Each of six rules says one;
/// the comments name them by their numbers. What comes by prompts, options, forms and generators is
/// not looked at.
public enum ForeignHash: Sendable, Hashable {
  /// It begins with `!`, `*` or `{` (1), begins or ends with a space or an invisible character (2),
  /// or is a hash of ours or a lock with quotes, brackets or the like around it (3).
  case marked
  /// It has the length and the characters of a hash (4), 32 hexadecimal digits in a row (5), or a
  /// long piece that is not words (6). A person may have typed it all the same.
  case long

  private static let leastCharacters = 16
  private static let leastDigits = 32
  private static let leastPiece = 24

  /// The shape of a stored password in UTF-8; nil for a hash of ours, a lock, and a typed password.
  package init?(_ utf8: Span<UInt8>) {
    guard !utf8.isEmpty else { return nil }
    let (first, last) = (utf8[0], utf8[utf8.count - 1])
    // Most typed passwords are short, and begin and end with a letter or a digit.
    if utf8.count < Self.leastCharacters, first.isLetterOrDigit, last.isLetterOrDigit { return nil }
    if StoredPassword.isKept(utf8) { return nil }
    let core = utf8.core
    if Self.isMarked(utf8, core) {
      self = .marked
    } else if Self.isLong(utf8, core) {
      self = .long
    } else {
      return nil
    }
  }

  private static func isMarked(_ utf8: Span<UInt8>, _ core: Range<Int>) -> Bool {
    if "!*{".utf8.contains(utf8[0]) { return true }
    if core.count == utf8.count { return false }
    if utf8.isUnseen(0..<utf8.end(ofScalarAt: 0)) { return true }
    if utf8.isUnseen(utf8.start(ofScalarBefore: utf8.count)..<utf8.count) { return true }
    return StoredPassword.isKept(utf8.extracting(core))
  }

  private static func isLong(_ utf8: Span<UInt8>, _ core: Range<Int>) -> Bool {
    guard utf8.count >= leastCharacters else { return false }
    return utf8.scalarCount >= leastCharacters && hasScheme(utf8, core)
      || hasDigits(utf8) || hasPiece(utf8, core)
  }

  /// Rule (4), of a text that is long enough: the signs with which programs name their schemes.
  private static func hasScheme(_ utf8: Span<UInt8>, _ core: Range<Int>) -> Bool {
    func isFirstSign(_ index: Int) -> Bool { "$#_(".utf8.contains(utf8[index]) }
    if isFirstSign(0) || !core.isEmpty && isFirstSign(core.lowerBound) { return true }
    if utf8.contains(UInt8(ascii: "{")), utf8.contains(UInt8(ascii: "}")) { return true }
    let dollar = UInt8(ascii: "$")
    guard let one = utf8.firstIndex(of: dollar) else { return false }
    return utf8.extracting((one + 1)..<utf8.count).contains(dollar)
  }

  /// Rule (5).
  private static func hasDigits(_ utf8: Span<UInt8>) -> Bool {
    guard utf8.count >= leastDigits else { return false }
    var count = 0
    for index in utf8.indices {
      count = utf8[index].isHexadecimalDigit ? count + 1 : 0
      if count == leastDigits { return true }
    }
    return false
  }

  /// Rule (6).
  private static func hasPiece(_ utf8: Span<UInt8>, _ core: Range<Int>) -> Bool {
    guard core.count >= leastPiece else { return false }
    var start = core.lowerBound
    for index in core.lowerBound...core.upperBound {
      if index < core.upperBound, utf8[index].isOfHash { continue }
      // Only spaces end a piece; with another character in it, it is not a hash.
      if index - start >= leastPiece,
        start == core.lowerBound
          || utf8.isSpace(utf8.start(ofScalarBefore: start)..<start),
        index == core.upperBound || utf8.isSpace(index..<utf8.end(ofScalarAt: index)),
        !isWords(utf8.extracting(start..<index))
      {
        return true
      }
      start = index + 1
    }
    return false
  }

  /// True for words, joined by one sign each or by none, with up to four digits at the end.
  private static func isWords(_ utf8: Span<UInt8>) -> Bool {
    isWords(utf8, joined: true) || isWords(utf8, joined: false)
  }

  private static func isWords(_ utf8: Span<UInt8>, joined: Bool) -> Bool {
    let areCapitalised = utf8[0].isCapital
    var (index, count) = (0, 0)
    while true {
      let start = index
      if index < utf8.count, utf8[index].isCapital, joined || areCapitalised { index += 1 }
      let isCapitalised = index > start
      while index < utf8.count, utf8[index].isSmall { index += 1 }
      let letters = index - start
      while index < utf8.count, utf8[index].isASCIIDigit { index += 1 }
      let digits = index - start - letters
      if !joined, letters < 3 || isCapitalised != areCapitalised { return false }
      if index == utf8.count {
        // The digits at the end may have a joint before them.
        return digits <= 4 && (!joined || count > 0 && letters + digits > 0)
      }
      guard letters > 0, digits <= (joined ? 2 : 1) else { return false }
      if joined {
        guard "-_.,".utf8.contains(utf8[index]) else { return false }
        index += 1
      }
      count += 1
    }
  }
}

extension Span<UInt8> {
  /// What is left without spaces, quotes, brackets, commas, semicolons and invisible characters at
  /// both ends.
  fileprivate var core: Range<Int> {
    var (start, end) = (0, count)
    while start < end {
      let next = self.end(ofScalarAt: start)
      guard isAround(start..<next) else { break }
      start = next
    }
    while end > start {
      let last = Swift.max(start, self.start(ofScalarBefore: end))
      guard isAround(last..<end) else { break }
      end = last
    }
    return start..<end
  }

  /// The end of the scalar that begins at an index. Broken UTF-8 has scalars of some length, too.
  fileprivate func end(ofScalarAt index: Int) -> Int {
    var end = index + 1
    while end < count, end - index < 4, self[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }

  fileprivate func start(ofScalarBefore index: Int) -> Int {
    var start = index - 1
    while start > 0, index - start < 4, self[start] & 0xC0 == 0x80 { start -= 1 }
    return start
  }

  /// The scalar of some bytes, of which there are four at most; nil if they do not begin one.
  private func scalar(_ range: Range<Int>) -> Unicode.Scalar? {
    let first = self[range.lowerBound]
    guard first >= 0x80 else { return Unicode.Scalar(first) }
    guard range.count > 1, first >= 0xC0 else { return nil }
    var value = UInt32(first & (0x7F >> UInt8(range.count)))
    for index in range.dropFirst() { value = value << 6 | UInt32(self[index] & 0x3F) }
    return Unicode.Scalar(value)
  }

  /// True for a space or an invisible character.
  fileprivate func isUnseen(_ range: Range<Int>) -> Bool {
    guard let scalar = scalar(range) else { return false }
    if scalar.isASCII { return scalar.value <= 0x20 || scalar.value == 0x7F }
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format: return true
    default: return false
    }
  }

  /// True for white space, of which Unicode leaves out four old separators.
  fileprivate func isSpace(_ range: Range<Int>) -> Bool {
    guard let scalar = scalar(range) else { return false }
    return scalar.properties.isWhitespace || (0x1C...0x1F).contains(scalar.value)
  }

  private func isAround(_ range: Range<Int>) -> Bool {
    let first = self[range.lowerBound]
    if first.isLetterOrDigit { return false }
    if first < 0x80, "\"'`()<>[],;".utf8.contains(first) { return true }
    switch scalar(range) {
    case "\u{AB}", "\u{BB}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}": return true
    default: return isUnseen(range)
    }
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool { isASCIILetter || isASCIIDigit }
  fileprivate var isCapital: Bool { self &- 0x41 < 26 }
  fileprivate var isSmall: Bool { self &- 0x61 < 26 }
  fileprivate var isHexadecimalDigit: Bool { isASCIIDigit || (self | 0x20) &- 0x61 < 6 }
  fileprivate var isOfHash: Bool {
    isLetterOrDigit || self < 0x80 && "+/=-_.:$,;#|@~%&{}".utf8.contains(self)
  }
}
