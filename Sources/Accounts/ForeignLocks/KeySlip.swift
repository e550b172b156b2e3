package import LosslessJSON

/// A key beside the fields of an account that was most likely meant as one of them.
///
/// An account that lacks that field is closed: somebody wrote `"disable": true` to keep a person
/// out.
package enum KeySlip: Sendable, Hashable {
  /// One edit away from a field's name, or the same but for capitals, underscores and hyphens.
  case misspelt(Field)
  /// Another program's word for who may log in, or until when.
  case mark(LoginMark)

  /// The slip that a key most likely is; nil for an owner's own key.
  package init?(_ key: String) {
    if let mark = LoginMark(key), mark.isFlag || mark.isDay {
      self = .mark(mark)
    } else if let field = Self.field(like: key) {
      self = .misspelt(field)
    } else {
      return nil
    }
  }

  /// The field that was meant.
  package var field: Field {
    switch self {
    case .misspelt(let field): field
    case .mark(let mark): mark.isDay ? .validUntil : .disabled
    }
  }

  /// The rule that an own key breaks beside the fields of an account, and the field that was meant.
  ///
  /// - Parameter field: the value of a field that the account has.
  package static func brokenRule(
    of member: JSONLiteral.Member, beside field: (Field) -> FieldValue?
  ) -> (field: Field, rule: FieldRule)? {
    guard let slip = KeySlip(member.key) else { return nil }
    return slip.brokenRule(member.value, beside: field).map { (slip.field, $0) }
  }

  private func brokenRule(
    _ value: JSONLiteral, beside field: (Field) -> FieldValue?
  ) -> FieldRule? {
    switch self {
    case .misspelt(let intended): field(intended) == nil ? .keyLike(intended) : nil
    case .mark(let mark): Self.brokenRule(of: mark, value, besideDisabled: field(.disabled))
    }
  }

  /// The rule that a mark breaks. A disabled account is kept out by that alone. Null, lists,
  /// objects and numbers are an owner's own.
  private static func brokenRule(
    of mark: LoginMark, _ value: JSONLiteral, besideDisabled disabled: FieldValue?
  ) -> FieldRule? {
    if let disabled, disabled != .flag(false) { return nil }
    if disabled == nil, let open = strictMarks[mark.name] {
      return value == .bool(open) ? nil : .markInstead(of: .disabled, unless: open)
    }
    let text: String
    switch value {
    case .bool(let flag): text = flag ? "true" : "false"
    case .string(let string): text = string
    case .null, .number, .array, .object: return nil
    }
    if mark.isDay { return LoginMark.saysNever(text) ? nil : .keyLike(.validUntil) }
    let (finding, isClear) = mark.finding(in: text)
    guard finding == .mayNotLogIn, isClear || disabled == nil else { return nil }
    return .markInstead(of: .disabled, unless: mark.effect == .permission)
  }

  /// True if the key was meant to say who may log in. Leaving it out would let somebody in.
  package var limitsLogin: Bool { Self.isOfLogin(field) }

  /// The marks that close an account with any value but one, if it does not say `disabled`.
  static let strictMarks = [
    "disable": false, "locked": false, "enable": true, "enabled": true, "active": true,
  ]

  /// The field that a key may stand for that closes nothing.
  package static func field(hintedAtBy key: String) -> Field? { hints[key.lowercased()] }

  static let hints: [String: Field] = [
    "group": .groups, "expires": .validUntil, "until": .validUntil,
  ]
}

extension KeySlip {
  /// Words one edit away from a field's name that people use for something else. None is that near
  /// to a field that says who may log in.
  static let ownWords: Set<String> = [
    "mail", "groupe", "groupes", "passwort", "passord", "listname", "lostname", "usergame",
    "birthdata",
  ]

  private static let foldedOwnWords = Set(ownWords.map { $0.unicodeScalars.map(\.value) })

  /// True for a field that says who may log in.
  package static func isOfLogin(_ field: Field) -> Bool {
    field.row.says == .access && ![.password, .groups].contains(field)
  }

