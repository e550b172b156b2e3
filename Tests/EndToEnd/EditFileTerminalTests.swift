import Foundation
import Testing

/// The questions of `edit-file` at a terminal, and what signals leave.
@Suite struct EditFileTerminalTests {
  private static let edited = EditFile.text.replacing("Ada", with: "Eve")
  private static let install = "[i]nstall, [e]dit again, or [d]iscard? "
  private static let again = "[e]dit again, or [d]iscard? "
  private static let earlier =
    "An earlier edit was not installed. [g]o on with it, or [d]iscard it? "
  private static let locks = [".accounts.json.lock"]

  private func terminal(_ home: Home, _ script: String) throws -> TerminalSession {
    try home.terminal("edit-file", environment: home.editor(script))
  }

  /// An editor that does another thing each time that it is opened.
  private static func inTurn(_ scripts: String...) -> String {
    let cases = scripts.enumerated().map { "\($0 + 1)) \($1);;" }.joined(separator: "\n")
    return "echo >>\"$HOME/turns\"\ncase $(wc -l <\"$HOME/turns\") in\n\(cases)\nesac"
  }

  /// A home with the copy of an edit that did not come to its end.
  private func interrupted() async throws -> Home {
    let home = try Home(EditFile.text)
    #expect(try await home.editFile("sed -i s/Ada/Eve/ \"$1\"; exit 1").code == 69)
    return home
  }

  @Test("where there is no editor at all, that is all that is said")
  func noEditor() async throws {
    let home = try Home(EditFile.text)
    let terminal = try home.terminal("edit-file", environment: ["PATH": "/nonexistent"])
    #expect(try await terminal.finish() == .exit(69))
    let expected = """
      editing a copy: \(EditFile.copy)
      regapp: error: no editor found
      regapp: hint: set VISUAL or EDITOR

      """
    #expect(terminal.screen == expected)
  }

  @Test("what changes is shown, and installed once one says so")
  func installs() async throws {
    let home = try Home(EditFile.text)
    let terminal = try terminal(home, "sed -i s/Ada/Eve/ \"$1\"")
    #expect(try await terminal.shows(Self.install))
    #expect(try home.accounts.text == EditFile.text)
    try terminal.type("i\n")
    #expect(try await terminal.finish() == .exit(0))
    let expected = """
      editing a copy: \(EditFile.copy)
      changed: ada@host.com (first name)
      \(Self.install)i
      installed

      """
    #expect(terminal.screen == expected)
    #expect(try home.accounts.text == Self.edited)
    #expect(try home.names() == Self.locks + ["accounts.json", "history.jsonl"])
  }

  @Test("nothing is asked when nothing changed")
  func nothing() async throws {
    let home = try Home(EditFile.text)
    let terminal = try terminal(home, "true")
    #expect(try await terminal.finish() == .exit(0))
    #expect(terminal.screen.hasSuffix("\nnothing changed\n"))
  }

  @Test("discarded, the file is as it was and the copy is gone: 1")
  func discards() async throws {
    let home = try Home(EditFile.text)
    let before = try home.accounts.state
    let terminal = try terminal(home, "sed -i s/Ada/Eve/ \"$1\"")
    #expect(try await terminal.shows(Self.install))
    try terminal.type("D\n")
    #expect(try await terminal.finish() == .exit(1))
    #expect(terminal.screen.hasSuffix("discarded; the file is unchanged\n"))
    #expect(try home.accounts.state == before)
    #expect(try home.names() == ["accounts.json"])
  }

  @Test("what does not parse can be edited again or discarded, and never installed")
  func broken() async throws {
    let home = try Home(EditFile.text)
    let before = try home.accounts.state
    let terminal = try terminal(home, Self.inTurn(": >\"$1\"", "echo '{' >\"$1\""))
    #expect(try await terminal.shows(Self.again))
    // Any other answer asks again.
    try terminal.type("i\n")
    #expect(try await terminal.shows("i\r\n\(Self.again)"))
    try terminal.type("e\n")
    let second = "a key in double quotes or }, found the end of the file\r\n\(Self.again)"
    #expect(try await terminal.shows(second))
    #expect(terminal.screen.contains("\(EditFile.copy):1:1: error: "))
    #expect(terminal.screen.contains("\(EditFile.copy):2:1: error: "))
    try terminal.type("d\n")
    #expect(try await terminal.finish() == .exit(1))
    #expect(try home.accounts.state == before)
  }

  @Test("a mistake is mended by editing again")
  func mends() async throws {
    let home = try Home(EditFile.text)
    let terminal = try terminal(
      home, Self.inTurn("sed -i 's/^{/[/' \"$1\"", "sed -i -e 's/^\\[/{/' -e s/Ada/Eve/ \"$1\""))
    #expect(try await terminal.shows(Self.again))
    try terminal.type("e\n")
    #expect(try await terminal.shows(Self.install))
    try terminal.type("i\n")
    #expect(try await terminal.finish() == .exit(0))
    #expect(try home.accounts.text == Self.edited)
  }

