/// A program of screens: a state, what changes it, and what it looks like.
///
/// All of it is called on the thread that called `runScreens`, one call after the other.
package struct ScreenProgram<State, Message: Sendable, Effect: Sendable> {
  package var state: State
  /// Takes an event in, and says what is to be done. Ctrl+C and Ctrl+Z never come here: the loop
  /// answers them itself.
  package var update: (inout State, LoopEvent<Message>) -> [LoopAction<Effect>]
  package var view: (State, Size) -> Frame
  /// Starts an effect; must return at once.
  package var perform: (Effect, Mailbox<Message>) -> Void
  /// Runs an effect at the terminal as the shell knows it; may block. Signals do by then what they
  /// did before the screens came.
  package var handOver: (Effect) -> Message?
  /// The milliseconds between ticks; nil: no ticks, and an idle program sleeps.
  package var tickInterval: (State) -> Int?

  package init(
    state: State,
    update: @escaping (inout State, LoopEvent<Message>) -> [LoopAction<Effect>],
    view: @escaping (State, Size) -> Frame,
    perform: @escaping (Effect, Mailbox<Message>) -> Void = { _, _ in },
    handOver: @escaping (Effect) -> Message? = { _ in nil },
    tickInterval: @escaping (State) -> Int? = { _ in nil }
  ) {
    self.state = state
    self.update = update
    self.view = view
    self.perform = perform
    self.handOver = handOver
    self.tickInterval = tickInterval
  }
}
