import Dispatch
import Glibc
import Terminal

// A program with one screen, and a key for everything that can happen to a terminal. Only tests run
// it: `TerminalProbe [quit] [asks] [escape=MILLISECONDS] [ask=MILLISECONDS]`.

/// Counts the turns of the loop, which asks once in each how long it may sleep.
final class Turns {
  var count = 0
}

struct Probe {
  let turns = Turns()
  var field = TextInput()
  var last = "nothing"
  var resumes = 0
  var ticks = 0
  var isTicking = false
  var isFull = false
  /// Whether something is asked that destroys.
  var isAsking = false
  var messages: [String] = []
}

enum ProbeEffect {
  case post
  case postAtOnce(String)
  case shell
  case boomElsewhere
}

/// Recurses until the stack is full, in a way that no optimiser can turn into a loop.
@inline(never) func overflow(_ depth: Int) -> Int {
  if depth < 0 { return 0 }
  var numbers = (depth, depth, depth, depth)
  numbers.0 = overflow(depth + 1)
  return numbers.0 &+ numbers.3
}

func say(_ text: String) {
  let bytes = Array(text.utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
}

/// Says that it is busy, with a sequence that draws nothing, until more input has arrived.
func waitForInput() {
  _ = write(STDOUT_FILENO, "\u{1B}[q", 3)
  var event = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
  while poll(&event, 1, -1) < 0 {}
}

func press(_ key: Key, _ probe: inout Probe) -> [LoopAction<ProbeEffect>] {
  probe.last = "\(key.name)"
  switch key {
  case .function(1): return [.perform(.postAtOnce("go"))]
  case .function(2): fatalError("boom")
  case .function(3): probe.last = [String]()[probe.ticks]
  case .function(4): probe.ticks = overflow(1)
  case .function(5): return [.perform(.post)]
  case .function(6): return [.handOver(.shell)]
  case .function(7): say("a line on stderr\n")
  case .function(8): return [.suspend]
  case .function(9): probe.isTicking.toggle()
  case .function(10): return [.quit]
  case Key(.insert):
    // Quits once more input has arrived, and leaves it unread.
    waitForInput()
    return [.quit]
  case .backTab:
    waitForInput()
  case .control("g"): probe.isAsking.toggle()
  case .control("t"): probe.messages.append("turn \(probe.turns.count)")
  case .function(12): probe.isFull.toggle()
  case .function(11): return [.perform(.boomElsewhere)]
  default: _ = probe.field.apply(key)
  }
  return []
}

func handle(_ event: LoopEvent<String>, _ probe: inout Probe) -> [LoopAction<ProbeEffect>] {
  switch event {
  case .started(_, let answers):
    if let color = answers.background {
      probe.messages.append("\(color.red) \(color.green) \(color.blue)")
    }
    if answers.hasSynchronizedOutput { probe.messages.append("whole frames") }
    return CommandLine.arguments.contains("quit") ? [.quit] : []
  case .input(.key(let key)): return press(key, &probe)
  case .input(.paste(let text)):
    probe.last = "paste"
    probe.field.insert(text)
  case .input(.focusGained): probe.last = "focus gained"
  case .input(.focusLost): probe.last = "focus lost"
  case .input(.reply): probe.last = "reply"
  case .resized: probe.last = "resized"
  case .resumed: probe.resumes += 1
  case .tick: probe.ticks += 1
  case .message(let text):
    probe.messages.append(text)
    if text == "go" { return [.perform(.postAtOnce("late")), .handOver(.shell)] }
  }
  return []
}

func view(_ probe: Probe, _ size: Size) -> Frame {
  var frame = Frame(size: size)
  if probe.isFull {
    let line = String(repeating: probe.field.caret % 2 == 0 ? "x" : "o", count: size.columns)
    for row in 0..<size.rows { frame.write(line, at: Position(column: 0, row: row)) }
  }
  let field = probe.field.window(columns: 40)
  let lines = [
    "probe \(getpid())", "> \(field.text)", "size \(size.columns)x\(size.rows)",
    "resumes \(probe.resumes)", "ticks \(probe.ticks)",
    "ticking \(probe.isTicking ? "on" : "off")", "last \(probe.last)",
    "messages \(probe.messages.joined(separator: ","))", "end",
  ]
  for (row, line) in lines.enumerated() {
    frame.write(line, at: Position(column: 0, row: row))
  }
  frame.cursor = Position(column: 2 + field.caretColumn, row: 1)
  return frame
}

func perform(_ effect: ProbeEffect, _ mailbox: Mailbox<String>) {
  switch effect {
  case .post: DispatchQueue.global().async { mailbox.post("posted") }
  case .postAtOnce(let text): mailbox.post(text)
  case .boomElsewhere: DispatchQueue.global().async { fatalError("boom elsewhere") }
  case .shell: break
  }
}

var capabilities = Capabilities.decide { getenv($0).map { String(cString: $0) } }
if !CommandLine.arguments.contains(where: { $0.hasPrefix("ask=") }) {
  capabilities.questions = .none
}
for word in CommandLine.arguments where word.hasPrefix("ask=") {
  capabilities.questions.patience = Int(word.dropFirst(4)) ?? 0
}
for word in CommandLine.arguments where word.hasPrefix("escape=") {
  capabilities.escapeDelay = Int(word.dropFirst(7)) ?? capabilities.escapeDelay
}
for word in CommandLine.arguments where word.hasPrefix("pause=") {
  capabilities.pause = Int(word.dropFirst(6)) ?? capabilities.pause
}
extension Probe: ScreenProgram {
  mutating func update(_ event: LoopEvent<String>) -> [LoopAction<ProbeEffect>] {
    handle(event, &self)
  }
  mutating func interrupt() -> Bool {
    defer { last = "interrupt" }
    return CommandLine.arguments.contains("asks") && last != "interrupt"
  }
  func frame(_ size: Size) -> Frame { view(self, size) }
  var toBeAnswered: OpenQuestion? { isAsking ? OpenQuestion("sure?", isGrave: true) : nil }
  func answer(to event: InputEvent) -> KeyAnswer { isAsking ? .answers : .acts }
  mutating func tellDropping() { last = "dropped" }
  var tickInterval: Int? {
    turns.count += 1
    return isTicking ? 10 : nil
  }
}

do {
  let outcome = try runScreens(
    Probe(), capabilities: capabilities, perform: { perform($1, $2) },
    handOver: { _ in
      _ = ChildProgram.run(["/bin/sh", "-c", "echo outside"])
      return "came back"
    })
  switch outcome {
  case .finished: exit(0)
  case .interrupted(let signal): exit(128 + signal)
  case .inputClosed: exit(4)
  }
} catch {
  say("probe: \(error)\n")
  exit(2)
}
