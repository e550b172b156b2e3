import Foundation

/// The parts that the tests of `edit-file` share.
enum EditFile {
  /// The place of the copy as messages say it; the number is the documents directory's.
  static let place = "~/.local/state/regapp/edits/N"
  static let copy = "\(place)/accounts.json"
  static let text = """
    {"rules": "register", "accounts": [
      {"email": "ada@host.com", "password": "secret1", "firstName": "Ada", \(id("ada"))},
      {"email": "bob@host.com", "password": "secret2", "firstName": "Bob", \(id("bob"))},
      {"email": "cyd@host.com", "password": "secret3", "firstName": "Cyd", \(id("cyd"))}
    ]}

    """

  private static func id(_ name: String) -> String {
    "\"id\": \"\(name)@host.com 10000000-0000-4000-8000-00000000000\(name.prefix(1))\""
  }
}

extension Home {
  /// The copy that is edited.
  var copy: HomeFile {
    let edits = ".local/state/regapp/edits"
    let places = (try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(edits)")) ?? []
    return file("\(edits)/\(places.first ?? "none")/accounts.json")
  }

  /// The environment in which a line of shell is the editor: `$1` is the copy, `$REGAPP` the
  /// program.
  func editor(_ script: String) throws -> [String: String] {
    // It is read and not executed: while some other test starts a program, Linux executes no file
    // that was just written.
    try file("editor").write("\(script)\n")
    return ["EDITOR": "sh \"$HOME/editor\"", "REGAPP": BuiltProgram.path]
  }

  /// Runs `edit-file` with a line of shell as its editor.
  func editFile(_ script: String) async throws -> Ran {
    try await run("edit-file", environment: editor(script))
  }
}
