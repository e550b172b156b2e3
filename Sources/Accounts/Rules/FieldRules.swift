import TextTools

/// A user name always has the same form; it may have to be there.
public struct UsernameRule: Sendable, Hashable {
  /// Whether an account must have a user name; always where it is the key.
  public var required: Bool

  /// A rule; what is left out asks for nothing.
  public init(required: Bool = false) { self.required = required }
}

/// What letters a name may have.
public struct NameRule: Sendable, Hashable {
  /// Any text, or English letters with single spaces, hyphens and apostrophes inside.
  public enum Letters: String, Sendable, Hashable, CaseIterable { case any, english }

  /// Whether an account must have the name.
  public var required: Bool
  /// What letters it may have.
  public var letters: Letters
  /// At most as many characters; nil for any number.
  public var maximumCharacters: Int?

  /// A rule; what is left out asks for nothing.
  public init(required: Bool = false, letters: Letters = .any, maximumCharacters: Int? = nil) {
    self.required = required
    self.letters = letters
    self.maximumCharacters = maximumCharacters
  }

  /// Whether UTF-8 alone shows that the rule is kept.
  func isObviouslyValid(_ utf8: Span<UInt8>) -> Bool {
    // Plain text has no more characters than bytes.
    guard utf8.count <= maximumCharacters ?? .max else { return false }
    switch letters {
    case .english: return EnglishName.hasForm(utf8)
    case .any: return utf8.isPlain && (!required || utf8.isMoreThanSpace)
    }
  }

  func brokenRules(_ text: String) -> [FieldRule] {
    do throws(FieldRule) {
      switch letters {
      case .any: _ = try PersonName(text)
      case .english: _ = try EnglishName(text)
      }
      if required, FieldValues.trimmed(text, for: .firstName) == nil { return [.required] }
      guard let most = maximumCharacters, text.count > most else { return [] }
      return [.maximumCharacters(most)]
    } catch {
      return text.isEmpty && required ? [.required] : [error]
    }
  }
}

/// What groups an account may be in.
public struct GroupsRule: Sendable, Hashable {
  /// The only groups that there may be, byte for byte; empty allows all.
  public var allowed: [String]

  /// A rule; what is left out allows all.
  public init(allowed: [String] = []) { self.allowed = allowed }

  func allows(_ group: String) -> Bool {
    allowed.isEmpty || allowed.contains { sameText($0, group) }
  }

  /// Whether UTF-8 alone shows that an account may be in the group.
  func isObviouslyValid(_ utf8: Span<UInt8>) -> Bool {
    // Plain text has no more characters than bytes.
    guard (1...64).contains(utf8.count), utf8.isPlain, !utf8.contains(UInt8(ascii: ",")),
      !utf8.contains(UInt8(ascii: ":")), utf8[0] != 0x20, utf8[utf8.count - 1] != 0x20
    else { return false }
    if allowed.isEmpty { return true }
    for group in allowed where utf8.isSame(as: group.utf8.span) { return true }
    return false
  }
}

/// How old a person must be.
public struct BirthDateRule: Sendable, Hashable {
  /// Whether an account must have a birth date.
  public var required: Bool
  /// The least age, in whole years.
  public var minimumAge: Int
  /// The greatest age, in whole years.
  public var maximumAge: Int

  /// A rule; by default, it only asks for a possible birth date of a living person.
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

  /// Whether UTF-8 alone shows that the rule is kept.
  func isObviouslyValid(_ utf8: Span<UInt8>, today: CalendarDay) -> Bool {
    guard let date = try? BirthDate(utf8, today: today) else { return false }
    let age = date.day.age(on: today)
    return age >= minimumAge && age <= maximumAge
  }

  func brokenRules(_ text: String, today: CalendarDay) -> [FieldRule] {
    let date: BirthDate
    do { date = try BirthDate(text, today: today) } catch { return [error] }
    let age = date.day.age(on: today)
    if age < minimumAge { return [.minimumAge(minimumAge)] }
    if age > maximumAge { return [.maximumAge(maximumAge)] }
    return []
  }
}

/// What a phone number looks like.
public struct PhoneRule: Sendable, Hashable {
  /// Whether an account must have a phone number.
  public var required: Bool
  /// The form of the number.
  public var mask: PhoneMask

  /// A rule; without a mask, the Russian one.
  public init(required: Bool = false, mask: PhoneMask = .russian) {
    self.required = required
    self.mask = mask
  }

  func brokenRules(_ text: String) -> [FieldRule] {
    do { _ = try PhoneNumber(text, mask: mask) } catch { return [error] }
    return []
  }
}

extension PhoneMask {
  /// `+7 (***) ***-**-**`, where `8` can replace the `+7`.
  public static let russian = PhoneMask(checked: "+7 (***) ***-**-**", trunk: "8")
}
