/// A program of screens: a state, how it changes, and how it is drawn.
///
/// All closures are called on the thread that called `runScreens`, one at a time.
package struct ScreenProgram<State, Message: Sendable, Effect: Sendable> {
  package var state: State
  /// Handles an event and returns the actions to take. Ctrl+C, Ctrl+Z and Ctrl+L never arrive
  /// here: the loop ends, stops and redraws.
  package var update: (inout State, LoopEvent<Message>) -> [LoopAction<Effect>]
  /// Handles Ctrl+C; returns whether to go on, having asked. Otherwise the loop ends, as it always
  /// does by SIGINT, which no finger sends.
  package var interrupt: (inout State) -> Bool
  package var view: (State, Size) -> Frame
  /// Called when the terminal has the state's frame; must not change what the view draws.
  package var shown: (inout State) -> Void
  /// Starts an effect; must return at once.
  package var perform: (Effect, Mailbox<Message>) -> Void
  /// Runs an effect with the terminal as the shell left it; may block. Signals have their previous
  /// handlers until it returns.
  package var handOver: (Effect) -> Message?
  /// The milliseconds between ticks; nil for none, so that an idle program sleeps.
  package var tickInterval: (State) -> Int?

  package init(
    state: State,
    update: @escaping (inout State, LoopEvent<Message>) -> [LoopAction<Effect>],
    interrupt: @escaping (inout State) -> Bool = { _ in false },
    view: @escaping (State, Size) -> Frame,
    shown: @escaping (inout State) -> Void = { _ in },
    perform: @escaping (Effect, Mailbox<Message>) -> Void = { _, _ in },
    handOver: @escaping (Effect) -> Message? = { _ in nil },
    tickInterval: @escaping (State) -> Int? = { _ in nil }
  ) {
    self.state = state
    self.update = update
    self.interrupt = interrupt
    self.view = view
    self.shown = shown
    self.perform = perform
    self.handOver = handOver
    self.tickInterval = tickInterval
  }
}
