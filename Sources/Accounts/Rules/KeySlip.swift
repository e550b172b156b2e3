package import LosslessJSON

/// A key beside the fields of an account that was most likely meant as one of them.
///
/// Where the account lacks that field, it is closed: somebody wrote `"disable": true` to keep a person out.
package enum KeySlip: Sendable, Hashable {
  /// One edit away from a field's name, or the same but for capitals, underscores and hyphens.
  case misspelt(Field)
  /// A word for who may log in that other programs use, and the value with which it keeps nobody out.
  case mark(unless: Bool)

  /// What a key was most likely meant as; nil for an owner's own key.
  package init?(_ key: String) {
    if let open = Self.marks[key.lowercased()] {
      self = .mark(unless: open)
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
    case .mark: .disabled
    }
  }

  /// The rule that the key breaks in an account without the field.
  ///
  /// - Parameter flag: its value, if that is true or false.
  package func brokenRule(_ flag: Bool?) -> FieldRule? {
    switch self {
    case .misspelt(let field): .keyLike(field)
    case .mark(let open): flag == open ? nil : .markInstead(of: .disabled, unless: open)
    }
  }

  /// The rule that an own key breaks in an account without the field that was meant.
  package static func brokenRule(of member: JSONLiteral.Member) -> (field: Field, rule: FieldRule)?
  {
    guard let slip = KeySlip(member.key) else { return nil }
    let flag: Bool? = if case .bool(let flag) = member.value { flag } else { nil }
    return slip.brokenRule(flag).map { (slip.field, $0) }
  }

  /// True if the key was meant to say who may log in. Leaving it out would let somebody in.
  package var limitsLogin: Bool {
    switch field {
    case .disabled, .validFrom, .validUntil, .mustChange, .invitedUntil: true
    case .email, .username, .password, .firstName, .lastName, .birthDate, .phone, .groups: false
    }
  }

  /// The words that close an account, with the value that does not.
  static let marks = [
    "disable": false, "locked": false, "enable": true, "enabled": true, "active": true,
  ]

  /// The field that a key may stand for that closes nothing.
  package static func field(hintedAtBy key: String) -> Field? { hints[key.lowercased()] }

  static let hints: [String: Field] = [
    "group": .groups, "expires": .validUntil, "until": .validUntil,
  ]
}

extension KeySlip {
  /// Words near a field's name that people use for something else.
  static let ownWords: Set<String> = [
    "mail", "gmail", "emails", "phones", "iphone",
  ]

  private static func field(like key: String) -> Field? {
    let scalars = key.lowercased().unicodeScalars.map(\.value)
    guard let last = scalars.last else { return nil }
    let folded = scalars.filter { $0 != underscore && $0 != hyphen }
    if let field = names.first(where: { $0.folded == folded })?.field { return field }
    // `phone2` is another number.
    guard !(0x30...0x39).contains(last), hints[key.lowercased()] == nil,
      !ownWords.contains(key.lowercased())
    else { return nil }
    return names.first { $0.spellings.contains { isOneEdit(scalars, $0) } }?.field
  }

  private static let (underscore, hyphen) = (UInt32(0x5F), UInt32(0x2D))

  /// The fields' names in small letters, and with an underscore or a hyphen between their words.
  private static let names = Field.allCases.map { field in
    let words = Self.words(of: field).map { $0.unicodeScalars.map(\.value) }
    let folded = Array(words.joined())
    let spellings =
      words.count == 1
      ? [folded]
      : [
        folded, Array(words.joined(separator: [underscore])),
        Array(words.joined(separator: [hyphen])),
      ]
    return (field: field, folded: folded, spellings: spellings)
  }

  /// The words of a field's name: `valid`, `until`.
  static func words(of field: Field) -> [String] {
    var words = [""]
    for character in field.rawValue {
      if character.isUppercase { words.append("") }
      words[words.count - 1] += character.lowercased()
    }
    return words
  }

  /// True if a character is missing, one too many or another, or two neighbours are swapped.
  private static func isOneEdit(_ left: [UInt32], _ right: [UInt32]) -> Bool {
    guard abs(left.count - right.count) <= 1 else { return false }
    let (short, long) = left.count <= right.count ? (left, right) : (right, left)
    let start = zip(short, long).prefix { $0 == $1 }.count
    let end = zip(short.dropFirst(start).reversed(), long.dropFirst(start).reversed())
      .prefix { $0 == $1 }.count
    let (inShort, inLong) = (short.count - start - end, long.count - start - end)
    if inShort == 2, inLong == 2 {
      return short[start] == long[start + 1] && short[start + 1] == long[start]
    }
    return inLong == 1 && inShort <= 1
  }
}
