/// What a value must be: of a field and, where it says so of any value, of a key.
public enum FieldRule: Error, Sendable, Hashable {
  // Any value.
  /// The field must be there.
  case required
  /// The value must be a text.
  case text
  /// The value must be an array of texts.
  case listOfTexts
  /// The text must be Unicode throughout: no half of a surrogate pair, no bytes that are not UTF-8.
  case wholeUnicode
  /// No character may move a cursor, break a line or turn the direction of text; this one does.
  case noControlCharacters(Unicode.Scalar)
  /// The key may come only once.
  case once
  /// At most as many characters.
  case maximumCharacters(Int)
  /// The field has to stay: null does not clear it.
  case notCleared

  // Email.
  /// The email must be an address; this keeps it from being one.
  case address(EmailAddress.Fault)
  /// At least as many characters before the `@`.
  case charactersBeforeAt(Int)
  /// At least as many characters between the `@` and the first dot after it.
  case charactersInFirstLabel(Int)
  /// At least as many characters after that dot.
  case charactersAfterDot(Int)
  /// The part after the `@` is one of these.
  case domains([String])
  /// No two accounts may share an email or a user name, compared without case.
  case unique

  // User name, groups, and who may log in.
  /// A user name is 1 to 64 ASCII letters, digits, dots, underscores and hyphens.
  case usernameForm
  /// A group is 1 to 64 characters without commas, colons or space around; this one is not.
  case groupForm(String)
  /// A group is named only once; this one is not.
  case groupTwice(String)
  /// The rulebook has only these groups; this one is not among them.
  case allowedGroup(String, among: [String])
  /// `disabled` is true, false or a reason; a text that says no is none.
  case disabledForm
  /// `mustChange` is true or false.
  case trueOrFalse
  /// That a password must be changed, its owner can take away only by setting a new one.
  case onlyByNewPassword
  /// The last day may not be before the first.
  case dateOrder
  /// The day must be still to come.
  case inFuture
  /// The account stays locked without a hash: it needs a new password.
  case lockedWithoutHash

  // Names.
  /// Names are in English letters; this character is none.
  case englishLetters(Character)
  /// Spaces, hyphens and apostrophes must be single, between letters.
  case englishJoiners

  // Birth date.
  /// A date is written YYYY-MM-DD.
  case dateForm
  /// The calendar must have the day.
  case realDay
  /// A birth date cannot be later than today.
  case notInFuture
  /// At least as many years old.
  case minimumAge(Int)
  /// At most as many years old.
  case maximumAge(Int)

  // Phone.
  /// The digits must fill this mask.
  case phone(mask: String)

  // Password.
  /// At least as many characters.
  case minimumCharacters(Int)
  /// At least as many letters.
  case minimumLetters(Int)
  /// At least as many digits.
  case minimumDigits(Int)
  /// At least as many lower-case letters.
  case minimumLowercase(Int)
  /// At least as many upper-case letters.
  case minimumUppercase(Int)
  /// Nothing but letters and digits.
  case onlyLettersAndDigits
  /// More than the account's own names.
  case notOwnNames
  /// None that many people use, or that the rulebook's list has.
  case notOnBlocklist
  /// A password that must be changed gives way to another one.
  case otherThanOld
  /// A password holds no NUL: crypt(3) would stop there.
  case noNUL
  /// A password has at most as many bytes: crypt(3), or the rulebook's scheme, takes no more.
  case maximumBytes(Int)
  /// Under a rulebook that makes bcrypt, a password has at most 72 bytes: bcrypt ignores the others.
  case bcryptBytes
  /// The hash costs more than regapp computes.
  case hashTooDear(scheme: String)
}

extension FieldRule {
  /// The rule's name for programs: stable, and the same in every language.
  public var name: String {
    switch self {
    case .englishLetters, .englishJoiners: "english"
    default: caseName(of: self)
    }
  }
}
