import Foundation
import Testing

/// A crash leaves a usable terminal and a readable message.
@Suite struct CrashTests {
  #if arch(x86_64) || arch(i386)
  static let trap = SIGILL
  #else
  static let trap = SIGTRAP
  #endif

  @Test(
    "the message is on the main screen, and no handler prompts",
    arguments: [
      (Typed.f2, trap, "Fatal error: boom\r\n"),
      (Typed.f3, trap, "Fatal error: Index out of range\r\n"),
      (Typed.f4, SIGSEGV, ""),
      (Typed.f11, trap, "Fatal error: boom elsewhere\r\n"),
      ("\(Typed.f7)\(Typed.f2)", trap, "a line on stderr\r\n"),
    ])
  func crashes(keys: String, signal: Int32, message: String) async throws {
    let terminal = try ProbeTerminal()
    _ = try await terminal.probe()
    try terminal.type(keys)
    #expect(try await terminal.says("[ended \(128 + signal)]\r\n"))
    let main = terminal.screen.main
    // In optimised code, an index out of range has no message.
    let isSilent = keys == Typed.f3 && !main.contains("Fatal")
    #expect(isSilent || message.isEmpty || main.contains(message), "\(main)")
    #expect(!main.contains("Press space"))
    try expectAllIsBack(terminal)
    try await terminal.finish()
  }

  @Test(
    "every signal that means a crash is handled",
    arguments: [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGSYS])
  func signals(signal: Int32) async throws {
    let terminal = try ProbeTerminal()
    let probe = try await terminal.probe()
    try terminal.type(Typed.f7)
    #expect(try await terminal.shows("last function(7)"))
    kill(probe.id, signal)
    #expect(try await terminal.says("[ended \(128 + signal)]\r\n"))
    #expect(terminal.screen.main.hasPrefix("a line on stderr\r\n"))
    try expectAllIsBack(terminal)
    try await terminal.finish()
  }

  @Test("a stack overflow is a crash like any other, even without the runtime's own precautions")
  func fullStack() async throws {
    let terminal = try ProbeTerminal(environment: ["SWIFT_BACKTRACE": "enable=no"])
    _ = try await terminal.probe()
    try terminal.type("\(Typed.f7)\(Typed.f4)")
    #expect(try await terminal.says("[ended \(128 + SIGSEGV)]\r\n"))
    #expect(terminal.screen.main.hasPrefix("a line on stderr\r\n"))
    try expectAllIsBack(terminal)
    try await terminal.finish()
  }

  @Test("a crash after resuming from a stop is handled like one before")
  func afterStop() async throws {
    let terminal = try ProbeTerminal(shell: ProbeTerminal.twice)
    _ = try await terminal.probe()
    try terminal.type(Typed.controlZ)
    #expect(try await terminal.says("[stopped"))
    try terminal.type("\n")
    #expect(try await terminal.shows("resumes 1"))
    try terminal.type(Typed.f2)
    #expect(try await terminal.says("[ended \(128 + Self.trap)]\r\n"))
    #expect(terminal.screen.main.contains("Fatal error: boom\r\n"))
    try expectAllIsBack(terminal)
    try await terminal.finish()
  }

  @Test("stderr output is shown afterwards, once, and never in between")
  func parked() async throws {
    let terminal = try ProbeTerminal()
    _ = try await terminal.probe()
    try terminal.type(Typed.f7)
    #expect(try await terminal.shows("last function(7)"))
    #expect(!terminal.text.contains("a line"))
    // During a hand-over it is shown to the program that has the terminal.
    try terminal.type(Typed.f6)
    #expect(try await terminal.shows("resumes 1"))
    #expect(terminal.screen.main == "a line on stderr\r\noutside\r\n")
    try terminal.type("\(Typed.f7)\(Typed.f7)\(Typed.f10)")
    #expect(try await terminal.says("[ended 0]\r\n"))
    let line = "a line on stderr\r\n"
    #expect(terminal.screen.main == "\(line)outside\r\n\(line)\(line)[ended 0]\r\n")
    try expectAllIsBack(terminal)
    try await terminal.finish()
  }

  @Test("a file used as stderr gets its lines at once")
  func followed() async throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("terminal-probe-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let terminal = try ProbeTerminal(
      shell: "\"$0\" 2>\"$LOG\"; echo \"[ended $?]\"; read line", environment: ["LOG": path])
    _ = try await terminal.probe()
    try terminal.type(Typed.f7)
    #expect(try await terminal.shows("last function(7)"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "a line on stderr\n")
    try terminal.type(Typed.f2)
    #expect(try await terminal.says("[ended \(128 + Self.trap)]\r\n"))
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("Fatal error: boom\n"))
    try expectAllIsBack(terminal)
    try await terminal.finish()
  }
}