  private static func field(like key: String) -> Field? {
    let scalars = key.lowercased().unicodeScalars.map(\.value)
    guard let last = scalars.last else { return nil }
    let folded = scalars.filter { $0 != underscore && $0 != hyphen }
    if let field = names.first(where: { $0.folded == folded })?.field { return field }
    // `phone2` is another number.
    guard !(0x30...0x39).contains(last), hints[key.lowercased()] == nil,
      !foldedOwnWords.contains(folded)
    else { return nil }
    return names.first { name in name.spellings.contains { $0.isMissed(by: scalars) } }?.field
  }

  private static let (underscore, hyphen) = (UInt32(0x5F), UInt32(0x2D))

  /// The fields' names in small letters, and with an underscore or a hyphen between their words.
  private static let names = Field.allCases.map { field in
    (
      field: field, folded: words(of: field).joined().unicodeScalars.map(\.value),
      spellings: spellings(of: field)
    )
  }

  /// True for a key one edit away from a mark of other programs, but for its first and last letter.
  package static func isMistypedMark(_ key: String) -> Bool {
    let scalars = LoginMark.folded(key).unicodeScalars.map(\.value)
    return KeySlip(key) == nil && LoginMark(key) == nil
      && marks.contains { name in
        let isOtherEnd =
          scalars.count == name.scalars.count
          && scalars.dropLast() == name.scalars.dropLast()
        return !isOtherEnd && name.isMissed(by: scalars)
      }
  }

  private static let marks = LoginMark.table.flatMap(\.names).compactMap { LoginMark($0) }
    .filter { ($0.isFlag || $0.isDay) && !$0.name.contains("-") }
    .map { Spelling([LoginMark.folded($0.name)], joint: "", isStrict: false) }

  static func spellings(of field: Field) -> [Spelling] {
    let words = words(of: field)
    let joints = words.count == 1 ? [""] : ["", "_", "-"]
    return joints.map { Spelling(words, joint: $0, isStrict: isOfLogin(field)) }
  }

  /// The words of a field's name: `valid`, `until`.
  static func words(of field: Field) -> [String] {
    var words = [""]
    for character in field.key {
      if character.isUppercase { words.append("") }
      words[words.count - 1] += character.lowercased()
    }
    return words
  }

  /// A field's name in small letters.
  struct Spelling {
    let text: String
    let scalars: [UInt32]
    /// The positions at which its words begin.
    let starts: [Int]
    /// True if any edit is a slip. Else a letter before or behind the name, or another at the
    /// beginning of a word, makes a word of its own: `hphone`, `emailW`, `firstNames`, `lastGame`.
    let isStrict: Bool

    init(_ words: [String], joint: String, isStrict: Bool) {
      (text, self.isStrict) = (words.joined(separator: joint), isStrict)
      scalars = text.unicodeScalars.map(\.value)
      var (starts, place) = ([Int](), 0)
      for word in words {
        starts.append(place)
        place += word.unicodeScalars.count + joint.unicodeScalars.count
      }
      self.starts = starts
    }

    /// True if a character of the name is missing, one too many or another, or two neighbours are
    /// swapped, and that makes no word of its own.
    func isMissed(by key: [UInt32]) -> Bool {
      guard abs(key.count - scalars.count) <= 1 else { return false }
      let start = zip(key, scalars).prefix { $0 == $1 }.count
      let end = zip(key.dropFirst(start).reversed(), scalars.dropFirst(start).reversed())
        .prefix { $0 == $1 }.count
      switch (key.count - start - end, scalars.count - start - end) {
      case (2, 2): return key[start] == scalars[start + 1] && key[start + 1] == scalars[start]
      case (0, 1): return true
      case (1, 1): return isStrict || !starts.contains(start) || !Self.isLetter(key[start])
      case (1, 0):
        let isOutside = start == 0 || start == scalars.count && key[start] != scalars.last
        return isStrict || !isOutside || !Self.isLetter(key[start])
      default: return false
      }
    }

    /// True for a small English letter or a figure.
    private static func isLetter(_ scalar: UInt32) -> Bool {
      (0x61...0x7A).contains(scalar) || (0x30...0x39).contains(scalar)
    }
  }
}
