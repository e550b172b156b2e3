package import LosslessJSON
import Synchronization
package import Terminal

/// One run of one command: its arguments, what it works on, and the ways to ask and to tell.
package struct Invocation<World: Sendable>: Sendable {
  package let program: ProgramSpec
  package let arguments: Arguments
  package let context: Context
  package let world: World
  private let heldBack = HeldBack()
}

/// Messages that were not printed, since the reader wants JSON.
private final class HeldBack: Sendable {
  let words = Mutex<[Phrase]>([])
}

extension Invocation {
  package var console: Console { context.console }
  package var isJSON: Bool { arguments.has("--json") }

  package var language: Language { context.language(isJSON: isJSON) }

  /// Whether questions may be asked.
  package var mayAsk: Bool { console.inputIsTerminal && !arguments.has("--no-input") }

  /// How data on stdout and messages on stderr are coloured.
  package func palette(forTerminal isTerminal: Bool) -> Palette {
    Palette(arguments, context.environment, isTerminal: isTerminal)
  }

  /// The abilities of the terminal, after `--color`.
  package var capabilities: Capabilities {
    Capabilities.decide(
      color: ColorChoice(option: arguments["--color"])
    ) { context.environment[$0] }
  }

  /// Writes a line to stderr; nothing if JSON is wanted, since its reader expects none.
  package func say(_ words: Phrase) {
    guard isJSON else { return console.say(words[language] + "\n") }
    heldBack.words.withLock { $0.append(words) }
  }

  /// Says that the JSON could not be printed, and what is known of what was done.
  func lost(_ error: ConsoleError) -> Report {
    let (report, earlier) = (Report(general: error), heldBack.words.withLock(\.self))
    guard case .output = error, !earlier.isEmpty else { return report }
    let reason = report.lines.joined(separator: Phrase(same: " "))
    let before = earlier.joined(separator: Phrase(same: "; "))
    return Report(report.code, report.name, "\(reason); before that: \(before)")
  }

  package func say(_ words: Words) { say(Phrase(words)) }

  package func ask(_ question: Phrase) async throws -> String? {
    try await console.ask(question[language])
  }

  package func askSecretly(_ question: Phrase) async throws -> [UInt8]? {
    try await console.askSecretly(question[language])
  }

  package func complain(_ words: Phrase) { console.say("! \(words[language])\n") }

  /// Writes a warning to stderr as text, even if JSON is wanted.
  package func warn(_ words: Phrase) { context.warn(words, arguments, as: program.product) }

  package func warn(_ words: Words) { warn(Phrase(words)) }

  /// Prints a JSON value on stdout if JSON is wanted; otherwise does not even make it.
  package func print(json: @autoclosure () throws -> JSONLiteral) throws {
    if isJSON { try console.write(json().text(style: .pretty) + "\n") }
  }
}
