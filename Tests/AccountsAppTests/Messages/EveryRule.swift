import LosslessJSON

@testable import AccountsFile

/// One of each rule. Adding a rule breaks the build here, so none is forgotten.
enum EveryRule {
  static let samples: [Rule] =
    chain(from: FieldRule.required, next: next).map(Rule.field)
    + chain(from: RulebookRule.knownRulebook("regster"), next: next).map(Rule.rulebook)
    + chain(from: FileRule.syntax(.leadingZero), next: next).map(Rule.file)
    + chain(from: ColumnRule.knownKey(near: nil), next: next).map(Rule.column)
    + chain(from: Caution.passwordIsTyped, next: next).map(Rule.caution)

  private static func next(_ rule: FieldRule) -> FieldRule? {
    switch rule {
    case .required: .text
    case .text: .listOfTexts
    case .listOfTexts: .wholeUnicode
    case .wholeUnicode: .noControlCharacters("\u{1B}")
    case .noControlCharacters: .once
    case .once: .asInText(nil)
    case .asInText(nil): .asInText("a\u{1B}@b.co")
    case .asInText: .maximumCharacters(9)
    case .maximumCharacters: .knownKey(.access(.disabled, closing: "true"))
    case .knownKey(.access(_, .some)): .knownKey(.access(.validUntil, closing: nil))
    case .knownKey(.access): .knownKey(.lock)
    case .knownKey(.lock): .knownKey(.field(.firstName))
    case .knownKey(.field): .knownKey(.own("x-a\u{1B}"))
    case .knownKey(.own): .notCleared
    case .notCleared: .address(.noAt)
    case .address: .uuidBeforeAt
    case .uuidBeforeAt: .charactersBeforeAt(3)
    case .charactersBeforeAt: .charactersInFirstLabel(3)
    case .charactersInFirstLabel: .charactersAfterDot(1)
    case .charactersAfterDot: .domains(["b.co", "c.co\u{1B}"])
    case .domains: .unique
    case .unique: .uniqueInFile(line: 7)
    case .uniqueInFile: .idWouldCount
    case .idWouldCount: .usernameForm
    case .usernameForm: .uuidForm
    case .uuidForm: .groupForm("a,\u{1B}")
    case .groupForm: .groupTwice("ops")
    case .groupTwice: .allowedGroup("x\u{1B}", among: ["ops", "m\u{1B}"])
    case .allowedGroup: .disabledForm
    case .disabledForm: .idForm(nil)
    case .idForm(nil): .idForm(id)
    case .idForm: .trueOrFalse
    case .trueOrFalse: .besideCode
    case .besideCode: .codeOfInvitation
    case .codeOfInvitation: .codeAsPassword
    case .codeAsPassword: .notInvited
    case .notInvited: .atMostDaysAhead(90)
    case .atMostDaysAhead: .onlyByNewPassword
    case .onlyByNewPassword: .notOwn
    case .notOwn: .dateOrder
    case .dateOrder: .inFuture
    case .inFuture: .lockedWithoutHash
    case .lockedWithoutHash: .englishLetters("Ж")
    case .englishLetters: .englishJoiners
    case .englishJoiners: .dateForm
    case .dateForm: .realDay
    case .realDay: .notInFuture
    case .notInFuture: .minimumAge(18)
    case .minimumAge: .maximumAge(120)
    case .maximumAge: .phone(mask: "+7 (***) ***-**-**")
    case .phone: .minimumCharacters(1)
    case .minimumCharacters: .minimumLetters(8)
    case .minimumLetters: .minimumDigits(1)
    case .minimumDigits: .minimumLowercase(1)
    case .minimumLowercase: .minimumUppercase(2)
    case .minimumUppercase: .onlyLettersAndDigits
    case .onlyLettersAndDigits: .notOwnNames
    case .notOwnNames: .notOnBlocklist
    case .notOnBlocklist: .otherThanOld
    case .otherThanOld: .foreignHash(.marked)
    case .foreignHash: .noNUL
    case .noNUL: .maximumBytes(511)
    case .maximumBytes: .bcryptBytes
    case .bcryptBytes: .hashTooDear(scheme: "6")
    case .hashTooDear: nil
    }
  }

