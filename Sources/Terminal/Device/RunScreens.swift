// Terminal: what any program at a terminal needs.
//
// Its rooms, of which each uses only those before it: Text (what may be printed, and how wide it
// is), Input (bytes to keys), Editing (keys to text), Frame (a screen in memory, and the bytes from
// one to the next), Device (raw mode and the way back, signals, the loop), Questions and Programs.
// Nothing here knows accounts, and only Device, Questions and Programs use the terminal.

import Glibc
import Synchronization

/// Shows a program's screens until it quits, a signal ends it, or the terminal is gone.
///
/// Blocks the calling thread, which need not be the main one. If input or output is not a terminal,
/// nothing is written and nothing else opened. However it ends, even by a crash, the terminal is
/// restored, and then what was written to stderr is shown.
///
/// - Parameters:
///   - perform: starts an effect of a state; must return at once.
///   - handOver: runs an effect with the terminal as the shell left it; may block. Signals have
///     their previous handlers until it returns.
package func runScreens<Program: ScreenProgram>(
  _ program: Program, capabilities: Capabilities,
  input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO,
  perform: @escaping (Program, Program.Effect, Mailbox<Program.Message>) -> Void,
  handOver: @escaping (Program.Effect) -> Program.Message? = { _ in nil }
) throws(TerminalFault) -> LoopOutcome {
  guard isatty(input) == 1, isatty(output) == 1 else { throw .notATerminal }
  let isFree = isRunning.withLock { isRunning in
    defer { isRunning = true }
    return !isRunning
  }
  guard isFree else { throw .alreadyRunning }
  defer { isRunning.withLock { $0 = false } }
  try WakePipe.open()
  var loop = ScreenLoop(
    program, capabilities, TerminalDevice(input: input, output: output), perform, handOver)
  return try loop.run()
}

private let isRunning = Mutex(false)

/// A program of screens: a state, how it changes, and how it is drawn. All of it is called on the
/// thread that called `runScreens`.
package protocol ScreenProgram {
  associatedtype Message: Sendable
  associatedtype Effect: Sendable

  /// Handles an event and returns the actions to take. Ctrl+C, Ctrl+Z and Ctrl+L never arrive
  /// here: the loop ends, stops and redraws.
  mutating func update(_ event: LoopEvent<Message>) -> [LoopAction<Effect>]
  /// Handles Ctrl+C; returns whether to go on, having asked. Otherwise the loop ends, as it always
  /// does by SIGINT, which no finger sends.
  mutating func interrupt() -> Bool
  /// Called before a frame is drawn if no key waits: those that come next are typed at it.
  mutating func willBeSeen()
  func frame(_ size: Size) -> Frame
  /// The question of the state; a key answers it only after it was drawn.
  var toBeAnswered: OpenQuestion? { get }
  /// Returns the fate of a key or pasted text.
  func answer(to event: InputEvent) -> KeyAnswer
  /// Called when keys are dropped: they came too early, or were too many.
  mutating func tellDropping()
  /// The milliseconds between ticks; nil for none, so that an idle program sleeps.
  var tickInterval: Int? { get }
}

extension ScreenProgram {
  package mutating func interrupt() -> Bool { false }
  package mutating func willBeSeen() {}
  package var toBeAnswered: OpenQuestion? { nil }
}
