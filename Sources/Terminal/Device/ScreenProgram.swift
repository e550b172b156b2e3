/// A program of screens: a state, how it changes, and how it is drawn. All of it is called on the thread
/// that called `runScreens`.
package protocol ScreenProgram {
  associatedtype Message: Sendable
  associatedtype Effect: Sendable

  /// Handles an event and returns the actions to take. Ctrl+C, Ctrl+Z and Ctrl+L never arrive
  /// here: the loop ends, stops and redraws.
  mutating func update(_ event: LoopEvent<Message>) -> [LoopAction<Effect>]
  /// Handles Ctrl+C; returns whether to go on, having asked. Otherwise the loop ends, as it always
  /// does by SIGINT, which no finger sends.
  mutating func interrupt() -> Bool
  func frame(_ size: Size) -> Frame
  /// The question of the state; a key answers it only after it was drawn.
  var toBeAnswered: Asked? { get }
  /// Returns the fate of a key or pasted text.
  func fate(of event: InputEvent) -> KeyFate
  /// Called when keys are dropped: they came too early, or were too many.
  mutating func tellDropping()
  /// The milliseconds between ticks; nil for none, so that an idle program sleeps.
  var tickInterval: Int? { get }
}

extension ScreenProgram {
  package mutating func interrupt() -> Bool { false }
  package var toBeAnswered: Asked? { nil }
}
