import Accounts

/// One run of one command: its arguments, the registry, and ways to ask and to report.
package struct Invocation: Sendable {
  let program: Program
  package let arguments: Arguments
  package let context: Context
  package let registry: Registry

  package var console: Console { context.console }
  package var isJSON: Bool { arguments.has("--json") }

  /// The language of messages.
  package var language: Language { context.language(isJSON: isJSON) }

  /// Whether questions may be asked.
  package var mayAsk: Bool { console.inputIsTerminal && !arguments.has("--no-input") }

  /// How data on stdout and messages on stderr are coloured.
  func palette(forTerminal isTerminal: Bool) -> Palette {
    Palette(arguments["--color"], context.environment, isTerminal: isTerminal)
  }

  /// Writes a line to stderr; nothing if JSON is wanted, since its reader expects none.
  package func say(_ words: Phrase) {
    if !isJSON { console.say(words[language] + "\n") }
  }

  /// Asks a question at the terminal and reads a line; nil at end of input.
  package func ask(_ question: Phrase) async throws -> String? {
    try await console.ask(question[language])
  }

  /// The same, without showing what is typed.
  func askSecretly(_ question: Phrase) async throws -> [UInt8]? {
    try await console.askSecretly(question[language])
  }

  /// Reports what is wrong with an answer.
  package func complain(_ words: Phrase) { console.say("! \(words[language])\n") }

  /// Ends a command that changed something: reports the notices, prints the data, and last
  /// throws if what was written may not survive a power cut.
  func finish(_ notices: [Notice], print: () throws -> Void) throws {
    for notice in notices {
      switch notice {
      case .created(let email):
        say(Phrase("created account \(visible(email))", ru: "создан аккаунт \(visible(email))"))
      case .notSealed(let error):
        let reason = ErrorText.reason(error)
        warn(
          Phrase(
            "logged in, but the password in the file could not be hashed: \(reason)",
            ru: "вход выполнен, но захешировать пароль в файле не удалось: \(reason)"))
      case .editNotCarried(let error):
        let reason = ErrorText.reason(error)
        warn(
          Phrase(
            "the password was hashed, but the open edit still has the old one: \(reason)",
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

  /// Warns that a login attempt could not be counted.
  func warnOfUncounted(_ error: AccountsError) {
    warn(
      Phrase(
        "failed logins are not counted here: \(ErrorText.reason(error))",
        ru: "неудачные попытки входа здесь не считаются: \(ErrorText.reason(error))"))
  }

  /// Writes a warning to stderr as text, even if JSON is wanted.
  package func warn(_ words: Phrase) {
    let mark = palette(forTerminal: console.errorIsTerminal).warning("warning:")
    console.say("regapp: \(mark) \(words[language])\n")
  }
}

/// Everything was written, but not made durable: the exit code is 74.
struct NotDurable: Error {
  let path: String
}
