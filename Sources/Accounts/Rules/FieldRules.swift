import TextTools

/// A requirement on user names, whose form is fixed.
public struct UsernameRule: Sendable, Hashable {
  /// Whether an account must have a user name; always if it is the key.
  public var required: Bool
  /// Whether people may change their own: see ``EmailRule/own``.
  public var own: Bool

  /// By default, a user name is optional, and not its owner's to change.
  public init(required: Bool = false, own: Bool = false) {
    (self.required, self.own) = (required, own)
  }
}

/// Requirements on a first or last name.
public struct NameRule: Sendable, Hashable {
  /// Any text, or only English letters with single spaces, hyphens and apostrophes between them.
  public enum Letters: String, Sendable, Hashable, CaseIterable { case any, english }

  /// Whether an account must have the name.
  public var required: Bool
  /// The allowed letters.
  public var letters: Letters
  /// The greatest number of characters; nil for no limit.
  public var maximumCharacters: Int?

  /// By default, any name is accepted.
  public init(required: Bool = false, letters: Letters = .any, maximumCharacters: Int? = nil) {
    self.required = required
    self.letters = letters
    self.maximumCharacters = maximumCharacters
  }

  func brokenRules(_ utf8: Span<UInt8>) -> [FieldRule] {
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

/// The groups that an account may have.
public struct GroupsRule: Sendable, Hashable {
  /// Allowed groups, byte for byte; empty allows all.
  public var allowed: [String]

  /// By default, all groups are allowed.
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
public struct BirthDateRule: Sendable, Hashable {
  /// Whether an account must have a birth date.
  public var required: Bool
  /// The least age, in whole years.
  public var minimumAge: Int
  /// The greatest age, in whole years.
  public var maximumAge: Int

  /// By default, any possible birth date of a living person is accepted.
  public init(
    required: Bool = false, minimumAge: Int = 0, maximumAge: Int = BirthDate.greatestAge
  ) {
    self.required = required
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
  /// Whether an account must have a phone number.
  public var required: Bool
  /// The form of the number.
  public var mask: PhoneMask

  /// By default, optional, in the Russian form.
  public init(required: Bool = false, mask: PhoneMask = .russian) {
    self.required = required
    self.mask = mask
  }

  func brokenRules(_ utf8: Span<UInt8>) -> [FieldRule] {
    mask.fits(utf8) ? [] : [.phone(mask: mask.text)]
  }
}

extension PhoneMask {
  /// `+7 (***) ***-**-**`, where `8` can replace the `+7`.
  public static let russian = PhoneMask(checked: "+7 (***) ***-**-**", trunk: "8")
}
