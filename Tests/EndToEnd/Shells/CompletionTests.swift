import Testing

/// Completions, asked of the shells themselves: bash and zsh at a terminal, with a key that takes
/// all that is offered; fish by its own `complete -C`.
@Suite struct CompletionTests {
  static let lines: [(line: String, offered: [String])] = [
    ("regapp regi", ["register"]),
    ("regapp sa", ["save"]),
    ("regapp --json lo", ["login", "logout"]),
    ("regapp --documents other sea", ["seal"]),
    ("regapp help compl", ["completions"]),
    ("regapp albums s", ["search", "show"]),
    ("regapp albums search x --c", ["--color", "--country", "--covers"]),
    ("regapp login --pass", ["--password", "--password-stdin"]),
    ("regapp edit --first-name Ada --acc", ["--account"]),
    ("regapp logout --first", []),
    ("regapp edit --first-name ", []),
    ("regapp rules al", ["albums"]),
    ("regapp init ", ["albums", "authorisation", "register", "standard"]),
    ("regapp completions ", ["bash", "fish", "zsh"]),
    ("regapp --color ", ["always", "auto", "never"]),
    ("regapp --color a", ["always", "auto"]),
    ("regapp show --color=n", ["--color=never"]),
    ("regapp remove ad", ["ada@example.com", "adam@example.com"]),
    ("regapp remove ada@", ["ada@example.com"]),
    ("regapp remove ada@ex", ["ada@example.com"]),
    ("regapp remove ada@example.com ", []),
    ("regapp remove -- adam", ["adam@example.com"]),
    ("regapp remove a=", ["a=b@example.com"]),
    ("regapp show --email ad", ["ada@example.com", "adam@example.com"]),
    ("regapp show --email=adam", ["--email=adam@example.com"]),
    ("regapp edit --account adam", ["adam@example.com"]),
    ("regapp edit --email ad", []),
    ("regapp --documents other remove ", ["zoe@example.com"]),
    ("regapp --documents nameless remove ", ["bob"]),
    ("regapp show --documents=other --email z", ["zoe@example.com"]),
    ("regapp --documents ~/other remove ", ["zoe@example.com"]),
    ("~/bin/regapp remove adam", ["adam@example.com"]),
    ("regapp --documents broken remove ", []),
    ("regapp --documents nowhere remove ", []),
    // Another program would print them; whether it is there or not, nothing else is offered.
    ("regapp --documents service=nowhere remove ", []),
    ("regapp check fil", ["file.json"]),
    ("regapp import fil", ["file.json"]),
    ("regapp import --on-conflict re", ["replace"]),
    ("regapp export --format htp", ["htpasswd"]),
    ("regapp --documents oth", ["other"]),
    ("regapp --documents fil", []),
  ]

  @Test(
    "bash offers what fits", .enabled(if: Neighbour.bash.isProved, "\(Neighbour.bash.absence)"))
  func bash() async throws { try await offersAll(.bash) }

  @Test("zsh offers what fits", .enabled(if: Neighbour.zsh.isProved, "\(Neighbour.zsh.absence)"))
  func zsh() async throws { try await offersAll(.zsh) }

  @Test(
    "fish offers what fits", .enabled(if: Neighbour.fish.isProved, "\(Neighbour.fish.absence)"))
  func fish() async throws { try await offersAll(.fish) }

  private func offersAll(_ neighbour: Neighbour) async throws {
    let offered = try await CompletingShell(neighbour).offered(for: Self.lines.map(\.line))
    for (row, offered) in zip(Self.lines, offered) {
      #expect(offered == row.offered, "\(row.line)")
    }
  }

  @Test(
    "a name that is shell code, or any other text, comes quoted and is not run",
    .enabled(if: Neighbour.bash.isProved, "\(Neighbour.bash.absence)"),
    .enabled(if: Neighbour.zsh.isProved, "\(Neighbour.zsh.absence)"),
    arguments: [Neighbour.bash, .zsh])
  func hostile(neighbour: Neighbour) async throws {
    let shell = try CompletingShell(neighbour)
    // The shell runs the line, and has to find the very email.
    let emails = ["q`touch$IFS`ran@example.com", "o'b$HOME&x@example.com", CompletingShell.odd]
    let words = try await shell.taken(for: emails.map { "regapp remove \($0.prefix(1))" })
    for (word, email) in zip(words, emails) {
      let seen = try await shell.home.shell(
        "cd; exec \"$1\" -c \"printf %s $2\"", neighbour.rawValue, word)
      #expect(seen == .exit(0, out: email))
    }
    #expect(!shell.home.file("ran").exists)
  }

  @Test(
    "fish offers a name with anything in it",
    .enabled(if: Neighbour.fish.isProved, "\(Neighbour.fish.absence)"))
  func odd() async throws {
    let shell = try CompletingShell(.fish)
    #expect(try await shell.offered(for: ["regapp remove n"]) == [[CompletingShell.odd]])
  }

  @Test("the scripts say nothing when they are read", arguments: [Neighbour.bash, .zsh, .fish])
  func silent(neighbour: Neighbour) async throws {
    guard neighbour.isProved else { return }
    let home = try Home()
    let ran = try await home.shell(
      "cd; $0 completions \"$1\" >script; exec \"$1\" -c '\(Self.prelude(neighbour)) . ./script'",
      neighbour.rawValue)
    #expect(ran == .exit(0))
  }

  private static func prelude(_ neighbour: Neighbour) -> String {
    neighbour == .zsh ? "autoload -U compinit; compinit -u -D;" : ""
  }
}
