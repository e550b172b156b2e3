/// Holds a question, or a password that is shown once: a key may answer it only after a person
/// could see it.
package struct OpenQuestion: Sendable {
  private let identity: any Equatable & Sendable
  /// Whether an answer destroys or hides something: then the terminal itself says when it has drawn
  /// the question.
  let isGrave: Bool

  /// - Parameter identity: its words, equal for two frames that ask the same.
  package init(_ identity: some Equatable & Sendable, isGrave: Bool = false) {
    (self.identity, self.isGrave) = (identity, isGrave)
  }

  func isSame(as other: OpenQuestion) -> Bool {
    func isEqual<Value: Equatable>(_ value: Value) -> Bool { other.identity as? Value == value }
    return isEqual(identity)
  }
}

/// Says how the program treats the next key.
package enum KeyAnswer: Equatable, Sendable {
  /// The program handles it.
  case acts
  /// It answers what is asked, if it was typed after that was drawn.
  case answers
  /// It acts on what is drawn now. Typed before that it does nothing.
  case looks
  /// It waits for something that was asked for before it.
  case waits
  /// It acts before those that wait, which are dropped.
  case cutsIn
  /// It stops what is waited for, before those that wait, which are dropped. Typed before that was
  /// offered, it waits.
  case stops
  /// It leaves what is asked, without a change. Keys typed behind it, before that was seen, are
  /// dropped.
  case leaves
  /// It only asks again for what is on its way, or means nothing.
  case repeats
  /// It is these keys, which came too fast to be told apart.
  case means([InputEvent])

  /// Esc and the key behind it, if both came so fast that they look like a key with Alt; nil for
  /// any other key.
  package static func escapeFirst(_ key: Key) -> KeyAnswer? {
    guard key.modifiers.contains(.alt) else { return nil }
    return .means([.key(.escape), .key(Key(key.name, key.modifiers.subtracting(.alt)))])
  }
}

