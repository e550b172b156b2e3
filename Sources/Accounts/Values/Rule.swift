public import LosslessJSON

/// One thing that can be wrong, as a fact: what was expected and, if it helps, what was found.
///
/// It holds no sentence and no secret; the caller finds the words.
public enum Rule: Error, Sendable, Hashable {
  // Any field.
  /// The field must be there.
  case required
  /// The value must be a text.
  case text
  /// The text must be Unicode throughout: no half of a surrogate pair, no bytes that are not UTF-8.
  case wholeUnicode
  /// No character may move a cursor, break a line or turn the direction of text; this one does.
  case noControlCharacters(Unicode.Scalar)
  /// The key may come only once.
  case once

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

  // Any text.
  /// At most as many characters.
  case maximumCharacters(Int)

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
  /// A password holds no NUL: crypt(3) would stop there.
  case noNUL
  /// A password has at most as many bytes: crypt(3) takes no more.
  case maximumBytes(Int)

  // The file.
  /// The file is not valid JSON.
  case syntax(JSONSyntaxError.Reason)
  /// The file must hold an object.
  case fileIsObject
  /// The format version must be this one.
  case version(supported: Int)
  /// `accounts` must be an array.
  case accountsIsArray
  /// An account must be an object.
  case accountIsObject

  // A rulebook.
  /// `rules` names a built-in rulebook; there is none of this name.
  case knownRulebook(String)
  /// `rules` is a text or an object.
  case rulebookIsTextOrObject
  /// A rulebook has no such key; the one that may be meant.
  case knownKey(suggestion: String?)
  /// The value must be an object.
  case object
  /// The value must be true or false.
  case boolean
  /// The value must be a whole number in this range.
  case count(ClosedRange<Int>)
  /// The value must be one of these texts.
  case choice([String])
  /// The text or the list must hold something.
  case notEmpty
  /// Each of a list may be named once; this one is not.
  case eachOnce(String)
  /// The value must be an array of texts.
  case listOfTexts
  /// The value must be a phone mask.
  case mask
  /// The value must be digits, or nothing.
  case trunk
  /// The field cannot be left to the person: accounts are known by it, or it alone is what login is
  /// by.
  case mustBeRequired(asOnlyLogin: Bool)
  /// The least age is above the greatest.
  case ageOrder
  /// Part of a rulebook asks for more than any account can have.
  case cannotBeMet
  /// The list that the rulebook names can be read; this keeps it from that.
  case readableList(StoreFault)
  /// Login can create an account only where it is by the key.
  case createNeedsKey

  // What `check` warns of.
  /// The password was typed by hand and is not yet a hash.
  case passwordIsTyped
  /// The account is locked: it cannot be logged in to.
  case passwordIsLocked
  /// The value does not fit the field, and is kept as a key of the owner's.
  case keptAsOwnKey
  /// The hash is weak; whether a login replaces it.
  case weakHash(scheme: String, isReplaced: Bool)
  /// This system cannot check hashes of this scheme.
  case unknownScheme(String)
  /// The hash is cut short or misspelt, or crypt(3) refuses its parameters: no password fits it.
  case brokenHash(scheme: String)
  /// The hash costs more than regapp computes.
  case hashTooDear(scheme: String)
  /// Others than the owner, or than the group that shares it, may read the file; its mode, and one that
  /// prevents that.
  case readableByOthers(mode: UInt32, fit: UInt32)
  /// A killed writer left a temporary file; the next writer removes it.
  case staleTemporaryFile
  /// Others than may write the file may write the directory, and so replace the file; its mode, and one
  /// that prevents that.
  case directoryWritableByOthers(mode: UInt32, fit: UInt32)
  /// A group may write the accounts, and not this, which it needs for that.
  case notShared(group: String)
  /// A group may write the accounts, and their owner is not in it.
  case ownerOutsideGroup(owner: String, group: String)
  /// A hand edit left a copy that has typed passwords, or may have some.
  case typedPasswordsInCopy
  /// The session and the edit are regular files.
  case regularFile
  /// The session and the edit can be read.
  case readable
  /// The session or the edit is of an account that is not there.
  case pointsNowhere(name: String)
}

extension Rule {
  /// The rule's name for programs: stable, and the same in every language.
  public var name: String {
    switch self {
    case .englishLetters, .englishJoiners: "english"
    case .createNeedsKey: "createNeedsEmail"
    // A case has the name that it has here, less what it holds.
    default: String("\(self)".prefix { $0 != "(" })
    }
  }
}
