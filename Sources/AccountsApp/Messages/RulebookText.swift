package import AccountsFile
package import CommandKit

package enum RulebookText {
  static func words(_ rulebook: Rulebook) -> Phrase {
    let empty = Phrase(same: "")
    let login = RulebookKey.keys(in: "rules.login").compactMap { words($0, rulebook) }
    var lines = [words(.name, rulebook) ?? empty, empty]
    let page = RulebookKey.keys(in: "rules.serve").compactMap { words($0, rulebook) }
    let sessions = RulebookKey.keys(in: "rules.sessions").compactMap { words($0, rulebook) }
    lines += (login + page + sessions).map { Phrase(same: "  ") + $0 }
    lines.append(empty)
    for field in Field.allCases where Field.typed.contains(field) || field == .password {
      let need: Phrase = rulebook.requires(field) ? Phrase("required") : Phrase("optional")
      var form = form(of: field, rulebook)
      if field == .password {
        form = [form, storing(rulebook.fields.password)].joined(separator: "; ")
      }
      lines.append(Phrase("  \(field.name): \(need); \(form)"))
    }
    return lines.joined(separator: "\n") + Phrase(same: "\n")
  }

  /// Says what a field must look like, from the keys of its rules.
  ///
  /// - Parameter tellsPaths: whether the reader may know the files of this machine.
  package static func form(
    of field: Field, _ rulebook: Rulebook, tellsPaths: Bool = true
  ) -> Phrase {
    let keys = RulebookKey.keys(in: "rules.fields.\(field.rawValue)")
    let list = amounts(of: field, rulebook)
    let form =
      switch field {
      case .email where rulebook.fields.email.asksOnlyForAddress: Phrase("an address")
      case .email: Phrase("an address with at least these characters: \(list)")
      case .username:
        Phrase("1 to \(Username.maximumCharacters) English letters, digits, dots, _ and -")
      case .groups: Phrase("names of groups")
      case .disabled: Phrase("true, false or a reason")
      case .mustChange: Phrase("true or false")
      case .validFrom, .validUntil, .invitedUntil: Phrase("YYYY-MM-DD")
      case .password: Phrase("at least \(list)")
      case .firstName, .lastName, .phone: list
      case .birthDate: Phrase("YYYY-MM-DD, \(list)")
      }
    var more = keys.filter(apart.contains)
    if !tellsPaths { more.removeAll { $0 == .passwordBlocklistFile } }
    return ([form] + more.compactMap { words($0, rulebook) }).joined(separator: "; ")
  }

  /// The requirements that have a number, as a list.
  static func amounts(of field: Field, _ rulebook: Rulebook) -> Phrase {
    RulebookKey.keys(in: "rules.fields.\(field.rawValue)").filter { !apart.contains($0) }
      .compactMap { words($0, rulebook) }.joined(separator: field == .birthDate ? " " : ", ")
  }

  /// The keys that are said behind the list of the others.
  private static let apart: Set<RulebookKey> = [
    .emailOwn, .usernameOwn, .emailMaximumCharacters, .emailDomains, .passwordMaximumCharacters,
    .passwordOnlyLettersAndDigits, .passwordNotOwnNames, .passwordBlocklist, .passwordBlocklistFile,
    .passwordHash, .firstNameMaximumCharacters,
    .lastNameMaximumCharacters, .groupsAllowed,
  ]

  /// A key's requirement; nil if it adds nothing to what the other keys say. A password's minimum
  /// counts are in the genitive in Russian, as after «не меньше».
  private static func words(_ key: RulebookKey, _ rulebook: Rulebook) -> Phrase? {
    let (login, fields) = (rulebook.login, rulebook.fields)
    let (email, password, age) = (fields.email, fields.password, fields.birthDate)
    let kinds = [password.letters, password.digits, password.lowercase, password.uppercase]
    return switch key {
    case .name:
      rulebook.origin.map { origin in
        Phrase("rulebook \(visible(rulebook.name)), from \(origin.name)")
      } ?? Phrase("rulebook \(visible(rulebook.name))")
    case .key:
      rulebook.key == .email ? nil : Phrase("accounts are known by their \(rulebook.key.name)")
    case .loginBy:
      Phrase("login is by \(rulebook.loginNames) and password")
    case .loginUnknown:
      switch login.unknown {
      case .create: Phrase("login with an unknown \(rulebook.key.name) creates an account")
      case .refuse: Phrase("login without an account is refused")
      }
    case .loginOpensOnlyAccount:
      login.opensOnlyAccount
        ? Phrase("a file with one valid account opens without login, until someone logs out")
        : Phrase("nothing is shown without login")
    case .loginUpgradesHashes:
      login.upgradesHashes
        ? Phrase("login replaces a weak hash with a stronger one")
        : Phrase("login leaves hashes as they are")
    case .loginLog:
      login.log ? Phrase("logins are recorded and logged") : Phrase("logins are not recorded")
    case .loginChangeGenerated:
      login.changeGenerated
        ? Phrase("a generated password must be changed at the first login") : nil
    case .serveURL:
      rulebook.serve.url.map { Phrase("passwords are set at \(visible($0.text))") }
    case .serveHosts where !rulebook.serve.hosts.isEmpty:
      Phrase("these hosts are guarded: ")
        + rulebook.serve.hosts.all.map(words).joined(separator: Phrase(same: "; "))
    case .serveHome: rulebook.serve.home.map { Phrase("and to \(visible($0))") }
    case .serveTitle: rulebook.serve.title.map { Phrase("the page is called \(visible($0))") }
    case .serveNote: rulebook.serve.note.map { Phrase("the page says: \(visible($0))") }
    case .sessionsIdleHours where isWithLogin(rulebook):
      Phrase(
        "a login in a browser ends after \(rulebook.sessions.idleHours, "hour") without a request")
    case .sessionsHours where isWithLogin(rulebook):
      Phrase("a login in a browser lasts at most \(rulebook.sessions.hours, "hour")")
    case .sessionsDays where isWithLogin(rulebook):
      rulebook.sessions.areKept
        ? Phrase("a login in a browser that is kept lasts at most \(rulebook.sessions.days, "day")")
        : Phrase("no login in a browser is kept")
    case .emailBeforeAt where email.beforeAt > 1: Phrase("\(email.beforeAt) before the @")
    case .emailFirstLabel where email.firstLabel > 1:
      Phrase("\(email.firstLabel) between it and the next dot")
    case .emailAfterDot: Phrase("\(email.afterDot) after that dot")
    case .emailMaximumCharacters: email.maximumCharacters.map(atMost)
    case .emailDomains where !email.domains.isEmpty:
      Phrase("only at \(email.domains.map { visible($0) }.joined(separator: ", "))")
    case .passwordMaximumCharacters: password.maximumCharacters.map(atMost)
    case .passwordCharacters where password.characters > 1 || kinds.allSatisfy({ $0 == 0 }):
      .characters(password.characters)
    case .passwordLetters where password.letters > 0: .letters(password.letters)
    case .passwordDigits where password.digits > 0: .digits(password.digits)
    case .passwordLowercase where password.lowercase > 0: .lowercaseLetters(password.lowercase)
    case .passwordUppercase where password.uppercase > 0: .uppercaseLetters(password.uppercase)
    case .passwordOnlyLettersAndDigits where password.onlyLettersAndDigits:
      Phrase("letters and digits only")
    case .passwordNotOwnNames where password.notOwnNames:
      Phrase("8 characters or more besides the account's own names of 4 letters or more")
    case .passwordBlocklist where password.blocklist: Phrase("none that many people use")
    case .passwordBlocklistFile:
      password.blocklistFile.map {
        Phrase("not in the list \(visible($0))")
      }
    case .passwordHash:
      password.hash == .yescrypt ? nil : Phrase("at most \(password.hash.maximumBytes) bytes")
    case .firstNameMaximumCharacters: fields.firstName.maximumCharacters.map(atMost)
    case .lastNameMaximumCharacters: fields.lastName.maximumCharacters.map(atMost)
    case .firstNameLetters: words(fields.firstName.letters)
    case .lastNameLetters: words(fields.lastName.letters)
    case .birthDateMinimumAge where age.minimumAge > 0: Phrase("aged \(age.minimumAge)")
    case .birthDateMaximumAge:
      age.minimumAge > 0
        ? Phrase("to \(age.maximumAge)") : Phrase("aged \(age.maximumAge) or younger")
    case .phoneMask where fields.phone.mask == .digits:
      Phrase("7 to 15 digits, with or without a +")
    case .phoneMask: Phrase("a number of the form \(visible(fields.phone.mask.text))")
    case .groupsAllowed where !fields.groups.allowed.isEmpty:
      Phrase("only \(fields.groups.allowed.map { visible($0) }.joined(separator: ", "))")
    // A count that asks for nothing.
    case .emailBeforeAt, .emailFirstLabel, .passwordCharacters, .passwordLetters, .passwordDigits,
      .passwordLowercase, .passwordUppercase, .passwordOnlyLettersAndDigits, .passwordNotOwnNames,
      .passwordBlocklist, .emailDomains, .groupsAllowed, .birthDateMinimumAge:
      nil
    // Said only if there is a login in browsers.
    case .serveHosts, .sessionsIdleHours, .sessionsHours, .sessionsDays: nil
    case .emailOwn: fields.email.own ? Phrase("people may change their own in a browser") : nil
    case .usernameOwn:
      fields.username.own ? Phrase("people may change their own in a browser") : nil
    // Said of each field by `Rulebook.requires`.
    case .emailRequired, .usernameRequired, .passwordRequired, .firstNameRequired,
      .lastNameRequired,
      .birthDateRequired, .phoneRequired:
      nil
    // Said of the rulebook, not to those who type a password.
    case .passwordCost: nil
    // A second way to type what the mask shows.
    case .phoneTrunk: nil
    }
  }

  /// A guarded host, with who may enter it.
  private static func words(_ entry: GuardedHosts.Entry) -> Phrase {
    let host = visible(entry.host.text)
    let list = { (texts: [String]) in texts.map { visible($0) }.joined(separator: ", ") }
    let whose =
      entry.groups.isEmpty
      ? Phrase(same: host) : Phrase("\(host) for the groups \(list(entry.groups))")
    return entry.from.isEmpty ? whose : Phrase("\(whose), also from \(list(entry.from))")
  }

  /// True if the rulebook says something of logins in browsers.
  private static func isWithLogin(_ rulebook: Rulebook) -> Bool {
    !rulebook.serve.hosts.isEmpty || rulebook.sessions != SessionLimits()
  }

  private static func storing(_ rule: PasswordRule) -> Phrase {
    let cost =
      rule.hash == .sha512crypt ? Phrase("\(rule.cost, "round")") : Phrase("cost \(rule.cost)")
    return Phrase("stored as \(rule.hash.rawValue), \(cost)")
  }

  static func atMost(_ count: Int) -> Phrase {
    let amount = Phrase.characters(count)
    return Phrase("at most \(amount)")
  }

  private static func words(_ letters: NameRule.Letters) -> Phrase {
    switch letters {
    case .any: Phrase("any text")
    case .english:
      Phrase("English letters, with single spaces, hyphens and apostrophes between them")
    }
  }
}

extension EmailRule {
  /// Whether it asks for no more characters than any address has.
  fileprivate var asksOnlyForAddress: Bool {
    let plain = EmailRule()
    return (beforeAt, firstLabel, afterDot) == (plain.beforeAt, plain.firstLabel, plain.afterDot)
  }
}

extension Rulebook {
  /// The names by which one logs in.
  package var loginNames: Phrase { Login(by: waysToLogIn).names }
}

extension Rulebook.Login {
  /// The fields that login is by, in words.
  package var names: Phrase { Phrase.alternatives(by.map(\.name)) }
}
