import Foundation
import Testing

/// Questions at a terminal, and secrets that are not shown there.
@Suite struct TerminalTests {
  @Test("login asks for what is missing; a new account's password twice; none is ever shown")
  func newAccount() async throws {
    let home = try Home()
    let terminal = try home.terminal("login")
    #expect(try await terminal.shows("Email: "))
    #expect(terminal.echoes)
    try terminal.type("ada@host.com\n")
    #expect(try await terminal.shows("Password: "))
    #expect(!terminal.echoes)
    try terminal.type("geheim\n")
    #expect(try await terminal.shows("Password again: "))
    #expect(!terminal.echoes)
    try terminal.type("geheim\n")
    #expect(try await terminal.finish() == .exit(0))
    let expected = """
      Email: ada@host.com
      Password:\u{20}
      Password again:\u{20}
      created account ada@host.com
      Email:      ada@host.com
      Password:   ********
      First name:
      Last name:

      """
    #expect(terminal.screen == expected)
    let verify = try await home.run("verify", "--email", "ada@host.com", "--password", "geheim")
    #expect(verify.code == 0)
  }

  @Test("a password that is typed as soon as it is asked for is neither shown nor lost")
  func typedAtOnce() async throws {
    let home = try Home(fixture: "register")
    for _ in 0..<5 {
      let terminal = try home.terminal("login", "--email", "mario.balotelli@gmail.com")
      #expect(try await terminal.shows("Password: "))
      try terminal.type("12345\n")
      #expect(try await terminal.finish() == .exit(0))
      #expect(!terminal.screen.contains("12345"))
    }
  }

  @Test("Ctrl-C at a password ends by the signal, and nothing is written")
  func interrupt() async throws {
    let home = try Home()
    let terminal = try home.terminal("login", "--email", "ada@host.com")
    #expect(try await terminal.shows("Password: "))
    try terminal.type("gehe\u{3}")
    #expect(try await terminal.finish() == .signal(SIGINT))
    #expect(!terminal.screen.contains("gehe"))
    #expect(try home.names(in: "") == [])
  }

  @Test(
    "a signal at a password leaves the terminal as it was, and the shell nothing to read",
    arguments: [
      SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU,
      SIGIO, SIGPWR, SIGSTKFLT, SIGSYS, 34, 64,
    ])
  func echoIsRestored(signal: Int32) async throws {
    let home = try Home()
    let terminal = try home.terminal(
      shell: "trap : \(signal); ulimit -c 0; "
        + "\"$0\" \"$@\"; echo \"[ended $?]\"; read line; echo \"[read $line]\"",
      "login", "--email", "ada@host.com")
    #expect(try await terminal.shows("Password: "))
    #expect(!terminal.echoes)
    try terminal.type("half of it")
    try terminal.signalForeground(signal)
    #expect(try await terminal.shows("[ended \(128 + signal)]\n".terminal))
    #expect(terminal.echoes)
    try terminal.type("\n")
    #expect(try await terminal.shows("[read ]\n".terminal))
    _ = try await terminal.finish()
  }

  @Test("the end of input at a question is 130", arguments: [[], ["--email", "ada@host.com"]])
  func endOfInput(words: [String]) async throws {
    let home = try Home()
    let terminal = try TerminalSession(
      BuiltProgram.path, ["login"] + words, environment: home.environment(with: [:]),
      home: home.path)
    #expect(try await terminal.shows(words.isEmpty ? "Email: " : "Password: "))
    try terminal.type("\u{4}")
    #expect(try await terminal.finish() == .exit(130))
    #expect(try home.names(in: "") == [])
  }

  @Test("questions go to the terminal, wherever stdout and stderr go")
  func questionsToTerminal() async throws {
    let home = try Home()
    let terminal = try home.terminal(
      shell: "\"$0\" login >\"$HOME/out\" 2>\"$HOME/err\"; echo \"[ended $?]\"")
    #expect(try await terminal.shows("Email: "))
    try terminal.type("ada@host.com\n")
    #expect(try await terminal.shows("Password: "))
    try terminal.type("geheim\n")
    #expect(try await terminal.shows("Password again: "))
    try terminal.type("geheim\n")
    #expect(try await terminal.shows("[ended 0]\n".terminal))
    _ = try await terminal.finish()
    let out = "Email:      ada@host.com\nPassword:   ********\nFirst name:\nLast name:\n"
    #expect(try home.file("out").text == out)
    #expect(try home.file("err").text == "created account ada@host.com\n")
  }

  @Test(
    "colour at a terminal, unless somebody does not want it",
    arguments: [
      (["TERM": "xterm-256color"], true), (["TERM": "dumb"], false), ([:], false),
      (["TERM": "xterm", "NO_COLOR": "1"], false),
    ])
  func colour(environment: [String: String], isColoured: Bool) async throws {
    let home = try Home(fixture: "register")
    let terminal = try home.terminal("show", environment: environment)
    #expect(try await terminal.finish() == .exit(0))
    #expect(terminal.screen.contains("\u{1B}[") == isColoured)
  }
}

extension String {
  /// A text as a terminal sends it: a line end is a carriage return and a line feed.
  fileprivate var terminal: String { replacing("\n", with: "\r\n") }
}
