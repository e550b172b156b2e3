import Foundation
import TestSupport
import Testing

/// Actions on the file as a whole, on the screens: a check, a hand edit, an import.
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

  @Test("a check: the problem in an editor, installed and gone; then the passwords are hashed")
  func check() async throws {
    let home = try Home(Self.text)
    let environment = try vim(home, #"sed -i 's/"bob"/"bob@host.com"/' "$1""#)
    try await home.screens("list", "--screen", environment: environment) { screens in
      try await screens.shows("ada@host.com", "bob")
      try await screens.press("C")
      try await screens.shows("1 error", "error    3:13", "email must be an address")
      try await screens.press("Down")
      try await screens.shows("> error")
      try await screens.press("Enter")
      try await screens.shows("[i]nstall, [e]dit again, or [d]iscard?")
      try await screens.type("i")
      try await screens.press("Enter")
      let done = try await screens.shows("installed", "2 accounts, no errors")
      #expect(done.isAlternate)
      #expect(try home.file("line").text == "+3\n")
      try await screens.press("S")
      try await screens.shows("Hash every typed password?")
      try await screens.press("Tab", "Enter")
      try await screens.shows("Sealed 2 passwords.", "Nothing is wrong.")
      try await screens.press("C-q")
      #expect(try await screens.ends().end == 0)
    }
    #expect(try !home.accounts.text.contains("secret"))
  }

  @Test("an import: a look, the file is fixed, another look, and the accounts are there")
  func importing() async throws {
    let home = try Home(
      #"{"rules": "register", "accounts": [{"email": "ada@host.com", "password": "!"}]}"#)
    try home.file("people.csv").write(
      "email,password\nada@host.com,secret1\neve@host.com,secret2\n")
    try await home.screens("list", "--screen") { screens in
      try await screens.shows("ada@host.com")
      try await screens.press("I")
      try await screens.shows("File to import:")
      try await screens.paste("\(home.path)/peop")
      try await screens.press("Tab", "Enter")
      try await screens.shows("1 problem: nothing is imported", "already exists: ada@host.com")
      try home.file("people.csv").write("email,password\neve@host.com,secret2\n")
      try await screens.press("R")
      try await screens.shows("1 account to add", "eve@host.com")
      try await screens.press("Enter")
      try await screens.shows("Import 1 account from", "> Cancel <")
      try await screens.press("Tab", "Enter")
      try await screens.shows("Added 1 account, replaced 0, skipped 0.", "eve@host.com")
      try await screens.press("C-q")
      #expect(try await screens.ends().end == 0)
    }
    #expect(try !home.accounts.text.contains("secret"))
  }
}
