import Foundation
import TestSupport
import Testing

/// However the screens end, the terminal is restored.
@Suite struct EndingTests {
  /// The cause by which the probe ends.
  enum Cause: CustomTestStringConvertible {
    case keys(String)
    case signal(Int32)

    var testDescription: String {
      switch self {
      case .keys(let keys): "keys \(keys.debugDescription)"
      case .signal(let signal): "signal \(signal)"
      }
    }
  }

  @Test(
    "the settings, the main screen and the cursor are back, and the status tells what happened",
    arguments: [
      (.keys(Typed.f10), 0), (.keys("word\(Typed.f10)"), 0), (.keys(Typed.controlC), 130),
      (.signal(SIGINT), 130), (.signal(SIGTERM), 143), (.signal(SIGHUP), 129),
      (.signal(SIGQUIT), 131), (.signal(SIGUSR1), 138), (.signal(SIGUSR2), 140),
      (.signal(SIGALRM), 142), (.signal(SIGVTALRM), 154), (.signal(SIGPROF), 155),
      (.signal(SIGXCPU), 152), (.signal(SIGIO), 157), (.signal(SIGPWR), 158),
      (.signal(SIGSTKFLT), 144), (.signal(34), 162), (.signal(64), 192),
    ] as [(Cause, Int32)])
  func endings(cause: Cause, status: Int32) async throws {
    let terminal = try ProbeTerminal()
    let probe = try await terminal.probe()
    #expect(try terminal.currentSettings.isRaw)
    #expect(terminal.screen.modes == ["1049", "2004", "1004", "7", "25"])
    switch cause {
    case .keys(let keys): try terminal.type(keys)
    case .signal(let signal): kill(probe.id, signal)
    }
    #expect(try await terminal.says("[ended \(status)]\r\n"))
    try expectAllIsBack(terminal)
    // Nothing else was printed: neither by us, nor by the shell, as for a crash.
    #expect(terminal.screen.main == "[ended \(status)]\r\n")
    try await terminal.finish()
  }

  @Test("Ctrl+C may be answered with a question, a SIGINT never", arguments: [false, true])
  func asks(bySignal: Bool) async throws {
    let terminal = try ProbeTerminal("asks")
    let probe = try await terminal.probe()
    if bySignal {
      kill(probe.id, SIGINT)
    } else {
      try terminal.type(Typed.controlC)
      #expect(try await terminal.shows("last interrupt"))
      try terminal.type(Typed.controlC)
    }
    #expect(try await terminal.says("[ended 130]\r\n"))
    try expectAllIsBack(terminal)
    try await terminal.finish()
  }

  @Test("quitting at once leaves no unread input behind")
  func instantQuit() async throws {
    for _ in 0..<10 {
      let terminal = try ProbeTerminal()
      _ = try await terminal.probe()
      try terminal.type("\(Typed.f10)rm everything\n")
      #expect(try await terminal.says("[ended 0]\r\n"))
      #expect(terminal.unread == 0)
      #expect(terminal.screen.main == "[ended 0]\r\n")
      try expectAllIsBack(terminal)
      try await terminal.finish()
    }
  }

  @Test("typed but unread input does not reach the shell")
  func unread() async throws {
    let terminal = try ProbeTerminal()
    _ = try await terminal.probe()
    try terminal.type(Typed.insert)
    #expect(try await terminal.waits { String(decoding: $0, as: UTF8.self).contains("\u{1B}[q") })
    try terminal.type("rm everything\n")
    #expect(try await terminal.says("[ended 0]\r\n"))
    try expectAllIsBack(terminal)
    try terminal.type("\n")
    // The shell gets this line, and nothing before it.
    #expect(try await terminal.waits { ProbeScreen($0).main.contains(/\[read .*\]/) })
    #expect(terminal.screen.main.contains("[read ]"))
    try await terminal.finish()
  }

  @Test("a program that quits before its first frame draws none and does not query the terminal")
  func quitsAtStart() async throws {
    let terminal = try ProbeTerminal("quit")
    #expect(try await terminal.says("[ended 0]\r\n"))
    #expect(terminal.text == "\(Sequences.enter)\(Sequences.leave)[ended 0]\r\n")
    #expect(terminal.unread == 0)
    try expectAllIsBack(terminal)
    try await terminal.finish()
  }

