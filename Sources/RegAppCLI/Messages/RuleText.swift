import Accounts
import LosslessJSON

extension Problem {
  /// What is wrong, in words: the subject and the rule that it breaks.
  var message: String {
    switch subject {
    case .field(let field): rule.message(of: field.name)
    case .key(let path): rule.message(of: visible(path))
    case .account: rule.message(of: "an account")
    case .file: rule.message(of: "the file")
    }
  }
}

extension Rule {
  /// The rule in words, said of a subject.
  func message(of subject: String) -> String {
    switch self {
    case .required: "\(subject) is missing"
    case .text: "\(subject) must be a text in quotes"
    case .wholeUnicode: "\(subject) holds half a character, which no text may"
    case .noControlCharacters(let scalar):
      "\(subject) holds \(escape(scalar)), a character that is never shown"
    case .once: "\(subject) stands twice"
    case .address(let fault): fault.message(of: subject)
    case .charactersBeforeAt(let count):
      "\(subject) must have \(counted(count, "character")) or more before the @"
    case .charactersInFirstLabel(let count):
      "\(subject) must have \(counted(count, "character")) or more between the @ and the next dot"
    case .charactersAfterDot(let count):
      "\(subject) must have \(counted(count, "character")) or more after the first dot of its host"
    case .unique: "a user with this email already exists"
    case .englishLetters(let character): Self.notEnglish(character, subject)
    case .englishJoiners:
      "\(subject) may have single spaces, hyphens and apostrophes between its letters only"
    case .dateForm: "\(subject) must be a day written as YYYY-MM-DD"
    case .realDay: "\(subject) must be a day that exists"
    case .notInFuture: "\(subject) must not lie in the future"
    case .minimumAge(let age): "\(subject) must be that of someone aged \(age) or more"
    case .maximumAge(let age): "\(subject) must be that of someone aged \(age) or less"
    case .phone(let mask): "\(subject) must be a number of the form \(visible(mask))"
    case .minimumCharacters(let count):
      "\(subject) must have \(counted(count, "character")) or more"
    case .minimumLetters(let count): "\(subject) must have \(counted(count, "letter")) or more"
    case .minimumDigits(let count): "\(subject) must have \(counted(count, "digit")) or more"
    case .minimumLowercase(let count):
      "\(subject) must have \(counted(count, "lower-case letter")) or more"
    case .minimumUppercase(let count):
      "\(subject) must have \(counted(count, "upper-case letter")) or more"
    case .onlyLettersAndDigits: "\(subject) may hold nothing but letters and the digits 0 to 9"
    case .noNUL: "\(subject) must not hold the character NUL"
    case .maximumBytes(let count): "\(subject) must not be longer than \(count) bytes"
    case .syntax(let reason): reason.message
    case .fileIsObject: "the file must be one object: { \"accounts\": [ … ] }"
    case .version(let supported):
      "this format version is unknown; this regapp reads version \(supported)"
    case .accountsIsArray: "\(subject) must be a list: [ … ]"
    case .accountIsObject: "an account must be an object: { \"email\": …, \"password\": … }"
    case .knownRulebook(let name): Self.unknownRulebook(name)
    case .rulebookIsTextOrObject: "\(subject) must be the name of a rulebook, or a rulebook"
    case .knownKey(let suggestion):
      "\(subject) is no key of a rulebook" + (suggestion.map { "; did you mean \($0)?" } ?? "")
    case .object: "\(subject) must be an object: { … }"
    case .boolean: "\(subject) must be true or false"
    case .count(let range):
      "\(subject) must be a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .choice(let words):
      "\(subject) must be \(words.map { "\"\($0)\"" }.joined(separator: " or "))"
    case .mask: "\(subject) must be a form such as \"+7 (***) ***-**-**\", with a * for each digit"
    case .trunk: "\(subject) must be digits, such as \"8\", or empty"
    case .mustBeRequired: "\(subject) must be true: nobody could log in without it"
    case .ageOrder: "\(subject) has a minimumAge above its maximumAge"
    case .passwordIsTyped:
      "\(subject) stands here as text; it becomes a hash at the next login, or with regapp seal"
    case .passwordIsLocked: "\(subject) is locked: nobody can log in to this account"
    case .weakHash(let scheme):
      "\(subject) has a weak hash ($\(visible(scheme))$); a login makes it a stronger one"
    case .unknownScheme(let scheme):
      "\(subject) has a hash ($\(visible(scheme))$) that this system cannot check"
    case .brokenHash(let scheme):
      "\(subject) has a hash ($\(visible(scheme))$) that is cut short or misspelt: nothing fits it"
    case .readableByOthers(let mode):
      "others may read or write the file (mode \(String(mode, radix: 8))); chmod 600 keeps it yours"
    case .staleTemporaryFile:
      "a writer was stopped and left a temporary file; the next one removes it"
    case .pointsNowhere(let email):
      "\(subject) is \(visible(email)), which is no account's"
    }
  }

  private static func notEnglish(_ character: Character, _ subject: String) -> String {
    let shown = visible(String(character))
    if let letter = EnglishName.lookAlike(of: character) {
      return "\(subject) must be in English letters: \(shown) is a Cyrillic letter "
        + "that looks like \(letter)"
    }
    return "\(subject) must be in English letters: \(shown) is none"
  }

  private static func unknownRulebook(_ name: String) -> String {
    let names = Rulebook.builtIns.map(\.name)
    let suggestion = nearest(to: name, in: names)
    return "there is no rulebook \"\(visible(name))\""
      + (suggestion.map { "; did you mean \($0)?" }
        ?? "; there are \(names.joined(separator: ", "))")
  }
}

extension EmailAddress.Fault {
  func message(of subject: String) -> String {
    switch self {
    case .space: "\(subject) must not hold a space"
    case .notASCII(let character):
      "\(subject) must be in English letters, digits and signs: \(visible(String(character))) is none"
    case .noAt: "\(subject) must be an address, with an @ in it"
    case .secondAt: "\(subject) must have one @ only"
    case .nothingBeforeAt: "\(subject) must have something before its @"
    case .characterBeforeAt(let character):
      "\(subject) must not hold \(visible(String(character))) before its @"
    case .dotBeforeAt:
      "\(subject) must not begin with a dot, nor have two in a row or one before the @"
    case .nothingAfterAt: "\(subject) must have a host after its @"
    case .noDotAfterAt: "\(subject) must have a dot after its @"
    case .emptyLabel: "\(subject) must not have a dot at an end of its host, nor two in a row"
    case .characterInHost(let character):
      "\(subject) must not hold \(visible(String(character))) after its @"
    case .hyphenAtLabelEdge: "\(subject) must not have a hyphen at an end of a part of its host"
    case .shortLastLabel: "\(subject) must have 2 characters or more after its last dot"
    case .tooLong(.whole, let maximum): "\(subject) must not be longer than \(maximum) characters"
    case .tooLong(.beforeAt, let maximum):
      "\(subject) must not have more than \(maximum) characters before its @"
    case .tooLong(.label, let maximum):
      "\(subject) must not have more than \(maximum) characters between two dots"
    }
  }
}
