import Glibc

/// The end of the loop. Not nested in the generic loop: a thrown type that is generic crashes the
/// optimizer of Swift 6.3.1.
private struct LoopEnd: Error {
  let outcome: LoopOutcome
}

/// The event loop: sleeps until something happens, updates the program, and draws what changed.
struct ScreenLoop<Program: ScreenProgram> {
  private var program: Program
  private let capabilities: Capabilities
  private var device: TerminalDevice
  private let perform: (Program, Program.Effect, Mailbox<Program.Message>) -> Void
  private let runOutside: (Program.Effect) -> Program.Message?
  private let source: InputSource
  private let mailbox = Mailbox<Program.Message>()
  private var parser = InputParser()
  private var answers = TerminalAnswers()
  /// Whether the terminal's replies are still to come.
  private var isOwedAnswers = false
  private var escape: Countdown?
  private var keys = KeyQueue()
  /// When the terminal may be taken for one that does not say what it has drawn.
  private var drawing: Countdown?
  /// When keys count again that are dropped, if none comes until then.
  private var silence: Countdown?
  private var tick: (interval: Int, next: Countdown)?
  /// The frame on the terminal; nil if unknown.
  private var shown: Frame?
  private var size = Size(columns: 0, rows: 0)
  private var isStale = true

  init(
    _ program: Program, _ capabilities: Capabilities, _ device: TerminalDevice,
    _ perform: @escaping (Program, Program.Effect, Mailbox<Program.Message>) -> Void,
    _ handOver: @escaping (Program.Effect) -> Program.Message?
  ) {
    (self.program, self.capabilities, self.device) = (program, capabilities, device)
    (self.perform, runOutside) = (perform, handOver)
    source = InputSource(descriptor: device.input)
  }

  mutating func run() throws(TerminalFault) -> LoopOutcome {
    device.watchSignals()
    defer {
      device.unwatchSignals()
      mailbox.close()
    }
    do throws(LoopEnd) {
      try waitForForeground()
    } catch {
      return error.outcome
    }
    try device.saveSettings()
    try device.enter()
    defer { device.leave() }
    do throws(LoopEnd) {
      let (typed, signals) = try askTerminal()
      size = device.size
      try deliver(.started(size, answers))
      try answer(signals)
      try receive(typed)
      while true {
        try draw()
        try takeTurn()
      }
    } catch {
      // An answer that is still to come would end up in the shell.
      if drawing != nil, source.wait(milliseconds: 200) { _ = source.read() }
      return error.outcome
    }
  }

  // MARK: The terminal's answers

