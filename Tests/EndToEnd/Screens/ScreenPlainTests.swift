import Foundation
import Testing

/// Lines without a single control byte, if screens are impossible or not wanted.
@Suite struct ScreenPlainTests {
  static let wishes: [[String: String]] = [
    ["TERM": "dumb"], ["TERM": "xterm-256color", "ACCESSIBLE": "1"], [:],
  ]

  @Test("TERM=dumb and ACCESSIBLE give line prompts without an ESC", arguments: wishes)
  func prompts(environment: [String: String]) async throws {
    let home = try Home()
    let entered = try home.terminal(environment: environment)
    try await answer(
      entered,
      [
        ("Email: ", "ada@ho"), ("dot after the @\r\nEmail: ", "ada@host.com"),
        ("Password: ", "geheim"), ("Password again: ", "geheim"),
      ])
    #expect(entered.screen.contains("\nEmail:      ada@host.com\n"))
    #expect(entered.screen.contains("\nGo on with regapp edit"))
    let edited = try home.terminal("edit", environment: environment)
    try await answer(
      edited,
      [
        ("Email [ada@host.com] (Enter keeps): ", ""), ("Password (Enter keeps it): ", "geheimer"),
        ("Password again: ", "geheimer"), ("First name (Enter leaves it empty): ", "Ada"),
        ("Last name (Enter leaves it empty): ", ":back"),
        ("First name [Ada] (Enter keeps, - clears): ", ""),
        ("Last name (Enter leaves it empty): ", ""),
        ("Birth date (YYYY-MM-DD) (Enter leaves it empty): ", "1990-02-30"),
        ("exists\r\nBirth date (YYYY-MM-DD) (Enter leaves it empty): ", "1990-02-28"),
        ("Phone (Enter leaves it empty): ", "8 912 345 67 89"),
      ])
    #expect(try home.accounts.only("firstName") == "Ada")
    #expect(try home.accounts.only("phone") == "+7 (912) 345-67-89")
    let password = ["--password-stdin", "--email", "ada@host.com"]
    #expect(try await home.run(["verify"] + password, input: .text("geheimer")).code == 0)
  }

  /// Answers each question once it is there; then the program ends well, without an escape.
  private func answer(
    _ terminal: TerminalSession, _ answers: [(question: String, answer: String)]
  ) async throws {
    for (question, answer) in answers {
      try #require(try await terminal.shows(question), "\(question): \(terminal.screen)")
      try terminal.type("\(answer)\n")
    }
    #expect(try await terminal.finish() == .exit(0))
    #expect(!terminal.screen.contains("\u{1B}") && !terminal.screen.contains("geheim"))
  }

  @Test(
    "where stdin or stdout is no terminal, it prints what show prints, and no ESC",
    arguments: ["register", "authorisation", "broken/missing-comma"],
    ["</dev/null", "| cat", "</dev/null | cat", ">\"$HOME/out\" </dev/null", ">\"$HOME/out\""])
  func noTerminal(fixture: String, redirection: String) async throws {
    let home = try Home(fixture: fixture)
    func screen(_ word: String) async throws -> String {
      let terminal = try TerminalSession(
        "/bin/sh",
        ["-c", "\"$0\" \(word) \(redirection); echo \"[ended $?]\"", BuiltProgram.path],
        environment: home.environment(with: ["TERM": "xterm-256color", "NO_COLOR": "1"]),
        home: home.path)
      #expect(try await terminal.finish() == .exit(0))
      let out = redirection.contains("out") ? try home.file("out").text : ""
      return out + terminal.screen
    }
    let shown = try await screen("")
    #expect(!shown.contains("\u{1B}"))
    #expect(try await shown == screen("show"))
    #expect(shown.contains(fixture == "register" ? "Mario" : "error: "))
  }
}
