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
///   - perform: starts an effect; must return at once.
///   - handOver: runs an effect with the terminal as the shell left it; may block. Signals have their
///     previous handlers until it returns.
package func runScreens<Program: ScreenProgram>(
  _ program: Program, capabilities: Capabilities,
  input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO,
  perform: @escaping (Program.Effect, Mailbox<Program.Message>) -> Void,
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
