import AccountsFile
import CommandKit
import LosslessJSON

typealias Command = CommandKit.Command<World>
typealias Invocation = CommandKit.Invocation<World>

/// What a command of regapp works on, besides what it is given.
struct World: Sendable {
  let registry: Registry
  /// The user's own day, read each time: the screens may stay open over midnight.
  let clock: @Sendable () -> CalendarDay
  let hasher: PasswordHasher
}

extension Invocation {
  var registry: Registry { world.registry }
  /// The user's own day.
  var today: CalendarDay { world.clock() }
}

extension Invocation {
  /// Ends a command that changed something: reports the notices, prints the data, and last
  /// throws if what was written may not survive a power cut.
  func finish(_ notices: [Notice], print: () throws -> Void) throws {
    for notice in notices {
      switch notice {
      case .created(let name):
        say(Phrase("created account \(visible(name))", ru: "создан аккаунт \(visible(name))"))
      case .staysLocked(let name): say(Self.staysLocked(name))
      case .ownKeyReplaced(let field, let value): warn(Self.replaced(field, value))
      case .notSealed(let error):
        let reason = Report(error).reason
        warn(
          Phrase(
            "logged in, but the password in the file could not be hashed: \(reason)",
            ru: "вход выполнен, но захешировать пароль в файле не удалось: \(reason)"))
      case .editNotCarried(let error):
        let reason = Report(error).reason
        warn(
          Phrase(
            "the password was hashed, but the open edit still has the old one: \(reason)",
            ru: "пароль захеширован, но в открытой правке остался прежний: \(reason)"))
      case .typedPasswordsInCopy(let path):
        let words = Problem(.file, .typedPasswordsInCopy).message
        warn(Phrase("\(visible(path)): \(words)", ru: "\(visible(path)): \(words)"))
      case .mayNotSurvivePowerCut: break
      }
    }
    for case .mayNotSurvivePowerCut(let path) in notices {
      try? print()
      throw Report(.cannotReadOrWrite, "disk", [Report.notDurable(path)])
    }
    try print()
  }

  static func replaced(_ field: Field, _ value: String) -> Phrase {
    Phrase(
      "\(field.rawValue) was a key of your own and had the value \(visible(value)), which is replaced",
      ru: "\(field.rawValue) был вашим собственным ключом; его прежнее значение заменено: "
        + "\(visible(value))")
  }

  static func staysLocked(_ name: String) -> Phrase {
    Phrase(
      "\(visible(name)) stays locked: regapp enable \(visible(name)) unlocks it",
      ru: "\(visible(name)) остаётся заблокированным; снять блокировку: "
        + "regapp enable \(visible(name))")
  }

  /// Prints a profile on stdout; or, with a generated password, that alone, so that it can be piped
  /// on, and the profile on stderr.
  func print(_ account: Account?, openEdit: Edit? = nil, generated: PasswordText? = nil) throws {
    let password = generated?.text
    if isJSON {
      let edit = openEdit.map { [JSONLiteral.Member("edit", $0.json)] } ?? []
      let new = password.map { [JSONLiteral.Member("generatedPassword", .string($0))] } ?? []
      return try print(json: .object((account?.members(on: today) ?? []) + edit + new))
    }
    let isOnTerminal = password == nil ? console.outputIsTerminal : console.errorIsTerminal
    let profile = account.map { ProfileText($0, openEdit: openEdit, today: today) }
    let words = profile?.words(language, palette(forTerminal: isOnTerminal)) ?? ""
    guard let password else { return try console.write(words) }
    console.say(words)
    try console.write(password + "\n")
  }

  /// Runs a command's work on a generated password, and prints that even if the work was done by
  /// halves: nobody else knows it.
  func withGenerated<Value>(
    _ password: PasswordText?, _ work: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await work()
    } catch AccountsError.partlyDone(let step, let error) {
      if let password { try? print(nil, generated: password) }
      throw AccountsError.partlyDone(step, error)
    }
  }

  func warnOfUncounted(_ error: AccountsError) {
    warn(
      Phrase(
        "failed logins are not counted here: \(Report(error).reason)",
        ru: "неудачные попытки входа здесь не считаются: \(Report(error).reason)"))
  }
}
