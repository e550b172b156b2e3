import AccountsSupport
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsApp
@testable import CommandKit
@testable import ScreenKit

/// A documents directory for one test and a terminal in memory, with which `regapp` runs.
///
/// A suite holds it in a stored property, so that it lives as long as the test that runs.
final class Home: Sendable {
  /// As long a path in memory as it is in /tmp: some screens have room for little more.
  private let directory = TemporaryDirectory("regapp", in: TemporaryDirectory.memory)
  /// The home of the user, with what regapp keeps there.
  private let home = TemporaryDirectory("regapp-home", in: TemporaryDirectory.memory)

  /// Its new ids, in the order in which they are given.
  let ids: NumberedIDs

  init(ids: NumberedIDs = NumberedIDs()) { self.ids = ids }

  var documents: String { directory.path }

  var accountsPath: String { "\(documents)/accounts.json" }

  /// The accounts, which a session follows.
  var registry: Registry { personal.registry }

  var personal: PersonalRegistry {
    var registry = Registry(
      documents: documents, today: { .ofTests }, hasher: PasswordHasher(cost: 1), log: nil)
    registry.ids = ids.next
    return PersonalRegistry(registry.via(nil), sessionIn: documents)
  }

  func write(_ text: String, to name: String = "accounts.json") throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(documents)/\(name)"))
    chmod("\(documents)/\(name)", 0o600)
  }

  func write(bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: "\(documents)/\(name)"))
  }

  func text(of name: String = "accounts.json") throws -> String {
    String(
      decoding: try Data(contentsOf: URL(fileURLWithPath: "\(documents)/\(name)")), as: UTF8.self)
  }

  /// Changes the accounts file as an editor does: what reads `old` reads `new` afterwards.
  func byHand(_ old: String, _ new: String) throws {
    let text = try text()
    try write(text.replacing(old, with: new))
    #expect(try self.text() != text)
  }

  func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(documents)/\(name)")
  }

  /// Runs a command line, split at single spaces, as a script does: without prompts.
  @discardableResult
  func run(_ line: String, _ more: String..., setting: Setting = Setting()) async -> Ran {
    await run(line.split(separator: " ").map(String.init) + more, setting)
  }

  /// Runs a command line at a terminal, where questions are answered one after the other.
  @discardableResult
  func ask(_ line: String, answers: String?..., setting: Setting = Setting()) async -> Ran {
    var setting = setting
    setting.isTerminal = true
    setting.answers = answers
    return await run(line.split(separator: " ").map(String.init), setting)
  }

  func run(_ words: [String], _ setting: Setting) async -> Ran {
    let terminal = MemoryTerminal(setting)
    var variables = ["REGAPP_DOCUMENTS": documents, "HOME": home.path, "TERM": "xterm"]
    variables.merge(setting.environment) { $1 }
    let context = Context(
      environment: Environment(variables), passwdHome: nil, console: terminal.console)
    let exit = await AccountsApp.run(
      ScannedLine(words.map { ScannedLine.Word($0) }, of: AccountsApp.spec), context,
      clock: { .ofTests }, localTime: setting.localTime, hasher: setting.hasher, log: setting.log,
      now: setting.now, ids: ids.next)
    return terminal.ran(exit)
  }
}

/// The setting of a run, besides its arguments.
struct Setting: Sendable {
  var environment: [String: String] = [:]
  /// The contents of stdin.
  var input: [UInt8] = []
  var isTerminal = false
  /// The answers at the terminal; nil is the end of input.
  var answers: [String?] = []
  /// The error of a question without an answer.
  var questionError: ConsoleError?
  /// Runs elsewhere while a question waits for its answer.
  var onQuestion: @Sendable (String) -> Void = { _ in }
  /// Takes our place, with the words of its command line; nil if it cannot be run.
  var becomes: @Sendable ([String]) -> Int32? = { _ in nil }
  var hasher = PasswordHasher(cost: 1)
  var localTime = LocalTime.ofTests
  /// The log for lines about logins; nil for none.
  var log: LoginLog?
  /// The seconds since 1970. They stand still: an attempt to log in that waits for its turn beside
  /// all other tests would count as a failure after ten seconds.
  var now: @Sendable () -> Int = { [now = time(nil)] in now }

  init() {}

  init(input: String) { self.input = Array(input.utf8) }
}

/// The result of a run.
struct Ran: Sendable, Equatable {
  let exit: Int32
  let out: String
  let err: String
  /// The questions; `unseen: ` precedes those with a hidden answer.
  let questions: [String]
}

extension CalendarDay {
  /// The date in all tests.
  static let ofTests = CalendarDay("2026-06-15") ?? .distantPast
}

extension LocalTime {
  /// All times look the same in tests; only a day after today has nothing since.
  static let ofTests = LocalTime(
    minute: { _ in "2026-06-15 18:00" },
    beginning: { day in day > .ofTests ? .max : 0 })
}

/// A terminal that only records what was written to it.
private final class MemoryTerminal: Sendable {
  private struct State {
    var out = ""
    var err = ""
    var questions: [String] = []
    var answers: [String?]
  }
  private let state: Mutex<State>
  private let setting: Setting

  init(_ setting: Setting) {
    self.setting = setting
    state = Mutex(State(answers: setting.answers))
  }

  private func answer(_ question: String) throws -> String? {
    setting.onQuestion(question)
    return try state.withLock { state in
      state.questions.append(question)
      if let failure = setting.questionError { throw failure }
      return state.answers.isEmpty ? nil : state.answers.removeFirst()
    }
  }

  var console: Console {
    Console(
      write: { text in self.state.withLock { $0.out += text } },
      writeBytes: { bytes in
        self.state.withLock { $0.out += String(decoding: bytes, as: UTF8.self) }
      },
      say: { words in self.state.withLock { $0.err += words } },
      readInput: { Array(self.setting.input.prefix($0)) },
      ask: { try self.answer($0) },
      askSecretly: { try self.answer("unseen: \($0)").map { Array($0.utf8) } },
      runProgram: { $1 ? self.setting.becomes($0) : nil },
      readFile: { _ in nil },
      inputIsTerminal: setting.isTerminal, outputIsTerminal: setting.isTerminal,
      errorIsTerminal: setting.isTerminal)
  }

  func ran(_ exit: Int32) -> Ran {
    state.withLock { Ran(exit: exit, out: $0.out, err: $0.err, questions: $0.questions) }
  }
}
