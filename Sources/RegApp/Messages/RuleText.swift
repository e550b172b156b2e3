import AccountsFile
import CommandKit
import LosslessJSON
import TextTools

extension Problem {
  var message: Phrase {
    switch subject {
    case .field(let field): rule.message(of: field.name)
    case .key(let path): rule.message(of: Phrase(same: visible(path)))
    case .account: rule.message(of: Phrase("an account", ru: "аккаунт"))
    case .file: rule.message(of: Phrase("the file", ru: "файл"))
    }
  }
}

extension Rule {
  /// The rule as a sentence about a subject.
  func message(of subject: Phrase) -> Phrase {
    switch self {
    case .required: Phrase("\(subject) is missing", ru: "\(subject): не указано")
    case .text:
      Phrase("\(subject) must be a string in quotes", ru: "\(subject): нужна строка в кавычках")
    case .wholeUnicode:
      Phrase(
        "\(subject) contains half a character (an unpaired surrogate)",
        ru: "\(subject): содержит половину символа, в тексте так нельзя")
    case .noControlCharacters(let scalar):
      Phrase(
        "\(subject) contains \(scalar.escaped), a character that is not displayed",
        ru: "\(subject): содержит \(scalar.escaped), символ, который не отображается")
    case .once: Phrase("\(subject) appears twice", ru: "\(subject): указано дважды")
    case .address(let fault): fault.message(of: subject)
    case .charactersBeforeAt(let count):
      Phrase(
        "\(subject) must have \(count, "character") or more before the @",
        ru: "\(subject): перед @ нужно не меньше \(count, "символа", "символов", "символов")")
    case .charactersInFirstLabel(let count):
      Phrase(
        "\(subject) must have \(count, "character") or more between the @ and the next dot",
        ru: "\(subject): между @ и следующей точкой нужно не меньше "
          + "\(count, "символа", "символов", "символов")")
    case .charactersAfterDot(let count):
      Phrase(
        "\(subject) must have \(count, "character") or more after the first dot of its host",
        ru: "\(subject): после первой точки домена нужно не меньше "
          + "\(count, "символа", "символов", "символов")")
    case .unique:
      Phrase(
        "a user with this email already exists",
        ru: "пользователь с такой эл. почтой уже есть")
    case .englishLetters(let character): Self.notEnglish(character, subject)
    case .englishJoiners:
      Phrase(
        "\(subject) may have single spaces, hyphens and apostrophes only between letters",
        ru: "\(subject): одиночные пробелы, дефисы и апострофы допустимы только между буквами")
    case .dateForm:
      Phrase(
        "\(subject) must be a date in the form YYYY-MM-DD",
        ru: "\(subject): пишется как ГГГГ-ММ-ДД")
    case .realDay:
      Phrase("\(subject) must be a date that exists", ru: "\(subject): такого дня не существует")
    case .notInFuture:
      Phrase(
        "\(subject) must not be in the future", ru: "\(subject): не может быть в будущем")
    case .minimumAge(let age):
      Phrase(
        "\(subject) must be that of someone aged \(age) or older",
        ru: "\(subject): возраст должен быть не меньше \(age, "года", "лет", "лет")")
    case .maximumAge(let age):
      Phrase(
        "\(subject) must be that of someone aged \(age) or younger",
        ru: "\(subject): возраст должен быть не больше \(age, "года", "лет", "лет")")
    case .phone(let mask):
      Phrase(
        "\(subject) must be a number of the form \(visible(mask))",
        ru: "\(subject): нужен номер вида \(visible(mask))")
    case .minimumCharacters(let count):
      Phrase(
        "\(subject) must have \(count, "character") or more",
        ru: "\(subject): нужно не меньше \(count, "символа", "символов", "символов")")
    case .minimumLetters(let count):
      Phrase(
        "\(subject) must have \(count, "letter") or more",
        ru: "\(subject): нужно не меньше \(count, "буквы", "букв", "букв")")
    case .minimumDigits(let count):
      Phrase(
        "\(subject) must have \(count, "digit") or more",
        ru: "\(subject): нужно не меньше \(count, "цифры", "цифр", "цифр")")
    case .minimumLowercase(let count):
      Phrase(
        "\(subject) must have \(count, "lower-case letter") or more",
        ru: "\(subject): нужно не меньше "
          + "\(count, "строчной буквы", "строчных букв", "строчных букв")")
    case .minimumUppercase(let count):
      Phrase(
        "\(subject) must have \(count, "upper-case letter") or more",
        ru: "\(subject): нужно не меньше "
          + "\(count, "заглавной буквы", "заглавных букв", "заглавных букв")")
    case .onlyLettersAndDigits:
      Phrase(
        "\(subject) may contain only letters and the digits 0 to 9",
        ru: "\(subject): допустимы только буквы и цифры от 0 до 9")
    case .noNUL:
      Phrase(
        "\(subject) must not contain the character NUL", ru: "\(subject): символ NUL недопустим")
    case .maximumBytes(let count):
      Phrase(
        "\(subject) must not be longer than \(count) bytes",
        ru: "\(subject): допустимо не больше \(count, "байта", "байт", "байт")")
    case .syntax(let reason): reason.message
    case .fileIsObject:
      Phrase(
        "the file must be a single object: { \"accounts\": [ … ] }",
        ru: "файл должен быть одним объектом: { \"accounts\": [ … ] }")
    case .version(let supported):
      Phrase(
        "unknown format version; this regapp reads version \(supported)",
        ru: "эта версия формата неизвестна; этот regapp читает версию \(supported)")
    case .accountsIsArray:
      Phrase("\(subject) must be a list: [ … ]", ru: "\(subject): нужен список: [ … ]")
    case .accountIsObject:
      Phrase(
        "an account must be an object: { \"email\": …, \"password\": … }",
        ru: "аккаунт должен быть объектом: { \"email\": …, \"password\": … }")
    case .knownRulebook(let name): Self.unknownRulebook(name)
    case .rulebookIsTextOrObject:
      Phrase(
        "\(subject) must be the name of a rulebook, or a rulebook object",
        ru: "\(subject): нужно имя свода правил или сам свод")
    case .knownKey(let suggestion): Self.unknownKey(subject, suggestion)
    case .object:
      Phrase("\(subject) must be an object: { … }", ru: "\(subject): нужен объект: { … }")
    case .boolean:
      Phrase("\(subject) must be true or false", ru: "\(subject): нужно true или false")
    case .count(let range):
      Phrase(
        "\(subject) must be a whole number from \(range.lowerBound) to \(range.upperBound)",
        ru: "\(subject): нужно целое число от \(range.lowerBound) до \(range.upperBound)")
    case .choice(let words): Self.noChoice(subject, words.map { "\"\($0)\"" })
    case .mask:
      Phrase(
        "\(subject) must be a pattern such as \"+7 (***) ***-**-**\", with a * for each digit",
        ru: "\(subject): нужен образец вроде \"+7 (***) ***-**-**\", где * — любая цифра")
    case .trunk:
      Phrase(
        "\(subject) must be digits, such as \"8\", or empty",
        ru: "\(subject): нужны цифры, например \"8\", или пустая строка")
    case .mustBeRequired:
      Phrase(
        "\(subject) must be true: login is impossible without it",
        ru: "\(subject): должно быть true: без этого никто не сможет войти")
    case .ageOrder:
      Phrase(
        "\(subject) has a minimumAge above its maximumAge",
        ru: "\(subject): minimumAge больше, чем maximumAge")
    case .passwordIsTyped:
      Phrase(
        "\(subject) is plain text here; it becomes a hash at the next login, or with regapp seal",
        ru: "\(subject): записан открытым текстом; станет хешем при следующем входе "
          + "или по команде regapp seal")
    case .passwordIsLocked:
      Phrase(
        "\(subject) is locked: this account cannot log in",
        ru: "\(subject): заблокирован, войти в этот аккаунт нельзя")
    case .weakHash(let scheme):
      Phrase(
        "\(subject) has a weak hash ($\(visible(scheme))$); a login replaces it with a stronger one",
        ru: "\(subject): слабый хеш ($\(visible(scheme))$); при входе его заменит более стойкий")
    case .unknownScheme(let scheme):
      Phrase(
        "\(subject) has a hash ($\(visible(scheme))$) that this system cannot check",
        ru: "\(subject): такой хеш ($\(visible(scheme))$) эта система проверить не может")
    case .brokenHash(let scheme):
      Phrase(
        "\(subject) has a truncated or malformed hash ($\(visible(scheme))$): no password matches it",
        ru: "\(subject): хеш ($\(visible(scheme))$) обрезан или записан с ошибкой: "
          + "к нему не подойдёт ни один пароль")
    case .readableByOthers(let mode):
      Phrase(
        "others can read or write the file (mode \(String(mode, radix: 8))); chmod 600 prevents that",
        ru: "файл могут читать или менять другие (права \(String(mode, radix: 8))); "
          + "chmod 600 оставит его только вам")
    case .staleTemporaryFile:
      Phrase(
        "temporary file left by an interrupted write; the next write removes it",
        ru: "запись была прервана и оставила временный файл; следующая его удалит")
    case .directoryWritableByOthers(let mode):
      Phrase(
        "others can write to the directory (mode \(String(mode, radix: 8))) and replace the file; "
          + "chmod go-w prevents that",
        ru: "в каталог могут писать другие (права \(String(mode, radix: 8))) и подменить файл; "
          + "chmod go-w это запретит")
    case .typedPasswordsInCopy:
      Phrase(
        "copy left by edit-file that may contain plain-text passwords; "
          + "regapp edit-file finishes or discards it",
        ru: "копия, оставшаяся от edit-file: в ней могут быть пароли открытым текстом; "
          + "regapp edit-file завершит или отбросит правку")
    case .regularFile: Phrase("not a regular file", ru: "это не обычный файл")
    case .readable:
      Phrase("it cannot be read", ru: "его не удалось прочитать")
    case .pointsNowhere(let email):
      Phrase(
        "\(subject) refers to \(visible(email)), which does not exist",
        ru: "\(subject): \(visible(email)), но такого аккаунта нет")
    }
  }

