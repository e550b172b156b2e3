import Foundation
import Testing

/// However the screens end, the terminal is as it was before. It is looked at from a shell that
/// mends nothing.
@Suite(.needsTmux) struct ScreenEndTests {
  /// Says whether the settings are what they were, and how `regapp` ended; then waits for a line.
  static let script = """
    trap : HUP INT TERM QUIT; ulimit -c 0; echo "the main screen"; before=$(stty -g)
    "$REGAPP" 2>&1; code=$?
    if [ "$before" = "$(stty -g)" ]; then echo "same, ended $code"; else echo "other, $code"; fi
    read line
    """

  private func expectAllIsBack(_ terminal: ScreenTerminal, code: Int32) async throws {
    let picture = try await terminal.until("the end") { $0.shows(", ") && !$0.isAlternate }
    let told = try await terminal.shows("ended \(code)")
    #expect(told.shows("the main screen", "same, ended \(code)"), "\(picture)")
    #expect(told.isCursorShown && !told.isAlternate)
    #expect(!told.shows("LOGIN"), "\(told)")
    let bytes = try await terminal.recording()
    for mode in ["?2004", "?1004", "?1049"] {
      let on = bytes.ranges(of: "\u{1B}[\(mode)h").last?.lowerBound
      let off = bytes.ranges(of: "\u{1B}[\(mode)l").last?.lowerBound
      #expect(try #require(on) < #require(off), "\(mode) is left on")
    }
  }

  @Test(
    "by a signal",
    arguments: [
      SIGHUP, SIGINT, SIGTERM, SIGQUIT, SIGSEGV, SIGABRT, SIGILL, SIGBUS, SIGFPE, SIGTRAP,
      SIGUSR1, SIGALRM,
    ])
  func signal(number: Int32) async throws {
    let home = try Home()
    try await home.screens(script: Self.script) { terminal in
      try await terminal.shows("LOGIN")
      try await terminal.type("ada@ho")
      try await terminal.has("ada@ho", at: "Email:")
      try await terminal.regapp().send(number)
      try await expectAllIsBack(terminal, code: 128 + number)
    }
    #expect(try home.names(in: "") == [])
  }

  @Test(
    "by a key", arguments: [("C-q", 0), ("C-c", 130), ("Escape", 0)] as [(String, Int32)])
  func key(name: String, code: Int32) async throws {
    let home = try Home()
    try await home.screens(script: Self.script) { terminal in
      try await terminal.shows("LOGIN")
      try await terminal.press(name)
      try await expectAllIsBack(terminal, code: code)
    }
  }

  @Test("by Ctrl+C where something was typed: the second one")
  func interrupted() async throws {
    let home = try Home()
    try await home.screens(script: Self.script) { terminal in
      try await terminal.shows("LOGIN")
      try await terminal.type("ada@ho")
      try await terminal.has("ada@ho", at: "Email:")
      try await terminal.press("C-c")
      try await terminal.shows("Discard what you typed?", "[Y] Discard", "^C yes")
      try await terminal.press("C-c")
      try await expectAllIsBack(terminal, code: 130)
    }
    #expect(try home.names(in: "") == [])
  }

  @Test("while a login is being checked")
  func busy() async throws {
    let home = try Home(fixture: "register")
    #expect(try await home.run("logout").code == 0)
    try await home.screens(script: Self.script) { terminal in
      try await terminal.shows("LOGIN")
      try await terminal.type("mario.balotelli@gmail.com\t12345")
      try await terminal.shows("[ LOGIN ]")
      try await terminal.press("Enter", "C-q")
      try await expectAllIsBack(terminal, code: 0)
    }
  }

  @Test(
    "a terminal that is closed ends them, also where the hang-up is ignored",
    arguments: [false, true])
  func closed(ignoresHangUp: Bool) async throws {
    let home = try Home()
    let script = (ignoresHangUp ? "trap '' HUP; " : "") + "exec \"$REGAPP\""
    try await home.screens(script: script) { terminal in
      try await terminal.shows("LOGIN")
      let regapp = try await terminal.regapp()
      try await terminal.pullOut()
      #expect(try await regapp.comesTo(\.isGone))
    }
    #expect(try home.names(in: "") == [])
  }

  @Test("quit in the moment of the start, nothing is left for the shell to read")
  func instantQuit() async throws {
    let home = try Home()
    try await home.shell { terminal in
      for round in 1...5 {
        // Typed ahead: the first screen is left before it was seen. This terminal is asked
        // nothing, for an answer that comes late would be left.
        let escapes = String(repeating: "\u{1B}", count: 3)
        try await terminal.type(
          "TERM=vt220 \"$REGAPP\"; echo round \(round) $?\n" + escapes)
        try await terminal.until("round \(round)") { picture in
          !picture.isAlternate && picture.rows.contains { $0.hasSuffix("round \(round) 0") }
        }
      }
      try await terminal.type("echo $((6 * 7)) left\n")
      let picture = try await terminal.shows("42 left")
      #expect(!picture.shows("not found"), "\(picture)")
      #expect(picture.rows.contains { $0.hasSuffix("[0]> echo $((6 * 7)) left") }, "\(picture)")
    }
  }
}
