import Foundation
import Testing

/// Where there can be no screens, or they are not wanted: lines, and not one control byte.
@Suite struct ScreenPlainTests {
  static let wishes: [[String: String]] = [
    ["TERM": "dumb"], ["TERM": "xterm-256color", "ACCESSIBLE": "1"], [:],
  ]

  @Test("TERM=dumb and ACCESSIBLE give line prompts without an ESC", arguments: wishes)
  func prompts(environment: [String: String]) async throws {
    let home = try Home()
    let terminal = try home.terminal(environment: environment)
    for (question, answer) in [
      ("Email: ", "ada@ho"), ("dot after the @\r\nEmail: ", "ada@host.com"),
      ("Password: ", "geheim"), ("Password again: ", "geheim"),
      ("Q quit: ", "e"),
      ("Email [ada@host.com] (Enter keeps): ", ""),
      ("Password (Enter keeps it): ", ""), ("First name (Enter leaves it empty): ", "Ada"),
      ("Last name (Enter leaves it empty): ", ":cancel"), ("Discard what you typed? [y/n] ", "y"),
      ("Q quit: ", "b"), ("Log out? The account stays. [y/n] ", "y"), ("Email: ", ":cancel"),
    ] {
      try #require(try await terminal.shows(question), "\(question): \(terminal.screen)")
      try terminal.type("\(answer)\n")
    }
    #expect(try await terminal.finish() == .exit(0))
    #expect(!terminal.screen.contains("\u{1B}"))
    #expect(!terminal.screen.contains("geheim"))
    #expect(terminal.screen.contains("\nEmail:      ada@host.com\n"))
    #expect(try home.accounts.only("firstName") == nil)
  }

  @Test("every form can be finished by lines", arguments: wishes)
  func registration(environment: [String: String]) async throws {
    let home = try Home()
    #expect(try await home.run("init", "albums").code == 0)
    let terminal = try home.terminal(environment: environment)
    for (question, answer) in [
      ("Q quit: ", "r"), ("First name: ", "Грейс"), ("is not one\r\nFirst name: ", "Grace"),
      ("Last name: ", ":back"), ("First name: ", "Grace"), ("Last name: ", "Hopper"),
      ("Birth date (YYYY-MM-DD): ", "1990-02-30"),
      ("exists\r\nBirth date (YYYY-MM-DD): ", "1990-02-28"),
      ("Phone: ", "8 912 345 67 89"), ("Email: ", "grace@example.com"), ("Password: ", "Cobol1960"),
      ("Password again: ", "Cobol1960"), ("Q quit: ", "q"),
    ] {
      try #require(try await terminal.shows(question), "\(question): \(terminal.screen)")
      try terminal.type("\(answer)\n")
    }
    #expect(try await terminal.finish() == .exit(0))
    #expect(!terminal.screen.contains("\u{1B}"))
    #expect(!terminal.screen.contains("Cobol1960"))
    #expect(try home.accounts.only("phone") == "+7 (912) 345-67-89")
  }

  @Test("the history is printed, and a change taken back, by lines", arguments: wishes)
  func history(environment: [String: String]) async throws {
    let home = try Home()
    for words in [
      ["register", "--email", "ada@host.com", "--password", "geheim", "--first-name", "Ada"],
      ["edit", "--first-name", "Augusta"],
    ] {
      #expect(try await home.run(words).code == 0)
    }
    let terminal = try home.terminal(environment: environment)
    for (question, answer) in [
      ("Q quit: ", "h"),
      (
        "    first name: \"Ada\"\r\nE edit, H history, U undo, L accounts, R read again, "
          + "B log out, Q quit: ",
        "u"
      ),
      ("\"Augusta\" → \"Ada\"\r\nUndo it? [y/n] ", "n"),
      ("Q quit: ", "u"), ("Undo it? [y/n] ", "y"), ("Q quit: ", "q"),
    ] {
      try #require(try await terminal.shows(question), "\(question): \(terminal.screen)")
      try terminal.type("\(answer)\n")
    }
    #expect(try await terminal.finish() == .exit(0))
    #expect(!terminal.screen.contains("\u{1B}") && !terminal.screen.contains("$y$"))
    #expect(terminal.screen.contains("Undid change 2 (edited ada@host.com)."))
    #expect(try home.accounts.only("firstName") == "Ada")
  }

  @Test("accounts are found, changed and removed by lines", arguments: wishes)
  func accounts(environment: [String: String]) async throws {
    let home = try Home()
    for name in ["ada", "eve", "bob"] {
      let words = ["--email", "\(name)@host.com", "--password", "geheim", "--no-login"]
      #expect(try await home.run(["register"] + words).code == 0)
    }
    let menu =
      "A number, a name, a text, or A add, U undo, L log, S sort, F state, C check,\r\n"
      + "I import, Y apply a file, W publish, R read again, Q quit: "
    let several = "O disable, N enable, G groups, M must change, X remove, B back, Q quit: "
    let list =
      "1  ada@host.com  [disabled: left]\r\n2  bob@host.com\r\n"
      + "3  eve@host.com  [disabled: left]\r\nAccounts 1 to 3 of 3.\r\n"
    let terminal = try home.terminal("list", "--screen", environment: environment)
    for (question, answer) in [
      ("Q quit: ", "7"), ("! the numbers are 1 to 3\r\n" + menu, "1,3"),
      ("Chosen: ada@host.com, eve@host.com.\r\n" + several, "o"),
      ("leaves): ", "left"), ("Disabled 2 accounts.\r\n" + list + menu, "state:disabled"),
      ("Accounts 1 to 2 of 2.\r\n" + menu, "2"), ("B back, Q quit: ", "p"),
      ("T type it, B cancel, Q quit: ", "t"), ("Password: ", "abc"),
      ("! password must have 5 characters or more\r\nPassword: ", "geheimer"),
      ("Password again: ", "geheimer"), ("B back, Q quit: ", "x"),
      ("Remove the account eve@host.com? [y/n] ", "y"),
      (
        "1  ada@host.com  [disabled: left]\r\nSearch: state:disabled\r\nAccounts 1 to 1 of 1.\r\n"
          + menu, "q"
      ),
    ] {
      try #require(try await terminal.shows(question), "\(question): \(terminal.screen)")
      try terminal.type("\(answer)\n")
    }
    #expect(try await terminal.finish() == .exit(0))
    #expect(!terminal.screen.contains("\u{1B}") && !terminal.screen.contains("geheim"))
    let left = try await home.run("list").out
    #expect(left == "ada@host.com  [disabled: left]\nbob@host.com\n")
  }

  @Test("the end of input leaves, and loops nowhere", arguments: wishes)
  func endOfInput(environment: [String: String]) async throws {
    let home = try Home()
    let terminal = try home.terminal(environment: environment)
    #expect(try await terminal.shows("Email: "))
    try terminal.type("\u{4}")
    #expect(try await terminal.finish() == .exit(130))
    #expect(!terminal.screen.contains("\u{1B}"))
    #expect(try home.names(in: "") == [])
  }

  @Test("the end of input at the question what to do quits")
  func endAtMenu() async throws {
    let home = try Home(fixture: "register")
    let terminal = try home.terminal(environment: ["TERM": "dumb"])
    #expect(try await terminal.shows("Q quit: "))
    try terminal.type("\u{4}")
    #expect(try await terminal.finish() == .exit(0))
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
