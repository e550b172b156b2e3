import Foundation
import TestSupport
import Testing

/// A signal that ends `regapp` while it waits for another program at its terminal ends that program
/// first: otherwise both it and the shell would read what is typed.
@Suite(.needsTmux) struct ScreenChildTests {
  static let signals = [SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGALRM, SIGSEGV, SIGABRT]
  /// A program that crashes may print where it was, which takes long.
  private static let environment = ["SWIFT_BACKTRACE": "enable=no"]

  /// Runs `regapp` with some words; says whether the terminal's settings are what they were, and
  /// how it ended. Then waits for a line.
  private func script(_ words: String) -> String {
    """
    trap : HUP INT TERM QUIT; ulimit -c 0; before=$(stty -g)
    "$REGAPP" \(words) 2>&1; code=$?
    if [ "$before" = "$(stty -g)" ]; then echo "same, ended $code"; else echo "other, $code"; fi
    read line; echo "read $line"; read line
    """
  }

  /// Sends a signal to `regapp` alone, and expects that no program but the shell is left.
  private func expectTheEnd(by signal: Int32, of terminal: ScreenTerminal) async throws {
    let regapp = try await terminal.regapp()
    let children = regapp.children
    #expect(!children.isEmpty)
    try regapp.send(signal)
    let end = try await terminal.until("the end") { picture in
      picture.shows("same, ended \(128 + signal)") && !picture.isAlternate
    }
    #expect(end.isCursorShown, "\(end)")
    for child in children { #expect(try await child.comesTo(\.isGone), "\(child.program)") }
    // The shell alone reads what is typed.
    try await terminal.type("whole")
    try await terminal.press("Enter")
    try await terminal.shows("read whole")
  }

  /// Ends the program with an editor open, which opens the accounts that are to be repaired.
  private func endInEditor(
    _ editor: String, by signal: Int32, _ isOpen: @escaping @Sendable (TerminalPicture) -> Bool
  ) async throws {
    let home = try Home(
      #"{"rules": "register", "accounts": [{"email": "bob", "password": "secret2"}]}"#)
    try home.file("editor").write(editor)
    try await home.screens(
      script: script("list --screen"),
      environment: Self.environment.merging(["VISUAL": "/bin/sh \"$HOME/editor\""]) { $1 }
    ) { terminal in
      try await terminal.shows("bob")
      try await terminal.press("C")
      try await terminal.until("the editor", isOpen)
      try await expectTheEnd(by: signal, of: terminal)
    }
    #expect(try home.accounts.text.contains(#""bob""#))
  }

  @Test("the albums", arguments: signals) func albums(signal: Int32) async throws {
    let home = try Home.loggedInToAlbums()
    try await home.screens(script: script(""), environment: Self.environment) { terminal in
      try await terminal.shows("User Info", "Lovelace")
      try await terminal.press("a")
      try await terminal.shows("/ title or artist")
      try await expectTheEnd(by: signal, of: terminal)
    }
  }

  @Test(
    "an editor that leaves the terminal as no shell can use it, with its screen", arguments: signals
  )
  func rawEditor(signal: Int32) async throws {
    try await endInEditor(
      "stty raw -echo; printf '\\033[?1049h\\033[?25lan editor'; exec cat\n", by: signal
    ) { $0.isAlternate && $0.shows("an editor") }
  }

  @Test("an editor, and the shell under which it runs", arguments: signals)
  func editor(signal: Int32) async throws {
    try await endInEditor("echo an editor; exec cat\n", by: signal) {
      !$0.isAlternate && $0.shows("an editor")
    }
  }
}
