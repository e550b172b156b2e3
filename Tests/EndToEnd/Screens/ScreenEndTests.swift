import Foundation
import Testing

/// However the screens end, the terminal is as it was before: here that it holds for this program;
/// each way to end is in EndingTests and CrashTests. It is looked at from a shell that mends nothing.
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

  @Test("by a signal", arguments: [SIGTERM, SIGSEGV])
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
  @Test("a terminal that is closed ends them, also where the hang-up is ignored")
  func closed() async throws {
    let home = try Home()
    try await home.screens(script: "trap '' HUP; exec \"$REGAPP\"") { terminal in
      try await terminal.shows("LOGIN")
      let regapp = try await terminal.regapp()
      try await terminal.pullOut()
      #expect(try await regapp.comesTo(\.isGone))
    }
    #expect(try home.names(in: "") == [])
  }
}
