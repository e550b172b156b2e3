import Glibc

/// The end of the loop. Not nested in the generic loop: a thrown type that is generic crashes the
/// optimizer of Swift 6.3.1.
private struct Ending: Error {
  let outcome: LoopOutcome
}

/// The event loop: sleeps until something happens, updates the program, and draws what changed.
struct ScreenLoop<State, Message: Sendable, Effect: Sendable> {
  private var program: ScreenProgram<State, Message, Effect>
  private let capabilities: Capabilities
  private var device: TerminalDevice
  private let source: InputSource
  private let mailbox = Mailbox<Message>()
  private var parser = InputParser()
  private var answers = TerminalAnswers()
  /// Whether the terminal's replies are still to come.
  private var isOwedAnswers = false
  private var escape: Deadline?
  private var tick: (interval: Int, next: Deadline)?
  /// What the terminal shows; nil if unknown.
  private var shown: Frame?
  private var size = Size(columns: 0, rows: 0)
  private var isStale = true

  init(
    _ program: ScreenProgram<State, Message, Effect>, _ capabilities: Capabilities,
    _ device: TerminalDevice
  ) {
    self.program = program
    self.capabilities = capabilities
    self.device = device
    source = InputSource(descriptor: device.input)
  }

  mutating func run() throws(TerminalFault) -> LoopOutcome {
    device.watchSignals()
    defer {
      device.unwatchSignals()
      mailbox.close()
    }
    do throws(Ending) {
      try waitForForeground()
    } catch {
      return error.outcome
    }
    try device.saveSettings()
    try device.enter()
    defer { device.leave() }
    do throws(Ending) {
      let (typed, signals) = try askTerminal()
      size = device.size
      try deliver(.started(size, answers))
      try answer(signals)
      try deliver(typed.gatheringPastes)
      while true {
        try draw()
        try takeTurn()
      }
    } catch {
      return error.outcome
    }
  }

  // MARK: The terminal's answers

  /// Asks the terminal what it can do, and waits for its answers, but not for long.
  /// - Returns: what was typed meanwhile, and the signals that came.
  private mutating func askTerminal() throws(Ending) -> ([InputEvent], Set<Int32>) {
    let questions = capabilities.questions.text
    if questions.isEmpty { return ([], []) }
    try write(Array(questions.utf8))
    isOwedAnswers = true
    let deadline = Deadline(milliseconds: capabilities.questions.patience)
    var typed: [InputEvent] = []
    while isOwedAnswers, !deadline.hasPassed {
      let hasInput = source.wait(milliseconds: deadline.milliseconds)
      let signals = WakePipe.drain()
      try end(by: signals)
      if hasInput { typed += try parseInput() }
      if !signals.isEmpty { return (typed, signals) }
    }
    return (typed, [])
  }

  /// Keeps the terminal's replies, which may come late, from the program. A background that comes
  /// late is ignored: the program is being looked at.
  private mutating func hear(_ events: [InputEvent]) -> [InputEvent] {
    events.filter { event in
      guard case .reply(let reply) = event else { return true }
      if reply == .attributes { isOwedAnswers = false }
      answers.note(reply)
      return false
    }
  }

  // MARK: A turn

  private mutating func takeTurn() throws(Ending) {
    setTick()
    let pause = [escape?.milliseconds, tick?.next.milliseconds].compactMap(\.self).min()
    // The wake-up byte of a message may have been consumed while coming back from a stop.
    let hasInput = source.wait(milliseconds: mailbox.isEmpty ? pause : 0)
    let signals = WakePipe.drain()
    // Keys that came before the window changed were typed at what it showed then.
    let isResize = signals == [SIGWINCH]
    if hasInput, isResize { try readInput() }
    try answer(signals)
    if hasInput {
      if !isResize { try readInput() }
    } else if let escape, escape.hasPassed {
      self.escape = nil
      try deliver(parser.timeOut())
    }
    if let tick, tick.next.hasPassed {
      self.tick = nil
      try deliver(.tick)
    }
    for message in mailbox.collect() { try deliver(.message(message)) }
  }

  private mutating func setTick() {
    let interval = program.tickInterval(program.state)
    if let interval, interval == tick?.interval { return }
    tick = interval.map { ($0, Deadline(milliseconds: $0)) }
  }

  private mutating func readInput() throws(Ending) {
    try deliver(try parseInput().gatheringPastes)
  }