  @Test("an account that breaks a rule may be installed closed, but not by mistake")
  func closed() async throws {
    let home = try Home(EditFile.text)
    let terminal = try terminal(home, "sed -i s/ada@/a@/ \"$1\"")
    #expect(
      try await terminal.shows(
        "[e]dit again, [i]nstall all the same, or [d]iscard? "))
    #expect(terminal.screen.contains("removed: ada@host.com\nadded: a@host.com\n"))
    try terminal.type("i\n")
    #expect(try await terminal.finish() == .exit(0))
    #expect(try home.accounts.emails == ["a@host.com", "bob@host.com", "cyd@host.com"])
  }

  @Test("it is said whom each unknown key would close, and Enter is to edit again")
  func closes() async throws {
    let home = try Home(EditFile.text)
    let terminal = try terminal(
      home,
      Self.inTurn(
        "sed -i -e '/ada/s/, \"f/, \"frozen\": true&/' -e '/[bc]..@/s/, \"f/, \"club\": 1&/' \"$1\"",
        "sed -i -e 's/\"frozen\": true, //' -e 's/club/x-club/' \"$1\""))
    let question = "[e]dit again, [i]nstall all the same, or [d]iscard? "
    #expect(try await terminal.shows(question))
    let closing = """
      closes 1 account: frozen is not a field here; to keep somebody out write "disabled": true, or \
      a reason
      closes 2 accounts: club is not a field here; to keep somebody out write "disabled"; else call \
      it "x-club"
      \(question)
      """
    #expect(terminal.screen.hasSuffix(closing))
    try terminal.type("\n")
    #expect(try await terminal.shows(Self.install))
    #expect(terminal.screen.contains("changed: bob@host.com (x-club)\n"))
    try terminal.type("i\n")
    #expect(try await terminal.finish() == .exit(0))
  }

  @Test("a host that everybody may enter by the edit is said before the question")
  func opensHost() async throws {
    let hosts = #""hosts": [{"host": "a.example.com", "groups": ["staff"]}]"#
    let home = try Home(
      EditFile.text.replacing(
        #""register""#, with: #"{"from": "register", "serve": {\#(hosts)}}"#))
    let terminal = try terminal(home, "sed -i 's/\"groups\"/\"x-groups\"/' \"$1\"")
    #expect(try await terminal.shows(Self.install))
    #expect(terminal.screen.contains("warning: a.example.com: everybody may enter\n"))
    try terminal.type("d\n")
    #expect(try await terminal.finish() == .exit(1))
  }

  @Test("a conflict is told; gone on over, the hand's version stands and the rest is merged")
  func conflict() async throws {
    let home = try Home(EditFile.text)
    let others =
      "\"$REGAPP\" edit --account ada@host.com --first-name Ann >/dev/null 2>&1; "
      + "\"$REGAPP\" edit --account bob@host.com --first-name Rob >/dev/null 2>&1"
    let terminal = try terminal(
      home, Self.inTurn("sed -i s/Ada/Eve/ \"$1\"; \(others)", "cp \"$1\" \"$HOME/second\""))
    #expect(try await terminal.shows(Self.install))
    try terminal.type("i\n")
    #expect(
      try await terminal.shows(
        "[e]dit again (installing then overwrites their changes), or [d]iscard? "))
    #expect(terminal.screen.contains("others changed: ada@host.com (first name)\n"))
    #expect(try home.accounts.people[0]["firstName"] as? String == "Ann")
    try terminal.type("e\n")
    #expect(try await terminal.shows(Self.install))
    try terminal.type("i\n")
    #expect(try await terminal.finish() == .exit(0))
    let merged = Self.edited.replacing("Bob", with: "Rob")
    #expect(try home.file("second").text == merged)
    #expect(try home.accounts.text == merged)
  }

  @Test("a conflict that was discarded leaves theirs")
  func conflictDiscarded() async throws {
    let home = try Home(EditFile.text)
    let terminal = try terminal(
      home,
      "sed -i s/Ada/Eve/ \"$1\"; "
        + "\"$REGAPP\" edit --account ada@host.com --first-name Ann >/dev/null 2>&1")
    #expect(try await terminal.shows(Self.install))
    try terminal.type("i\n")
    #expect(try await terminal.shows("or [d]iscard? "))
    try terminal.type("d\n")
    #expect(try await terminal.finish() == .exit(1))
    #expect(try home.accounts.people[0]["firstName"] as? String == "Ann")
    #expect(!home.copy.exists)
  }

  @Test("an earlier edit is offered, and gone on with")
  func goesOn() async throws {
    let home = try await interrupted()
    let terminal = try terminal(home, "sed -i s/Bob/Rob/ \"$1\"")
    #expect(try await terminal.shows(Self.earlier))
    try terminal.type("g\n")
    #expect(try await terminal.shows(Self.install))
    try terminal.type("i\n")
    #expect(try await terminal.finish() == .exit(0))
    #expect(try home.accounts.text == Self.edited.replacing("Bob", with: "Rob"))
  }

  @Test("an earlier edit is offered, and discarded for the file as it is")
  func startsAnew() async throws {
    let home = try await interrupted()
    let terminal = try terminal(home, "sed -i s/Bob/Rob/ \"$1\"")
    #expect(try await terminal.shows(Self.earlier))
    try terminal.type("d\n")
    #expect(try await terminal.shows(Self.install))
    try terminal.type("i\n")
    #expect(try await terminal.finish() == .exit(0))
    #expect(try home.accounts.text == EditFile.text.replacing("Bob", with: "Rob"))
  }

  @Test("the end of input at the offer keeps the earlier edit: 130")
  func endAtOffer() async throws {
    let home = try await interrupted()
    let terminal = try terminal(home, "true")
    #expect(try await terminal.shows(Self.earlier))
    try terminal.type("\u{4}")
    #expect(try await terminal.finish() == .exit(130))
    #expect(try home.copy.text == Self.edited)
  }

  @Test("the end of input at the question keeps the copy and says where: 130")
  func endAtQuestion() async throws {
    let home = try Home(EditFile.text)
    let terminal = try terminal(home, "sed -i s/Ada/Eve/ \"$1\"")
    #expect(try await terminal.shows(Self.install))
    try terminal.type("\u{4}")
    #expect(try await terminal.finish() == .exit(130))
    #expect(
      terminal.screen.contains("your version is kept in \(EditFile.copy)\n"))
    #expect(try home.copy.text == Self.edited)
    #expect(try home.accounts.text == EditFile.text)
  }

  @Test(
    "a signal at the question keeps the copy, and says where; the next edit-file offers it",
    arguments: [SIGINT, SIGTERM, SIGHUP, SIGKILL])
  func signalAtQuestion(signal: Int32) async throws {
    let home = try Home(EditFile.text)
    let terminal = try terminal(home, "sed -i s/Ada/Eve/ \"$1\"")
    #expect(try await terminal.shows(Self.install))
    try terminal.signalForeground(signal)
    #expect(try await terminal.finish() == .signal(signal))
    let isSaid = terminal.screen.hasSuffix(
      "your version is kept in \(EditFile.copy)\n")
    #expect(isSaid == (signal != SIGKILL))
    #expect(try home.copy.text == Self.edited)
    #expect(try home.copy.mode == 0o600)
    #expect(try home.accounts.text == EditFile.text)
    let next = try self.terminal(home, "true")
    #expect(try await next.shows(Self.earlier))
    try next.type("g\n")
    #expect(try await next.shows(Self.install))
    try next.type("i\n")
    #expect(try await next.finish() == .exit(0))
    #expect(try home.accounts.text == Self.edited)
  }

  @Test("Ctrl-C in an editor is the editor's")
  func interruptInEditor() async throws {
    let home = try Home(EditFile.text)
    let terminal = try terminal(
      home,
      "trap 'sed -i s/Ada/Eve/ \"$1\"; exit 0' INT; echo '[ready]'; while sleep 0.1; do :; done")
    #expect(try await terminal.shows("[ready]\r\n"))
    try terminal.type("\u{3}")
    #expect(try await terminal.shows(Self.install))
    try terminal.type("i\n")
    #expect(try await terminal.finish() == .exit(0))
    #expect(try home.accounts.text == Self.edited)
  }

  @Test("a signal while the editor runs leaves what it had saved for the next one")
  func signalInEditor() async throws {
    let home = try Home(EditFile.text)
    let terminal = try terminal(home, "sed -i s/Ada/Eve/ \"$1\"; echo '[ready]'; read line")
    #expect(try await terminal.shows("[ready]\r\n"))
    try terminal.signalForeground(SIGHUP)
    #expect(try await terminal.finish() == .signal(SIGHUP))
    #expect(try home.copy.text == Self.edited)
    let next = try self.terminal(home, "true")
    #expect(try await next.shows(Self.earlier))
    try next.type("d\n")
    #expect(try await next.finish() == .exit(0))
    #expect(!home.copy.exists)
  }

  @Test("an editor that leaves the terminal raw does not keep the question from being answered")
  func rawTerminal() async throws {
    let home = try Home(EditFile.text)
    let terminal = try terminal(home, "sed -i s/Ada/Eve/ \"$1\"; stty raw -echo")
    #expect(try await terminal.shows(Self.install))
    #expect(terminal.echoes)
    try terminal.type("i\n")
    #expect(try await terminal.finish() == .exit(0))
  }
}
