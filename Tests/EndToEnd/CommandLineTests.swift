import Testing

/// A command line that is wrong: 64, what is wrong with it, and what was meant.
@Suite struct CommandLineTests {
  @Test(
    "what is wrong and what to do",
    arguments: [
      (["lgoin"], "unknown command 'lgoin'", "did you mean login?"),
      (["frobnicate"], "unknown command 'frobnicate'", "see regapp help"),
      (["help", "shwo"], "unknown command 'shwo'", "did you mean show?"),
      (["login", "--emial", "x"], "unknown option --emial", "did you mean --email?"),
      (["--colour", "never"], "unknown option --colour", "did you mean --color?"),
      (["--frobnicate"], "unknown option --frobnicate", "see regapp help"),
      (["-x"], "unknown option -x", "see regapp help"),
      (["show", "--draft"], "unknown option --draft for show", "see regapp show --help"),
      (["list", "--yes"], "unknown option --yes for list", "see regapp list --help"),
      (["show", "--email"], "--email needs a value", "write --email VALUE or --email=VALUE"),
      (["show", "--email", "a", "--email", "b"], "--email is given twice", "give it once"),
      (["show", "--email=a", "--email"], "--email is given twice", "give it once"),
      (["show", "--json=yes"], "--json takes no value", "write --json alone"),
      (["show", "extra"], "show takes options only, and was given more", "see regapp show --help"),
      (["list", "one", "two"], "list takes 1 word, and was given more", "see regapp list --help"),
      (["remove"], "remove needs EMAIL", "see regapp remove --help"),
      (
        ["remove", "mario.balotelli@gmail.com"], "remove asks first, and cannot ask here",
        "give --yes"
      ),
      (
        ["--color", "blue"], "--color must be auto, always or never, not 'blue'",
        "write --color auto"
      ),
      (["rules", "albmus"], "there is no rulebook 'albmus'", "did you mean albums?"),
      (
        ["init", "chess"], "there is no rulebook 'chess'",
        "there are register, albums, authorisation"
      ),
      (
        ["init", "albums", "--samples"], "only authorisation has samples",
        "regapp init authorisation --samples"
      ),
      (
        ["init", "--samples"], "only authorisation has samples",
        "regapp init authorisation --samples"
      ),
      (
        ["login"], "email is missing\nregapp: error: password is missing",
        "give --email and --password-stdin"
      ),
      (["login", "--email", "ada@host.com"], "password is missing", "give --password-stdin"),
      (
        ["login", "--email", "ada@host.com", "--no-input"], "password is missing",
        "give --password-stdin"
      ),
      (["login", "--password", "12345"], "email is missing", "give --email"),
      (["login", "--email", " ", "--password", "12345"], "email is missing", "give --email"),
      (["verify", "--email", "ada@host.com"], "password is missing", "give --password-stdin"),
      (["edit", "--password"], "password is missing", "give --password-stdin"),
      (
        ["register"], "email is missing\nregapp: error: password is missing",
        "give --email and --password-stdin"
      ),
      (["register", "--email", "ada@host.com"], "password is missing", "give --password-stdin"),
      (
        ["login", "--first-name", "M", "--password", "12345"],
        "here one logs in by email, not by first name", "give --email EMAIL"
      ),
    ])
  func wrong(words: [String], error: String, hint: String) async throws {
    let home = try Home(fixture: "register")
    let before = try home.accounts.state
    let expected = "regapp: error: \(error)\nregapp: hint: \(hint)\n"
    #expect(try await home.run(words) == .exit(64, err: expected))
    #expect(try home.accounts.state == before)
    #expect(try home.names() == ["accounts.json"])
  }

  @Test(
    "options stand before or behind the command, in either form",
    arguments: [
      ["show", "--email", "jane@example.com", "--json"],
      ["--json", "--email", "jane@example.com", "show"],
      ["--email=jane@example.com", "show", "--json"],
      ["--json", "show", "--email=jane@example.com"],
      ["--json", "--email=jane@example.com", "--", "show"],
    ])
  func positions(words: [String]) async throws {
    let home = try Home(fixture: "authorisation")
    let ran = try await home.run(words)
    #expect(ran.code == 0)
    #expect(try JSONOutput.canonical(ran.out) == JSONOutputTests.jane)
  }

  @Test("a value may begin with hyphens, or be empty, or hold an equals sign")
  func values() async throws {
    let home = try Home(fixture: "register")
    #expect(try await home.run("edit", "--first-name", "--draft").code == 0)
    #expect(try home.accounts.only("firstName") == "--draft")
    #expect(try await home.run("edit", "--first-name=a=b").code == 0)
    #expect(try home.accounts.only("firstName") == "a=b")
    #expect(try await home.run("edit", "--first-name=").code == 0)
    #expect(try home.accounts.only("firstName") == nil)
  }

  @Test("regapp alone acts as show")
  func alone() async throws {
    let home = try Home(fixture: "register")
    let show = try await home.run("show")
    #expect(show.code == 0)
    #expect(try await home.run() == show)
    #expect(try await home.run("--color", "never") == show)
  }

  @Test(
    "colour where it is asked for, and nowhere else",
    arguments: [
      (["--color", "always"], [:], true), ([], [:], false), (["--color", "never"], [:], false),
      ([], ["TERM": "xterm-256color"], false), (["--color", "auto"], ["TERM": "xterm"], false),
      (["--color=always"], ["NO_COLOR": "1"], true),
    ] as [([String], [String: String], Bool)])
  func colour(options: [String], environment: [String: String], isColoured: Bool) async throws {
    let home = try Home(fixture: "register")
    let show = try await home.run(["show"] + options, environment: environment)
    #expect(show.out.contains("\u{1B}[") == isColoured)
    let plain = show.out.replacing(#/\x1B\[[0-9;]*m/#, with: "")
    #expect(plain.hasPrefix("Email:      mario.balotelli@gmail.com\n"))
    let error = try await home.run(["save"] + options, environment: environment)
    #expect(error.err.contains("\u{1B}[") == isColoured)
  }
}