  @Test("a signal that was ignored before, as under nohup, stays ignored")
  func ignored() async throws {
    let terminal = try ProbeTerminal(shell: "trap '' HUP; \(ProbeTerminal.once)")
    let probe = try await terminal.probe()
    kill(probe.id, SIGHUP)
    try terminal.type("still here")
    #expect(try await terminal.shows("> still here"))
    try terminal.type(Typed.f10)
    #expect(try await terminal.says("[ended 0]\r\n"))
    try await terminal.finish()
  }

  @Test(
    "a terminal that goes away ends the program, even if it ignores SIGHUP",
    arguments: [("", [128 + SIGHUP, 4]), ("trap '' HUP; ", [4])])
  func hangup(prefix: String, statuses: [Int32]) async throws {
    let (keyboard, other) = try Descriptors.pair { openpty($0, $0 + 1, nil, nil, nil) }
    let path = try Descriptors.terminalName(other)
    let child = try ChildProcess(
      "/bin/sh", ["-c", "\(prefix)exec \"$0\"", ProbeProgram.path],
      environment: ProbeProgram.environment, [.file(path), .file(path), .file(path)])
    let end = try await blocking {
      var bytes: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 4096)
      let deadline = ContinuousClock.now + patience
      while !ProbeScreen(bytes).rows.contains("end"), isReadable(keyboard, until: deadline) {
        let count = read(keyboard, &chunk, chunk.count)
        guard count > 0 else { break }
        bytes += chunk.prefix(count)
      }
      close(keyboard)
      return try child.waitForEnd()
    }
    // It may hear of the end before the signal comes, and give the signal back meanwhile.
    let signals: [ChildProcess.End] = prefix.isEmpty ? [.signal(SIGHUP)] : []
    #expect((statuses.map { .exit($0) } + signals).contains(end), "\(end)")
    close(other)
  }

  @Test("a terminal that accepts no more output does not keep a signal from ending the program")
  func stalled() async throws {
    let terminal = try ProbeTerminal(size: (400, 200))
    let probe = try await terminal.probe()
    try terminal.type(Typed.f12)
    // Do not read the output until the program blocks in a write, with unread keys queued.
    #expect(
      try await comesTrue {
        if terminal.unread > 100 { return probe.isAsleep }
        try terminal.type("x")
        return false
      })
    kill(probe.id, SIGTERM)
    #expect(try await comesTrue { probe.isGone })
    let ended = "[ended 143]"
    #expect(try await terminal.waits { String(decoding: $0, as: UTF8.self).contains(ended) })
    #expect(try terminal.currentSettings == terminal.settings)
    try await terminal.finish()
  }
}

/// The sequences as the terminal receives them, repeated here as the probe is another program.
enum Sequences {
  static let enter = "\u{1B}[?1049h\u{1B}[2J\u{1B}[?2004h\u{1B}[?1004h\u{1B}[?25l"
  static let leave =
    "\u{1B}[?2026l\u{1B}[?2004l\u{1B}[?1004l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[0m\u{1B}[?7h"
    + "\u{1B}[?25h\u{1B}[9999;9999H\u{1B}[1J\r\u{1B}[?1049l"
}

/// Expects a terminal with no trace of the screens.
func expectAllIsBack(
  _ terminal: ProbeTerminal, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  #expect(
    try terminal.currentSettings == terminal.settings, sourceLocation: sourceLocation)
  #expect(terminal.screen.modes == ["7", "25"], sourceLocation: sourceLocation)
  // Leaving was the last thing written to the terminal, and happened once a visit.
  let text = terminal.text
  let visits = text.components(separatedBy: Sequences.enter)
  #expect(
    visits.dropFirst().allSatisfy { $0.components(separatedBy: Sequences.leave).count == 2 },
    sourceLocation: sourceLocation)
  let after = text.components(separatedBy: Sequences.leave).last ?? ""
  #expect(!after.contains("\u{1B}"), sourceLocation: sourceLocation)
}
