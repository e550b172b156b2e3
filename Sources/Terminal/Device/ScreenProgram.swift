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
  /// Returns the question of a state; a key answers it only after it was drawn.
  package var asked: (State) -> Asked?
  /// Returns the fate of a key or pasted text.
  package var fate: (State, InputEvent) -> KeyFate
  /// Called when keys are dropped: they came too early, or were too many.
  package var dropped: (inout State) -> Void
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
    asked: @escaping (State) -> Asked? = { _ in nil },
    fate: @escaping (State, InputEvent) -> KeyFate = { _, _ in .acts },
    dropped: @escaping (inout State) -> Void = { _ in },
    perform: @escaping (Effect, Mailbox<Message>) -> Void = { _, _ in },
    handOver: @escaping (Effect) -> Message? = { _ in nil },
    tickInterval: @escaping (State) -> Int? = { _ in nil }
  ) {
    self.state = state
    self.update = update
    self.interrupt = interrupt
    self.view = view
    self.asked = asked
    self.fate = fate
    self.dropped = dropped
    self.perform = perform
    self.handOver = handOver
    self.tickInterval = tickInterval
  }
}
