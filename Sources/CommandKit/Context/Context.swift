/// What every program takes from the outside: the edge at which the world is read.
package struct Context: Sendable {
  package var environment: Environment
  /// The home of the passwd entry, for where `$HOME` is not set.
  package var passwdHome: String?
  package var console: Console

  package init(environment: Environment, passwdHome: String?, console: Console) {
    self.environment = environment
    self.passwdHome = passwdHome
    self.console = console
  }

  /// The language of all words. Who wants JSON is a program, and spoken to in English.
  package func language(isJSON: Bool) -> Language { isJSON ? .english : Language(environment) }
}

/// The environment variables, each looked up when it is asked for.
package struct Environment: Sendable, ExpressibleByDictionaryLiteral {
  private let look: @Sendable (String) -> String?

  package init(_ look: @escaping @Sendable (String) -> String?) { self.look = look }

  package init(_ variables: [String: String]) { self.init { variables[$0] } }

  package init(dictionaryLiteral variables: (String, String)...) {
    self.init(Dictionary(variables) { $1 })
  }

  package subscript(name: String) -> String? { look(name) }
}

/// What is read from and written to the outside, as functions that a test can put its own in
/// place of.
package struct Console: Sendable {
  /// Writes text to stdout; throws `ConsoleError`.
  package var write: @Sendable (String) throws -> Void
  /// Writes words to stderr; what cannot be written there is lost.
  package var say: @Sendable (String) -> Void
  /// Reads what is left of stdin, so many bytes or a few more at most.
  package var readInput: @Sendable (_ limit: Int) throws -> [UInt8]
  /// Asks a question at the terminal and reads a line; nil at the end of input.
  package var ask: @Sendable (String) async throws -> String?
  /// The same, without showing what is typed.
  package var askSecretly: @Sendable (String) async throws -> [UInt8]?
  /// Runs an editor on a file, at the terminal that we were started from, and waits for its end;
  /// returns its exit code, or nil where there is no such editor. Where a signal ends us from here
  /// on, the last words are said first.
  package var runEditor:
    @Sendable (_ command: String, _ path: String, _ lastWords: String) async -> Int32?
  /// Runs a program by its path, at the terminal that we were started from; returns its exit code,
  /// or nil where it cannot be run. Where it is to take our place, this does not return.
  package var runProgram: @Sendable (_ words: [String], _ takesOurPlace: Bool) -> Int32?
  /// Reads a file that belongs to no accounts, such as `user-dirs.dirs`; nil where there is none.
  package var readFile: @Sendable (String) -> String?
  package var inputIsTerminal: Bool
  package var outputIsTerminal: Bool
  package var errorIsTerminal: Bool

  package init(
    write: @escaping @Sendable (String) throws -> Void,
    say: @escaping @Sendable (String) -> Void,
    readInput: @escaping @Sendable (Int) throws -> [UInt8],
    ask: @escaping @Sendable (String) async throws -> String?,
    askSecretly: @escaping @Sendable (String) async throws -> [UInt8]?,
    runEditor: @escaping @Sendable (String, String, String) async -> Int32? = { _, _, _ in nil },
    runProgram: @escaping @Sendable ([String], Bool) -> Int32? = { _, _ in nil },
    readFile: @escaping @Sendable (String) -> String?,
    inputIsTerminal: Bool, outputIsTerminal: Bool, errorIsTerminal: Bool
  ) {
    self.write = write
    self.say = say
    self.readInput = readInput
    self.ask = ask
    self.askSecretly = askSecretly
    self.runEditor = runEditor
    self.runProgram = runProgram
    self.readFile = readFile
    self.inputIsTerminal = inputIsTerminal
    self.outputIsTerminal = outputIsTerminal
    self.errorIsTerminal = errorIsTerminal
  }
}

/// Why stdout or stdin would not work.
package enum ConsoleError: Error, Sendable, Hashable {
  /// Who reads our output has gone: that ends the work quietly.
  case outputClosed
  case output(errno: Int32)
  case input(errno: Int32)
  /// Ctrl-C at a question.
  case interrupted
}

extension Language {
  /// The user's language, as the environment tells it. A locale whose signs are not those of UTF-8
  /// could not show Russian: there it is English.
  package init(_ environment: Environment) {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
    self.init(locale: names.first { !$0.isEmpty } ?? "C")
  }
}
