import Testing

/// At a terminal a problem of a file is followed by its line; elsewhere it is not.
@Suite struct QuotedProblemsTests {
  let home = Home()

  private static let wrong = """
    {
      "accounts": [
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

  @Test("import quotes the file that it reads, without its passwords")
  func importing() async throws {
    try home.write("email,password,phone\nada@,hunter22,1\n", to: "a.csv")
    let ran = await home.ask("import \(home.documents)/a.csv --color never")
    #expect(ran.exit == 65)
    #expect(ran.err.contains("\n  ada@,********,1\n  ^\n"))
    #expect(ran.err.contains("\n  ada@,********,1\n                ^\n"))
    #expect(!ran.err.contains("hunter22"))
    #expect(!(await home.run("import \(home.documents)/a.csv")).err.contains("^"))
  }

  @Test("a conflict that git left is named as that, with the lines of each side")
  func conflict() async throws {
    try home.write("{\"accounts\": [\n<<<<<<< HEAD\n1\n=======\n2,\n3\n>>>>>>> x\n]}\n")
    let message = ":2:1: error: conflict markers of git; ours: line 3, theirs: lines 5-6\n"
    let list = await home.run("list")
    #expect(list.exit == 65)
    #expect(list.err.contains(message) && list.err.contains("hint: keep the right lines"))
    #expect(await home.run("check").out.contains(message))
    let json = await home.run("list --json").err
    #expect(json.contains(#""rule": "mergeConflict""#))
    #expect(json.contains(#""ours": [3, 3], "theirs": [5, 6]"#))
    let ask = await home.ask("list --color never").err
    #expect(ask.contains(message + "  <<<<<<<********\n  ^\n"))
  }

  @Test(
    "so is one in a file to import, whatever its format", arguments: ["a.csv", "a.json", "users"])
  func conflictInImport(name: String) async throws {
    let text = "<<<<<<< a\nada@x.org:$2b$1\n=======\nada@x.org:$2b$2\n>>>>>>> b\n"
    try home.write(text, to: name)
    let ran = await home.run("import \(home.documents)/\(name)")
    #expect(ran.exit == 65)
    let message = "conflict markers of git; ours: line 2, theirs: line 4\n"
    #expect(ran.err.contains(":1:1: error: " + message))
  }

  @Test("one in publish.json too")
  func conflictInPublish() async throws {
    try home.write("{\"accounts\": []}\n")
    try home.write("{\n<<<<<<< a\n=======\n>>>>>>> b\n", to: "publish.json")
    let ran = await home.run("publish")
    #expect(ran.exit == 65)
    #expect(ran.err.contains("conflict markers of git; ours: empty, theirs: empty"))
  }
}
