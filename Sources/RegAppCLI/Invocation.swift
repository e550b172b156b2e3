import Accounts

/// One run of one command: its arguments, the registry, and the ways to ask and to tell.
package struct Invocation: Sendable {
  let program: Program
  package let arguments: Arguments
  package let context: Context
  package let registry: Registry

  package var console: Console { context.console }
  package var isJSON: Bool { arguments.has("--json") }

  /// Whether something may be asked.
  package var mayAsk: Bool { console.inputIsTerminal && !arguments.has("--no-input") }

  /// How data on stdout and words on stderr are coloured.
  func palette(forTerminal isTerminal: Bool) -> Palette {
    Palette(arguments["--color"], context.environment, isTerminal: isTerminal)
  }

  /// Says words on stderr, a line; not where JSON is wanted, whose reader expects none.
  package func say(_ words: String) {
    if !isJSON { console.say(words + "\n") }
  }

  /// Ends a command that changed something: first what there is to say of it, then its data, and
  /// last, as the exit, that the disk may not hold what was written.
  func finish(_ notices: [Notice], print: () throws -> Void) throws {
    for notice in notices {
      switch notice {
      case .created(let email): say("created account \(visible(email))")
      case .notSealed(let error):
        let text = ErrorText(error)
        let reason = text.lines.first ?? text.placed?.problems.first?.message ?? ""
        warn("logged in, but the password in the file could not be made a hash: \(reason)")
      case .editNotCarried(let error):
        let reason = ErrorText(error).lines.first ?? ""
        warn("the password became a hash, but the open edit still holds the old one: \(reason)")
      case .mayNotSurvivePowerCut: break
      }
    }
    for case .mayNotSurvivePowerCut(let path) in notices {
      try? print()
      throw NotDurable(path: path)
    }
    try print()
  }

  /// Says that a login, failed or not, could not be counted.
  func warnOfUncounted(_ error: AccountsError) {
    warn("failed logins are not counted here: \(ErrorText(error).lines.first ?? "")")
  }

  /// Says a warning on stderr, in words, whatever stdout is to be.
  package func warn(_ words: String) {
    let mark = palette(forTerminal: console.errorIsTerminal).warning("warning:")
    console.say("regapp: \(mark) \(words)\n")
  }
}

/// What was to be written is written, and yet the exit is 74.
struct NotDurable: Error {
  let path: String
}
