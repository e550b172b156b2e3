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
      var form = FieldWords.form(of: field, rulebook)
      if field == .password {
        form = [form, storing(rulebook.fields.password)].joined(separator: "; ")
      }
      lines.append(Phrase("  \(field.name): \(need); \(form)"))
    }
    return lines.joined(separator: "\n") + Phrase(same: "\n")
  }

  /// A key's requirement; nil if it adds nothing to what the other keys say.
  private static func words(_ key: RulebookKey, _ rulebook: Rulebook) -> Phrase? {
    let login = rulebook.login
    return switch key {
    case .name:
      rulebook.origin?.name.map { origin in
        Phrase("rulebook \(visible(rulebook.name)), from \(origin)")
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
    // Said only if there is a login in browsers.
    case .serveHosts, .sessionsIdleHours, .sessionsHours, .sessionsDays: nil
    }
  }

  /// A guarded host, with who may enter it.
  private static func words(_ entry: GuardedHosts.Entry) -> Phrase {
    let host = visible(entry.host.text)
    let list = { (texts: [String]) in texts.map { visible($0) }.joined(separator: ", ") }
    let whose =
      entry.groups.isEmpty
      ? Phrase(same: host) : Phrase("\(host) for the groups \(list(entry.groups))")
    let told = entry.requiresID ? Phrase("\(whose), with an id") : whose
    return entry.from.isEmpty ? told : Phrase("\(told), also from \(list(entry.from))")
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
}

extension Rulebook {
  /// The names by which one logs in.
  package var loginNames: Phrase { Login(by: waysToLogIn).names }
}

extension Rulebook.Login {
  /// The fields that login is by, in words.
  package var names: Phrase { Phrase.alternatives(by.map(\.name)) }
}
