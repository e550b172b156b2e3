/// The rules for a field's value; some also apply to values of keys.
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
  /// The text contains a character that could move a cursor, break a line or turn the direction of
  /// text.
  case noControlCharacters(Unicode.Scalar)
  /// The key may occur only once.
  case once
  /// A value by which a database finds the account, or that it keeps beside the text, must be the
  /// one in the text. Holds the text's own value, if that is a text.
  case asInText(String?)
  /// The greatest number of characters.
  case maximumCharacters(Int)
  /// The key is no field, and does not begin as people's own do; what was most likely meant.
  case knownKey(KeyMeaning)
  /// The field must stay: null cannot clear it.
  case notCleared

  // Email.
  /// The email must be an address; the fault says why it is not.
  case address(EmailAddress.Fault)
  /// The part before the `@` has the form of a UUID.
  case uuidBeforeAt
  /// The least number of characters before the `@`.
  case charactersBeforeAt(Int)
  /// The least number of characters between the `@` and the first dot after it.
  case charactersInFirstLabel(Int)
  /// The least number of characters after that dot.
  case charactersAfterDot(Int)
  /// The part after the `@` must be one of these.
  case domains([String])
  /// No two accounts may share an email or a user name, compared without case.
  case unique
  /// The same, in a file, where the first of them is at this line.
  case uniqueInFile(line: Int)
  /// With the name an id would begin to count, of this account or of another.
  case idWouldCount

  // User name, groups, and who may log in.
  /// A user name is 1 to 64 ASCII letters, digits, dots, underscores and hyphens.
  case usernameForm
  /// A user name may not have the form of a UUID.
  case uuidForm
  /// A group must be 1 to 64 characters, without commas, colons or surrounding space; this one is
  /// not.
  case groupForm(String)
  /// A group may be named only once; this one is repeated.
  case groupTwice(String)
  /// Only these groups are allowed; this one is not.
  case allowedGroup(String, among: [String])
  /// `disabled` must be true, false or a reason; a text that means "no" is not a reason.
  case disabledForm
  /// An id is a name of the account, one space, and a UUID in lower case; what was most likely meant,
  /// if that is known.
  case idForm(GivenID?)
  /// `mustChange` must be true or false.
  case trueOrFalse
  /// An owner removes the mark `mustChange` only by setting a new password.
  case onlyByNewPassword
  /// The account's owner asks, and the value is not the owner's to change.
  case notOwn
  /// The last day may not be before the first.
  case dateOrder
  /// `invitedUntil` must be beside a password: the invitation's code, or its hash.
  case besideCode
  /// The password is the code of an invitation that is taken out, and would let people in for good.
  case codeOfInvitation
  /// The password is the code of an invitation that was taken out by hand, as the history tells.
  case codeAsPassword
  /// The account has no invitation to end.
  case notInvited
  /// An invitation ends today, or at most this many days later.
  case atMostDaysAhead(Int)
  /// The day must be still to come.
  case inFuture
  /// The account stays locked without a hash: it needs a new password.
  case lockedWithoutHash

  // Names.
  /// Names must be in English letters; this character is not.
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
  /// The least age in years.
  case minimumAge(Int)
  /// The greatest age in years.
  case maximumAge(Int)

  // Phone.
  /// The digits must fill this mask.
  case phone(mask: String)

  // Password.
  /// The least number of characters.
  case minimumCharacters(Int)
  /// The least number of letters.
  case minimumLetters(Int)
  /// The least number of digits.
  case minimumDigits(Int)
  /// The least number of lower-case letters.
  case minimumLowercase(Int)
  /// The least number of upper-case letters.
  case minimumUppercase(Int)
  /// Only letters and digits are allowed.
  case onlyLettersAndDigits
  /// The password must not be made of the account's own names.
  case notOwnNames
  /// The password must be neither a common one nor on the rulebook's list.
  case notOnBlocklist
  /// The new password must differ from the one that must be changed.
  case otherThanOld
  /// The password has the shape of another program's hash, or of a slip around a hash or a lock.
  case foreignHash(ForeignHash)
  /// A password must not contain NUL, at which crypt(3) would stop.
  case noNUL
  /// The greatest number of bytes, for crypt(3) or the rulebook's scheme.
  case maximumBytes(Int)
  /// The password has more than the 72 bytes that bcrypt hashes.
  case bcryptBytes
  /// The hash costs more than regapp computes.
  case hashTooDear(scheme: String)
}

extension FieldRule {
  /// Whether no new value of the field puts it right: it has two, of which a person has to choose
  /// one.
  package var isBeyondEdits: Bool {
    switch self {
    case .once, .asInText: true
    default: false
    }
  }

  /// The rule's name for programs: stable, and the same in every language.
  public var name: String {
    switch self {
    case .englishLetters, .englishJoiners: "english"
    case .uniqueInFile: "unique"
    default: caseName(of: self)
    }
  }
}