  /// Asks the terminal what it can do, and waits for its answers, but not for long.
  /// - Returns: the keys typed meanwhile, and the signals that came.
  private mutating func askTerminal() throws(LoopEnd) -> ([InputEvent], Set<Int32>) {
    let questions = capabilities.questions.text
    if questions.isEmpty { return ([], []) }
    try write(Array(questions.utf8))
    isOwedAnswers = true
    let deadline = Countdown(milliseconds: capabilities.questions.patience)
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

  // MARK: A turn

  private mutating func takeTurn() throws(LoopEnd) {
    setTick()
    let pause = [escape, tick?.next, drawing, silence].compactMap { $0?.milliseconds }.min()
    // The wake-up byte of a message may have been consumed while coming back from a stop.
    let hasInput = source.wait(milliseconds: mailbox.isEmpty && !isStale ? pause : 0)
    let signals = WakePipe.drain()
    // Keys that came before the window changed were typed at what it showed then.
    let isResize = signals == [SIGWINCH]
    if hasInput, isResize { try receive(parseInput()) }
    try answer(signals)
    if hasInput {
      if !isResize { try receive(parseInput()) }
    } else if let escape, escape.hasPassed {
      self.escape = nil
      try receive(parser.timeOut())
    }
    if !hasInput { endWaits() }
    if let tick, tick.next.hasPassed {
      self.tick = nil
      try deliver(.tick)
    }
    for message in mailbox.collect() {
      try deliver(.message(message))
      try handleKeys()
    }
  }

  /// Ends the waits for the terminal and for a pause between keys: no key is left that came before.
  private mutating func endWaits() {
    if drawing?.hasPassed == true {
      drawing = nil
      keys.stopAwaiting()
    }
    if silence?.hasPassed == true {
      silence = nil
      keys.stopDropping()
    }
  }

  private mutating func setTick() {
    let interval = program.tickInterval
    if let interval, interval == tick?.interval { return }
    tick = interval.map { ($0, Countdown(milliseconds: $0)) }
  }

  private mutating func parseInput() throws(LoopEnd) -> [InputEvent] {
    guard let bytes = source.read() else { throw LoopEnd(outcome: .inputClosed) }
    if bytes.isEmpty { return [] }
    // ^Q or ^C alone is a key, also if the end of a paste never came.
    let ended = parser.isPasting && (bytes == [0x11] || bytes == [0x03]) ? parser.timeOut() : []
    // A background that comes late is ignored: the program is being looked at. No reply parts a
    // paste.
    let events = (ended + parser.feed(bytes)).filter { event in
      guard case .reply(let reply) = event else { return true }
      if case .cursor = reply { return true }
      if reply == .attributes { isOwedAnswers = false }
      answers.note(reply)
      return false
    }
    // A paste may pause far longer than a sequence, but must not hold the keys for ever. Half a
    // reply must not become text.
    let isOwed = isOwedAnswers || drawing != nil
    let patience = parser.isPasting ? 40 : isOwed && parser.isWithinSequence ? 20 : 1
    let delay = capabilities.escapeDelay * patience
    escape = parser.isWaiting || parser.isPasting ? Countdown(milliseconds: delay) : nil
    return events
  }

  private mutating func answer(_ signals: Set<Int32>) throws(LoopEnd) {
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

  private func end(by signals: Set<Int32>) throws(LoopEnd) {
    if let signal = signals.intersection(SignalWatch.ending).min() {
      throw LoopEnd(outcome: .interrupted(signal: signal))
    }
  }

  // MARK: Delivering events

  private mutating func receive(_ events: [InputEvent]) throws(LoopEnd) {
    for event in events.gatheringPastes {
      switch event {
      // Handled here, so that no screen can forget them.
      case .key(.control("c")):
        isStale = true
        keys.clear()
        guard program.interrupt() else { throw LoopEnd(outcome: .interrupted(signal: SIGINT)) }
      case .key(.control("z")): try suspend()
      case .key(.control("l")):
        shown = nil
        isStale = true
      case .key, .paste:
        keys.add(event)
        if keys.isDropping { silence = Countdown(milliseconds: capabilities.pause) }
      case .reply(.cursor(let place)): keys.hearTerminal(at: place)
      case .reply, .focusGained, .focusLost: try deliver(.input(event))
      }
    }
    try handleKeys()
  }

  /// Has the program handle the keys that need not wait.
  private mutating func handleKeys() throws(LoopEnd) {
    while let event = keys.next(program.toBeAnswered, { program.answer(to: $0) }) {
      try deliver(.input(event))
    }
    guard keys.tellsDropping() else { return }
    silence = Countdown(milliseconds: capabilities.pause)
    program.tellDropping()
    isStale = true
  }

  private mutating func deliver(_ event: LoopEvent<Program.Message>) throws(LoopEnd) {
    isStale = true
    for action in program.update(event) {
      switch action {
      case .perform(let effect): perform(program, effect, mailbox)
      case .handOver(let effect): try handOver(effect)
      case .dropKeys: keys.clear()
      case .suspend: try suspend()
      case .redraw: shown = nil
      case .quit: throw LoopEnd(outcome: .finished)
      }
    }
  }

  // MARK: Drawing

  private mutating func draw() throws(LoopEnd) {
    guard isStale else { return }
    // The terminal may hold keys that were typed at an older frame.
    if source.wait(milliseconds: 0) { try receive(parseInput()) }
    isStale = false
    // Keys that wait were typed at what was drawn before.
    if keys.isEmpty { program.willBeSeen() }
    let frame = program.frame(size)
    let bytes = difference(
      from: shown, to: frame, colors: capabilities.colors,
      isSynchronized: answers.hasSynchronizedOutput)
    let place = keys.draw(asking: program.toBeAnswered, in: size)
    if place != nil { drawing = Countdown(milliseconds: capabilities.pause) }
    if !bytes.isEmpty || place != nil {
      try write(bytes + (place.map { cursorQuestion(at: $0, in: frame) } ?? []))
      shown = frame
    }
  }

  private func write(_ bytes: [UInt8]) throws(LoopEnd) {
    guard bytes.withUnsafeBytes({ device.write($0) }) else {
      throw LoopEnd(outcome: .inputClosed)
    }
  }

  // MARK: Leaving and coming back

  private mutating func suspend() throws(LoopEnd) {
    device.leave()
    JobControl.stop(by: SIGTSTP)
    try waitForForeground()
    // The shell, or stty, may have changed them.
    try comeBack(savingSettings: true)
  }

  /// After a SIGSTOP, which cannot be caught: the settings may be our own, or anything.
  private mutating func comeBackUnasked() throws(LoopEnd) {
    if JobControl.isForeground(at: device.input) { device.leave() } else { device.letGo() }
    try waitForForeground()
    try comeBack(savingSettings: false)
  }

  private mutating func handOver(_ effect: Program.Effect) throws(LoopEnd) {
    device.leave()
    device.unwatchSignals()
    // Waiting keys were typed for an editor.
    keys.clear()
    let message = runOutside(effect)
    device.watchSignals()
    try waitForForeground()
    try comeBack(savingSettings: false)
    if let message { try deliver(.message(message)) }
  }

  private mutating func comeBack(savingSettings: Bool) throws(LoopEnd) {
    do throws(TerminalFault) {
      if savingSettings { try device.saveSettings() }
      try device.enter()
    } catch {
      throw LoopEnd(outcome: .inputClosed)
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
  private func waitForForeground() throws(LoopEnd) {
    try end(by: WakePipe.drain())
    while !JobControl.isForeground(at: device.input) {
      JobControl.stop(by: SIGTTIN)
      let signals = WakePipe.wait(milliseconds: 1000)
      try end(by: signals)
      // No SIGCONT came, so we were never stopped, and no shell will give us the terminal.
      if signals.isEmpty { throw LoopEnd(outcome: .inputClosed) }
    }
  }
}
