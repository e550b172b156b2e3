import Testing

@testable import AccountsApp
@testable import CommandKit

/// The scripts as text; EndToEnd tests them in the shells.
@Suite("The completions") struct CompletionsTests {
  private let home = Home()

  @Test("are printed for every shell", arguments: Shell.allCases)
  func printed(shell: Shell) async {
    let ran = await home.run("completions \(shell.rawValue)")
    #expect(ran.exit == 0)
    #expect(ran.err == "")
    #expect(ran.out == shell.completions(of: "regapp"))
    #expect(!home.exists("accounts.json"))
    let json = await home.run("completions \(shell.rawValue) --json")
    #expect(json.out.hasPrefix("{\n  \"completions\": \""))
  }

  @Test(
    "for an unknown shell are a usage error with a suggestion",
    arguments: [
      ("bsh", "did you mean bash?"), ("fisch", "did you mean fish?"),
      ("powershell", "see regapp completions --help"),
    ])
  func unknown(name: String, hint: String) async {
    let ran = await home.run("completions \(name)")
    #expect(ran.exit == 64)
    #expect(ran.out == "")
    #expect(
      ran.err
        == "regapp: error: SHELL must be bash, zsh or fish, not '\(name)'\nregapp: hint: \(hint)\n")
  }

  @Test("without a shell are a usage error that says so")
  func missing() async {
    let ran = await home.run("completions")
    #expect(ran.exit == 64)
    #expect(ran.err.hasPrefix("regapp: error: completions needs SHELL\n"))
  }

  private static let commands = AccountsApp.spec.commands.map(\.name)

  @Test(
    "offer what may stand there",
    arguments: [
      ([""], commands), (["sh"], commands), (["--json", ""], commands),
      (["--documents", "x", ""], commands),
      (["help", ""], commands),
      (["init", ""], ["register", "albums", "authorisation", "standard"]),
      (["init", "register", ""], []), (["nothing", ""], []),
      (["--color", ""], ["auto", "always", "never"]),
      (["show", "--color=n"], ["--color=auto", "--color=always", "--color=never"]),
      (["logout", "-"], ["--documents", "--json", "--no-input", "--color", "--help"]),
      (["logout", "--json", "--"], ["--documents", "--no-input", "--color", "--help"]),
      (["-"], options(before: "")), (["edit", "-"], options(before: "edit")),
      (["edit", "--first-name", ""], []), (["edit", "--first-name=A"], []),
      (["sessions", "b", "--end", ""], []),
      (
        ["sessions", "b", "--host", "x", "--yes", "--end", "-"],
        ["--documents", "--json", "--no-input", "--color", "--help"]
      ),
      (["remove", "--", "-"], ["ada@x.org", #"b "c" \'d':e\f"#]),
      (["remove", ""], ["ada@x.org", #"b "c" \'d':e\f"#]),
      (["show", "--email="], ["--email=ada@x.org"]),
      (["edit", "--email", ""], []), (["login", "--email", ""], ["ada@x.org"]),
    ] as [([String], [String])])
  func offered(words: [String], offered: [String]) async throws {
    let home = Home()
    try home.write(
      #"""
      {"rules": "register", "accounts": [
        {"email": "ada@x.org", "password": "12345", "firstName": "Ada", "lastName": "L\tB"},
        {"email": "b \"c\" \\'d':e\\f"}, {"email": "new\nline@x.org"}, {"firstName": "Nobody"}
      ]}
      """#)
    let ran = await home.run(["--complete"] + words, Setting())
    #expect(ran.exit == 0)
    #expect(ran.err == "")
    let lines = ran.out.split(separator: "\n").map(String.init)
    #expect(lines.first == "words")
    #expect(lines.dropFirst().map { String($0.prefix { $0 != "\t" }) } == offered)
  }

  private static func options(before name: String) -> [String] {
    let command = AccountsApp.spec.commands.first { $0.name == name } ?? AccountsApp.spec.fallback
    return AccountsApp.spec.options(of: command).map(\.name) + (name.isEmpty ? ["--version"] : [])
  }

  @Test(
    "leave files to the shell",
    arguments: [
      (["check", ""], "files"), (["export", "--output", ""], "files"),
      (["--documents", ""], "directories"), (["show", "--documents=o"], "directories"),
    ] as [([String], String)])
  func files(words: [String], kind: String) async {
    let ran = await home.run(["--complete"] + words, Setting())
    #expect(ran.out == "\(kind)\n")
  }

  @Test("explain what they offer, in the user's language, and say nothing of a broken file")
  func explained() async throws {
    let english = await home.run(["--complete", "lo"], Setting())
    #expect(english.out.contains("\nlogout\tlog out; the accounts and an open edit are kept\n"))
    try home.write("{")
    let broken = await home.run(["--complete", "remove", ""], Setting())
    #expect(broken.exit == 0 && broken.out == "words\n" && broken.err == "")
  }
}
