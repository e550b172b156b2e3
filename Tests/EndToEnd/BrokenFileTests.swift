import Testing

/// A file that a hand has spoilt: every mistake is told with its place, and nothing is written.
@Suite struct BrokenFileTests {
  struct Broken: Sendable, CustomTestStringConvertible {
    let name: String
    var code: Int32 = 65
    let problems: [String]
    /// The hint, if it is not the usual one.
    var hint: String?
    var testDescription: String { name }

    func lines(_ path: String) -> String {
      problems.map { "\(path):\($0)\n" }.joined()
    }
  }

  /// Files that no command writes.
  static let unreadable: [Broken] = [
    Broken(name: "missing-comma", problems: [#"8:7: error: expected a comma or }, found '"'"#]),
    Broken(
      name: "trailing-comma", problems: ["11:3: error: expected a value, found ']'"],
      hint: "only accounts.jsonc may have comments and a trailing comma; regapp init --comments "
        + "renames accounts.json"),
    Broken(
      name: "half-a-file",
      problems: ["8:24: error: expected a closing double quote, found the end of the file"]),
    Broken(
      name: "empty", problems: ["1:1: error: expected a value, found the end of the file"],
      hint: "the file is empty: put a copy into its place; without one, remove it and begin anew"),
    Broken(
      name: "invalid-utf8",
      problems: ["8:24: error: the byte 0xE9 is not valid UTF-8; save the file as UTF-8"]),
    Broken(name: "wrong-shape", problems: ["4:15: error: accounts must be a list: [ … ]"]),
    Broken(
      name: "future-version",
      problems: ["2:13: error: written by a newer regapp; this one reads version 1"],
      hint: "install a newer regapp, or ask whoever wrote the file; it was not changed"),
    Broken(
      name: "broken-rulebook", code: 78,
      problems: [
        #"5:22: error: rules.login.by must be "email" or "username" or "firstName""#,
        "5:31: error: rules.login.unkown is not a known key; did you mean unknown?",
        "7:35: error: rules.fields.password.characters must be a whole number from 1 to 511",
        "8:34: error: rules.fields.firstName.required must be true or false",
        "9:20: error: rules.fields.birthDate has a minimumAge above its maximumAge",
        "10:26: error: rules.fields.phone.mask must be a pattern such as \"+7 (***) ***-**-**\", "
          + "with a * for each digit, or \"digits\"",
      ]),
  ]

  /// Files of which only some accounts are closed.
  static let closed: [Broken] = [
    Broken(
      name: "wrong-type",
      problems: ["7:19: error: mario.balotelli@gmail.com: password must be a string in quotes"]),
    Broken(
      name: "bad-email",
      problems: ["5:16: error: mario.balotelli@gmail: email must have a dot after the @"]),
    Broken(
      name: "duplicate-email",
      problems: [
        "18:16: error: Mario.Balotelli@GMAIL.com: a user with this email already exists, at line 6"
      ]),
  ]

  @Test("check prints every problem with its place on stdout", arguments: unreadable + closed)
  func check(broken: Broken) async throws {
    let home = try Home(fixture: "broken/\(broken.name)")
    let before = try home.accounts.state
    let path = "~/Documents/regapp/accounts.json"
    let count = broken.problems.count
    let summary = """
      regapp: error: \(count) error\(count == 1 ? "" : "s") in \(path)
      regapp: hint: \(broken.hint ?? "fix it with regapp edit-file, then run regapp check again")

      """
    #expect(
      try await home.run("check") == .exit(broken.code, out: broken.lines(path), err: summary))
    #expect(try home.accounts.state == before)
  }

  @Test("show prints every problem with its place on stderr", arguments: unreadable)
  func show(broken: Broken) async throws {
    let home = try Home(fixture: "broken/\(broken.name)")
    let usual =
      broken.code == 78
      ? "fix the rulebook; regapp rules register --json prints one to start from"
      : "fix it with regapp edit-file, then run regapp check"
    let words =
      broken.lines("~/Documents/regapp/accounts.json")
      + "regapp: hint: \(broken.hint ?? usual)\n"
    #expect(try await home.run("show") == .exit(broken.code, err: words))
  }

  /// Every command with what it takes, and whether it has to read the accounts file.
  static let commands: [(words: [String], reads: Bool)] = [
    ([], true),
    (["show"], true),
    (["show", "--email", "mario.balotelli@gmail.com"], true),
    (["login", "--email", "mario.balotelli@gmail.com", "--password", "12345"], true),
    (["login", "--email", "new.person@gmail.com", "--password", "12345"], true),
    (["register", "--email", "new.person@gmail.com", "--password", "12345"], true),
    (["register", "--email", "bad", "--password", "1", "--no-login"], true),
    (["edit", "--first-name", "M"], true),
    (["edit", "--account", "mario.balotelli@gmail.com", "--first-name", "M"], true),
    (["edit", "--draft", "--first-name", "M"], true),
    (["edit", "--password", "54321"], true),
    (["save"], true),
    (["list"], true),
    (["list", "mario"], true),
    (["remove", "mario.balotelli@gmail.com", "--yes"], true),
    (["verify", "--email", "mario.balotelli@gmail.com", "--password", "12345"], true),
    (["check"], true),
    (["seal"], true),
    (["rules"], true),
    (["rules", "--schema"], true),
    (["cancel"], false),
    (["logout"], false),
    (["rules", "albums"], false),
    (["help"], false),
    (["--version"], false),
  ]

  @Test(
    "no command writes a file that it could not read, and each says where",
    arguments: unreadable.filter {
      ["half-a-file", "future-version", "broken-rulebook"].contains($0.name)
    })
  func neverWritten(broken: Broken) async throws {
    let home = try Home(fixture: "register")
    try home.session.write("{\"email\": \"mario.balotelli@gmail.com\"}\n")
    #expect(try await home.run("edit", "--draft", "--first-name", "M").code == 0)
    try home.accounts.write(bytes: Home(fixture: "broken/\(broken.name)").accounts.bytes)
    let before = try home.accounts.state
    let place = "~/Documents/regapp/accounts.json:\(broken.problems[0])\n"
    for command in Self.commands {
      let ran = try await home.run(command.words)
      #expect(ran.code == (command.reads ? broken.code : 0), "\(command.words)")
      if command.reads {
        #expect((ran.out + ran.err).hasPrefix(place), "\(command.words): \(ran)")
      }
      #expect(try home.accounts.state == before, "\(command.words)")
    }
    let initialise = try await home.run("init")
    #expect(initialise.code == 73)
    #expect(try home.accounts.state == before)
  }
}
