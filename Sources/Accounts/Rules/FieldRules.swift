import TextTools

/// An email is always an address; beyond that its parts may have to be longer than one character.
public struct EmailRule: Sendable, Hashable {
  /// Whether an account must have an email; always where it is the key.
  public var required: Bool
  /// At least as many characters before the `@`.
  public var beforeAt: Int
  /// At least as many characters between the `@` and the first dot after it.
  public var firstLabel: Int
  /// At least as many characters after that dot.
  public var afterDot: Int

  /// A rule; what is left out asks for no more than an address.
  public init(required: Bool = false, beforeAt: Int = 1, firstLabel: Int = 1, afterDot: Int = 2) {
    self.required = required
    self.beforeAt = beforeAt
    self.firstLabel = firstLabel
    self.afterDot = afterDot
  }

  /// The length of the shortest address that keeps the rule.
  var leastBytes: Int { beforeAt + firstLabel + afterDot + 2 }

  func brokenRules(_ text: String) -> [Rule] {
    let address: EmailAddress
    do { address = try EmailAddress(text) } catch { return [error] }
    // An address is ASCII: its bytes are its characters.
    let host = address.host.utf8
    let label = host.prefix { $0 != UInt8(ascii: ".") }.count
    var broken: [Rule] = []
    if address.beforeAt.utf8.count < beforeAt { broken.append(.charactersBeforeAt(beforeAt)) }
    if label < firstLabel { broken.append(.charactersInFirstLabel(firstLabel)) }
    if host.count - label - 1 < afterDot { broken.append(.charactersAfterDot(afterDot)) }
    return broken
  }
}

/// A user name always has the same form; it may have to be there.
public struct UsernameRule: Sendable, Hashable {
  /// Whether an account must have a user name; always where it is the key.
  public var required: Bool

  /// A rule; what is left out asks for nothing.
  public init(required: Bool = false) { self.required = required }
}

/// How many characters of which kinds a password must have. Characters count as a person sees them.
public struct PasswordRule: Sendable, Hashable {
  /// Always true: an account without a password could not be logged in to.
  public var required: Bool
  /// At least as many characters.
  public var characters: Int
  /// At least as many letters, of any script.
  public var letters: Int
  /// At least as many of the digits 0 to 9.
  public var digits: Int
  /// At least as many lower-case letters.
  public var lowercase: Int
  /// At least as many upper-case letters.
  public var uppercase: Int
  /// Whether no other characters are allowed.
  public var onlyLettersAndDigits: Bool

  /// A rule; what is left out asks for one character of any kind.
  public init(
    required: Bool = true, characters: Int = 1, letters: Int = 0, digits: Int = 0,
    lowercase: Int = 0, uppercase: Int = 0, onlyLettersAndDigits: Bool = false
  ) {
    self.required = required
    self.characters = characters
    self.letters = letters
    self.digits = digits
    self.lowercase = lowercase
    self.uppercase = uppercase
    self.onlyLettersAndDigits = onlyLettersAndDigits
  }

  /// The rule's requirements, in the order in which they are reported.
  public var rules: [Rule] {
    var rules: [Rule] = [.minimumCharacters(characters)]
    if letters > 0 { rules.append(.minimumLetters(letters)) }
    if digits > 0 { rules.append(.minimumDigits(digits)) }
    if lowercase > 0 { rules.append(.minimumLowercase(lowercase)) }
    if uppercase > 0 { rules.append(.minimumUppercase(uppercase)) }
    if onlyLettersAndDigits { rules.append(.onlyLettersAndDigits) }
    return rules
  }

  /// The length of the shortest password that keeps the rule.
  var leastBytes: Int { max(characters, max(letters, lowercase + uppercase) + digits) }

  func brokenRules(_ text: String) -> [Rule] {
    do { _ = try PasswordText(text) } catch { return [error] }
    if let culprit = text.firstForbiddenScalar { return [.noControlCharacters(culprit)] }
    let isDigit = { (character: Character) in character.asciiValue?.isASCIIDigit == true }
    var broken: [Rule] = []
    if text.count < characters { broken.append(.minimumCharacters(characters)) }
    if text.count(where: \.isLetter) < letters { broken.append(.minimumLetters(letters)) }
    if text.count(where: isDigit) < digits { broken.append(.minimumDigits(digits)) }
    if text.count(where: \.isLowercase) < lowercase { broken.append(.minimumLowercase(lowercase)) }
    if text.count(where: \.isUppercase) < uppercase { broken.append(.minimumUppercase(uppercase)) }
    if onlyLettersAndDigits, !text.allSatisfy({ $0.isLetter || isDigit($0) }) {
      broken.append(.onlyLettersAndDigits)
    }
    return broken
  }
}

/// What letters a name may have.
public struct NameRule: Sendable, Hashable {
  /// Any text, or English letters with single spaces, hyphens and apostrophes inside.
  public enum Letters: String, Sendable, Hashable, CaseIterable { case any, english }

  /// Whether an account must have the name.
  public var required: Bool
  /// What letters it may have.
  public var letters: Letters

  /// A rule; what is left out asks for nothing.
  public init(required: Bool = false, letters: Letters = .any) {
    self.required = required
    self.letters = letters
  }

  func brokenRules(_ text: String) -> [Rule] {
    do throws(Rule) {
      switch letters {
      case .any: _ = try PersonName(text)
      case .english: _ = try EnglishName(text)
      }
      return required && FieldValues.trimmed(text, for: .firstName) == nil ? [.required] : []
    } catch {
      return text.isEmpty && required ? [.required] : [error]
    }
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

  func brokenRules(_ text: String, today: CalendarDay) -> [Rule] {
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

  func brokenRules(_ text: String) -> [Rule] {
    do { _ = try PhoneNumber(text, mask: mask) } catch { return [error] }
    return []
  }
}

extension PhoneMask {
  /// `+7 (***) ***-**-**`, where `8` can replace the `+7`.
  public static let russian = PhoneMask(checked: "+7 (***) ***-**-**", trunk: "8")
}
