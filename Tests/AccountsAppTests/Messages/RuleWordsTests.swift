import LosslessJSON
import Testing

@testable import Accounts
@testable import AccountsApp
@testable import CommandKit

@Suite("The messages for broken rules") struct RuleWordsTests {
  @Test("are one message each", arguments: EveryRule.samples)
  func rules(rule: Rule) {
    #expect(
      rule.message(of: Field.email.name).isOneMessage, "\(rule.message(of: Field.email.name))")
    #expect(rule.message(of: Field.email.name).isHarmless)
    #expect(!rule.name.isEmpty && rule.name.allSatisfy { $0.isLetter && $0.isASCII })
  }

  @Test("of an address are one message each", arguments: EveryRule.addressFaults)
  func addresses(fault: EmailAddress.Fault) {
    let message = FieldRule.address(fault).message(of: Field.email.name)
    #expect(message.isOneMessage, "\(message)")
    #expect(message[.english].hasPrefix("email "))
    #expect(message.isHarmless)
  }

  @Test("of JSON are one message each", arguments: EveryRule.syntaxReasons)
  func syntax(reason: JSONSyntaxError.Reason) {
    let message = Problem(.file, .file(.syntax(reason))).message
    #expect(message.isOneMessage, "\(message)")
    #expect(message.isHarmless)
  }

  @Test("differ from one rule to the next")
  func differ() {
    let rules = EveryRule.samples.map { $0.message(of: Field.email.name) }
    for language in Language.allCases {
      #expect(Set(rules.map { $0[language] }).count == rules.count)
    }
    let faults = EveryRule.addressFaults.map { $0.message(of: Field.email.name) }
    for language in Language.allCases {
      #expect(Set(faults.map { $0[language] }).count == faults.count)
    }
    let names = EveryRule.samples.map(\.name)
    // Rules of English names, of keys and columns, of ids in lists, of shared names, of texts in a database and of
    // guarded hosts share theirs.
    #expect(Set(names).count == names.count - 40)
  }

  @Test("have names that programs rely on")
  func names() {
    let names = """
      required text listOfTexts wholeUnicode noControlCharacters once asInText asInText maximumCharacters
      knownKey knownKey knownKey knownKey knownKey notCleared address
      uuidBeforeAt charactersBeforeAt charactersInFirstLabel charactersAfterDot domains unique unique idWouldCount
      usernameForm uuidForm groupForm groupTwice allowedGroup disabledForm idForm idForm trueOrFalse besideCode codeOfInvitation codeAsPassword notInvited
      atMostDaysAhead onlyByNewPassword notOwn
      dateOrder inFuture
      lockedWithoutHash english english dateForm realDay notInFuture minimumAge maximumAge
      phone minimumCharacters minimumLetters minimumDigits minimumLowercase minimumUppercase
      onlyLettersAndDigits notOwnNames notOnBlocklist otherThanOld foreignHash noNUL maximumBytes bcryptBytes
      hashTooDear
      knownRulebook whichBeginning rulebookIsTextOrObject knownKey object boolean count choice listOfObjects absolutePath serveAddress webAddress
      guardedHosts guardedHosts guardedHosts guardedHosts guardedHosts guardedHosts guardedHosts
      guardedHosts guardedHosts guardedHosts guardedHosts atMostCharacters notEmpty emptyList
      eachOnce mask trunk mustBeRequired ageOrder cannotBeMet readableList
      createNeedsEmail syntax mergeConflict fileIsObject newerVersion whichRulebook knownKey knownKey knownKey knownKey knownKey knownKey knownKey knownKey secondSpelling accountsIsArray sameRules accountIsObject
      regularFile readable pointsNowhere knownKey knownKey meantValues meantValues meantValue present present oneHeading oneKey notInFormat notInFormat keptOut id id id id id id
      passwordIsTyped passwordIsLocked invitationOver codeIsPassword writtenByHand idOfAnother idOfAnother idOfAnother idOfAnother hadAnotherID
      spaceAround weakHash unknownScheme brokenHash ownName outOfForce openToAll nobodyInGroup withoutID idsNotCounting readableByOthers
      staleTemporaryFile
      directoryWritableByOthers notShared notSharedToRead notWritableByOwner lockOfAnother leadsToAnother
      ownerOutsideGroup tooLong notCounted unfinishedEdit
      """
    #expect(
      EveryRule.samples.map(\.name) == names.split { $0 == " " || $0 == "\n" }.map(String.init))
  }

  @Test(
    "say what was expected",
    arguments: [
      (.field(.email), .field(.address(.noAt)), "email must be an address with an @"),
      (
        .field(.password), .caution(.weakHash(scheme: "2b", isReplaced: true)),
        "password has a weak hash ($2b$); a login (regapp login, or on the page) or a new password replaces it"
      ),
      (
        .field(.password), .caution(.weakHash(scheme: "argon2id", isReplaced: false)),
        "password has a weak hash ($argon2id$); only a new password replaces it"
      ),
      (.field(.firstName), .field(.required), "first name is missing"),
      (.field(.birthDate), .field(.dateForm), "birth date must be a date in the form YYYY-MM-DD"),
      (
        .field(.birthDate), .field(.minimumAge(18)),
        "birth date must be that of someone aged 18 or older"
      ),
      (.field(.password), .field(.minimumCharacters(5)), "password must have 5 characters or more"),
      (.field(.password), .field(.minimumCharacters(1)), "password must have 1 character or more"),
      (.field(.password), .field(.minimumDigits(1)), "password must have 1 digit or more"),
      (.field(.password), .field(.maximumBytes(511)), "password must not be longer than 511 bytes"),
      (
        .field(.phone), .field(.phone(mask: "+7 (***) ***-**-**")),
        "phone must be a number of the form +7 (***) ***-**-**"
      ),
      (
        .field(.firstName), .field(.englishLetters("А")),
        "first name must be in English letters: А is a Cyrillic letter that looks like A"
      ),
      (
        .field(.lastName), .field(.englishLetters("ë")),
        "last name must be in English letters: ë is not one"
      ),
      (
        .field(.firstName), .field(.noControlCharacters("\u{202E}")),
        "first name contains \\u{202E}, a character that is not displayed"
      ),
      (
        .field(.username), .field(.uuidForm),
        "user name must not have the form of a UUID: applications would take it for somebody's id"
      ),
      (
        .field(.email), .field(.uuidBeforeAt),
        "email must not have the form of a UUID before the @: applications would take it for "
          + "somebody's id"
      ),
      (.field(.email), .field(.unique), "a user with this email already exists"),
      (
        .key("rules.login.by"), .rulebook(.choice(["email", "firstName"])),
        "rules.login.by must be \"email\" or \"firstName\""
      ),
      (
        .key("rules.nme"), .rulebook(.knownKey(suggestion: "name")),
        "rules.nme is not known here; known are name, key, login, serve, sessions, fields, from; "
          + "did you mean name?"
      ),
      (
        .key("rules.\u{1B}"), .rulebook(.knownKey(suggestion: nil)),
        "rules.\\u{1B} is not known here; known are name, key, login, serve, sessions, fields, from"
      ),
      (
        .key("rules.fields.phone.form"), .rulebook(.knownKey(suggestion: nil)),
        "rules.fields.phone.form is not known here; known are required, own, mask, trunk"
      ),
      (
        .key("rules.a.b"), .rulebook(.knownKey(suggestion: nil)),
        "rules.a.b is not known here"
      ),
      (
        .key("rules"), .rulebook(.knownRulebook("regster")),
        "unknown rulebook \"regster\"; did you mean register?"
      ),
      (
        .key("rules"), .rulebook(.knownRulebook("\u{7}")),
        "unknown rulebook \"\\u{7}\"; use one of register, albums, authorisation, standard"
      ),
      (
        .file, .caution(.readableByOthers(mode: 0o644, fit: 0o600)),
        "others can read or write the file (mode 644); chmod 600 prevents that"
      ),
      (
        .file, .caution(.directoryWritableByOthers(mode: 0o2777, fit: 0o2775)),
        "others can write to the directory (mode 2777) and replace the file; chmod 2775 prevents that"
      ),
      (
        .file, .caution(.notShared(group: "ops")),
        "the group ops can write the accounts but cannot use this; regapp share ops sets all of it"
      ),
    ] as [(Problem.Subject, Rule, String)])
  func words(subject: Problem.Subject, rule: Rule, message: String) {
    #expect(Problem(subject, rule).message[.english] == message)
  }
}
