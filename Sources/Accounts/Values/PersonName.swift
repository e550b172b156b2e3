import TextTools

/// A first or last name: text without characters that could move a cursor or forge a line.
public struct PersonName: Sendable, Hashable {
  /// The name as it was written.
  public let text: String

  init(checked text: String) { self.text = text }

  /// Parses a name; throws the rule that it breaks.
  public init(_ text: String) throws(FieldRule) {
    if let rule = Self.brokenRule(text.utf8.span) { throw rule }
    self.text = text
  }

  /// The rule that UTF-8 breaks as a name; nil if it is one.
  static func brokenRule(_ utf8: Span<UInt8>) -> FieldRule? {
    guard !utf8.isPlain else { return nil }
    let text = String(utf8)
    return (text.firstForbiddenScalar ?? text.invisible).map { .noControlCharacters($0) }
  }

  /// Names are equal byte by byte: the same letters in another Unicode form are another name.
  public static func == (left: PersonName, right: PersonName) -> Bool {
    sameText(left.text, right.text)
  }

  /// The name in comparable form for login, without case and surrounding space: canonically
  /// equivalent spellings have the same bytes. Upper-casing first matters: some letters have two
  /// lower-case forms, or none, and only match in upper case.
  public static func key(of text: String) -> String {
    (FieldValues.trimmed(text, for: .firstName) ?? "").uppercased().lowercased().composed
  }
}

extension String {
  /// The first invisible character of a text without visible ones.
  fileprivate var invisible: Unicode.Scalar? {
    func isBlank(_ scalar: Unicode.Scalar) -> Bool {
      let isMark = [.nonspacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
      return isMark || scalar.properties.isDefaultIgnorableCodePoint || scalar == "\u{2800}"
    }
    let isShown = unicodeScalars.contains {
      $0.isASCII ? $0 > " " : !isBlank($0) && !$0.properties.isWhitespace
    }
    return isShown ? nil : unicodeScalars.first(where: isBlank)
  }
}

extension PersonName: CustomStringConvertible {
  public var description: String { text }
}

/// A name in English letters: A-Z and a-z, with single spaces, hyphens and apostrophes inside.
public enum EnglishName {
  /// The rule that UTF-8 breaks as an English name, with the first offending character; nil if it
  /// is one.
  static func brokenRule(_ utf8: Span<UInt8>) -> FieldRule? {
    if hasForm(utf8) { return nil }
    if let rule = PersonName.brokenRule(utf8) { return rule }
    var joinerMayStand = false
    for character in String(utf8) {
      if character.asciiValue?.isASCIILetter == true {
        joinerMayStand = true
      } else if joiners.contains(character) {
        guard joinerMayStand else { return .englishJoiners }
        joinerMayStand = false
      } else {
        return .englishLetters(character)
      }
    }
    return joinerMayStand ? nil : .englishJoiners
  }

  /// True for ASCII letters, with single joiners only after a letter.
  private static func hasForm(_ utf8: Span<UInt8>) -> Bool {
    var joinerMayStand = false
    for index in utf8.indices {
      switch utf8[index] {
      case let byte where byte.isASCIILetter: joinerMayStand = true
      case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "'"):
        guard joinerMayStand else { return false }
        joinerMayStand = false
      default: return false
      }
    }
    return joinerMayStand
  }

  private static let joiners: Set<Character> = [" ", "-", "'"]

  /// The English letter that a Cyrillic one looks like, or nil.
  public static func lookAlike(of character: Character) -> Character? {
    lookAlikes[character]
  }

  private static let lookAlikes: [Character: Character] = [
    "А": "A", "В": "B", "Е": "E", "З": "3", "К": "K", "М": "M", "Н": "H", "О": "O", "Р": "P",
    "С": "C", "Т": "T", "У": "Y", "Х": "X", "Ѕ": "S", "І": "I", "Ј": "J",
    "а": "a", "е": "e", "о": "o", "р": "p", "с": "c", "у": "y", "х": "x", "ѕ": "s", "і": "i",
    "ј": "j", "һ": "h", "ԁ": "d", "ԛ": "q", "ԝ": "w",
  ]
}
