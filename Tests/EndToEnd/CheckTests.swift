import Testing

/// What `check` warns of: nothing is wrong, and yet worth knowing.
@Suite struct CheckTests {
  private static let path = "~/Documents/regapp/accounts.json"

  @Test("each kind of password that is worth a warning, with its place; exit 0")
  func warnings() async throws {
    let home = try Home(
      """
      {"accounts": [
        {"email": "per1@host.com", "password": "12345"},
        {"email": "per2@host.com", "password": "$1$saltsalt$D3sU70kpF3He9qC7gHU1h0"},
        {"email": "per3@host.com", "password": "$2b$05$abcdefghijklmnopqrstuuJ4e2C4qu7xwncuBUHUaZnIMdFGNjkAa"},
        {"email": "per4@host.com", "password": "$y$j75$saltsalt$MjsKInGbznnEYahQ9k.g.sA2mQ1Yo16bmppzjApkKR9"},
        {"email": "per5@host.com", "password": "$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA"},
        {"email": "per6@host.com", "password": "!"},
        {"email": "per7@host.com", "password": "*LK*"},
        {"email": "per8@host.com", "password": "$y$jBT$FnnBGEzvTEX3QE/9u1TTl/$XW1TlGK9fRgJG2UF1oin1ffl5b./aunE.MwzhMVl5g6"}
      ]}
      """)
    let check = try await home.run("check")
    #expect(check.code == 0)
    let lines = check.out.split(separator: "\n").map(String.init)
    let kinds = [
      "text; it becomes a hash", "a weak hash ($1$)", "a weak hash ($2b$)", "a weak hash ($y$)",
      "a hash ($argon2id$) that this system cannot check", "is locked", "is locked",
    ]
    #expect(lines.count == kinds.count, "\(check)")
    for (index, (line, kind)) in zip(lines, kinds).enumerated() {
      #expect(line.hasPrefix("\(Self.path):\(index + 2):42: warning: password "))
      #expect(line.contains(kind))
    }
    #expect(check.err == "8 accounts, no errors, 7 warnings\n")
  }

  @Test(
    "a file that others may read is worth a warning",
    arguments: [
      (0o600, false), (0o400, false), (0o640, true), (0o644, true), (0o666, true), (0o602, true),
    ] as [(UInt32, Bool)])
  func modes(mode: UInt32, warns: Bool) async throws {
    let home = try Home(fixture: "register")
    try home.accounts.setMode(mode)
    let check = try await home.run("check")
    #expect(check.code == 0)
    #expect(check.out.contains("warning: others may read") == warns, "\(check)")
    #expect(try home.accounts.mode == mode)
  }

  @Test("what a killed writer left is worth a warning")
  func leftOver() async throws {
    let home = try Home(fixture: "register")
    try home.file("\(Home.documents)/.accounts.json.0123456789abcdef.tmp").write("half")
    let check = try await home.run("check")
    #expect(check.code == 0)
    #expect(check.out.contains("warning: a writer was stopped and left a temporary file"))
  }

  @Test(
    "the fixtures are what they say",
    arguments: [
      ("register", 1), ("albums", 2), ("authorisation", 3), ("custom", 1),
    ])
  func fixtures(name: String, accounts: Int) async throws {
    let home = try Home(fixture: name)
    let words = "\(accounts) account\(accounts == 1 ? "" : "s"), no errors\n"
    #expect(try await home.run("check") == .exit(0, err: words))
  }

  @Test(
    "the fixtures' passwords are those that README names",
    arguments: [
      ("register", ["--email", "mario.balotelli@gmail.com"], "12345"),
      ("albums", ["--email", "ada.lovelace@example.com"], "Music1"),
      ("albums", ["--email", "anna.obrien@mail.example.org"], "Albums22"),
      ("authorisation", ["--first-name", "Alex"], "password1"),
      ("authorisation", ["--first-name", "Anton"], "password1"),
      ("authorisation", ["--first-name", "Jane"], "password1"),
      ("custom", ["--first-name", "vera"], "caissa64"),
    ])
  func passwords(fixture: String, who: [String], password: String) async throws {
    let home = try Home(fixture: fixture)
    let login = try await home.run(["login", "--password", password] + who)
    #expect(login.code == 0)
    #expect(login.err == "")
  }

  @Test("a file that is not there: 74 where it was named, an empty one where it was not")
  func missing() async throws {
    let home = try Home()
    #expect(try await home.run("check") == .exit(0, err: "0 accounts, no errors\n"))
    let named = try await home.run("check", "\(home.path)/nothing.json")
    let words = """
      regapp: error: cannot read ~/nothing.json: there is no such file
      regapp: hint: see that the path is right

      """
    #expect(named == .exit(74, err: words))
  }

  @Test("what is no ordinary file is not waited for", arguments: ["Documents", "pipe"])
  func noFile(name: String) async throws {
    let home = try Home()
    try home.makeDirectory("Documents")
    try home.file("pipe").becomeFIFO()
    let check = try await home.run("check", "\(home.path)/\(name)")
    #expect(check.code == 74)
    #expect(check.err.contains("it is no ordinary file"), "\(check)")
  }
}
