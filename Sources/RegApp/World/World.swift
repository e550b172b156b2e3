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

  static func staysLocked(_ name: String) -> Phrase {
    Phrase(
      "\(visible(name)) stays locked: regapp enable \(visible(name)) unlocks it",
      ru: "\(visible(name)) остаётся заблокированным; снять блокировку: "
        + "regapp enable \(visible(name))")
  }

  func print(_ account: Account, openEdit: Edit? = nil) throws {
    if isJSON {
      let edit = openEdit.map { [JSONLiteral.Member("edit", $0.json)] } ?? []
      return try print(json: .object(account.members(on: today) + edit))
    }
    let text = ProfileText(account, openEdit: openEdit, today: today)
    try console.write(text.words(language, palette(forTerminal: console.outputIsTerminal)))
  }

  func warnOfUncounted(_ error: AccountsError) {
    warn(
      Phrase(
        "failed logins are not counted here: \(Report(error).reason)",
        ru: "неудачные попытки входа здесь не считаются: \(Report(error).reason)"))
  }
}
