import Terminal

/// Work in progress, whose result is not there yet. Keys wait for it, and no other work begins
/// before it ends.
struct Work: Equatable, Sendable {
  /// The step that follows once it is done.
  enum NextStep: Equatable, Sendable {
    case stays, quits
    /// Told to stop; it may still finish.
    case stops
  }

  struct Progress: Equatable, Sendable {
    let done: Int
    let total: Int
  }

  let kind: Operation.Busy
  /// The number that tells its messages from those of other work. A read of the accounts has the
  /// number of that read.
  let number: Int
  /// The line that was sent for it, which is asked for again if the work is refused.
  var prompt: ScreenPrompt?
  /// How far it has come, if that can be counted.
  var progress: Progress?
  var next = NextStep.stays

  /// Whether it may be stopped, now or later.
  var mayStop: Bool { kind.canStop && next != .stops }
  /// Whether it can be stopped, which is offered once one sees how long it takes.
  var canStop: Bool { mayStop && progress != nil }
}

/// The newest read of the accounts; results of earlier ones are ignored.
struct Reading: Equatable, Sendable {
  var number = 0
  /// Whether it shows what was changed here.
  var showsOwnChange = false
}

extension ScreenState {
  /// The kind of the work in progress.
  var busy: Operation.Busy? { work?.kind }

  /// Begins an effect. If keys are to wait for it, it is the work in progress until its result
  /// comes.
  /// - Parameter prompt: the line that was sent for it.
  mutating func start(_ effect: ScreenEffect, after prompt: ScreenPrompt? = nil) -> [Action] {
    if let kind = effect.busy { work = Work(kind: kind, number: nextNumber(), prompt: prompt) }
    return [.perform(effect)]
  }

  /// Ends the work in progress, and returns it.
  @discardableResult
  mutating func finish() -> Work? {
    defer { work = nil }
    return work
  }

  /// Begins to count another read of the accounts; returns its number.
  @discardableResult
  mutating func nextReading() -> Int {
    reading = Reading(number: nextNumber())
    return reading.number
  }

  private mutating func nextNumber() -> Int {
    numbers += 1
    return numbers
  }
}

extension ScreenMessage {
  /// The message as one of the work with a number; nil for none.
  func of(work number: Int?) -> ScreenMessage { number.map { .ofWork($0, self) } ?? self }
}
