import Accounts

/// A rulebook in words.
enum RulebookText {
  static func words(_ rulebook: Rulebook) -> String {
    var lines = ["rulebook \(visible(rulebook.name))", ""]
    lines += login(rulebook.login).map { "  \($0)" }
    lines.append("")
    for field in Field.allCases {
      let need = rulebook.requires(field) ? "required" : "may be left out"
      lines.append("  \(field.name): \(need); \(form(of: field, rulebook.fields))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func login(_ login: Rulebook.Login) -> [String] {
    var lines: [String] = []
    switch login.by {
    case .email: lines.append("one logs in by email and password")
    case .firstName: lines.append("one logs in by first name and password")
    }
    switch login.unknown {
    case .create: lines.append("an unknown email becomes an account at login")
    case .refuse: lines.append("who is unknown is refused at login")
    }
    lines.append(
      login.opensOnlyAccount
        ? "a file with one valid account opens without login, until someone logs out"
        : "nothing is shown without login")
    lines.append(
      login.upgradesHashes
        ? "a weak hash becomes a stronger one at login" : "hashes are left as they are at login")
    return lines
  }

  private static func form(of field: Field, _ fields: Rulebook.Fields) -> String {
    switch field {
    case .email: email(fields.email)
    case .password: password(fields.password)
    case .firstName: name(fields.firstName)
    case .lastName: name(fields.lastName)
    case .birthDate: birthDate(fields.birthDate)
    case .phone: "a number of the form \(visible(fields.phone.mask.text))"
    }
  }

  private static func email(_ rule: EmailRule) -> String {
    let plain = EmailRule()
    var parts: [String] = []
    if rule.beforeAt > plain.beforeAt { parts.append("\(rule.beforeAt) before the @") }
    if rule.firstLabel > plain.firstLabel {
      parts.append("\(rule.firstLabel) between it and the next dot")
    }
    if rule.afterDot > plain.afterDot || !parts.isEmpty {
      parts.append("\(rule.afterDot) after that dot")
    }
    guard !parts.isEmpty else { return "an address" }
    return "an address with at least these characters: \(parts.joined(separator: ", "))"
  }

  private static func password(_ rule: PasswordRule) -> String {
    let counts = [
      (rule.characters, "character"), (rule.letters, "letter"), (rule.digits, "digit"),
      (rule.lowercase, "lower-case letter"), (rule.uppercase, "upper-case letter"),
    ]
    let parts = counts.filter { $0.0 > ($0.1 == "character" ? 1 : 0) }
      .map { counted($0.0, $0.1) }
    let least = parts.isEmpty ? "1 character" : parts.joined(separator: ", ")
    return "at least \(least)"
      + (rule.onlyLettersAndDigits ? "; nothing but letters and digits" : "")
  }

  private static func name(_ rule: NameRule) -> String {
    switch rule.letters {
    case .any: "any text"
    case .english: "English letters, with single spaces, hyphens and apostrophes between them"
    }
  }

  private static func birthDate(_ rule: BirthDateRule) -> String {
    rule.minimumAge > 0
      ? "YYYY-MM-DD, aged \(rule.minimumAge) to \(rule.maximumAge)"
      : "YYYY-MM-DD, aged \(rule.maximumAge) or less"
  }
}
