import Foundation
import TestSupport
import Testing

/// The events that the loop delivers, and what it draws.
@Suite struct LoopTests {
  private func quit(_ terminal: ProbeTerminal) async throws {
    try terminal.type(Typed.f10)
    #expect(try await terminal.says("[ended 0]\r\n"))
    try expectAllIsBack(terminal)
    try await terminal.finish()
  }

  @Test("a change of size is delivered, and everything is redrawn")
  func resize() async throws {
    let terminal = try ProbeTerminal()
    let probe = try await terminal.probe()
    #expect(terminal.screen.rows.contains("size 80x24"))
    for (columns, rows) in [(100, 30), (20, 9), (81, 24)] {
      let clearings = terminal.screen.clearings
      try terminal.resize(columns: columns, rows: rows)
      #expect(try await terminal.shows("size \(columns)x\(rows)"))
      #expect(terminal.screen.clearings == clearings + 1)
    }
    // There and back before we looked: the screen's contents may still have moved.
    let clearings = terminal.screen.clearings
    kill(probe.id, SIGWINCH)
    #expect(try await terminal.waits { ProbeScreen($0).clearings == clearings + 1 })
    try await quit(terminal)
  }

  @Test("keys that came before a change of size was seen are answered before it")
  func keysBeforeResize() async throws {
    let terminal = try ProbeTerminal()
    _ = try await terminal.probe()
    try terminal.type("\u{1B}[Z")
    #expect(try await terminal.waits { String(decoding: $0, as: UTF8.self).contains("\u{1B}[q") })
    try terminal.resize(columns: 90, rows: 20)
    try terminal.type("x")
    #expect(try await terminal.shows("size 90x20"))
    #expect(terminal.screen.rows.contains("> x") && terminal.screen.rows.contains("last resized"))
    try await quit(terminal)
  }

  @Test("a key answers what destroys once the terminal has said that it drew it")
  func answered() async throws {
    let terminal = try ProbeTerminal()
    _ = try await terminal.probe()
    let place = try await ask(terminal)
    try terminal.type("\u{1B}[\(place)Ry")
    #expect(try await terminal.shows("> y"))
    try terminal.type("\u{7}")
    try await quit(terminal)
  }

  @Test("a key behind any other place of the cursor than that of the question is dropped")
  func foreignAnswer() async throws {
    // It would count after the time for which the terminal's answer is waited for.
    let terminal = try ProbeTerminal("pause=\(days)")
    _ = try await terminal.probe()
    let place = try await ask(terminal)
    #expect(!place.hasPrefix("1;"))
    // Shift+F3.
    try terminal.type("\u{1B}[1;2Ry")
    #expect(try await terminal.shows("last dropped"))
    #expect(terminal.screen.rows.contains(">"))
    try terminal.type(Typed.controlC)
    #expect(try await terminal.says("[ended 130]\r\n"))
    try await terminal.finish()
  }

  /// Has the probe ask something; returns the place, row and column, at which it asks the terminal.
  private func ask(_ terminal: ProbeTerminal) async throws -> Substring {
    try terminal.type("\u{7}")
    return try await place(terminal)
  }

  private func place(_ terminal: ProbeTerminal) async throws -> Substring {
    #expect(try await terminal.waits { String(decoding: $0, as: UTF8.self).contains("\u{1B}[6n") })
    return try #require(terminal.text.firstMatch(of: /([0-9]+;[0-9]+)H\u{1B}\[6n/)).1
  }

  @Test("a key that the terminal sends before that is dropped, with all that follow")
  func tooEarly() async throws {
    let terminal = try ProbeTerminal("pause=\(days)")
    _ = try await terminal.probe()
    try terminal.type("\u{7}y")
    #expect(try await terminal.shows("last dropped"))
    try terminal.type("\u{1B}[\(try await place(terminal))Ry\u{1B}z")
    try terminal.resize(columns: 90, rows: 20)
    #expect(try await terminal.shows("size 90x20"))
    #expect(terminal.screen.rows.contains(">"))
    try terminal.type(Typed.controlC)
    #expect(try await terminal.says("[ended 130]\r\n"))
    try await terminal.finish()
  }

  @Test("Ctrl+L redraws everything, whatever another program wrote over it")
  func redraw() async throws {
    let terminal = try ProbeTerminal()
    _ = try await terminal.probe()
    let clearings = terminal.screen.clearings
    try terminal.type("\u{C}")
    #expect(try await terminal.waits { ProbeScreen($0).clearings == clearings + 1 })
    #expect(terminal.screen.rows.contains("last nothing"))
    try await quit(terminal)
  }

  @Test("a terminal that does not know its size gets the usual one", arguments: [(0, 0), (0, 9)])
  func noSize(columns: Int, rows: Int) async throws {
    let terminal = try ProbeTerminal(size: (columns, rows))
    _ = try await terminal.probe()
    #expect(terminal.screen.rows.contains(rows == 0 ? "size 80x24" : "size 80x9"))
    try await quit(terminal)
  }

  @Test("input typed before the first frame is kept")
  func typedAhead() async throws {
    let terminal = try ProbeTerminal(
      shell: "echo \"[ready]\"; until [ -n \"$go\" ]; do read go; done; \(ProbeTerminal.once)")
    #expect(try await terminal.says("[ready]\r\n"))
    // One line for the shell; the rest is for the program.
    try terminal.type("go\nahead")
    #expect(try await terminal.shows("> ahead"))
    try terminal.type(Typed.f10)
    #expect(try await terminal.says("[ended 0]\r\n"))
    try await terminal.finish()
  }

