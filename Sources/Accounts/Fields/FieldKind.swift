import TextTools

/// What the value of a field is, with the rules for it under a rulebook. Whatever differs from one
/// kind to another is a switch over it, in a file that is named after what it makes.
public enum FieldKind: Sendable, Hashable {
  /// An address.
  case email(EmailRule)
  /// A name of letters, digits, dots, `_` and `-`.
  case username
  /// A hash, a lock, or a password typed by hand.
  case password(PasswordRule)
  /// A text, such as a name.
  case text(TextRule)
  /// A day.
  case day
  /// The day on which a person was born.
  case birthDay(AgeRule)
  /// A phone number.
  case phone(PhoneRule)
  /// Texts, each once: groups.
  case list(ListRule)
  /// True or false.
  case yesNo
  /// True, false or the reason.
  case lock
  /// A name and a UUID.
  case id
}

/// The rules of a field of one kind; those of a rulebook that says nothing, for another kind.
extension FieldSpec {
  var email: EmailRule {
    get { if case .email(let rule) = kind { rule } else { EmailRule() } }
    set { if case .email = kind { kind = .email(newValue) } }
  }
  var password: PasswordRule {
    get { if case .password(let rule) = kind { rule } else { PasswordRule() } }
    set { if case .password = kind { kind = .password(newValue) } }
  }
  var text: TextRule {
    get { if case .text(let rule) = kind { rule } else { TextRule() } }
    set { if case .text = kind { kind = .text(newValue) } }
  }
  var age: AgeRule {
    get { if case .birthDay(let rule) = kind { rule } else { AgeRule() } }
    set { if case .birthDay = kind { kind = .birthDay(newValue) } }
  }
  var phone: PhoneRule {
    get { if case .phone(let rule) = kind { rule } else { PhoneRule() } }
    set { if case .phone = kind { kind = .phone(newValue) } }
  }
  var list: ListRule {
    get { if case .list(let rule) = kind { rule } else { ListRule() } }
    set { if case .list = kind { kind = .list(newValue) } }
  }
}

/// Requirements on a text, such as a first or last name.
public struct TextRule: Sendable, Hashable {
  /// Any text, or only English letters with single spaces, hyphens and apostrophes between them.
  public enum Letters: String, Sendable, Hashable, CaseIterable { case any, english }

  /// The allowed letters.
  public var letters: Letters
  /// The greatest number of characters; nil for no limit.
  public var maximumCharacters: Int?

  /// By default, any text is accepted.
  public init(letters: Letters = .any, maximumCharacters: Int? = nil) {
    self.letters = letters
    self.maximumCharacters = maximumCharacters
  }

  func brokenRules(_ utf8: Span<UInt8>, isRequired required: Bool) -> [FieldRule] {
    let broken =
      switch letters {
      case .any: PersonName.brokenRule(utf8)
      case .english: EnglishName.brokenRule(utf8)
      }
    if let broken { return utf8.isEmpty && required ? [.required] : [broken] }
    if required, utf8.isEmpty || utf8.mayHaveSpaceAround,
      FieldValues.trimmed(String(utf8), for: .firstName) == nil
    {
      return [.required]
    }
    // A text has no more characters than bytes.
    guard let most = maximumCharacters, utf8.count > most, String(utf8).count > most else {
      return []
    }
    return [.maximumCharacters(most)]
  }
}

/// The texts that a list, such as that of the groups, may have.
public struct ListRule: Sendable, Hashable {
  /// Allowed texts, byte for byte; empty allows all.
  public var allowed: [String]

  /// By default, all are allowed.
  public init(allowed: [String] = []) { self.allowed = allowed }

  func brokenRules(_ groups: [String]) -> [FieldRule] {
    var seen: Set<[UInt8]> = []
    return groups.compactMap { group in
      brokenRule(group.utf8.span)
        ?? (seen.insert(Array(group.utf8)).inserted ? nil : .groupTwice(group))
    }
  }

  /// The rule that a group's name in UTF-8 breaks; nil if it is allowed.
  package func brokenRule(_ utf8: Span<UInt8>) -> FieldRule? {
    if let rule = Self.brokenRule(name: utf8) { return rule }
    if allowed.isEmpty { return nil }
    for group in allowed where utf8.isSame(as: group.utf8.span) { return nil }
    return .allowedGroup(String(utf8), among: allowed)
  }

  /// The rule that UTF-8 breaks as a group's name; nil if it has the form of one.
  static func brokenRule(name utf8: Span<UInt8>) -> FieldRule? {
    if let culprit = utf8.firstForbiddenScalar { return .noControlCharacters(culprit) }
    let hasSign = utf8.contains(UInt8(ascii: ",")) || utf8.contains(UInt8(ascii: ":"))
    // A text has no more characters than bytes.
    if !utf8.isEmpty, utf8.count <= 64, !hasSign, !utf8.mayHaveSpaceAround { return nil }
    let group = String(utf8)
    let hasForm =
      (1...64).contains(group.count) && !hasSign
      && FieldValues.trimmed(group, for: .groups)?.utf8.count == utf8.count
    return hasForm ? nil : .groupForm(group)
  }
}

/// Requirements on a birth date.
public struct AgeRule: Sendable, Hashable {
  /// The least age, in whole years.
  public var minimumAge: Int
  /// The greatest age, in whole years.
  public var maximumAge: Int

  /// By default, any possible birth date of a living person is accepted.
  public init(minimumAge: Int = 0, maximumAge: Int = BirthDate.greatestAge) {
    self.minimumAge = minimumAge
    self.maximumAge = maximumAge
  }

  /// The birth dates that satisfy the rule; nil if there are none.
  public func days(on today: CalendarDay) -> ClosedRange<CalendarDay>? {
    let oldest = min(maximumAge, BirthDate.greatestAge)
    guard minimumAge <= oldest, let last = today.adding(months: -12 * minimumAge) else {
      return nil
    }
    // A person who becomes a year too old today was born on the same day, or on 29 February.
    var first = today.adding(months: -12 * (oldest + 1))?.adding(days: 1) ?? .distantPast
    while first.age(on: today) > oldest, let next = first.adding(days: 1) { first = next }
    return first <= last ? first...last : nil
  }

  func brokenRules(_ utf8: Span<UInt8>, today: CalendarDay) -> [FieldRule] {
    let date: BirthDate
    do { date = try BirthDate(utf8, today: today) } catch { return [error] }
    let age = date.day.age(on: today)
    if age < minimumAge { return [.minimumAge(minimumAge)] }
    if age > maximumAge { return [.maximumAge(maximumAge)] }
    return []
  }
}

/// Requirements on a phone number.
public struct PhoneRule: Sendable, Hashable {
  /// The form of the number.
  public var mask: PhoneMask

  /// By default, the Russian form.
  public init(mask: PhoneMask = .russian) { self.mask = mask }

  func brokenRules(_ utf8: Span<UInt8>) -> [FieldRule] {
    mask.fits(utf8) ? [] : [.phone(mask: mask.text)]
  }
}

extension PhoneMask {
  /// `+7 (***) ***-**-**`, where `8` can replace the `+7`.
  public static let russian = PhoneMask(checked: "+7 (***) ***-**-**", trunk: "8")
}
