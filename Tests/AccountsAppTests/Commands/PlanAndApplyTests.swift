import AccountsSupport
import LosslessJSON
import Testing

@testable import AccountsApp

@Suite("plan and apply") struct PlanAndApplyTests {
  private let home = Home()
  private var path: String { "\(home.documents)/people.json" }

  private static let hash = ExportTests.bcrypt
  private static let text = """
    {"rules": "standard", "accounts": [
      {"username": "ada", "password": "\(hash)", "email": "ada@home.org", "note" : [1 ,2]},
      {"username": "bob", "password": "!", "firstName": "Bob"},
      {"username": "cid", "password": "\(hash)"}
    ], "motd": "Hi"}
    """

  /// Writes a text to a file and runs a command with it.
  private func run(_ command: String, _ text: String, _ options: String = "") async throws -> Ran {
    try home.write(text, to: "people.json")
    return await home.run("\(command) \(path) \(options)")
  }

  @Test(
    "an own key that is there twice is one afterwards, and applying again changes nothing",
    arguments: [#""/bin/false""#, #""/bin/sh""#, #""/bin/bash""#, "null"])
  func keyTwice(new: String) async throws {
    let account = #"{"username": "ada", "password": "!", "shell": "/bin/sh", "shell": "/bin/bash"}"#
    try home.write("{\"rules\": \"standard\", \"accounts\": [\(account)]}")
    let file = #"[{"username": "ada", "shell": \#(new)}]"#
    #expect(try await run("plan", file).exit == 1)
    #expect(await home.run("apply \(path)").exit == 0)
    #expect(
      try home.text().contains(
        new == "null" ? #""password": "!"}"# : #""password": "!", "shell": \#(new)}"#))
    #expect(await home.run("plan \(path)").exit == 0)
    #expect(await home.run("apply \(path)").err == "nothing to change\n")
  }

  @Test("a name that several share and all give up may go to another in the same list")
  func sharedNameGivenUp() async throws {
    func account(_ name: String, _ email: String) -> String {
      #"{"username": "\#(name)", "password": "\#(Self.hash)", "email": "\#(email)@home.org"}"#
    }
    let now = [account("ada", "eve"), account("bob", "eve"), account("cid", "cid")]
    try home.write("{\"rules\": \"standard\", \"accounts\": [\(now.joined(separator: ","))]}")
    func file(_ ada: String, _ bob: String) -> String {
      [("ada", ada), ("bob", bob), ("cid", "eve")].map { name, email in
        #"{"username": "\#(name)", "email": "\#(email)@home.org"}"#
      }.joined(separator: ",")
    }
    #expect(try await run("apply", "[\(file("ada", "eve"))]").exit == 65)
    #expect(try await run("apply", "[\(file("ada", "bob"))]").exit == 0)
    #expect(await home.run("plan \(path)").exit == 0)
    #expect(await home.run("check").out.contains("no user with this email") == false)
  }

  @Test("a typed password over a lock is something to do", arguments: ["*", "!", "!*"])
  func overLock(lock: String) async throws {
    try home.write(
      "{\"rules\": \"standard\", \"accounts\": [{\"username\": \"ada\", \"password\": \"\(lock)\"}]}"
    )
    let file = #"[{"username": "ada", "password": "lightning mantle"}]"#
    #expect(try await run("plan", file, "--set-passwords").exit == 1)
    #expect(await home.run("apply \(path) --set-passwords").exit == 0)
    // The asterisk alone says that there is no password: it is no lock to keep.
    #expect(try home.text().contains("\"password\": \"\(lock == "*" ? "" : lock)$"))
    #expect(await home.run("plan \(path) --set-passwords").exit == 0)
  }

  @Test("an account with a key that cannot be decoded changes and goes as others do")
  func undecodable() async throws {
    try home.write(
      #"""
      {"rules": "standard", "accounts": [{"username": "ada", "password": "!", "x": "\ud800"},
        {"username": "bob", "password": "!", "x": "\ud800"}]}
      """#)
    let file = #"[{"username": "ada", "x": "good"}]"#
    let plan = try await run("plan", file, "--prune-all")
    #expect(plan.exit == 1 && plan.out.contains("bob: removed"))
    #expect(plan.err.hasSuffix("0 to create, 1 to change, 1 to remove\n"))
    let done = await home.run("apply \(path) --prune-all")
    #expect(done.exit == 0, "\(done.err)")
    #expect(try home.text().contains(#""x": "good"}"#))
    #expect(await home.run("undo").exit == 1)
    #expect(await home.run("history --limit 1").out.contains("applied a file"))
  }

  private static let freed =
    "the names bob, cid are free: whoever gets one is that person to every program\n"

  @Test("print what is to be done, with 1, do it in one change, and find nothing to do after that")
  func journey() async throws {
    try home.write(Self.text)
    let file = """
      [
        {"username": "ADA", "email": null, "groups": ["ops"], "note": null, "team": {"n": 1}},
        {"username": "dan", "password": "lightning mantle", "firstName": "Dan"}
      ]
      """
    let plan = try await run("plan", file, "--prune-all")
    #expect(
      plan
        == Ran(
          exit: 1,
          out: """
            ada
                email: "ada@home.org" → nothing
                groups: nothing → "ops"
                team: nothing → {"n": 1}
                note: [1, 2] → nothing
            dan: added
                user name: "dan"
                password set
                first name: "Dan"
            bob: removed
            cid: removed

            """, err: "will be free: bob, cid\n1 to create, 1 to change, 2 to remove\n",
          questions: []))
    #expect(try home.text() == Self.text && !home.exists("history.jsonl"))
    let applied = await home.run("apply \(path) --prune-all")
    #expect(
      applied
        == Ran(
          exit: 0, out: "", err: "created 1 account, changed 1, removed 2\n\(Self.freed)",
          questions: []))
    let text = try home.text()
    #expect(text.contains(#"{"username": "ada", "password": "\#(Self.hash)", "groups": ["ops"], "#))
    #expect(text.contains(#""motd": "Hi""#) && !text.contains("lightning"))
    #expect(try home.text(of: "history.jsonl").split(separator: "\n").count == 1)
    #expect(try home.text(of: "history.jsonl").contains(#""did":"apply""#))
    let again = await home.run("plan \(path) --prune-all")
    #expect(again == Ran(exit: 0, out: "", err: "nothing to do\n", questions: []))
    let second = await home.run("apply \(path) --prune-all")
    #expect(second == Ran(exit: 0, out: "", err: "nothing to change\n", questions: []))
    #expect(try home.text() == text)
    #expect(try home.text(of: "history.jsonl").split(separator: "\n").count == 1)
    #expect(await home.run("history").out.contains("applied a file to 4 accounts"))
    #expect(await home.run("undo").exit == 0)
    #expect(await home.run("plan \(path) --prune-all").out == plan.out)
  }

  @Test("tell programs what is done, and never a password")
  func json() async throws {
    try home.write(Self.text)
    let file = """
      {"accounts": [
        {"username": "cid", "password": "another long one 7"},
        {"username": "dan", "password": "lightning mantle"}
      ]}
      """
    let plan = try await run("plan", file, "--set-passwords --json")
    #expect(plan.exit == 1 && plan.err.isEmpty)
    let document = try JSONDocument(parsing: Array(plan.out.utf8))
    let literal = document.literal(document.root)
    #expect(
      literal?.text(style: .compact)
        == #"{"applied":false,"created":1,"changed":1,"removed":0,"keptHash":[],"locked":[],"#
        + #""accounts":[{"account":"cid","does":"change","#
        + #""changes":{"password":["********","********"]}},"#
        + #"{"account":"dan","does":"create","changes":{"username":[null,"dan"],"#
        + #""password":[null,"********"]}}]}"#)
    let applied = await home.run("apply \(path) --set-passwords --json")
    #expect(applied.exit == 0 && applied.out.contains(#""applied": true"#))
    let none = await home.run("apply \(path) --set-passwords --json")
    #expect(none.exit == 0 && none.out.contains(#""applied": false"#))
    for ran in [plan, applied, none] {
      #expect(
        !ran.out.contains("lightning") && !ran.out.contains("another") && !ran.out.contains("$"))
    }
  }

  @Test("show nothing of a key of one's own that is or has a password, nor does the history")
  func ownSecrets() async throws {
    try home.write(Self.text)
    let file = #"""
      [{"username": "cid", "pasword": "hunter 22", "api": {"passwd": [7, {"k": "hunter"}], "n": 1},
        "old": "!$6$hunter$x", "hashtag": true}]
      """#
    let shown = [
      await home.run("history"), try await run("plan", file), try await run("plan", file, "--json"),
      try await run("apply", file), await home.run("history"), await home.run("history --json"),
      await home.run("undo --dry-run"),
    ]
    for ran in shown { #expect(!(ran.out + ran.err).contains("hunter")) }
    #expect(
      shown[1].out
        == """
        cid
            pasword: nothing → "********"
            api: nothing → {"passwd": ["********", {"k": "********"}], "n": 1}
            old: nothing → "********"
            hashtag: nothing → "true"

        """)
    #expect(try home.text().contains("hunter 22"))
  }

  @Test("do not call a name taken that an entry with another problem gives up")
  func givenUp() async throws {
    try home.write(Self.text)
    let plan = try await run(
      "plan",
      """
      [{"username": "ada", "email": null, "birthDate": "2999-01-01"},
       {"username": "bob", "email": "ada@home.org"}]
      """)
    #expect(plan.exit == 65 && plan.err.contains("1 problem in") && plan.err.contains("birth date"))
  }

  @Test("say that a password is locked")
  func locks() async throws {
    try home.write(Self.text)
    let plan = try await run(
      "plan", #"[{"username": "cid", "password": "!\#(Self.hash)"}]"#, "--set-passwords")
    #expect(plan.out == "cid\n    password changed, and locked\n")
    let typed = try await run(
      "plan", #"[{"username": "cid", "password": "lightning mantle"}]"#, "--set-passwords")
    #expect(typed.out == "cid\n    password changed\n")
  }

  @Test("set a password only where there is none, unless asked to, and nobody gets a weaker hash")
  func passwords() async throws {
    let strong = "$y$j9T$abcdefghijklmnopqrstu.$" + String(repeating: "a", count: 43)
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "ada@home.org", "password": "\#(strong)"}, "#
        + #"{"email": "bob@home.org", "password": "!\#(Self.hash)"}, "#
        + #"{"email": "cid@home.org", "password": "secret7"}, {"email": "dan@home.org"}]}"#
    )
    let weak = HashOfSecret1.md5
    let file = #"""
      [{"email": "ada@home.org", "password": "\#(weak)"},
       {"email": "bob@home.org", "password": "\#(HashOfSecret1.sha512)"},
       {"email": "cid@home.org", "password": "secret7"}]
      """#
    let none = try await run("plan", file)
    #expect(none == Ran(exit: 0, out: "", err: "nothing to do\n", questions: []))
    let some = await home.run("apply \(path) --set-passwords")
    #expect(some.exit == 0)
    #expect(
      some.err == """
        regapp: warning: 1 account kept a stronger hash than the file has: ada@home.org
        regapp: warning: locked before, and still so with another password: bob@home.org
        created 0 accounts, changed 1, removed 0

        """)
    let text = try home.text()
    #expect(text.contains(strong) && !text.contains(weak) && text.contains("secret7"))
    #expect(text.contains("\"!\(HashOfSecret1.sha512)\""))
    let again = await home.run("plan \(path) --set-passwords")
    #expect(again.exit == 0 && again.err.contains("kept a stronger hash"))
    let first = try await run("apply", #"[{"email": "dan@home.org", "password": "secret8"}]"#)
    #expect(first.err == "created 0 accounts, changed 1, removed 0\n", "\(first)")
    #expect(await home.run("login --email dan@home.org --password secret8").exit == 0)
  }

  struct Wrong: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let problems: [String]
    init(_ description: String, _ text: String, _ problems: String...) {
      (testDescription, self.text, self.problems) = (description, text, problems)
    }
  }

  static let wrong = [
    Wrong("an empty file", "", "1:1: error: expected a value"),
    Wrong(
      "a truncated file", #"[{"username": "ada"}, {"user"#, "1:29: error: expected a closing"),
    Wrong("no accounts", "{}", "1:1: error: accounts is missing"),
    Wrong(
      "no account", #"[7, {"username": "x y"}, {"firstName": "A"}]"#,
      "1:2: error: an account must be an object", "1:18: error: user name must be 1 to 64",
      "1:26: error: user name is missing"),
    Wrong(
      "what cannot be cleared", #"[{"username": null}, {"username": "ada", "password": null}]"#,
      "1:15: error: user name cannot be cleared", "1:54: error: password cannot be cleared"),
    Wrong(
      "another rulebook", #"{"rules": "register", "accounts": []}"#,
      "1:11: error: the rulebook is another one"),
    Wrong(
      "a newer version", #"{"regapp": 9, "accounts": []}"#,
      "1:12: error: written by a newer regapp; this one reads version 1"),
    Wrong(
      "what comes twice",
      #"[{"username": "ada", "n": 1, "n": 2}, {"username": "bob"}, {"username": "Bob"}]"#,
      "1:35: error: n appears twice", "1:73: error: a user with this user name already exists"),
    Wrong(
      "a new account without what it needs, and a name that is taken",
      #"[{"username": "new"}, {"username": "bob", "email": "ADA@home.org"}, {"username": "ada"}]"#,
      "1:2: error: password is missing", "1:52: error: a user with this email already exists"),
    Wrong(
      "a plain password behind a lock",
      #"[{"username": "new", "password": "!Welcome1"}, {"username": "old", "password": "!!"}]"#,
      "1:34: error: password is plain text that would be read as a hash or a lock here",
      "1:80: error: password is plain text that would be read as a hash or a lock here"),
    Wrong(
      "a short password, of an account that keeps its own",
      #"[{"username": "ada", "password": "x"}]"#, "1:34: error: password must have"),
  ]

  @Test("name the command that reads a file of another format")
  func otherFormat() async throws {
    let path = "\(home.documents)/people.csv"
    try home.write("email,firstName\nada@home.org,Ada\n", to: "people.csv")
    for command in ["plan", "apply"] {
      let ran = await home.run("\(command) \(path) --rules standard")
      #expect(ran.exit == 65)
      #expect(
        ran.err.hasSuffix("hint: this is not JSON but csv, which regapp import reads\n"), "\(ran)")
    }
    for text in ["", "\n", " {\"rules\": \"register\", \"accounts\": [],, }", "[}"] {
      try home.write(text, to: "people.csv")
      #expect(await !home.run("plan \(path) --rules standard").err.contains("csv, which"))
    }
  }

  @Test("refuse a file that is wrong, with all places, and write nothing", arguments: wrong)
  func refuse(_ wrong: Wrong) async throws {
    try home.write(Self.text)
    for command in ["plan", "apply", "apply --prune-all --set-passwords"] {
      let ran = try await run(command, wrong.text)
      #expect(ran.exit == 65 && ran.out.isEmpty)
      let lines = ran.err.split(separator: "\n").filter { $0.hasPrefix(path) }
      #expect(lines.count == wrong.problems.count, "\(ran.err)")
      let isNewer = wrong.text.contains(#""regapp": 9"#)
      #expect(ran.err.contains("hint: install a newer regapp") == isNewer)
      for (line, problem) in zip(lines, wrong.problems) {
        #expect(line.hasPrefix("\(path):\(problem)"), "\(ran.err)")
      }
      #expect(try home.text() == Self.text && !home.exists("history.jsonl"))
    }
  }

  @Test("name the accounts file where what is wrong is in it, and nothing in theirs")
  func closed() async throws {
    let ada = #"{"email": "ada@home.org", "password": "12345"}"#
    try home.write("{\"rules\": \"register\", \"accounts\": [\(ada), \(ada)]}")
    let ran = try await run("plan", #"[{"email": "ada@home.org"}]"#)
    let accounts = "\(home.documents)/accounts.json"
    #expect(ran.exit == 65)
    #expect(ran.err.hasPrefix("\(accounts):1:94: error: ada@home.org: "), "\(ran)")
    #expect(ran.err.contains("1 problem in \(accounts); nothing was changed"))
  }

  @Test(
    "refuse to remove more than a third of ten, or everybody",
    arguments: [
      (10, 3, 0), (10, 4, 65), (9, 8, 0), (9, 9, 65), (12, 4, 0), (12, 5, 65), (0, 0, 0), (3, 0, 0),
    ])
  func third(count: Int, removed: Int, exit: Int32) async throws {
    func accounts(_ numbers: Range<Int>) -> String {
      numbers.map { #"{"email": "num\#($0)@home.org", "password": "!"}"# }.joined(separator: ", ")
    }
    try home.write("{\"rules\": \"register\", \"accounts\": [\(accounts(0..<count))]}")
    let before = try home.text()
    let file = "[\(accounts(0..<count - removed))]"
    let plan = try await run("plan", file, "--prune")
    #expect(plan.exit == (exit == 0 && removed > 0 ? 1 : exit), "\(plan)")
    let applied = await home.run("apply \(path) --prune")
    #expect(applied.exit == exit)
    if exit == 65 {
      #expect(try applied.err.contains("use --prune-all") && home.text() == before)
    }
    #expect(await home.run("apply \(path) --prune-all").exit == 0)
    #expect(await home.run("plan \(path) --prune").exit == 0)
  }

  @Test("take a whole accounts file, of which only the accounts count")
  func wholeFile() async throws {
    try home.write(Self.text)
    let same = await home.run("plan \(home.accountsPath) --prune --set-passwords")
    #expect(same == Ran(exit: 0, out: "", err: "nothing to do\n", questions: []))
    let other = Self.text.replacing("Hi", with: "Ho").replacing("Bob\"", with: "Robert\"")
    #expect(try await run("apply", other).exit == 0)
    #expect(try home.text() == Self.text.replacing("Bob\"", with: "Robert\""))
  }

  @Test("read stdin")
  func stdin() async throws {
    try home.write(Self.text)
    let input = #"[{"username": "bob", "firstName": "B"}]"#
    let ran = await home.run("plan -", setting: Setting(input: input))
    #expect(ran.exit == 1 && ran.out == "bob\n    first name: \"Bob\" → \"B\"\n")
    let broken = await home.run("apply -", setting: Setting(input: "["))
    #expect(broken.exit == 65 && broken.err.hasPrefix("stdin:1:2: error: "))
  }
}