  private static func notEnglish(_ character: Character, _ subject: Phrase) -> Phrase {
    let shown = visible(String(character))
    guard let letter = EnglishName.lookAlike(of: character) else {
      return Phrase(
        "\(subject) must be in English letters: \(shown) is not one",
        ru: "\(subject): допустимы только английские буквы; символ «\(shown)» не подходит")
    }
    return Phrase(
      "\(subject) must be in English letters: \(shown) is a Cyrillic letter "
        + "that looks like \(letter)",
      ru: "\(subject): допустимы только английские буквы; «\(shown)» — буква кириллицы, "
        + "похожая на «\(letter)»")
  }

  private static func unknownRulebook(_ name: String) -> Phrase {
    let names = Rulebook.builtIns.map(\.name)
    let instead = Phrase.instead(of: name, among: names)
    return Phrase(
      "unknown rulebook \"\(visible(name))\"; \(instead)",
      ru: "нет свода правил «\(visible(name))»; \(instead)")
  }

  private static func unknownKey(_ subject: Phrase, _ suggestion: String?) -> Phrase {
    let fault = Phrase(
      "\(subject) is not a key of a rulebook", ru: "\(subject): в своде правил нет такого ключа")
    return suggestion.map { fault + Phrase(same: "; ") + .didYouMean($0) } ?? fault
  }

