package import Terminal

/// Gives a program its environment and its console; tests pass their own.
package struct Context: Sendable {
  package var environment: Environment
  /// The home directory of the passwd entry, used if `$HOME` is not set.
  package var passwdHome: String?
  /// The home directory of root if root runs the program: `$HOME` may be that of the caller.
  package var rootHome: String?
  package var console: Console

  /// The language of messages. JSON is for programs, so it is always in English.
  package func language(isJSON: Bool) -> Language { isJSON ? .english : Language(environment) }
}

/// The environment variables, each looked up when it is asked for. An empty one counts as not set.
package struct Environment: Sendable, ExpressibleByDictionaryLiteral {
  private let look: @Sendable (String) -> String?

  package init(_ look: @escaping @Sendable (String) -> String?) { self.look = look }

  package init(_ variables: [String: String]) { self.init { variables[$0] } }

  package init(dictionaryLiteral variables: (String, String)...) {
    self.init(Dictionary(variables) { $1 })
  }

  package subscript(name: String) -> String? { look(name).flatMap { $0.isEmpty ? nil : $0 } }

  /// The user's locale: the first of its variables that is set.
  package var locale: String? {
    ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { self[$0] }.first
  }
}

/// Input and output of the process, as functions that a test can replace.
package struct Console: Sendable {
  /// Writes text to stdout; throws `ConsoleError`.
  package var write: @Sendable (String) throws -> Void
  /// Writes bytes that need not be text to stdout; throws `ConsoleError`.
  package var writeBytes: @Sendable (ArraySlice<UInt8>) throws -> Void = { _ in
    throw ConsoleError.outputClosed
  }
  /// Writes out what is kept of that; throws `ConsoleError`.
  package var flush: @Sendable () throws -> Void = {}
  /// Writes a message to stderr; a failure to do so is ignored.
  package var say: @Sendable (String) -> Void
  /// Reads the rest of stdin, up to about `limit` bytes.
  package var readInput: @Sendable (_ limit: Int) throws -> [UInt8]
  /// Reads a pipe by its path, such as `/dev/fd/63`; nil if it is not a pipe. Calls `waiting` if
  /// nothing has it open for writing yet.
  package var readPipe:
    @Sendable (_ path: String, _ limit: Int, _ waiting: () -> Void) throws -> [UInt8]? = {
      _, _, _ in nil
    }
  /// How many columns the terminal has.
  package var columns: @Sendable () -> Int = { 80 }
  /// Asks a question at the terminal and reads a line; nil at end of input.
  package var ask: @Sendable (String) async throws -> String?
  /// Asks a question at the terminal and reads a line without an echo; nil at end of input.
  package var askSecretly: @Sendable (String) async throws -> [UInt8]?
  /// Runs an editor on a file at our terminal, at a line if it takes one, and waits; returns its
  /// exit code, or nil if there is none. If a signal ends us from here on, the last words are
  /// written to stderr first.
  package var runEditor:
    @Sendable (_ command: String, _ path: String, _ line: Int?, _ lastWords: String) async -> Int32? =
      { _, _, _, _ in nil }
  /// Runs a program by its path at our terminal; returns its exit code, nil if it cannot be run, or
  /// not at all if it takes our place.
  package var runProgram: @Sendable (_ words: [String], _ takesOurPlace: Bool) -> Int32? = {
    _, _ in nil
  }
  /// Runs a program by its path with variables of its own besides ours, and waits; returns what it
  /// printed, nil if it cannot be run.
  package var capture:
    @Sendable (_ words: [String], _ variables: [String: String]) -> CapturedRun? = { _, _ in nil }
  /// Reads a file that has nothing to do with accounts, such as `user-dirs.dirs`; nil if it fails.
  package var readFile: @Sendable (String) -> String?
  package var inputIsTerminal: Bool
  package var outputIsTerminal: Bool
  package var errorIsTerminal: Bool
}

/// Why stdout or stdin failed.
package enum ConsoleError: Error, Sendable, Hashable {
  /// The reader of our output has closed it: the command ends quietly.
  case outputClosed
  case output(errno: Int32)
  case input(errno: Int32)
  /// Ctrl-C at a question.
  case interrupted
}

extension Language {
  /// The user's language. English if the locale is not UTF-8, since it could not show Russian.
  package init(_ environment: Environment) { self.init(locale: environment.locale ?? "C") }
}
