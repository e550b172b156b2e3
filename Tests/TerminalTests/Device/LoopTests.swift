import Foundation
import Processes
import Testing

/// What the loop tells a program, and what it draws.
@Suite struct LoopTests {
  private func quit(_ terminal: ProbeTerminal) async throws {
    try terminal.type(Typed.f10)
    #expect(try await terminal.says("[ended 0]\r\n"))
    try expectAllIsBack(terminal)
    try await terminal.finish()
  }

  @Test("a change of size is told, and all is drawn anew")
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
    // There and back before we looked: what is shown may still have been moved about.
    let clearings = terminal.screen.clearings
    kill(probe.id, SIGWINCH)
    #expect(try await terminal.waits { ProbeScreen($0).clearings == clearings + 1 })
    try await quit(terminal)
  }

  @Test("a terminal that does not know its size has the usual one", arguments: [(0, 0), (0, 9)])
  func noSize(columns: Int, rows: Int) async throws {
    let terminal = try ProbeTerminal(size: (columns, rows))
    _ = try await terminal.probe()
    #expect(terminal.screen.rows.contains(rows == 0 ? "size 80x24" : "size 80x9"))
    try await quit(terminal)
  }

  @Test("typed ahead of the first frame is typed")
  func typedAhead() async throws {
    let terminal = try ProbeTerminal(
      shell: "echo \"[ready]\"; until [ -n \"$go\" ]; do read go; done; \(ProbeTerminal.once)")
    #expect(try await terminal.says("[ready]\r\n"))
    // One line for the shell, and what follows it for the program.
    try terminal.type("go\nahead")
    #expect(try await terminal.shows("> ahead"))
    try terminal.type(Typed.f10)
    #expect(try await terminal.says("[ended 0]\r\n"))
    try await terminal.finish()
  }

  @Test("a key that comes byte by byte is one key")
  func splitKey() async throws {
    // Time decides nothing here: the program would wait for the rest for a minute.
    let terminal = try ProbeTerminal("escape=60000")
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

  @Test("an ESC alone is a key once nothing followed it")
  func escapeAlone() async throws {
    let terminal = try ProbeTerminal()
    _ = try await terminal.probe()
    try terminal.type("\u{1B}")
    #expect(try await terminal.shows("last escape"))
    try await quit(terminal)
  }

  @Test("a paste longer than the terminal's own buffer comes whole, and ends nothing")
  func paste() async throws {
    let terminal = try ProbeTerminal()
    _ = try await terminal.probe()
    let long = String(repeating: "x", count: 900)
    try terminal.type("\u{1B}[200~one\u{3}two\u{1A}\(long)")
    #expect(try await comesTrue { terminal.unread == 0 })
    try terminal.type("three\u{1B}[201~")
    #expect(try await terminal.shows("last paste"))
    #expect(terminal.screen.rows[1].hasSuffix("xthree"))
    try await quit(terminal)
  }

  @Test("what another thread posts wakes the loop")
  func messages() async throws {
    let terminal = try ProbeTerminal()
    _ = try await terminal.probe()
    try terminal.type(Typed.f5)
    #expect(try await terminal.shows("messages posted"))
    try terminal.type("\(Typed.f5)\(Typed.f5)")
    #expect(try await terminal.shows("messages posted,posted,posted"))
    try await quit(terminal)
  }

  @Test("what runs at the terminal meanwhile has it to itself; then all is drawn anew")
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

  @Test("a message that comes just before the terminal is handed over is told after it")
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
    let probe = try await terminal.probe()
    try await expectIdle(probe, terminal)
    // With ticks it does not; and without them it sleeps again.
    try terminal.type(Typed.f9)
    #expect(try await terminal.showsTicks(atLeast: 3))
    try terminal.type(Typed.f9)
    #expect(try await terminal.shows("ticking off"))
    try await expectIdle(probe, terminal)
    try await quit(terminal)
  }

  /// Looks twice, and between has other programs run to their ends: time enough to be seen doing
  /// something, however fast the machine is.
  private func expectIdle(_ probe: SeenProcess, _ terminal: ProbeTerminal) async throws {
    #expect(try await comesTrue { probe.isAsleep })
    // The kernel calls it asleep a moment before it counts that.
    try await runOthers(1)
    terminal.readWhatIsThere()
    let (count, wakeups) = (terminal.bytes.count, probe.wakeups)
    #expect(wakeups > 0)
    try await runOthers(20)
    terminal.readWhatIsThere()
    #expect(terminal.bytes.count == count)
    #expect(probe.wakeups == wakeups)
  }

  private func runOthers(_ count: Int) async throws {
    for _ in 0..<count {
      let null = ChildProcess.Source.file("/dev/null")
      let other = try ChildProcess("sh", ["-c", "true"], environment: [:], [null, null, null])
      _ = try await blocking { try other.waitForEnd() }
    }
  }
}
