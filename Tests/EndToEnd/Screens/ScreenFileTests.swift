import Foundation
import TestSupport
import Testing

/// A hand edit of the file, begun on the screens.
@Suite(.needsTmux) struct ScreenFileTests {
  /// An editor that is known to take a line, and does what a script says.
  private func vim(_ home: Home, _ script: String) throws -> [String: String] {
    // A shell by that name: a file that was just written may not be executed.
    let vim = "\(home.path)/vim"
    try FileManager.default.createSymbolicLink(atPath: vim, withDestinationPath: "/bin/sh")
    try home.file("editor").write("echo \"$1\" >\"$HOME/line\"\nshift\n\(script)\n")
    return ["VISUAL": "\(vim) \"$HOME/editor\""]
  }

  private static let text = """
    {"rules": "register", "accounts": [
      {"email": "ada@host.com", "password": "secret1"},
      {"email": "bob", "password": "secret2"}
    ]}

    """

  @Test("the account under the bar, in an editor at its line, installed and open")
  func mending() async throws {
    let home = try Home(Self.text)
    let environment = try vim(home, #"sed -i 's/"bob"/"bob@host.com"/' "$1""#)
    try await home.screens("list", "--screen", environment: environment) { screens in
      try await screens.shows("> ada@host.com", "bob")
      try await screens.press("Down")
      try await screens.shows("> bob")
      try await screens.press("C")
      try await screens.shows("[i]nstall, [e]dit again, or [d]iscard?")
      try await screens.type("i")
      try await screens.press("Enter")
      let done = try await screens.shows("> bob@host.com", "installed")
      #expect(done.isAlternate)
      #expect(try home.file("line").text == "+3\n")
      try await screens.press("C-q")
      #expect(try await screens.ends().end == 0)
    }
  }
}