  private static func noChoice(_ subject: Phrase, _ words: [String]) -> Phrase {
    Phrase(
      "\(subject) must be \(words.joined(separator: " or "))",
      ru: "\(subject): нужно \(words.joined(separator: " или "))")
  }
}

extension EmailAddress.Fault {
  func message(of subject: Phrase) -> Phrase {
    switch self {
    case .space: Phrase("\(subject) must not contain a space", ru: "\(subject): пробел недопустим")
    case .notASCII(let character):
      Phrase(
        "\(subject) must be in ASCII letters, digits and symbols, not \(visible(String(character)))",
        ru: "\(subject): допустимы только английские буквы, цифры и знаки; "
          + "символ «\(visible(String(character)))» не подходит")
    case .noAt:
      Phrase("\(subject) must be an address with an @", ru: "\(subject): в адресе нет @")
    case .secondAt:
      Phrase("\(subject) must have only one @", ru: "\(subject): знак @ должен быть только один")
    case .nothingBeforeAt:
      Phrase("\(subject) must have something before the @", ru: "\(subject): перед @ ничего нет")
    case .characterBeforeAt(let character):
      Phrase(
        "\(subject) must not contain \(visible(String(character))) before the @",
        ru: "\(subject): перед @ недопустим символ «\(visible(String(character)))»")
    case .dotBeforeAt:
      Phrase(
        "\(subject) must not have a dot at the start, before the @ or next to another dot",
        ru: "\(subject): точка не может стоять в начале, перед @ или рядом с другой точкой")
    case .nothingAfterAt:
      Phrase("\(subject) must have a host after the @", ru: "\(subject): после @ нужен домен")
    case .noDotAfterAt:
      Phrase("\(subject) must have a dot after the @", ru: "\(subject): после @ нужна точка")
    case .emptyLabel:
      Phrase(
        "\(subject) must not have a dot at either end of its host or next to another dot",
        ru: "\(subject): точка не может стоять на краю домена или рядом с другой точкой")
    case .characterInHost(let character):
      Phrase(
        "\(subject) must not contain \(visible(String(character))) after the @",
        ru: "\(subject): после @ недопустим символ «\(visible(String(character)))»")
    case .hyphenAtLabelEdge:
      Phrase(
        "\(subject) must not have a hyphen at either end of a part of its host",
        ru: "\(subject): дефис не может стоять на краю части домена")
    case .shortLastLabel:
      Phrase(
        "\(subject) must have 2 characters or more after the last dot",
        ru: "\(subject): после последней точки нужно не меньше 2 символов")
    case .tooLong(.whole, let maximum):
      Phrase(
        "\(subject) must not be longer than \(maximum) characters",
        ru: "\(subject): допустимо не больше \(maximum, "символа", "символов", "символов")")
    case .tooLong(.beforeAt, let maximum):
      Phrase(
        "\(subject) must not have more than \(maximum) characters before the @",
        ru: "\(subject): перед @ допустимо не больше "
          + "\(maximum, "символа", "символов", "символов")")
    case .tooLong(.label, let maximum):
      Phrase(
        "\(subject) must not have more than \(maximum) characters between two dots",
        ru: "\(subject): между двумя точками допустимо не больше "
          + "\(maximum, "символа", "символов", "символов")")
    }
  }
}
