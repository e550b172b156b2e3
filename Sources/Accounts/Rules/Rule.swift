import LosslessJSON

/// One thing that can be wrong, as a fact: what was expected, and where it helps what was found.
///
/// It holds no sentence and no secret; who shows it finds the words.
public enum Rule: Error, Sendable, Hashable {
  // Any field.
  case required
  case text
  case wholeUnicode
  case noControlCharacters(Unicode.Scalar)
  case once

  // Email.
  case address(EmailAddress.Fault)
  case charactersBeforeAt(Int)
  case charactersInFirstLabel(Int)
  case charactersAfterDot(Int)
  case unique

  // Names.
  case englishLetters(Character)
  case englishJoiners

  // Birth date.
  case dateForm
  case realDay
  case notInFuture
  case minimumAge(Int)
  case maximumAge(Int)

  // Phone.
  case phone(mask: String)

  // Password.
  case minimumCharacters(Int)
  case minimumLetters(Int)
  case minimumDigits(Int)
  case minimumLowercase(Int)
  case minimumUppercase(Int)
  case onlyLettersAndDigits
  case noNUL
  case maximumBytes(Int)

  // The file.
  case syntax(JSONSyntaxError.Reason)
  case fileIsObject
  case version(supported: Int)
  case accountsIsArray
  case accountIsObject

  // A rulebook.
  case knownRulebook(String)
  case rulebookIsTextOrObject
  case knownKey(suggestion: String?)
  case object
  case boolean
  case count(ClosedRange<Int>)
  case choice([String])
  case mask
  case trunk
  case mustBeRequired
  case ageOrder

  // What `check` warns of.
  case passwordIsTyped
  case passwordIsLocked
  case weakHash(scheme: String)
  case unknownScheme(String)
  case brokenHash(scheme: String)
  case readableByOthers(mode: UInt32)
  case staleTemporaryFile
  case pointsNowhere(email: String)
}

extension Rule {
  /// The rule's name for programs: stable, and the same in every language.
  public var name: String {
    switch self {
    case .required: "required"
    case .text: "text"
    case .wholeUnicode: "wholeUnicode"
    case .noControlCharacters: "noControlCharacters"
    case .once: "once"
    case .address: "address"
    case .charactersBeforeAt: "charactersBeforeAt"
    case .charactersInFirstLabel: "charactersInFirstLabel"
    case .charactersAfterDot: "charactersAfterDot"
    case .unique: "unique"
    case .englishLetters, .englishJoiners: "english"
    case .dateForm: "dateForm"
    case .realDay: "realDay"
    case .notInFuture: "notInFuture"
    case .minimumAge: "minimumAge"
    case .maximumAge: "maximumAge"
    case .phone: "phone"
    case .minimumCharacters: "minimumCharacters"
    case .minimumLetters: "minimumLetters"
    case .minimumDigits: "minimumDigits"
    case .minimumLowercase: "minimumLowercase"
    case .minimumUppercase: "minimumUppercase"
    case .onlyLettersAndDigits: "onlyLettersAndDigits"
    case .noNUL: "noNUL"
    case .maximumBytes: "maximumBytes"
    case .syntax: "syntax"
    case .fileIsObject: "fileIsObject"
    case .version: "version"
    case .accountsIsArray: "accountsIsArray"
    case .accountIsObject: "accountIsObject"
    case .knownRulebook: "knownRulebook"
    case .rulebookIsTextOrObject: "rulebookIsTextOrObject"
    case .knownKey: "knownKey"
    case .object: "object"
    case .boolean: "boolean"
    case .count: "count"
    case .choice: "choice"
    case .mask: "mask"
    case .trunk: "trunk"
    case .mustBeRequired: "mustBeRequired"
    case .ageOrder: "ageOrder"
    case .passwordIsTyped: "passwordIsTyped"
    case .passwordIsLocked: "passwordIsLocked"
    case .weakHash: "weakHash"
    case .unknownScheme: "unknownScheme"
    case .brokenHash: "brokenHash"
    case .readableByOthers: "readableByOthers"
    case .staleTemporaryFile: "staleTemporaryFile"
    case .pointsNowhere: "pointsNowhere"
    }
  }
}
