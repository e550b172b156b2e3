import Testing

@testable import AccountsApp

@Suite("Where there is no accounts file") struct MissingAccountsTests {
  private let home = Home()

  /// Begin the accounts, or need none.
  private static let others = [
    "init", "login", "register", "albums", "serve", "completions", "help", "merge-driver",
    "textconv",
  ]
  private static let lines = [
    "show", "show nobody@example.com", "edit --first-name Ada", "edit --email nonsense", "save",
    "cancel",
    "history", "history nobody@example.com", "history --forget nobody@example.com", "undo",
    "undo 3",
    "logout", "list", "list nobody", "list --json", "list --seen", "disable nobody",
    "enable nobody", "invite nobody",
    "remove nobody --yes", "uninvite nobody", "invite --all", "sessions",
    "sessions nobody --end --yes",
    "verify --email a@example.com --password-stdin",
    "verify --username nobody --password-stdin", "check", "seal", "edit-file",
    "rules",
    "share 65534", "share --none", "plan FILE", "apply FILE", "apply FILE --prune", "import FILE",
    "import FILE --dry-run", "import FILE --generate --format json", "export --format json",
    "export --for nginx", "publish --list LIST", "git-setup",
  ]

  @Test("only what begins them goes on: all else says so and begins nothing", arguments: lines)
  func ends(line: String) async throws {
    let other = Home()
    try other.write(#"[{"email": "a@example.com", "password": "!"}]"#, to: "people.json")
    try other.write(
      #"{"publish": [{"for": "nginx", "file": "\#(other.documents)/out"}]}"#, to: "list.json")
    let words = line.replacing("FILE", with: "\(other.documents)/people.json")
      .replacing("LIST", with: "\(other.documents)/list.json")
    let setting = Setting(input: "secretpw1\n")
    let ran = await home.run(words.split(separator: " ").map(String.init), setting)
    #expect(ran.exit == 67, "\(line): \(ran)")
    #expect(ran.err.contains("no accounts file: \(home.accountsPath)"), "\(line): \(ran.err)")
    #expect(ran.err.contains("regapp init"), "\(line): \(ran.err)")
    #expect(!home.exists("accounts.json"), "\(line)")
  }

  @Test("each command is looked at here")
  func all() {
    let named = Self.lines.map { String($0.prefix { $0 != " " }) } + Self.others + ["chauthtok"]
    #expect(Set(AccountsApp.spec.commands.map(\.name)).subtracting(named).isEmpty)
  }

  @Test("a wrong option goes before it")
  func wrongOption() async {
    for line in [
      "list --limit x", "list --state nonsense", "show --nonsense", "history --limit no",
    ] {
      #expect(await home.run(line).exit == 64, "\(line)")
    }
  }

  @Test(
    "these begin one",
    arguments: [
      "init", "init standard",
      "register --email ada.l@gmail.com --password-stdin --no-login",
      "login --email ada.l@gmail.com --password-stdin",
      "import FILE --rules standard",
      "apply FILE --rules standard",
    ])
  func begins(line: String) async throws {
    let other = Home()
    try other.write(
      #"[{"username": "a", "email": "a@example.com", "password": "!"}]"#, to: "people.json")
    let setting = Setting(input: "secretpw1\n")
    let words = line.replacing("FILE", with: "\(other.documents)/people.json")
    let ran = await home.run(words.split(separator: " ").map(String.init), setting)
    #expect(ran.exit == 0, "\(line): \(ran)")
    #expect(home.exists("accounts.json"))
  }

  @Test("plan with a rulebook says what would begin, and begins nothing")
  func plan() async throws {
    let other = Home()
    try other.write(#"[{"username": "a", "password": "!"}]"#, to: "people.json")
    #expect(await home.run("plan \(other.documents)/people.json --rules standard").exit == 1)
    #expect(!home.exists("accounts.json"))
  }

  @Test(
    "to PAM that is no answer: not that nobody has the name",
    arguments: ["auth", "account", "password"])
  func pam(phase: String) async {
    var setting = Setting(input: "secretpw1\0secretpw2\0")
    setting.environment = ["PAM_TYPE": phase, "PAM_USER": "a@example.com", "PAM_SERVICE": "login"]
    let line = phase == "password" ? "chauthtok" : "verify --pam"
    let ran = await home.run(line.split(separator: " ").map(String.init), setting)
    #expect(ran.exit == 69, "\(ran)")
  }
}
