/// What a screen is told.
package enum LoopEvent<Message: Sendable>: Sendable {
  /// The first event of all, before anything is drawn.
  case started(Size)
  case input(InputEvent)
  case resized(Size)
  /// The terminal is ours again, after a stop or after it was handed over.
  case resumed(Size)
  case tick
  case message(Message)
}

extension LoopEvent: Equatable where Message: Equatable {}

/// What a screen answers with.
package enum LoopAction<Effect: Sendable>: Sendable {
  /// Starts something that runs elsewhere and posts messages.
  case perform(Effect)
  /// Leaves the terminal, runs something to its end there, comes back and draws everything.
  case handOver(Effect)
  /// Stops the program, as Ctrl+Z does.
  case suspend
  case quit
}

extension LoopAction: Equatable where Effect: Equatable {}

/// How a loop ended.
package enum LoopOutcome: Equatable, Sendable {
  /// A screen asked for it.
  case finished
  /// By a signal, or by Ctrl+C, which counts as SIGINT.
  case interrupted(signal: Int32)
  /// The terminal is gone.
  case inputClosed
}

/// Why no screen was shown. Nothing was written to the terminal then.
package enum TerminalFault: Error, Equatable, Sendable {
  /// What is typed or what is shown does not go through a terminal.
  case notATerminal
  /// Another loop has the terminal.
  case alreadyRunning
  /// The system refused, with this errno.
  case cannotPrepare(Int32)
}
