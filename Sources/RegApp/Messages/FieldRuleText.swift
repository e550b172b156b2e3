import AccountsFile
import CommandKit
import TextTools

extension FieldRule {
  func message(of subject: Phrase) -> Phrase {
    switch self {
    case .required: about(subject, "is missing", ru: "не указано")
    case .text: about(subject, "must be a string in quotes", ru: "нужна строка в кавычках")
    case .listOfTexts:
      about(
        subject, "must be a list of strings: [ \"…\" ]", ru: "нужен список строк: [ \"…\" ]")
    case .wholeUnicode:
      about(
        subject, "contains half a character (an unpaired surrogate)",
        ru: "содержит половину символа, в тексте так нельзя")
    case .noControlCharacters(let scalar):
      about(
        subject, "contains \(scalar.escaped), a character that is not displayed",
        ru: "содержит \(scalar.escaped), символ, который не отображается")
    case .once: about(subject, "appears twice", ru: "указано дважды")
    case .notCleared:
      about(subject, "cannot be cleared with null", ru: "null здесь нельзя: поле должно остаться")
    case .address(let fault): fault.message(of: subject)
    case .charactersBeforeAt(let count):
      about(
        subject, "must have \(count, "character") or more before the @",
        ru: "перед @ нужно не меньше \(count, "символа", "символов", "символов")")
    case .charactersInFirstLabel(let count):
      about(
        subject, "must have \(count, "character") or more between the @ and the next dot",
        ru: "между @ и следующей точкой нужно не меньше "
          + "\(count, "символа", "символов", "символов")")
    case .charactersAfterDot(let count):
      about(
        subject, "must have \(count, "character") or more after the first dot of its host",
        ru: "после первой точки домена нужно не меньше \(count, "символа", "символов", "символов")")
    case .domains(let domains):
      about(
        subject, "must end in \(domains.map { "@\(visible($0))" }.joined(separator: " or "))",
        ru: "должно заканчиваться на "
          + "\(domains.map { "@\(visible($0))" }.joined(separator: " или "))")
    case .unique:
      Phrase(
        "a user with this \(subject) already exists",
        ru: "\(subject): такое значение уже есть у другого пользователя")
    case .usernameForm:
      about(
        subject,
        "must be 1 to \(Username.maximumCharacters) English letters, digits, dots, _ and -, and "
          + "begin with none of . and -",
        ru: "нужно от 1 до \(Username.maximumCharacters) английских букв, цифр, точек, _ и -, "
          + "а в начале ни . ни -")
    case .groupForm(let group):
      about(
        subject,
        "must each be 1 to 64 characters without commas, colons or space around: "
          + "\(Field.quoted(group)) is not",
        ru: "в каждой от 1 до 64 символов без запятых, двоеточий и пробелов по краям; "
          + "\(Field.quoted(group)) не подходит")
    case .groupTwice(let group):
      about(
        subject, "must each be named once: \(Field.quoted(group)) is not",
        ru: "каждая указывается один раз, а \(Field.quoted(group)) — дважды")
    case .allowedGroup(let group, let allowed):
      about(
        subject,
        "may only be \(allowed.map { visible($0) }.joined(separator: ", ")): "
          + "\(Field.quoted(group)) is not",
        ru: "допустимы только \(allowed.map { visible($0) }.joined(separator: ", ")); "
          + "\(Field.quoted(group)) не подходит")
    case .disabledForm:
      about(
        subject, "must be true, false or a reason in quotes",
        ru: "нужно true, false или причина в кавычках")
    case .trueOrFalse:
      Phrase("mustChange must be true or false", ru: "mustChange: нужно true или false")
    case .onlyByNewPassword:
      Phrase(
        "mustChange stays until a new password is set; an administrator names the account: --account",
        ru: "mustChange остаётся, пока не задан новый пароль; администратор указывает аккаунт: "
          + "--account")
    case .dateOrder:
      about(subject, "must not be before the first day", ru: "раньше первого дня")
    case .inFuture: about(subject, "must be after today", ru: "нужен день позже сегодняшнего")
    case .lockedWithoutHash:
      about(
        subject, "is locked without a hash: set a new password first",
        ru: "заблокирован, а хеша нет: сначала задайте новый пароль")
    case .englishLetters(let character): Self.notEnglish(character, subject)
    case .englishJoiners:
      about(
        subject, "may have single spaces, hyphens and apostrophes only between letters",
        ru: "одиночные пробелы, дефисы и апострофы допустимы только между буквами")
    case .dateForm:
      about(subject, "must be a date in the form YYYY-MM-DD", ru: "пишется как ГГГГ-ММ-ДД")
    case .realDay: about(subject, "must be a date that exists", ru: "такого дня не существует")
    case .notInFuture: about(subject, "must not be in the future", ru: "не может быть в будущем")
    case .minimumAge(let age):
      about(
        subject, "must be that of someone aged \(age) or older",
        ru: "возраст должен быть не меньше \(age, "года", "лет", "лет")")
    case .maximumAge(let age):
      about(
        subject, "must be that of someone aged \(age) or younger",
        ru: "возраст должен быть не больше \(age, "года", "лет", "лет")")
    case .phone(PhoneMask.digits.text):
      about(
        subject, "must be a number of 7 to 15 digits, with or without a +",
        ru: "нужен номер из 7–15 цифр, с «+» или без него")
    case .phone(let mask):
      about(
        subject, "must be a number of the form \(visible(mask))",
        ru: "нужен номер вида \(visible(mask))")
    case .maximumCharacters(let count):
      about(
        subject, "must not have more than \(Phrase.characters(count))",
        ru: "нужно не больше \(Phrase.characters(count))")
    case .minimumCharacters(let count): Self.atLeast(.characters(count), subject)
    case .minimumLetters(let count): Self.atLeast(.letters(count), subject)
    case .minimumDigits(let count): Self.atLeast(.digits(count), subject)
    case .minimumLowercase(let count): Self.atLeast(.lowercaseLetters(count), subject)
    case .minimumUppercase(let count): Self.atLeast(.uppercaseLetters(count), subject)
    case .onlyLettersAndDigits:
      about(
        subject, "may contain only letters and the digits 0 to 9",
        ru: "допустимы только буквы и цифры от 0 до 9")
    case .notOwnNames:
      about(
        subject, "must have 8 characters or more besides the account's own names",
        ru: "кроме имён и адреса самого аккаунта, нужно не меньше 8 символов")
    case .notOnBlocklist:
      about(
        subject, "is one that many people use, or that has leaked; choose another",
        ru: "такой есть у многих или уже утёк; придумайте другой")
    case .otherThanOld:
      about(subject, "must be another than the old one", ru: "нужен не такой, как прежний")
    case .noNUL: about(subject, "must not contain the character NUL", ru: "символ NUL недопустим")
    case .maximumBytes(let count):
      about(
        subject, "must not be longer than \(count) bytes",
        ru: "допустимо не больше \(count, "байта", "байт", "байт")")
    case .bcryptBytes:
      about(
        subject,
        "must not be longer than \(HashScheme.bcrypt.maximumBytes) bytes: bcrypt ignores the rest",
        ru: "допустимо не больше "
          + "\(HashScheme.bcrypt.maximumBytes, "байта", "байт", "байт"): остальное bcrypt "
          + "пропускает")
    case .hashTooDear(let scheme):
      Phrase(
        "\(subject) has a hash (\(hashName(scheme))) that costs too much to check; "
          + "set a new password",
        ru: "\(subject): хеш (\(hashName(scheme))) слишком дорог для проверки; "
          + "задайте новый пароль")
    }
  }

