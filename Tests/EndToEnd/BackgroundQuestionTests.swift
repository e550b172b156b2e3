import Testing

/// A question of a program that the shell has put into the background.
@Suite struct BackgroundQuestionTests {
  /// Starts a login in the background of a shell that reads its own line as most do, with the echo
  /// off; waits until the login has stopped, and brings it to the front.
  static let line = """
    stty -icanon -echo; set -m; "$0" login --email ada@host.com &
    until jobs >"$HOME/jobs"; grep -qi stopped "$HOME/jobs"; do :; done
    stty icanon echo; echo "[stopped]"; fg >"$HOME/fg"; echo "[ended $?]"
    """

  @Test("waits until it is brought to the front, hides what is typed, and leaves the echo on")
  func login() async throws {
    let home = try Home()
    let terminal = try home.terminal(shell: Self.line)
    #expect(try await terminal.shows("Password: "))
    #expect(terminal.screen == "[stopped]\nPassword: ")
    #expect(!terminal.echoes)
    try terminal.type("geheim\n")
    #expect(try await terminal.shows("Password again: "))
    try terminal.type("geheim\n")
    #expect(try await terminal.shows("[ended 0]\r\n"))
    #expect(terminal.echoes)
    _ = try await terminal.finish()
    #expect(!terminal.screen.contains("geheim"))
    #expect(try home.accounts.emails == ["ada@host.com"])
  }
}
