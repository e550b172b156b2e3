/// Events that a screen receives.
package enum LoopEvent<Message: Sendable>: Sendable {
  /// The first event, before anything is drawn, with what the terminal said of itself.
  case started(Size, TerminalAnswers)
  case input(InputEvent)
  case resized(Size)
  /// We own the terminal again, after a stop or a hand-over.
  case resumed(Size)
  case tick
  case message(Message)
}

extension LoopEvent: Equatable where Message: Equatable {}

/// A screen's response to an event.
package enum LoopAction<Effect: Sendable>: Sendable {
  /// Starts work that runs elsewhere and posts messages.
  case perform(Effect)
  /// Leaves the terminal, runs something there to its end, comes back and redraws everything.
  case handOver(Effect)
  /// Stops the program, as Ctrl+Z does.
  case suspend
  /// Drops the keys that wait: the screen they were typed for did not come.
  case dropKeys
  /// Draws the whole screen again, as Ctrl+L does.
  case redraw
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

/// Why no screen was shown. Nothing was written to the terminal.
package enum TerminalFault: Error, Equatable, Sendable {
  /// Input or output is not a terminal.
  case notATerminal
  /// Another loop is using the terminal.
  case alreadyRunning
  /// A system call failed with this errno.
  case cannotPrepare(Int32)
}
