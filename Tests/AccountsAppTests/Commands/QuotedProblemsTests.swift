import Testing

/// At a terminal a problem of a file is followed by its line; elsewhere it is not.
@Suite struct QuotedProblemsTests {
  let home = Home()

  private static let wrong = """
    {
      "rules": "register", "accounts": [
        {"email": "ada@", "password": "hunter22"}
      ]
    }

    """
  private static let quoted =
    "    {\"email\": \"ada@\", \"password\": \"********\"}\n              ^\n"
  private static let broken = wrong.replacing("hunter22\"", with: "hunter22")

  @Test("check quotes what is wrong")
  func check() async throws {
    try home.write(Self.wrong)
    let place = "\(home.accountsPath):3:15: error: ada@: email must have a host after the @\n"
    let ran = await home.ask("check --color never")
    #expect(ran.out.hasPrefix(place + "  " + Self.quoted.replacing("\n  ", with: "\n    ")))
    #expect(await home.run("check").out.hasPrefix(place + "\(home.accountsPath):"))
    #expect(!(await home.ask("check --json")).out.contains("^"))
    #expect(!ran.out.contains("hunter22") && !ran.err.contains("hunter22"))
  }

  @Test("so does every command that meets a broken file")
  func commands() async throws {
    try home.write(Self.broken)
    for line in ["list", "check", "rules", "seal"] {
      let ran = await home.ask("\(line) --color never")
      let shown = ran.out + ran.err
      #expect(shown.contains("\"email\": \"********\", \"password\": \"********\n"), "\(line)")
      #expect(!shown.contains("hunter") && !shown.contains("ada@"), "\(line)")
      #expect(shown.contains("^\n"), "\(line)")
      #expect(!(await home.run(line)).err.contains("^\n"), "\(line)")
      #expect(!(await home.ask("\(line) --json")).err.contains("^\n"), "\(line)")
    }
  }

  @Test("import quotes JSON without its passwords and hashes, and no lines of tables")
  func importing() async throws {
    try home.write("email,password,phone\nada@,hunter22,1\n", to: "a.csv")
    let ran = await home.ask("import --rules register \(home.documents)/a.csv --color never")
    #expect(ran.exit == 65)
    #expect(ran.err.contains("a.csv:2:1: error: ") && ran.err.contains("a.csv:2:15: error: "))
    #expect(!ran.err.contains("hunter22") && !ran.err.contains("^"))
    let line = #"[{"email": "ada@", "x-pwd": "hunter22", "x-note": "$2b$hunter23"}"#
    for (end, shown) in [
      ("]", #"[{"email": "ada@", "x-pwd": "********", "x-note": "********"}]"#),
      ("", #"[{"email": "********", "x-pwd": "********", "x-note": "********"}"#),
    ] {
      try home.write(line + end, to: "a.json")
      let json = await home.ask("import --rules register \(home.documents)/a.json --color never")
      #expect(json.exit == 65 && json.err.contains("\n  \(shown)\n  "), "\(json.err)")
      #expect(
        !(await home.run("import --rules register \(home.documents)/a.json")).err.contains("^"))
    }
    try home.write(#"{"ada@x.org": "hunter22"}"#, to: "a.json")
    let foreign = await home.ask("import --rules register \(home.documents)/a.json --color never")
      .err
    #expect(!foreign.contains("hunter22") && !foreign.contains("^"))
  }

  @Test("a table without a heading shows nobody's password, also in a pipe")
  func withoutHeading() async throws {
    try home.write("ada@x.org,hunter22\neve@x.org,hunter23\n", to: "a.csv")
    for ran in [
      await home.run("import --rules register \(home.documents)/a.csv"),
      await home.ask("import --rules register \(home.documents)/a.csv"),
    ] {
      #expect(ran.exit == 65 && ran.err.contains("the first line must be the names of the columns"))
      #expect(!ran.err.contains("hunter"))
    }
  }

  @Test("plan and apply quote the file that they read, also from stdin")
  func declaring() async throws {
    await home.run("init")
    try home.write(
      "{\"rules\": \"register\", \"accounts\": [\n  // a\n  {\"email\": \"ada@\", \"password\": \"hunter22\"}]}",
      to: "a.json")
    for line in ["plan", "apply"] {
      let ran = await home.ask("\(line) \(home.documents)/a.json --color never")
      #expect(ran.exit == 65)
      #expect(
        ran.err.contains(
          "\n    {\"email\": \"ada@\", \"password\": \"********\"}]}\n              ^\n"),
        "\(ran.err)")
      #expect(!ran.err.contains("hunter22"))
      #expect(!(await home.run("\(line) \(home.documents)/a.json")).err.contains("^\n"))
    }
    try home.write("[{\"email\": 5,]", to: "a.json")
    #expect(await home.ask("plan \(home.documents)/a.json --color never").err.contains("^\n"))
  }

  @Test("a conflict that git left is named as that, with the lines of each side")
  func conflict() async throws {
    try home.write(
      "{\"rules\": \"register\", \"accounts\": [\n<<<<<<< HEAD\n1\n=======\n2,\n3\n>>>>>>> x\n]}\n")
    let message = ":2:1: error: conflict markers of git; ours: line 3, theirs: lines 5-6\n"
    let list = await home.run("list")
    #expect(list.exit == 65)
    #expect(list.err.contains(message) && list.err.contains("hint: keep the right lines"))
    #expect(await home.run("check").out.contains(message))
    let json = await home.run("list --json").err
    #expect(json.contains(#""rule": "mergeConflict""#))
    #expect(json.contains(#""ours": [3, 3], "theirs": [5, 6]"#))
    let ask = await home.ask("list --color never").err
    #expect(ask.contains(message) && !ask.contains("^\n"))
  }
}
