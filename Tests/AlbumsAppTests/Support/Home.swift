import Foundation
import LoopbackHTTP
import Synchronization
import TestSupport

@testable import Albums
@testable import AlbumsApp
@testable import CommandKit
@testable import ScreenKit

/// A documents directory and a cache for one test, and a terminal in memory, with which `regapp
/// albums` runs.
///
/// A suite holds it in a stored property, so that it lives as long as the test that runs.
final class Home: Sendable {
  private let directory = TemporaryDirectory("regapp-albums")
  let clock = ManualClock()

  var path: String { directory.path }

  /// The program that answers for regapp.
  let regapp = StandIn()

  func logIn() {
    regapp.logIn(
      """
      {"email": "\(Self.email)", "firstName": "Zebedee", "lastName": "Quillfeather",
       "phone": "+7 (912) 345-67-89"}
      """)
  }

  /// An address at which nothing listens.
  private static let nowhere = "http://127.0.0.1:\(LoopbackServer.closedPort())"

  static let email = "zebedee.quillfeather@example.org"
  /// None of these may be sent. Each is long enough not to occur in a number or name by chance.
  static let secrets = [
    "zebedee", "quillfeather", "example.org", "hunter", "(912)", "912345", "345-67",
  ]

  /// Runs a command line, split at single spaces; further arguments are appended unsplit.
  @discardableResult
  func run(
    _ line: String, _ more: String..., at server: LoopbackServer? = nil,
    setting: Setting = Setting()
  ) async -> Ran {
    var setting = setting
    if let server { setting.environment["REGAPP_ITUNES_URL"] = server.address }
    return await run(line.split(separator: " ").map(String.init) + more, setting)
  }

  func run(_ words: [String], _ setting: Setting) async -> Ran {
    let terminal = MemoryTerminal(setting)
    // Unless a test names a server, nothing listens at the address: never the real service.
    var variables = [
      "HOME": path, "TERM": "xterm-256color", "REGAPP_ITUNES_URL": Self.nowhere,
      "XDG_CACHE_HOME": "\(path)/cache",
    ]
    variables.merge(setting.environment) { $1 }
    let context = Context(
      environment: Environment(variables), passwdHome: nil, console: terminal.console)
    let world = AlbumsWorld(
      askRegapp: { [regapp] arguments, _ in
        setting.hasRegapp ? regapp.answer(arguments) : nil
      }, columns: { setting.columns },
      clock: clock.clock, limits: setting.limits)
    let line = ScannedLine(words.map { ScannedLine.Word($0) }, of: AlbumsProgram.spec)
    return terminal.ran(await AlbumsProgram.run(line, context, world))
  }
}

/// The setting of a run, besides its arguments.
struct Setting: Sendable {
  var environment: [String: String] = [:]
  var isTerminal = false
  var columns = 80
  /// The answers at the terminal; nil is the end of input, as is the end of the list.
  var answers: [String?] = []
  var hasRegapp = true
  var limits = TransferLimits(silence: 3600, total: .seconds(3600))
  /// Runs elsewhere while a question waits for its answer.
  var onQuestion: @Sendable (String) async -> Void = { _ in }

  init() {}

  init(_ environment: [String: String]) { self.environment = environment }
}

/// The result of a run.
struct Ran: Sendable, Equatable {
  let exit: Int32
  let out: String
  let err: String
  let questions: [String]

  /// Everything that reached the terminal.
  var shown: String { out + err + questions.joined() }
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

  var console: Console {
    Console(
      write: { text in self.state.withLock { $0.out += text } },
      say: { words in self.state.withLock { $0.err += words } },
      readInput: { _ in [] },
      ask: { question in
        await self.setting.onQuestion(question)
        return self.state.withLock { state in
          state.questions.append(question)
          return state.answers.isEmpty ? nil : state.answers.removeFirst()
        }
      },
      askSecretly: { _ in nil },
      readFile: { _ in nil },
      inputIsTerminal: setting.isTerminal, outputIsTerminal: setting.isTerminal,
      errorIsTerminal: setting.isTerminal)
  }

  func ran(_ exit: Int32) -> Ran {
    state.withLock { Ran(exit: exit, out: $0.out, err: $0.err, questions: $0.questions) }
  }
}
