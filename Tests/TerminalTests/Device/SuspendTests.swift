import Foundation
import TestSupport
import Testing

/// Stopping and coming back, under a shell with job control.
@Suite struct SuspendTests {
  enum Cause: CaseIterable {
    case key, action, signal, reading, writing

    var number: Int32 {
      switch self {
      case .reading: SIGTTIN
      case .writing: SIGTTOU
      default: SIGTSTP
      }
    }
  }

  private func stop(_ terminal: ProbeTerminal, _ cause: Cause) async throws -> SeenProcess {
    let probe = try await terminal.probe()
    switch cause {
    case .key: try terminal.type("word\(Typed.controlZ)")
    case .action: try terminal.type("word\(Typed.f8)")
    case .signal, .reading, .writing:
      try terminal.type("word")
      #expect(try await terminal.shows("> word"))
      kill(probe.id, cause.number)
    }
    #expect(try await terminal.says("[stopped \(128 + SIGTSTP)]\r\n"))
    // The shell tells of the group once its first process has stopped; the probe can be another.
    #expect(try await comesTrue { probe.isStopped })
    return probe
  }

  @Test(
    "while stopped the shell can be used; then everything is redrawn, at the current size",
    arguments: Cause.allCases)
  func stopAndContinue(cause: Cause) async throws {
    let terminal = try ProbeTerminal(shell: ProbeTerminal.twice)
    _ = try await stop(terminal, cause)
    try expectAllIsBack(terminal)
    try terminal.resize(columns: 100, rows: 30)
    let clearings = terminal.screen.clearings
    try terminal.type("\n")
    #expect(try await terminal.shows("resumes 1"))
    #expect(try terminal.currentSettings.isRaw)
    #expect(terminal.screen.rows.prefix(3).dropFirst() == ["> word", "size 100x30"])
    #expect(terminal.screen.clearings == clearings + 1)
    try terminal.type(Typed.f10)
    #expect(try await terminal.says("[ended 0]\r\n"))
    try expectAllIsBack(terminal)
    try await terminal.finish()
  }

  @Test("the program that started it stops with it")
  func wholeGroup() async throws {
    let terminal = try ProbeTerminal(
      shell: "set -m; sh -c '\"$0\"; echo \"[wrapped $?]\"' \"$0\"; echo \"[stopped $?]\"; "
        + "read line; fg; echo \"[ended $?]\"; read line")
    _ = try await stop(terminal, .key)
    try terminal.type("\n")
    #expect(try await terminal.shows("resumes 1"))
    try terminal.type(Typed.f10)
    #expect(try await terminal.says("[wrapped 0]\r\n[ended 0]\r\n"))
    try expectAllIsBack(terminal)
    try await terminal.finish()
  }

  @Test("continued in the background, it touches nothing and stops again")
  func background() async throws {
    let terminal = try ProbeTerminal(shell: ProbeTerminal.twice)
    let probe = try await stop(terminal, .key)
    // By then the shell edits its line, with its own settings.
    try terminal.set(echo: false)
    let (count, settings) = (terminal.bytes.count, try terminal.currentSettings)
    for _ in 0..<3 {
      // The call itself counts as a wakeup, which shows that it is a new stop.
      kill(probe.id, SIGCONT)
      #expect(try await comesTrue { probe.isStopped })
    }
    terminal.readWhatIsThere()
    #expect(terminal.bytes.count == count)
    #expect(try terminal.currentSettings == settings)
    try terminal.set(echo: true)
    try expectAllIsBack(terminal)
    try terminal.type("\n")
    #expect(try await terminal.shows("resumes 1"))
    try terminal.type(Typed.f10)
    #expect(try await terminal.says("[ended 0]\r\n"))
    try expectAllIsBack(terminal)
    try await terminal.finish()
  }

  @Test("a signal that ends it while stopped takes effect before it touches the terminal")
  func endedWhileStopped() async throws {
    let terminal = try ProbeTerminal(shell: ProbeTerminal.twice)
    let probe = try await stop(terminal, .key)
    let visits = terminal.text.components(separatedBy: Sequences.enter).count
    kill(probe.id, SIGTERM)
    try terminal.type("\n")
    #expect(try await terminal.says("[ended 143]\r\n"))
    #expect(terminal.text.components(separatedBy: Sequences.enter).count == visits)
    try expectAllIsBack(terminal)
    try await terminal.finish()
  }

  @Test("settings changed while it was stopped are the ones it restores")
  func changedSettings() async throws {
    let terminal = try ProbeTerminal(
      shell: "set -m; \"$0\"; echo \"[stopped $?]\"; stty -echo; read line; fg; "
        + "echo \"[ended $?]\"; read line")
    _ = try await stop(terminal, .key)
    #expect(try await comesTrue { try terminal.currentSettings != terminal.settings })
    let changed = try terminal.currentSettings
    try terminal.type("\n")
    #expect(try await terminal.shows("resumes 1"))
    try terminal.type(Typed.f10)
    #expect(try await terminal.says("[ended 0]\r\n"))
    #expect(try terminal.currentSettings == changed)
    try await terminal.finish()
  }

  @Test("after a SIGSTOP, which cannot be caught, it takes the terminal again and restores it")
  func uncaught() async throws {
    let terminal = try ProbeTerminal(shell: ProbeTerminal.twice)
    let probe = try await terminal.probe()
    kill(probe.id, SIGSTOP)
    let stopped = "[stopped \(128 + SIGSTOP)]"
    #expect(try await terminal.waits { String(decoding: $0, as: UTF8.self).contains(stopped) })
    try terminal.type("\n")
    #expect(try await terminal.shows("resumes 1"))
    #expect(try terminal.currentSettings.isRaw)
    try terminal.type(Typed.f10)
    #expect(try await terminal.says("[ended 0]\r\n"))
    #expect(try terminal.currentSettings == terminal.settings)
    #expect(terminal.screen.modes == ["7", "25"])
    try await terminal.finish()
  }

  @Test("without a process that could continue it, Ctrl+Z stops nothing")
  func orphaned() async throws {
    // The shell execs the program, which is then the session leader and has no parent there.
    let terminal = try ProbeTerminal(shell: "exec \"$0\"")
    _ = try await terminal.probe()
    try terminal.type("word\(Typed.controlZ)more")
    #expect(try await terminal.shows("> wordmore"))
    #expect(try await terminal.shows("resumes 1"))
    try terminal.type(Typed.f10)
    try await terminal.finish()
    #expect(terminal.screen.modes == ["7", "25"])
  }

  @Test("started in the background, it waits for its turn and writes nothing")
  func startedInBackground() async throws {
    let terminal = try ProbeTerminal(
      shell: "set -m; \"$0\" & echo \"[started $!]\"; read line; fg; echo \"[ended $?]\"; "
        + "read line")
    #expect(try await terminal.says("]\r\n"))
    let words = terminal.screen.main.split { "[ ]".contains($0) }
    let probe = SeenProcess(id: try #require(words.compactMap { pid_t($0) }.first))
    #expect(try await comesTrue { probe.isStopped })
    terminal.readWhatIsThere()
    #expect(!terminal.text.contains("\u{1B}"))
    #expect(try terminal.currentSettings == terminal.settings)
    try terminal.type("\n")
    _ = try await terminal.probe()
    try terminal.type(Typed.f10)
    #expect(try await terminal.says("[ended 0]\r\n"))
    try expectAllIsBack(terminal)
    try await terminal.finish()
  }
}
