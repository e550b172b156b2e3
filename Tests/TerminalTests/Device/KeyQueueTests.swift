import Terminal
import Testing

@Suite("Keys that wait in the loop") struct KeyQueueTests {
  private static func key(_ text: Character) -> InputEvent { .key(.character(text)) }

  /// Everything that the program would handle now.
  private func handled(
    _ queue: inout KeyQueue, _ question: OpenQuestion? = nil,
    _ answer: (Character) -> KeyAnswer = { _ in .acts }
  ) -> String {
    var text = ""
    while let event = queue.next(question, { answer($0.letter) }) { text.append(event.letter) }
    return text
  }

  private func next(
    _ queue: inout KeyQueue, _ question: OpenQuestion? = nil,
    _ answer: (InputEvent) -> KeyAnswer = { _ in .acts }
  ) -> InputEvent? { queue.next(question, answer) }

  private static let size = Size(columns: 80, rows: 24)

  /// Draws a frame; returns where the cursor was put to ask the terminal.
  @discardableResult
  private func draw(_ queue: inout KeyQueue, asking question: OpenQuestion? = nil) -> Position? {
    queue.draw(asking: question, in: Self.size)
  }

  /// Draws a frame for which the terminal must be asked.
  private func draw(_ queue: inout KeyQueue, gravely words: String) throws -> Position {
    let place = draw(&queue, asking: OpenQuestion(words, isGrave: true))
    return try #require(place)
  }

  private func tellsDropping(_ queue: inout KeyQueue) -> Bool { queue.tellsDropping() }

  private func add(_ text: String, to queue: inout KeyQueue) {
    for letter in text { queue.add(Self.key(letter)) }
  }

  @Test("are handled in order, and wait behind one that waits")
  func order() {
    var queue = KeyQueue()
    add("abc", to: &queue)
    #expect(handled(&queue) { $0 == "b" ? .waits : .acts } == "a")
    add("d", to: &queue)
    #expect(handled(&queue) == "bcd" && queue.isEmpty)
  }

  @Test("answer only what was drawn before they were typed; all others are dropped until a pause")
  func answers() {
    var queue = KeyQueue()
    #expect(draw(&queue) == nil)
    add("y", to: &queue)
    #expect(draw(&queue, asking: OpenQuestion("remove?")) == nil)
    #expect(handled(&queue, OpenQuestion("remove?")) { _ in .answers } == "")
    #expect(queue.isDropping && tellsDropping(&queue) && !tellsDropping(&queue))
    add("y", to: &queue)
    #expect(draw(&queue, asking: OpenQuestion("remove?")) == nil)
    add("y", to: &queue)
    #expect(queue.isEmpty)
    queue.stopDropping()
    add("y", to: &queue)
    #expect(handled(&queue, OpenQuestion("remove?")) { _ in .answers } == "y")
  }

  @Test("do not answer what is asked again in the same words before it is drawn again")
  func again() {
    var queue = KeyQueue()
    draw(&queue, asking: OpenQuestion("remove?"))
    add("nxy", to: &queue)
    #expect(next(&queue, OpenQuestion("remove?")) { _ in .answers }?.letter == "n")
    #expect(next(&queue)?.letter == "x")
    #expect(next(&queue, OpenQuestion("remove?")) { _ in .answers } == nil && queue.isDropping)
  }

  @Test("answer what destroys only after the terminal has said that it drew it")
  func grave() throws {
    var queue = KeyQueue()
    let place = try draw(&queue, gravely: "remove?")
    add("y", to: &queue)
    #expect(handled(&queue, OpenQuestion("remove?")) { _ in .answers } == "")
    queue.stopDropping()
    // A frame between the question and the answer changes nothing.
    #expect(draw(&queue, asking: OpenQuestion("remove?", isGrave: true)) == nil)
    queue.hearTerminal(at: place)
    add("y", to: &queue)
    #expect(handled(&queue, OpenQuestion("remove?")) { _ in .answers } == "y")
  }

  @Test("answer what destroys only after the terminal has said so of the place of that question")
  func foreign() throws {
    var queue = KeyQueue()
    let earlier = try draw(&queue, gravely: "one?")
    draw(&queue)
    let place = try draw(&queue, gravely: "two?")
    // F3 with a modifier, a place beside it, and the late answer to the question before.
    let others =
      (0..<16).map { Position(column: $0, row: 0) }
      + [Position(column: place.column + 1, row: place.row), earlier]
    for other in others {
      queue.hearTerminal(at: other)
      add("y", to: &queue)
      #expect(handled(&queue, OpenQuestion("two?")) { _ in .answers } == "", "\(other)")
      queue.stopDropping()
    }
    queue.hearTerminal(at: place)
    add("y", to: &queue)
    #expect(handled(&queue, OpenQuestion("two?")) { _ in .answers } == "y")
  }

