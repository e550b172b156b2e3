import Accounts
import CommandKit

/// A rulebook in words.
enum RulebookText {
  static func words(_ rulebook: Rulebook) -> Phrase {
    let empty = Phrase(same: "")
    let name = visible(rulebook.name)
    var lines = [Phrase("rulebook \(name)", ru: "свод правил \(name)"), empty]
    lines += login(rulebook.login).map { Phrase(same: "  ") + $0 }
    lines.append(empty)
    for field in Field.allCases {
      let need: Phrase =
        rulebook.requires(field)
        ? Phrase("required", ru: "обязательно") : Phrase("may be left out", ru: "необязательно")
      let form = form(of: field, rulebook.fields)
      lines.append(
        Phrase("  \(field.name): \(need); \(form)", ru: "  \(field.name): \(need); \(form)"))
    }
    return lines.joined(separator: "\n") + Phrase(same: "\n")
  }

  private static func login(_ login: Rulebook.Login) -> [Phrase] {
    var lines: [Phrase] = []
    switch login.by {
    case .email:
      lines.append(Phrase("one logs in by email and password", ru: "вход по эл. почте и паролю"))
    case .firstName:
      lines.append(Phrase("one logs in by first name and password", ru: "вход по имени и паролю"))
    }
    switch login.unknown {
    case .create:
      lines.append(
        Phrase(
          "an unknown email becomes an account at login",
          ru: "при входе для неизвестного адреса создаётся аккаунт"))
    case .refuse:
      lines.append(
        Phrase("who is unknown is refused at login", ru: "без аккаунта войти нельзя"))
    }
    lines.append(
      login.opensOnlyAccount
        ? Phrase(
          "a file with one valid account opens without login, until someone logs out",
          ru: "единственный верный аккаунт открывается без входа, пока из него не выйдут")
        : Phrase("nothing is shown without login", ru: "без входа ничего не показывается"))
    lines.append(
      login.upgradesHashes
        ? Phrase(
          "a weak hash becomes a stronger one at login",
          ru: "слабый хеш при входе заменяется более стойким")
        : Phrase("hashes are left as they are at login", ru: "хеши при входе не меняются"))
    return lines
  }

  private static func form(of field: Field, _ fields: Rulebook.Fields) -> Phrase {
    switch field {
    case .email: email(fields.email)
    case .password: password(fields.password)
    case .firstName: name(fields.firstName)
    case .lastName: name(fields.lastName)
    case .birthDate: birthDate(fields.birthDate)
    case .phone:
      Phrase(
        "a number of the form \(visible(fields.phone.mask.text))",
        ru: "номер вида \(visible(fields.phone.mask.text))")
    }
  }

  private static func email(_ rule: EmailRule) -> Phrase {
    let plain = EmailRule()
    var parts: [Phrase] = []
    if rule.beforeAt > plain.beforeAt {
      parts.append(Phrase("\(rule.beforeAt) before the @", ru: "\(rule.beforeAt) перед @"))
    }
    if rule.firstLabel > plain.firstLabel {
      parts.append(
        Phrase(
          "\(rule.firstLabel) between it and the next dot",
          ru: "\(rule.firstLabel) между @ и следующей точкой"))
    }
    if rule.afterDot > plain.afterDot || !parts.isEmpty {
      parts.append(
        Phrase("\(rule.afterDot) after that dot", ru: "\(rule.afterDot) после этой точки"))
    }
    guard !parts.isEmpty else { return Phrase("an address", ru: "адрес") }
    let list = parts.joined(separator: ", ")
    return Phrase(
      "an address with at least these characters: \(list)",
      ru: "адрес, в котором символов не меньше: \(list)")
  }

  private static func password(_ rule: PasswordRule) -> Phrase {
    let least = leastCounts(rule).joined(separator: ", ")
    return rule.onlyLettersAndDigits
      ? Phrase(
        "at least \(least); nothing but letters and digits",
        ru: "не меньше \(least); только буквы и цифры")
      : Phrase("at least \(least)", ru: "не меньше \(least)")
  }

  /// How many of what a password must have; in Russian in the genitive, as behind «не меньше».
  private static func leastCounts(_ rule: PasswordRule) -> [Phrase] {
    var parts: [Phrase] = []
    if rule.characters > 1 { parts.append(characters(rule.characters)) }
    if rule.letters > 0 {
      parts.append(
        Phrase("\(rule.letters, "letter")", ru: "\(rule.letters, "буквы", "букв", "букв")"))
    }
    if rule.digits > 0 {
      parts.append(
        Phrase("\(rule.digits, "digit")", ru: "\(rule.digits, "цифры", "цифр", "цифр")"))
    }
    if rule.lowercase > 0 {
      parts.append(
        Phrase(
          "\(rule.lowercase, "lower-case letter")",
          ru: "\(rule.lowercase, "строчной буквы", "строчных букв", "строчных букв")"))
    }
    if rule.uppercase > 0 {
      parts.append(
        Phrase(
          "\(rule.uppercase, "upper-case letter")",
          ru: "\(rule.uppercase, "заглавной буквы", "заглавных букв", "заглавных букв")"))
    }
    return parts.isEmpty ? [characters(1)] : parts
  }

  private static func characters(_ count: Int) -> Phrase {
    Phrase("\(count, "character")", ru: "\(count, "символа", "символов", "символов")")
  }

  private static func name(_ rule: NameRule) -> Phrase {
    switch rule.letters {
    case .any: Phrase("any text", ru: "любой текст")
    case .english:
      Phrase(
        "English letters, with single spaces, hyphens and apostrophes between them",
        ru: "английские буквы, а между ними — одиночные пробелы, дефисы и апострофы")
    }
  }

  private static func birthDate(_ rule: BirthDateRule) -> Phrase {
    let (least, most) = (rule.minimumAge, rule.maximumAge)
    return least > 0
      ? Phrase(
        "YYYY-MM-DD, aged \(least) to \(most)",
        ru: "ГГГГ-ММ-ДД, возраст от \(least) до \(most, "года", "лет", "лет")")
      : Phrase(
        "YYYY-MM-DD, aged \(most) or less",
        ru: "ГГГГ-ММ-ДД, возраст не больше \(most, "года", "лет", "лет")")
  }
}