  private mutating func parseInput() throws(Ending) -> [InputEvent] {
    switch source.read() {
    case .none: return []
    case .closed: throw Ending(outcome: .inputClosed)
    case .some(let bytes):
      // ^Q or ^C alone is a key, also where the end of a paste never came.
      let ended = parser.isPasting && (bytes == [0x11] || bytes == [0x03]) ? parser.timeOut() : []
      let events = hear(ended + parser.feed(bytes))
      // A paste may pause far longer than a sequence, but must not hold the keys for ever. Half a
      // reply must not become text.
      let patience = parser.isPasting ? 40 : isOwedAnswers && parser.isWithinSequence ? 20 : 1
      let delay = capabilities.escapeDelay * patience
      escape = parser.isWaiting || parser.isPasting ? Deadline(milliseconds: delay) : nil
      return events
    }
  }

  private mutating func answer(_ signals: Set<Int32>) throws(Ending) {
    try end(by: signals)
    if !signals.isDisjoint(with: SignalWatch.stopping) {
      if JobControl.isForeground(at: device.input) { try suspend() } else { try comeBackUnasked() }
    } else if signals.contains(SIGCONT) {
      try comeBackUnasked()
    } else if signals.contains(SIGWINCH) {
      size = device.size
      shown = nil
      try deliver(.resized(size))
    }
  }

  private func end(by signals: Set<Int32>) throws(Ending) {
    if let signal = signals.intersection(SignalWatch.ending).min() {
      throw Ending(outcome: .interrupted(signal: signal))
    }
  }

  // MARK: Delivering events

  private mutating func deliver(_ events: [InputEvent]) throws(Ending) {
    for event in events {
      // Handled here, so that no screen can forget them.
      switch event {
      case .key(.control("c")):
        isStale = true
        guard program.interrupt(&program.state) else {
          throw Ending(outcome: .interrupted(signal: SIGINT))
        }
      case .key(.control("z")): try suspend()
      case .key(.control("l")):
        shown = nil
        isStale = true
      default: try deliver(.input(event))
      }
    }
  }

  private mutating func deliver(_ event: LoopEvent<Message>) throws(Ending) {
    isStale = true
    for action in program.update(&program.state, event) {
      switch action {
      case .perform(let effect): program.perform(effect, mailbox)
      case .handOver(let effect): try handOver(effect)
      case .suspend: try suspend()
      case .redraw: shown = nil
      case .quit: throw Ending(outcome: .finished)
      }
    }
  }

  // MARK: Drawing

  private mutating func draw() throws(Ending) {
    guard isStale else { return }
    isStale = false
    let frame = program.view(program.state, size)
    let bytes = difference(
      from: shown, to: frame, colors: capabilities.colors,
      isSynchronized: answers.hasSynchronizedOutput)
    if !bytes.isEmpty {
      try write(bytes)
      shown = frame
    }
    program.shown(&program.state)
  }

  private func write(_ bytes: [UInt8]) throws(Ending) {
    guard bytes.withUnsafeBytes({ device.write($0) }) else {
      throw Ending(outcome: .inputClosed)
    }
  }

  // MARK: Leaving and coming back

  private mutating func suspend() throws(Ending) {
    device.leave()
    JobControl.stop(by: SIGTSTP)
    try waitForForeground()
    // The shell, or stty, may have changed them.
    try comeBack(savingSettings: true)
  }

  /// After a SIGSTOP, which cannot be caught: the settings may be our own, or anything.
  private mutating func comeBackUnasked() throws(Ending) {
    if JobControl.isForeground(at: device.input) { device.leave() } else { device.letGo() }
    try waitForForeground()
    try comeBack(savingSettings: false)
  }

  private mutating func handOver(_ effect: Effect) throws(Ending) {
    device.leave()
    device.unwatchSignals()
    let message = program.handOver(effect)
    device.watchSignals()
    try waitForForeground()
    try comeBack(savingSettings: false)
    if let message { try deliver(.message(message)) }
  }

  private mutating func comeBack(savingSettings: Bool) throws(Ending) {
    do throws(TerminalFault) {
      if savingSettings { try device.saveSettings() }
      try device.enter()
    } catch {
      throw Ending(outcome: .inputClosed)
    }
    parser = InputParser()
    escape = nil
    tick = nil
    shown = nil
    size = device.size
    try deliver(.resumed(size))
  }

  /// In the background we neither draw nor change settings: we stop, as any program that reads from
  /// the terminal does, until the shell brings us to the foreground.
  private func waitForForeground() throws(Ending) {
    try end(by: WakePipe.drain())
    while !JobControl.isForeground(at: device.input) {
      JobControl.stop(by: SIGTTIN)
      let signals = WakePipe.wait(milliseconds: 1000)
      try end(by: signals)
      // No SIGCONT came, so we were never stopped, and no shell will give us the terminal.
      if signals.isEmpty { throw Ending(outcome: .inputClosed) }
    }
  }
}
