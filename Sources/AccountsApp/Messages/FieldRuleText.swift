package import AccountsFile
package import CommandKit
import TextTools

extension FieldRule {
  package func message(of subject: Phrase) -> Phrase {
    switch self {
    case .required: about(subject, "is missing")
    case .text: about(subject, "must be a string in quotes")
    case .listOfTexts: about(subject, "must be a list of strings: [ \"…\" ]")
    case .wholeUnicode:
      about(subject, "contains half a character (not UTF-8, or an unpaired surrogate)")
    case .noControlCharacters(let scalar) where scalar == "\n" || scalar == "\r":
      about(subject, "contains \(scalar.escaped), a line break")
    case .noControlCharacters("\t"):
      about(subject, "contains \(Unicode.Scalar("\t").escaped), a tab")
    case .noControlCharacters(let scalar):
      about(subject, "contains \(scalar.escaped), a character that is not displayed")
    case .once: about(subject, "appears twice")
    case .asInText(let text?):
      about(subject, "is another in the account's text in the database: \(visible(text))")
    case .asInText(nil): about(subject, "is not what the account's text in the database says")
    case .knownKey(let meaning): meaning.message(of: subject)
    case .notCleared: about(subject, "cannot be cleared with null")
    case .address(let fault): fault.message(of: subject)
    case .uuidBeforeAt:
      about(
        subject,
        "must not have the form of a UUID before the @: applications would take it for somebody's "
          + "id")
    case .charactersBeforeAt(let count):
      about(subject, "must have \(count, "character") or more before the @")
    case .charactersInFirstLabel(let count):
      about(subject, "must have \(count, "character") or more between the @ and the next dot")
    case .charactersAfterDot(let count):
      about(subject, "must have \(count, "character") or more after the first dot of its host")
    case .domains(let domains):
      about(
        subject,
        "must end in \(domains.map { Phrase(same: "@\(visible($0))") }.joined(separator: .or))")
    case .unique: Phrase("a user with this \(subject) already exists")
    case .idWouldCount:
      Phrase("with this \(subject) an id would begin to count, of this account or of another")
    case .uniqueInFile(let line):
      Phrase("a user with this \(subject) already exists, at line \(line)")
    case .usernameForm:
      about(
        subject,
        "must be 1 to \(Username.maximumCharacters) English letters, digits, dots, _ and -, and "
          + "begin with none of . and -")
    case .uuidForm:
      about(
        subject,
        "must not have the form of a UUID: applications would take it for somebody's id")
    case .groupForm(let group):
      about(
        subject,
        "must each be 1 to 64 characters without commas, colons or space around: "
          + "\(Field.quoted(group)) is not")
    case .groupTwice(let group):
      about(subject, "must each be named once: \(Field.quoted(group)) is not")
    case .allowedGroup(let group, let allowed):
      about(
        subject,
        "may only be \(allowed.map { visible($0) }.joined(separator: ", ")): "
          + "\(Field.quoted(group)) is not")
    case .idForm(let meant?):
      about(subject, "must be a name and a UUID: write \"id\": \(idInJSON(meant)), or call it x-id")
    case .idForm(nil):
      about(
        subject,
        "must be a name of the account, a space and a UUID in lower case: write \"id\" so, or call it "
          + "x-id")
    case .disabledForm:
      about(
        subject,
        "must be true, false or a reason in quotes, and none that may mean false: no, 0, nothing")
    case .trueOrFalse: Phrase("mustChange must be true or false")
    case .besideCode:
      about(subject, "must be beside a password, which is the code of the invitation")
    case .codeOfInvitation:
      about(
        subject,
        "is the code of an invitation, and would become a password for good: write \"*\" in its "
          + "place, or end the invitation with regapp uninvite")
    case .codeAsPassword:
      about(
        subject,
        "is the code of an invitation that was taken out by hand: whoever has the code can log in; "
          + "run regapp invite for this account, or set another password")
    case .notInvited: Phrase("there is no invitation to end")
    case .atMostDaysAhead(let days):
      about(subject, "must be today, or at most \(days, "day") later")
    case .onlyByNewPassword:
      Phrase(
        "mustChange stays until a new password is set; an administrator names the account: "
          + "--account"
      )
    case .notOwn:
      about(subject, "is not yours to change: ask an administrator")
    case .dateOrder: about(subject, "must not be before the first day")
    case .inFuture: about(subject, "must be after today")
    case .lockedWithoutHash: about(subject, "is locked without a hash: set a new password first")
    case .englishLetters(let character): Self.notEnglish(character, subject)
    case .englishJoiners:
      about(subject, "may have single spaces, hyphens and apostrophes only between letters")
    case .dateForm: about(subject, "must be a date in the form YYYY-MM-DD")
    case .realDay: about(subject, "must be a date that exists")
    case .notInFuture: about(subject, "must not be in the future")
    case .minimumAge(let age): about(subject, "must be that of someone aged \(age) or older")
    case .maximumAge(let age): about(subject, "must be that of someone aged \(age) or younger")
    case .phone(PhoneMask.digits.text):
      about(subject, "must be a number of 7 to 15 digits, with or without a +")
    case .phone(let mask): about(subject, "must be a number of the form \(visible(mask))")
    case .maximumCharacters(let count):
      about(subject, "must not have more than \(Phrase.characters(count))")
    case .minimumCharacters(let count): Self.atLeast(.characters(count), subject)
    case .minimumLetters(let count): Self.atLeast(.letters(count), subject)
    case .minimumDigits(let count): Self.atLeast(.digits(count), subject)
    case .minimumLowercase(let count): Self.atLeast(.lowercaseLetters(count), subject)
    case .minimumUppercase(let count): Self.atLeast(.uppercaseLetters(count), subject)
    case .onlyLettersAndDigits: about(subject, "may contain only letters and the digits 0 to 9")
    case .notOwnNames:
      about(
        subject,
        "must have 8 characters or more besides the account's own names of 4 letters or more")
    case .notOnBlocklist:
      about(subject, "is one that many people use, or that has leaked; choose another")
    case .otherThanOld: about(subject, "must be another than the old one")
    case .foreignHash:
      about(
        subject,
        "looks like another program's hash; to set it as a password, regapp edit --account NAME "
          + "--password")
    case .noNUL: about(subject, "must not contain the character NUL")
    case .maximumBytes(let count): about(subject, "must not be longer than \(count) bytes")
    case .bcryptBytes:
      about(
        subject,
        "must not be longer than \(HashScheme.bcrypt.maximumBytes) bytes: bcrypt ignores the rest")
    case .hashTooDear(let scheme):
      Phrase(
        "\(subject) has a hash (\(hashName(scheme))) that costs too much to check; "
          + "set a new password")
    }
  }

