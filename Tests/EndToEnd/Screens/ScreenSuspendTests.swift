import Foundation
import Testing

/// The screens stopped under a shell, and brought back.
@Suite(.needsTmux) struct ScreenSuspendTests {
  enum Stop: CaseIterable {
    case key, signal
  }

  private func start(_ terminal: ScreenTerminal, showing words: String) async throws {
    try await terminal.type("\"$REGAPP\"")
    try await terminal.press("Enter")
    try await terminal.until("the screens") { $0.isAlternate && $0.shows(words) }
  }

  private func stop(_ terminal: ScreenTerminal, _ stop: Stop) async throws {
    let regapp = try await terminal.regapp()
    switch stop {
    case .key: try await terminal.press("C-z")
    case .signal: try regapp.send(SIGTSTP)
    }
    let shell = try await terminal.until("the shell") { !$0.isAlternate && $0.shows("[148]>") }
    #expect(shell.isCursorShown)
    #expect(try await regapp.comesTo(\.isStopped))
  }

  private func line(_ terminal: ScreenTerminal, _ text: String) async throws {
    try await terminal.type(text)
    try await terminal.press("Enter")
  }

  @Test(
    "while they are stopped the shell can be used; the file edited by hand is what fg shows",
    arguments: Stop.allCases)
  func editedByHand(by stop: Stop) async throws {
    let home = try Home(fixture: "register")
    try await home.shell { terminal in
      try await start(terminal, showing: "Mario")
      try await self.stop(terminal, stop)
      // Typed text is seen, and lines end where they should.
      try await line(terminal, "echo one; echo $((6 * 7))")
      let used = try await terminal.shows("one\n42\n")
      #expect(used.shows("$((6 * 7))"))
      try home.accounts.replace("\"Mario\"", with: "\"Luigi\"")
      try await line(terminal, "fg")
      let back = try await terminal.until("the screens again") {
        // The last row of the frame too.
        $0.isAlternate && $0.shows("Luigi", "User Info", "was changed elsewhere")
      }
      #expect(!back.shows("42"))
      try await terminal.press("C-q")
      try await terminal.until("the shell again") { !$0.isAlternate && $0.shows("42\n", "[0]>") }
    }
  }
}