  private static func next(_ rule: RulebookRule) -> RulebookRule? {
    switch rule {
    case .knownRulebook: .whichBeginning
    case .whichBeginning: .rulebookIsTextOrObject
    case .rulebookIsTextOrObject: .knownKey(suggestion: "email")
    case .knownKey: .object
    case .object: .boolean
    case .boolean: .count(0...9)
    case .count: .choice(["any", "english"])
    case .choice: .listOfObjects
    case .listOfObjects: .absolutePath
    case .absolutePath: .serveAddress
    case .serveAddress: .webAddress
    case .webAddress: .guardedHosts(.notHost("*.b\u{1B}"))
    case .guardedHosts(.notHost): .guardedHosts(.beyondASCII("ü\u{1B}"))
    case .guardedHosts(.beyondASCII): .guardedHosts(.repeated("w\u{1B}"))
    case .guardedHosts(.repeated): .guardedHosts(.tooMany(most: 64))
    case .guardedHosts(.tooMany): .guardedHosts(.missing)
    case .guardedHosts(.missing): .guardedHosts(.group(.groupForm("a:\u{1B}")))
    case .guardedHosts(.group): .guardedHosts(.notOrigin("w\u{1B}"))
    case .guardedHosts(.notOrigin): .guardedHosts(.listedTwice("w\u{1B}"))
    case .guardedHosts(.listedTwice): .guardedHosts(.tooLong(most: 64))
    case .guardedHosts(.tooLong): .guardedHosts(.ofPage("w\u{1B}"))
    case .guardedHosts(.ofPage): .guardedHosts(.pageHasPath)
    case .guardedHosts(.pageHasPath): .atMostCharacters(60)
    case .atMostCharacters: .notEmpty
    case .notEmpty: .emptyList
    case .emptyList: .eachOnce("email\u{1B}")
    case .eachOnce: .mask
    case .mask: .trunk
    case .trunk: .mustBeRequired(asOnlyLogin: true)
    case .mustBeRequired: .ageOrder
    case .ageOrder: .cannotBeMet
    case .cannotBeMet:
      .readableList(StoreFault(DiskFault(action: .read, path: "/l\u{1B}", reason: .notInOrder)))
    case .readableList: .createNeedsKey
    case .createNeedsKey: nil
    }
  }

  private static func next(_ rule: ColumnRule) -> ColumnRule? {
    let values = ListedValues(["a\u{1B}": 7, "on leave": 2, "": 1])
    return switch rule {
    case .knownKey(near: nil): .knownKey(near: "email")
    case .knownKey: .meantValues(values, instead: .disabled, inTable: true)
    case .meantValues(_, instead: _, inTable: true):
      .meantValues(values, instead: .disabled, inTable: false)
    case .meantValues: .meantValue("a\u{1B}")
    case .meantValue: .present(near: nil)
    case .present(near: nil): .present(near: "a\u{1B}")
    case .present: .oneHeading(of: .email, beside: "a\u{1B}")
    case .oneHeading: .oneKey(beside: "a\u{1B}")
    case .oneKey: .notInFormat(near: nil)
    case .notInFormat(near: nil): .notInFormat(near: "given_name")
    case .notInFormat: .keptOut
    case .keptOut: .id(.form(nil))
    case .id(.form(nil)): .id(.form(id.id))
    case .id(.form): .id(.ofOtherName("a\u{1B}"))
    case .id(.ofOtherName): .id(.differs("a\u{1B}"))
    case .id(.differs): .id(.countsNot("a\u{1B}"))
    case .id(.countsNot): .id(.ofOther("a\u{1B}", not: "b\u{1B}"))
    case .id(.ofOther): nil
    }
  }

  private static func next(_ rule: FileRule) -> FileRule? {
    switch rule {
    case .syntax: .mergeConflict(MergeConflict())
    case .mergeConflict: .fileIsObject
    case .fileIsObject: .newerVersion
    case .newerVersion: .whichRulebook
    case .whichRulebook: .knownKey(.field)
    case .knownKey(.field): .knownKey(.rule(of: "a\u{1B}"))
    case .knownKey(.rule(.some)): .knownKey(.rule(of: nil))
    case .knownKey(.rule): .knownKey(.list)
    case .knownKey(.list): .knownKey(.lock)
    case .knownKey(.lock): .knownKey(.own("x-a\u{1B}", insteadOf: nil))
    case .knownKey(.own(_, nil)): .knownKey(.own("x-a\u{1B}", insteadOf: "regapp"))
    case .knownKey(.own): .knownKey(.name(own: "x-name"))
    case .knownKey(.name): .secondSpelling(of: "rules")
    case .secondSpelling: .accountsIsArray
    case .accountsIsArray: .sameRules
    case .sameRules: .accountIsObject
    case .accountIsObject: .regularFile
    case .regularFile: .readable
    case .readable: .pointsNowhere(name: "a\u{1B}@b.co")
    case .pointsNowhere: nil
    }
  }

  private static let id = GivenID(.random(), to: "c\u{1B}")

