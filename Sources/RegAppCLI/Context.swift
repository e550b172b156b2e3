import Accounts

/// Everything that a command takes from the outside, so that a test can provide it.
public struct Context: Sendable {
  public var environment: Environment
  /// The home directory of the passwd entry, used if `$HOME` is not set.
  public var passwdHome: String?
  /// The local date, read again each time: the screens may stay open past midnight.
  public var clock: @Sendable () -> CalendarDay
  public var console: Console
  public var hasher: PasswordHasher

  public init(
    environment: Environment, passwdHome: String?,
    today: @autoclosure @escaping @Sendable () -> CalendarDay, console: Console,
    hasher: PasswordHasher = PasswordHasher()
  ) {
    self.environment = environment
    self.passwdHome = passwdHome
    clock = today
    self.console = console
    self.hasher = hasher
  }

  public var today: CalendarDay { clock() }

  /// The language of messages. JSON is for programs, so it is always in English.
  func language(isJSON: Bool) -> Language { isJSON ? .english : Language(environment) }
}

/// The environment variables, each looked up when it is asked for.
public struct Environment: Sendable, ExpressibleByDictionaryLiteral {
  private let look: @Sendable (String) -> String?

  public init(_ look: @escaping @Sendable (String) -> String?) { self.look = look }

  public init(_ variables: [String: String]) { self.init { variables[$0] } }

  public init(dictionaryLiteral variables: (String, String)...) {
    self.init(Dictionary(variables) { $1 })
  }

  public subscript(name: String) -> String? { look(name) }
}

/// Input and output of the process, as functions that a test can
/// replace.
public struct Console: Sendable {
  /// Writes text to stdout; throws `ConsoleError`.
  public var write: @Sendable (String) throws -> Void
  /// Writes a message to stderr; a failure to do so is ignored.
  public var say: @Sendable (String) -> Void
  /// Reads the rest of stdin, up to about `limit` bytes.
  public var readInput: @Sendable (_ limit: Int) throws -> [UInt8]
  /// Asks a question at the terminal and reads a line; nil at the end of input.
  public var ask: @Sendable (String) async throws -> String?
  /// The same, without showing what is typed.
  public var askSecretly: @Sendable (String) async throws -> [UInt8]?
  /// Runs an editor on a file, at the terminal that we were started from, and waits for its end;
  /// returns its exit code, or nil if there is no such editor. If a signal ends us from here on,
  /// the last words are written to stderr first.
  public var runEditor:
    @Sendable (_ command: String, _ path: String, _ lastWords: String) async -> Int32?
  /// Runs a program by its path, at the terminal that we were started from; returns its exit code,
  /// or nil if it cannot be run. If it takes our place, this does not return.
  public var runProgram: @Sendable (_ words: [String], _ takesOurPlace: Bool) -> Int32?
  /// Reads a file that has nothing to do with accounts, such as `user-dirs.dirs`; nil if it fails.
  public var readFile: @Sendable (String) -> String?
  public var inputIsTerminal: Bool
  public var outputIsTerminal: Bool
  public var errorIsTerminal: Bool

  public init(
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

/// Why stdout or stdin failed.
public enum ConsoleError: Error, Sendable, Hashable {
  /// The reader of our output has closed it: the command ends quietly.
  case outputClosed
  case output(errno: Int32)
  case input(errno: Int32)
  /// Ctrl-C at a question.
  case interrupted
}
