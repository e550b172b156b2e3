import Accounts

/// One run of one command: its arguments, the registry, and the ways to ask and to tell.
package struct Invocation: Sendable {
  let program: Program
  package let arguments: Arguments
  package let context: Context
  package let registry: Registry

  package var console: Console { context.console }
  package var isJSON: Bool { arguments.has("--json") }

  /// The language of all words.
  package var language: Language { context.language(isJSON: isJSON) }

  /// Whether something may be asked.
  package var mayAsk: Bool { console.inputIsTerminal && !arguments.has("--no-input") }

  /// How data on stdout and words on stderr are coloured.
  func palette(forTerminal isTerminal: Bool) -> Palette {
    Palette(arguments["--color"], context.environment, isTerminal: isTerminal)
  }

  /// Says words on stderr, a line; not where JSON is wanted, whose reader expects none.
  package func say(_ words: Phrase) {
    if !isJSON { console.say(words[language] + "\n") }
  }

  /// Asks a question at the terminal and reads a line; nil at the end of input.
  package func ask(_ question: Phrase) async throws -> String? {
    try await console.ask(question[language])
  }

  /// The same, without showing what is typed.
  func askSecretly(_ question: Phrase) async throws -> [UInt8]? {
    try await console.askSecretly(question[language])
  }

  /// Says what is wrong with an answer.
  package func complain(_ words: Phrase) { console.say("! \(words[language])\n") }

  /// Ends a command that changed something: first what there is to say of it, then its data, and
  /// last, as the exit, that the disk may not hold what was written.
  func finish(_ notices: [Notice], print: () throws -> Void) throws {
    for notice in notices {
      switch notice {
      case .created(let email):
        say(Phrase("created account \(visible(email))", ru: "создан аккаунт \(visible(email))"))
      case .notSealed(let error):
        let reason = ErrorText.reason(error)
        warn(
          Phrase(
            "logged in, but the password in the file could not be made a hash: \(reason)",
            ru: "вход выполнен, но захешировать пароль в файле не удалось: \(reason)"))
      case .editNotCarried(let error):
        let reason = ErrorText.reason(error)
        warn(
          Phrase(
            "the password became a hash, but the open edit still holds the old one: \(reason)",
            ru: "пароль захеширован, но в открытой правке остался прежний: \(reason)"))
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
    warn(
      Phrase(
        "failed logins are not counted here: \(ErrorText.reason(error))",
        ru: "неудачные попытки входа здесь не считаются: \(ErrorText.reason(error))"))
  }

  /// Says a warning on stderr, in words, whatever stdout is to be.
  package func warn(_ words: Phrase) {
    let mark = palette(forTerminal: console.errorIsTerminal).warning("warning:")
    console.say("regapp: \(mark) \(words[language])\n")
  }
}

/// What was to be written is written, and yet the exit is 74.
struct NotDurable: Error {
  let path: String
}