/// Keys that were typed and not handled yet, each with the frame that its typist saw.
///
/// They are handled in order. A key that answers a question drawn only after it was typed is
/// dropped, and so are all that follow, up to Esc: they were typed for another screen. Esc leads
/// out of everything, and nobody types it into a text. If the dropped key is Esc itself, the next
/// Esc leads out of something else than its typist meant: then only a pause ends the dropping.
package struct KeyQueue: Sendable {
  /// The most keys and pasted characters that wait. If there are more, none is handled: their
  /// beginning alone would mean something else.
  package static let limit = 4096

  private var waiting: [(event: InputEvent, frame: Int, drawn: Int)] = []
  private var size = 0
  /// How many frames were drawn, and the newest that a key typed now can be an answer to.
  private var (drawn, seen) = (0, 0)
  /// The newest frame when the last Esc was typed that has left something.
  private var left: Int?
  /// The question of the last frame, and the first frame that had it.
  private var shown: (question: OpenQuestion, since: Int)?
  /// Where the cursor was when the terminal was asked last, and how often it was asked. Until it
  /// answers with that place, no key counts: nil once it has, or had its time.
  private var (awaited, asked) = (Position?.none, 0)
  /// Whether keys are dropped, and that was not told yet.
  package private(set) var isDropping = false
  /// Whether Esc does not end that.
  private var dropsEscape = false
  private var isUntold = false

  package init() {}

  package var isEmpty: Bool { waiting.isEmpty }

  /// Adds a key or a paste that was just read.
  package mutating func add(_ event: InputEvent) {
    if isDropping {
      guard !dropsEscape, case .key(let key) = event, key != .brokenEscape,
        key == .escape || key.modifiers.contains(.alt)
      else { return }
      isDropping = false
      return add(.key(.escape))
    }
    if case .paste(let text) = event { size += text.unicodeScalars.count } else { size += 1 }
    waiting.append((event, seen, drawn))
    if size > Self.limit {
      clear()
      (isDropping, isUntold) = (true, true)
    }
  }

  /// The next event that the program is to handle; nil if there is none, or it has to wait.
  package mutating func next(_ now: OpenQuestion?, _ answer: (InputEvent) -> KeyAnswer)
    -> InputEvent?
  {
    // A new question needs an answer of its own, even if it looks the same.
    if let shown, now.map(shown.question.isSame) != true { self.shown = nil }
    while let (event, frame, drawn) = waiting.first {
      if let left, drawn <= left {
        dropAll()
        continue
      }
      switch answer(event) {
      case .acts, .cutsIn: break
      case .stops where hasSeenQuestion(frame): break
      case .answers:
        guard hasSeenQuestion(frame) else {
          drop()
          continue
        }
      case .looks:
        guard hasSeenQuestion(frame) else {
          waiting.removeFirst()
          continue
        }
      case .waits, .stops:
        guard let last = waiting.last, isFirst(last.event, last.frame, answer(last.event)) else {
          return nil
        }
        clear()
        return last.event
      case .leaves: left = drawn
      case .repeats:
        waiting.removeFirst()
        continue
      case .means(let events):
        waiting.replaceSubrange(..<1, with: events.map { ($0, frame, drawn) })
        continue
      }
      waiting.removeFirst()
      if waiting.isEmpty { size = 0 }
      return event
    }
    return nil
  }

  /// Whether a key was typed when one could see what is asked or offered.
  private func hasSeenQuestion(_ frame: Int) -> Bool { shown.map { frame >= $0.since } ?? false }

  /// Whether the last key acts before those that wait.
  private func isFirst(_ last: InputEvent, _ frame: Int, _ answer: KeyAnswer) -> Bool {
    answer == .cutsIn || answer == .stops && hasSeenQuestion(frame) || isPressedTwice(last)
  }

  /// A person who presses the quit key twice waits for nothing.
  private func isPressedTwice(_ last: InputEvent) -> Bool {
    last == .key(.control("q")) && waiting.dropLast().last?.event == last
  }

  package mutating func clear() { (waiting, size) = ([], 0) }

  /// Drops the first key and all that follow, up to Esc.
  private mutating func drop() {
    dropsEscape = waiting.first?.event == .key(.escape)
    let rest = dropsEscape ? [] : waiting.dropFirst().drop { $0.event != .key(.escape) }
    (waiting, size) = (Array(rest), rest.isEmpty ? 0 : size)
    (isDropping, isUntold) = (rest.isEmpty, true)
  }

  /// Drops all keys that wait, and all that follow until a pause.
  private mutating func dropAll() {
    clear()
    (isDropping, dropsEscape, isUntold) = (true, true, true)
  }

  /// Whether the program is to say that keys are dropped: once.
  package mutating func tellsDropping() -> Bool {
    defer { isUntold = false }
    return isUntold
  }

  /// Ends the dropping, after a pause without keys.
  package mutating func stopDropping() { (isDropping, dropsEscape) = (false, false) }

  /// Notes that a frame is about to be drawn in a window of a size. Returns where to put the cursor
  /// for asking the terminal when it has it; nil if there is nothing to ask.
  ///
  /// The place is another one each time, so that its answer to an earlier question is none to this
  /// one, and never in the first row, where F3 with a modifier would be an answer.
  package mutating func draw(asking now: OpenQuestion?, in size: Size) -> Position? {
    drawn += 1
    let isNew = now.map { now in shown.map { !$0.question.isSame(as: now) } ?? true } ?? false
    if isNew || now == nil { shown = now.map { ($0, drawn) } }
    guard isNew, now?.isGrave == true else {
      if awaited == nil { seen = drawn }
      return nil
    }
    asked += 1
    awaited = Position(column: asked % max(1, size.columns), row: max(1, size.rows - 1))
    return awaited
  }

  /// The terminal has said where the cursor is. If that is where it was put, it has drawn what was
  /// written before.
  package mutating func hearTerminal(at place: Position) {
    if place == awaited { stopAwaiting() }
  }

  /// The terminal may never answer: keys count from here on.
  package mutating func stopAwaiting() { (awaited, seen) = (nil, drawn) }
}