  @Test("are asked for at another place each time, inside the window and not in its first row")
  func places() throws {
    for size in [Size(columns: 40, rows: 10), Size(columns: 2, rows: 2), Self.size] {
      var (queue, last) = (KeyQueue(), Position?.none)
      for number in 0..<200 {
        let question = OpenQuestion(number, isGrave: true)
        let drawn = queue.draw(asking: question, in: size)
        let place = try #require(drawn)
        #expect(place != last && place.row > 0)
        #expect((0..<size.columns).contains(place.column) && place.row < size.rows)
        last = place
      }
    }
  }

  @Test(
    "answer what destroys also where the terminal never answers, and its late answer counts for none other"
  )
  func mute() throws {
    var queue = KeyQueue()
    let late = try draw(&queue, gravely: "one?")
    queue.stopAwaiting()
    add("y", to: &queue)
    #expect(handled(&queue, OpenQuestion("one?")) { _ in .answers } == "y")
    _ = try draw(&queue, gravely: "two?")
    queue.hearTerminal(at: late)
    add("y", to: &queue)
    #expect(handled(&queue, OpenQuestion("two?")) { _ in .answers } == "" && queue.isDropping)
  }

  @Test(
    "are dropped until a pause where it is Esc that was typed too early: the next one means another thing"
  )
  func escapeTooEarly() throws {
    var queue = KeyQueue()
    let password = OpenQuestion("a password", isGrave: true)
    let place = try draw(&queue, gravely: "a password")
    add("y", to: &queue)
    #expect(handled(&queue, password) { _ in .answers } == "" && queue.isDropping)
    queue.add(.key(.escape))
    #expect(next(&queue, password) { _ in .answers } == nil && queue.isDropping)
    queue.hearTerminal(at: place)
    queue.add(.key(.escape))
    add("user11", to: &queue)
    #expect(next(&queue, password) { _ in .answers } == nil && queue.isEmpty)
    queue.stopDropping()
    queue.add(.key(.escape))
    #expect(next(&queue, password) { _ in .answers } == .key(.escape))
  }

  @Test(
    "behind Esc that left a question are dropped until a pause, unless they came after that was seen"
  )
  func behindEscape() {
    for isSeen in [false, true] {
      var queue = KeyQueue()
      draw(&queue, asking: OpenQuestion("remove?"))
      queue.add(.key(.escape))
      if !isSeen { add("xy", to: &queue) }
      #expect(next(&queue, OpenQuestion("remove?")) { _ in .leaves } == .key(.escape))
      if isSeen { draw(&queue) }
      add("z", to: &queue)
      #expect(handled(&queue) == (isSeen ? "z" : ""))
      #expect(queue.isDropping != isSeen && tellsDropping(&queue) != isSeen)
      queue.stopDropping()
      draw(&queue)
      add("w", to: &queue)
      #expect(handled(&queue) == "w")
    }
  }

  @Test("are all dropped where they are too many")
  func tooMany() {
    var queue = KeyQueue()
    for _ in 0..<KeyQueue.limit { queue.add(Self.key("a")) }
    #expect(!queue.isDropping)
    queue.add(.paste("b"))
    #expect(queue.isDropping && queue.isEmpty && tellsDropping(&queue))
  }

  @Test("that quit, pressed twice, and one that cuts in wait for nothing")
  func cutsIn() {
    var queue = KeyQueue()
    add("a", to: &queue)
    for _ in 0..<2 {
      #expect(next(&queue) { $0 == Self.key("a") ? .waits : .acts } == nil)
      queue.add(.key(.control("q")))
    }
    #expect(next(&queue) { $0 == Self.key("a") ? .waits : .acts } == .key(.control("q")))
    add("ab", to: &queue)
    #expect(next(&queue) { $0 == Self.key("a") ? .waits : .cutsIn } == Self.key("b"))
    #expect(queue.isEmpty)
  }

  @Test("become those that they mean, and do nothing where they only ask again")
  func means() {
    var queue = KeyQueue()
    queue.add(.key(.alt("j")))
    add("r", to: &queue)
    let answer = { (event: InputEvent) -> KeyAnswer in
      switch event {
      case .key(.alt("j")): .means([.key(.escape), Self.key("j")])
      case Self.key("r"): .repeats
      default: .acts
      }
    }
    #expect(next(&queue, nil, answer) == .key(.escape))
    #expect(next(&queue, nil, answer) == Self.key("j"))
    #expect(next(&queue, nil, answer) == nil && queue.isEmpty)
  }
}

extension InputEvent {
  fileprivate var letter: Character {
    if case .key(let key) = self, case .character(let letter) = key.name { letter } else { "?" }
  }
}