  private static func next(_ rule: Caution) -> Caution? {
    switch rule {
    case .passwordIsTyped: .passwordIsLocked
    case .passwordIsLocked: .invitationOver(.ofTests)
    case .invitationOver: .codeIsPassword(of: "a\u{1B}")
    case .codeIsPassword: .writtenByHand
    case .writtenByHand:
      .idOfAnother(
        OtherID(id, of: "a\u{1B}", other: nil, isOfName: false, isInFile: true))
    case .idOfAnother(let other) where other.other == nil && other.isInFile:
      .idOfAnother(
        OtherID(id, of: "a\u{1B}", other: nil, isOfName: false, isInFile: false))
    case .idOfAnother(let other) where other.other == nil:
      .idOfAnother(
        OtherID(id, of: "a\u{1B}", other: "b\u{1B}", isOfName: false, isInFile: true))
    case .idOfAnother(let other) where !other.isOfName:
      .idOfAnother(
        OtherID(id, of: "a\u{1B}", other: "b\u{1B}", isOfName: true, isInFile: true))
    case .idOfAnother: .hadAnotherID(id.id, name: "a\u{1B}", until: .ofTests)
    case .hadAnotherID: .spaceAround
    case .spaceAround: .weakHash(scheme: "1", isReplaced: true)
    case .weakHash: .unknownScheme("argon2id")
    case .unknownScheme: .brokenHash(scheme: "y")
    case .brokenHash: .ownName
    case .ownName: .outOfForce("s\u{1B}")
    case .outOfForce: .openToAll(host: "w\u{1B}")
    case .openToAll: .nobodyInGroup("o\u{1B}s", host: "w\u{1B}")
    case .nobodyInGroup: .withoutID(count: 2, host: "w\u{1B}")
    case .withoutID: .idsNotCounting(count: 2, host: "w\u{1B}")
    case .idsNotCounting: .readableByOthers(mode: 0o644, fit: 0o600)
    case .readableByOthers: .staleTemporaryFile
    case .staleTemporaryFile: .directoryWritableByOthers(mode: 0o777, fit: 0o755)
    case .directoryWritableByOthers: .notShared(group: "o\u{1B}s")
    case .notShared: .notSharedToRead(group: "o\u{1B}s")
    case .notSharedToRead: .notWritableByOwner(owner: "a\u{1B}")
    case .notWritableByOwner: .lockOfAnother(owner: "a\u{1B}")
    case .lockOfAnother: .leadsToAnother(owner: "a\u{1B}")
    case .leadsToAnother: .ownerOutsideGroup(owner: "a\u{1B}", group: "o\u{1B}s")
    case .ownerOutsideGroup:
      .tooLong(
        StoreFault(DiskFault(action: .write, path: "/h\u{1B}", reason: .cutShort(kept: 4 << 20))))
    case .tooLong:
      .notCounted(StoreFault(DiskFault(action: .read, path: "/l\u{1B}", reason: .notLoginRecord)))
    case .notCounted:
      .unfinishedEdit(UnfinishedEdit(subject: "/n\u{1B}", user: "a\u{1B}", since: 1_700_000_000))
    case .unfinishedEdit: nil
    }
  }

  static let addressFaults: [EmailAddress.Fault] = chain(from: .space) { fault in
    switch fault {
    case .space: .notASCII("ä")
    case .notASCII: .noAt
    case .noAt: .secondAt
    case .secondAt: .nothingBeforeAt
    case .nothingBeforeAt: .characterBeforeAt("\u{1B}")
    case .characterBeforeAt: .dotBeforeAt
    case .dotBeforeAt: .nothingAfterAt
    case .nothingAfterAt: .noDotAfterAt
    case .noDotAfterAt: .emptyLabel
    case .emptyLabel: .characterInHost("_")
    case .characterInHost: .hyphenAtLabelEdge
    case .hyphenAtLabelEdge: .shortLastLabel
    case .shortLastLabel: .lastLabelWithoutLetter
    case .lastLabelWithoutLetter: .tooLong(part: .whole, maximum: 254)
    case .tooLong(.whole, _): .tooLong(part: .beforeAt, maximum: 64)
    case .tooLong(.beforeAt, _): .tooLong(part: .label, maximum: 63)
    case .tooLong(.label, _): nil
    }
  }

  static let syntaxReasons: [JSONSyntaxError.Reason] =
    chain(from: JSONSyntaxError.Expected.value) { expected in
      switch expected {
      case .value: .valueOrClosingBracket
      case .valueOrClosingBracket: .key
      case .key: .keyOrClosingBrace
      case .keyOrClosingBrace: .colon
      case .colon: .commaOrClosingBracket
      case .commaOrClosingBracket: .commaOrClosingBrace
      case .commaOrClosingBrace: .closingQuote
      case .closingQuote: .escape
      case .escape: .hexDigit
      case .hexDigit: .digit
      case .digit: .word(.true)
      case .word: .end
      case .end: nil
      }
    }.flatMap { expected in
      [
        .unexpected(.end, expected: expected),
        .unexpected(.scalar("\u{1B}"), expected: expected),
      ] as [JSONSyntaxError.Reason]
    } + [
      .controlInString("\n"), .controlInString("\t"), .controlInString("\u{1}"), .leadingZero,
      .invalidUTF8(0xC3), .otherEncoding(.utf16LittleEndian), .otherEncoding(.utf32BigEndian),
      .tooDeep,
    ]

  /// The sequence that starts with a value and continues from each to the next.
  static func chain<Value>(from first: Value, next: (Value) -> Value?) -> [Value] {
    var values = [first]
    while let last = values.last, let value = next(last) { values.append(value) }
    return values
  }
}
