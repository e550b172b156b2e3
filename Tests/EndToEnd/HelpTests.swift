import Testing

/// Help: for the program and for every command, with an example.
@Suite struct HelpTests {
  static let commands = [
    "login", "register", "show", "edit", "save", "cancel", "logout", "list", "remove", "verify",
    "check", "seal", "edit-file", "rules", "init", "import", "export", "albums", "completions",
    "help",
  ]

  @Test("help lists every command", arguments: [["help"], ["--help"], ["-h"]])
  func overview(words: [String]) async throws {
    let home = try Home()
    let help = try await home.run(words)
    #expect(help.code == 0)
    #expect(help.err == "")
    let first = help.out.split(separator: "\n").compactMap { $0.split(separator: " ").first }
    for command in Self.commands { #expect(first.contains(Substring(command))) }
    #expect(try await home.run("help") == help)
  }

  @Test("every command has help, with an example of its own", arguments: commands)
  func help(command: String) async throws {
    let home = try Home()
    let help = try await home.run(command, "--help")
    #expect(help.code == 0)
    #expect(help.err == "")
    #expect(help.out.contains("\nusage: regapp \(command)"))
    let examples = try #require(help.out.components(separatedBy: "\nexample").last)
    #expect(examples.contains("regapp \(command)"), "\(help)")
    for option in ["--documents", "--json", "--no-input", "--color", "--help"] {
      #expect(help.out.contains("  \(option)"))
    }
    #expect(try await home.run("help", command) == help)
    #expect(try await home.run("--help", command) == help)
    #expect(try home.names(in: "") == [])
  }

  @Test("help stands before what else is wrong with a command line")
  func helpFirst() async throws {
    let home = try Home(fixture: "broken/empty")
    #expect(try await home.run("edit", "--help").code == 0)
    #expect(try await home.run("remove", "--help").code == 0)
  }

  @Test("no line of help is wider than 100 columns", arguments: commands)
  func width(command: String) async throws {
    let help = try await Home().run("help", command)
    #expect(help.out.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test("the version is one line on stdout")
  func version() async throws {
    let version = try await Home().run("--version")
    #expect(version.code == 0)
    #expect(version.out.wholeMatch(of: #/regapp [0-9]+\.[0-9]+\.[0-9]+\n/#) != nil)
  }

  /// What each built-in rulebook is, in the words that a person reads first.
  @Test(
    "rules says in words what an account must look like",
    arguments: [
      (
        "register", "one logs in by email and password", "password: required; at least 5 characters"
      ),
      ("albums", "who is unknown is refused at login", "YYYY-MM-DD, aged 18 to 120"),
      ("authorisation", "one logs in by first name and password", "8 letters, 1 digit"),
    ])
  func rules(name: String, login: String, field: String) async throws {
    let rules = try await Home().run("rules", name)
    #expect(rules.code == 0)
    #expect(rules.out.hasPrefix("rulebook \(name)\n"))
    #expect(rules.out.contains(login) && rules.out.contains(field), "\(rules)")
  }
}