  private static func atLeast(_ amount: Phrase, _ subject: Phrase) -> Phrase {
    about(subject, "must have \(amount) or more")
  }

  private static func notEnglish(_ character: Character, _ subject: Phrase) -> Phrase {
    let shown = visible(String(character))
    guard let letter = EnglishName.lookAlike(of: character) else {
      return about(subject, "must be in English letters: \(shown) is not one")
    }
    return about(
      subject,
      "must be in English letters: \(shown) is a Cyrillic letter that looks like \(letter)")
  }
}

extension KeyMeaning {
  /// Never the value that would let somebody in.
  fileprivate func message(of subject: Phrase) -> Phrase {
    switch self {
    case .access(let field, let closing?):
      about(subject, "is not a field here; did you mean \"\(field.key)\": \(closing)?")
    case .access(let field, nil), .field(let field):
      about(subject, "is not a field here; did you mean \(field.key)?")
    case .lock:
      about(
        subject,
        "is not a field here; to keep somebody out write \"disabled\": true, or a reason")
    case .own(let own):
      about(
        subject,
        "is not a field here; to keep somebody out write \"disabled\"; else call it "
          + "\(keyInJSON(own))")
    }
  }
}

extension EmailAddress.Fault {
  private static func notASCII(_ character: Character, _ subject: Phrase) -> Phrase {
    let shown = visible(String(character))
    guard let letter = EnglishName.lookAlike(of: character) else {
      return about(subject, "must be in ASCII letters, digits and symbols, not \(shown)")
    }
    return about(
      subject,
      "must be in ASCII letters, digits and symbols: \(shown) is a Cyrillic letter that looks like "
        + "\(letter)")
  }

  func message(of subject: Phrase) -> Phrase {
    switch self {
    case .space: about(subject, "must not contain a space")
    case .notASCII(let character): Self.notASCII(character, subject)
    case .noAt: about(subject, "must be an address with an @")
    case .secondAt: about(subject, "must have only one @")
    case .nothingBeforeAt: about(subject, "must have something before the @")
    case .characterBeforeAt(let character):
      about(subject, "must not contain \(visible(String(character))) before the @")
    case .dotBeforeAt:
      about(subject, "must not have a dot at the start, before the @ or next to another dot")
    case .nothingAfterAt: about(subject, "must have a host after the @")
    case .noDotAfterAt: about(subject, "must have a dot after the @")
    case .emptyLabel:
      about(subject, "must not have a dot at either end of its host or next to another dot")
    case .characterInHost(let character):
      about(subject, "must not contain \(visible(String(character))) after the @")
    case .hyphenAtLabelEdge:
      about(subject, "must not have a hyphen at either end of a part of its host")
    case .lastLabelWithoutLetter: about(subject, "must have a letter after the last dot")
    case .shortLastLabel: about(subject, "must have 2 characters or more after the last dot")
    case .tooLong(.whole, let maximum):
      about(subject, "must not be longer than \(maximum) characters")
    case .tooLong(.beforeAt, let maximum):
      about(subject, "must not have more than \(maximum) characters before the @")
    case .tooLong(.label, let maximum):
      about(subject, "must not have more than \(maximum) characters between two dots")
    }
  }
}