  @Test("a key that comes byte by byte is one key")
  func splitKey() async throws {
    // Time must not matter here: the program would wait days for the rest.
    let terminal = try ProbeTerminal(ProbeTerminal.patient)
    let probe = try await terminal.probe()
    try terminal.type("ac")
    #expect(try await terminal.shows("> ac"))
    for byte in ["\u{1B}", "[", "D"] {
      let wakeups = probe.wakeups
      try terminal.type(byte)
      #expect(
        try await comesTrue {
          probe.wakeups > wakeups && terminal.unread == 0 && probe.isAsleep
        })
    }
    #expect(try await terminal.shows("last left"))
    try terminal.type("b")
    #expect(try await terminal.shows("> abc"))
    try await quit(terminal)
  }

  @Test("an ESC alone is a key if nothing follows it")
  func escapeAlone() async throws {
    let terminal = try ProbeTerminal()
    _ = try await terminal.probe()
    try terminal.type("\u{1B}")
    #expect(try await terminal.shows("last escape"))
    try await quit(terminal)
  }

  @Test("a paste longer than the terminal's buffer arrives whole, and ends nothing")
  func paste() async throws {
    // Time must not matter here.
    let terminal = try ProbeTerminal(ProbeTerminal.patient)
    _ = try await terminal.probe()
    let long = String(repeating: "x", count: 900)
    try terminal.type("\u{1B}[200~one\u{3}two\u{1A}\(long)")
    #expect(try await comesTrue { terminal.unread == 0 })
    try terminal.type("three\u{1B}[201~")
    #expect(try await terminal.shows("last paste"))
    #expect(terminal.screen.rows[1].hasSuffix("xthree"))
    try await quit(terminal)
  }

  @Test("a paste without an end does not hold the keys for ever")
  func endlessPaste() async throws {
    let terminal = try ProbeTerminal("escape=1")
    _ = try await terminal.probe()
    try terminal.type("\u{1B}[200~half")
    #expect(try await terminal.shows("> half"))
    try terminal.type(Typed.controlC)
    #expect(try await terminal.says("[ended 130]\r\n"))
    try await terminal.finish()
  }

  @Test("a control key alone ends a paste without an end at once")
  func keyInPaste() async throws {
    // Time must not do it here.
    let terminal = try ProbeTerminal(ProbeTerminal.patient)
    _ = try await terminal.probe()
    // Text that came with the letter that is shown was read with it.
    try terminal.type("a\u{1B}[200~half")
    #expect(try await terminal.shows("> a"))
    try terminal.type(Typed.controlC)
    #expect(try await terminal.says("[ended 130]\r\n"))
    try await terminal.finish()
  }

  @Test("a message from another thread wakes the loop")
  func messages() async throws {
    let terminal = try ProbeTerminal()
    _ = try await terminal.probe()
    try terminal.type(Typed.f5)
    #expect(try await terminal.shows("messages posted"))
    try terminal.type("\(Typed.f5)\(Typed.f5)")
    #expect(try await terminal.shows("messages posted,posted,posted"))
    try await quit(terminal)
  }

  @Test("a hand-over leaves the terminal to the other program; then everything is redrawn")
  func handOver() async throws {
    let terminal = try ProbeTerminal()
    _ = try await terminal.probe()
    try terminal.type("word\(Typed.f6)")
    #expect(try await terminal.shows("messages came back"))
    #expect(terminal.screen.rows[1] == "> word")
    #expect(terminal.screen.rows.contains("resumes 1"))
    // A line feed brings its carriage return: the settings were the shell's.
    #expect(terminal.text.contains("\(Sequences.leave)outside\r\n\(Sequences.enter)"))
    try await quit(terminal)
  }

  @Test("a message that comes just before a hand-over is delivered after it")
  func messageBeforeHandOver() async throws {
    let terminal = try ProbeTerminal()
    _ = try await terminal.probe()
    try terminal.type(Typed.f1)
    #expect(try await terminal.shows("messages go,came back,late"))
    try await quit(terminal)
  }

  @Test("an idle program sleeps and writes nothing")
  func idle() async throws {
    let terminal = try ProbeTerminal()
    _ = try await terminal.probe()
    try await expectIdle(terminal)
    // With ticks it does not; without them it sleeps again.
    try terminal.type(Typed.f9)
    #expect(try await terminal.showsTicks(atLeast: 3))
    try terminal.type(Typed.f9)
    #expect(try await terminal.shows("ticking off"))
    try await expectIdle(terminal)
    try await quit(terminal)
  }

  /// Presses a key twice, and runs other programs to completion in between: the second is read in
  /// the turn after that of the first, and the frame after its frame, however long those take.
  private func expectIdle(_ terminal: ProbeTerminal) async throws {
    let (turn, frames) = (try await turn(terminal), terminal.frames)
    try await runOthers(20)
    #expect(try await self.turn(terminal) == turn + 1)
    #expect(terminal.frames == frames + 1)
  }

  /// The turn of the probe's loop in which it reads a key that is pressed now.
  private func turn(_ terminal: ProbeTerminal) async throws -> Int {
    let count = Self.turns(terminal.screen).count
    try terminal.type(Typed.controlT)
    #expect(try await terminal.waits { Self.turns(ProbeScreen($0)).count > count })
    return try #require(Self.turns(terminal.screen).last)
  }

  private static func turns(_ screen: ProbeScreen) -> [Int] {
    screen.rows.first { $0.hasPrefix("messages ") }?.matches(of: /turn ([0-9]+)/)
      .compactMap { Int($0.1) } ?? []
  }

  private func runOthers(_ count: Int) async throws {
    for _ in 0..<count {
      let null = ChildProcess.Source.file("/dev/null")
      let other = try ChildProcess("sh", ["-c", "true"], environment: [:], [null, null, null])
      _ = try await blocking { try other.waitForEnd() }
    }
  }
}