  private static func atLeast(_ amount: Phrase, _ subject: Phrase) -> Phrase {
    about(subject, "must have \(amount) or more", ru: "нужно не меньше \(amount)")
  }

  private static func notEnglish(_ character: Character, _ subject: Phrase) -> Phrase {
    let shown = visible(String(character))
    guard let letter = EnglishName.lookAlike(of: character) else {
      return about(
        subject, "must be in English letters: \(shown) is not one",
        ru: "допустимы только английские буквы; символ «\(shown)» не подходит")
    }
    return about(
      subject,
      "must be in English letters: \(shown) is a Cyrillic letter that looks like \(letter)",
      ru: "допустимы только английские буквы; «\(shown)» — буква кириллицы, похожая на «\(letter)»")
  }
}

extension EmailAddress.Fault {
  func message(of subject: Phrase) -> Phrase {
    switch self {
    case .space: about(subject, "must not contain a space", ru: "пробел недопустим")
    case .notASCII(let character):
      about(
        subject, "must be in ASCII letters, digits and symbols, not \(visible(String(character)))",
        ru: "допустимы только английские буквы, цифры и знаки; "
          + "символ «\(visible(String(character)))» не подходит")
    case .noAt: about(subject, "must be an address with an @", ru: "в адресе нет @")
    case .secondAt: about(subject, "must have only one @", ru: "знак @ должен быть только один")
    case .nothingBeforeAt:
      about(subject, "must have something before the @", ru: "перед @ ничего нет")
    case .characterBeforeAt(let character):
      about(
        subject, "must not contain \(visible(String(character))) before the @",
        ru: "перед @ недопустим символ «\(visible(String(character)))»")
    case .dotBeforeAt:
      about(
        subject, "must not have a dot at the start, before the @ or next to another dot",
        ru: "точка не может стоять в начале, перед @ или рядом с другой точкой")
    case .nothingAfterAt: about(subject, "must have a host after the @", ru: "после @ нужен домен")
    case .noDotAfterAt: about(subject, "must have a dot after the @", ru: "после @ нужна точка")
    case .emptyLabel:
      about(
        subject, "must not have a dot at either end of its host or next to another dot",
        ru: "точка не может стоять на краю домена или рядом с другой точкой")
    case .characterInHost(let character):
      about(
        subject, "must not contain \(visible(String(character))) after the @",
        ru: "после @ недопустим символ «\(visible(String(character)))»")
    case .hyphenAtLabelEdge:
      about(
        subject, "must not have a hyphen at either end of a part of its host",
        ru: "дефис не может стоять на краю части домена")
    case .lastLabelWithoutLetter:
      about(
        subject, "must have a letter after the last dot",
        ru: "после последней точки нужна хотя бы одна буква")
    case .shortLastLabel:
      about(
        subject, "must have 2 characters or more after the last dot",
        ru: "после последней точки нужно не меньше 2 символов")
    case .tooLong(.whole, let maximum):
      about(
        subject, "must not be longer than \(maximum) characters",
        ru: "допустимо не больше \(maximum, "символа", "символов", "символов")")
    case .tooLong(.beforeAt, let maximum):
      about(
        subject, "must not have more than \(maximum) characters before the @",
        ru: "перед @ допустимо не больше \(maximum, "символа", "символов", "символов")")
    case .tooLong(.label, let maximum):
      about(
        subject, "must not have more than \(maximum) characters between two dots",
        ru: "между двумя точками допустимо не больше \(maximum, "символа", "символов", "символов")")
    }
  }
}
