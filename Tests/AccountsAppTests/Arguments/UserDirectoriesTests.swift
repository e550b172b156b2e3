import Testing

@testable import AccountsApp
@testable import CommandKit

@Suite("user-dirs.dirs is parsed like the shell script that it is") struct UserDirectoriesTests {
  @Test(
    "the documents directory is",
    arguments: [
      // The last assignment counts.
      ("XDG_DOCUMENTS_DIR=\"/one\"\nXDG_DOCUMENTS_DIR=\"/two\"\n", "/two"),
      ("XDG_DOCUMENTS_DIR=/one\nXDG_MUSIC_DIR=/m\nXDG_DOCUMENTS_DIR=$HOME/two\n", "/home/u/two"),
      ("XDG_DOCUMENTS_DIR=/one\n# XDG_DOCUMENTS_DIR=/two\n", "/one"),
      // A backslash escapes the next character.
      (#"XDG_DOCUMENTS_DIR="/my \"own\" docs""#, #"/my "own" docs"#),
      (#"XDG_DOCUMENTS_DIR="/back\\slash""#, #"/back\slash"#),
      (#"XDG_DOCUMENTS_DIR="/a\$b""#, "/a$b"),
      (#"XDG_DOCUMENTS_DIR=/my\ docs"#, "/my docs"),
      // A comment may follow the value; inside quotes it is part of the value.
      ("XDG_DOCUMENTS_DIR=\"/docs\" # mine", "/docs"),
      ("XDG_DOCUMENTS_DIR=/docs\t# mine", "/docs"),
      ("XDG_DOCUMENTS_DIR=\"/docs #1\"", "/docs #1"),
      ("  XDG_DOCUMENTS_DIR=\"/docs\"  ", "/docs"),
      ("\tXDG_DOCUMENTS_DIR=\"/d\"/e", "/d/e"),
    ])
  func value(text: String, documents: String) throws {
    let console = Console(
      write: { _ in }, say: { _ in }, readInput: { _ in [] }, ask: { _ in nil },
      askSecretly: { _ in nil },
      readFile: { $0 == "/home/u/.config/user-dirs.dirs" ? text : nil }, inputIsTerminal: false,
      outputIsTerminal: false, errorIsTerminal: false)
    let context = Context(
      environment: Environment(["HOME": "/home/u"]), passwdHome: nil, console: console)
    #expect(
      try DocumentsDirectory(context).documents(option: nil) == .directory(documents + "/regapp"))
  }
}
