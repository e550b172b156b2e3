import Testing

/// `--json` gives one JSON value on stdout, and nothing on stderr where all is well.
@Suite struct JSONOutputTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let words: [String]
    var code: Int32 = 0
    let value: String
    var testDescription: String { words.joined(separator: " ") }
  }

  static let jane = #"{"email":"jane@example.com","firstName":"Jane","lastName":"Smith"}"#
  static let cases: [Case] = [
    Case(words: ["show"], value: jane),
    Case(words: [], value: jane),
    Case(
      words: ["show", "--email", "ALEX@example.com"],
      value: #"{"email":"alex@example.com","firstName":"Alex","lastName":"Ivanov"}"#),
    Case(
      words: ["list"],
      value: #"[{"email":"alex@example.com","firstName":"Alex","lastName":"Ivanov"},"#
        + #"{"email":"anton@example.com","firstName":"Anton","lastName":"Petrov"},\#(jane)]"#),
    Case(words: ["list", "smith"], value: "[\(jane)]"),
    Case(words: ["list", "zzz"], value: "[]"),
    Case(
      words: ["login", "--email", "jane@example.com", "--password", "password1"], value: jane),
    Case(
      words: [
        "register", "--email", "vera@example.com", "--first-name", "Vera",
        "--last-name", "M \"K\"", "--birth-date", "1986-02-16", "--phone", "9123456789",
        "--password", "password1",
      ],
      value: #"{"birthDate":"1986-02-16","email":"vera@example.com","firstName":"Vera","#
        + #""lastName":"M \"K\"","phone":"+7 (912) 345-67-89"}"#),
    Case(
      words: ["edit", "--last-name", "Doe"],
      value: #"{"email":"jane@example.com","firstName":"Jane","lastName":"Doe"}"#),
    Case(words: ["edit", "--last-name", "Smith"], value: jane),
    Case(
      words: ["edit", "--draft", "--last-name", "Doe", "--phone", "9123456789"],
      value: #"{"edit":{"lastName":{"new":"Doe","old":"Smith"},"#
        + #""phone":{"new":"+7 (912) 345-67-89","old":null}},"#
        + #""email":"jane@example.com","firstName":"Jane","lastName":"Smith"}"#),
    Case(words: ["remove", "jane@example.com", "--yes"], value: jane),
    Case(words: ["logout"], value: #"{"email":null}"#),
    Case(
      words: ["verify", "--first-name", "Jane", "--password", "password1"],
      value: #"{"verified":true}"#),
    Case(
      words: ["verify", "--first-name", "Jane", "--password", "password2"], code: 1,
      value: #"{"verified":false}"#),
    Case(words: ["seal"], value: #"{"refused":[],"sealed":0}"#),
    Case(
      words: ["check"],
      value:
        #"{"accounts":3,"beside":[],"errors":[],"path":"~/Documents/regapp/accounts.json","warnings":[]}"#
    ),
  ]

  @Test("each command's value", arguments: cases)
  func value(of one: Case) async throws {
    let home = try Home(fixture: "authorisation")
    try home.session.write("{\"email\": \"jane@example.com\"}\n")
    let ran = try await home.run(one.words + ["--json"])
    #expect(ran.code == one.code, "\(ran)")
    #expect(ran.err == "")
    #expect(ran.out.hasSuffix("\n"))
    #expect(try JSONOutput.canonical(ran.out) == one.value)
    // The option may stand anywhere.
    let other = try Home(fixture: "authorisation")
    try other.session.write("{\"email\": \"jane@example.com\"}\n")
    #expect(try await other.run(["--json"] + one.words) == ran)
  }

  @Test("a problem has its field, its rule, its words, and in a file its place")
  func problems() async throws {
    let home = try Home(fixture: "broken/bad-email")
    let message = "email must have a dot after its @"
    let show = try await home.run("show", "--json")
    let placed =
      #"[{"column":16,"field":"email","line":5,"message":"\#(message)","rule":"address"}]"#
    #expect(show.code == 65)
    #expect(show.out == "")
    #expect(try JSONOutput.canonical(show.err).contains("\"problems\":\(placed)"), "\(show)")
    let check = try await home.run("check", "--json")
    #expect(check.code == 65)
    #expect(try JSONOutput.canonical(check.out).contains("\"errors\":\(placed)"), "\(check)")

    let register = try await home.run(
      "register", "--email", "mario@host", "--password", "1234", "--json")
    let expected =
      #"{"error":{"code":"invalid","exit":65,"#
      + #""hint":"regapp rules tells what an account must look like","#
      + #""message":"\#(message); password must have 5 characters or more","problems":["#
      + #"{"field":"email","message":"\#(message)","rule":"address"},"#
      + #"{"field":"password","message":"password must have 5 characters or more","#
      + #""rule":"minimumCharacters"}]}}"#
    #expect(register.code == 65)
    #expect(try JSONOutput.canonical(register.err) == expected)
  }

  @Test("a cancelled edit, dropped and taken back")
  func cancelled() async throws {
    let home = try Home(fixture: "register")
    #expect(try await home.run("edit", "--draft", "--phone", "").code == 0)
    let dropped = try await home.run("cancel", "--json")
    #expect(dropped.err == "")
    #expect(
      try JSONOutput.canonical(dropped.out)
        == #"{"dropped":{"phone":{"new":null,"old":"+7 (912) 345-67-89"}}}"#)
    #expect(try await home.run("edit", "--phone", "").code == 0)
    let back = try await home.run("cancel", "--json")
    #expect(back.err == "")
    #expect(try JSONOutput.object(back.out)["phone"] as? String == "+7 (912) 345-67-89")
  }

  @Test(
    "an error of the command line is JSON too, wherever --json stands",
    arguments: [
      ["--json", "frobnicate"], ["frobnicate", "--json"], ["--frobnicate", "--json"],
      ["login", "--json"], ["show", "--json", "--email"], ["--json", "--json"],
    ])
  func usage(words: [String]) async throws {
    let home = try Home()
    let ran = try await home.run(words)
    #expect(ran.code == 64)
    #expect(ran.out == "")
    let error = try JSONOutput.object(ran.err)["error"] as? [String: Any]
    #expect(error?["code"] as? String == "usage", "\(ran)")
  }

  @Test("behind -- it is a word like any other")
  func afterDashes() async throws {
    let home = try Home(fixture: "register")
    #expect(try await home.run("list", "--", "--json") == .exit(0, err: "nobody fits\n"))
  }
}
