import Testing

@testable import CommandKit
@testable import Product
@testable import RegApp
@testable import ScreenKit

/// The scripts as text; EndToEnd tests them in the shells.
@Suite("The completions") struct CompletionsTests {
  private let home = Home()

  @Test("are printed for every shell", arguments: Shell.allCases)
  func printed(shell: Shell) async {
    let ran = await home.run("completions \(shell.rawValue)")
    #expect(ran.exit == 0)
    #expect(ran.err == "")
    #expect(ran.out == shell.completions(of: RegApp.spec, .english))
    #expect(!home.exists("accounts.json"))
    let json = await home.run("completions \(shell.rawValue) --json")
    #expect(json.out.hasPrefix("{\n  \"completions\": \""))
  }

  @Test("cover every command and every option", arguments: Shell.allCases)
  func complete(shell: Shell) {
    let script = shell.completions(of: RegApp.spec, .english)
    for place in CompletionPlace.all(of: RegApp.spec) {
      #expect(place.command.isEmpty || script.contains(place.command))
      for option in place.options {
        let name = shell == .fish ? "-l \(option.name.dropFirst(2)) " : option.name
        #expect(script.contains(name), "\(place.command) \(option.name)")
      }
    }
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

  @Test(
    "offer the declared values",
    arguments: [
      ("show", "--email", .knownEmails), ("login", "--email", .knownEmails),
      ("edit", "--account", .knownNames),
      ("edit", "--email", .unknown), ("register", "--email", .unknown),
      ("list", "--documents", .directories), ("", "--email", .knownEmails),
      ("list", "--color", .words(["auto", "always", "never"])),
    ] as [(String, String, Candidates)])
  func options(command: String, option: String, candidates: Candidates) throws {
    let place = try #require(
      CompletionPlace.all(of: RegApp.spec).first { $0.command == command })
    let spec = try #require(place.options.first { $0.name == option })
    #expect(spec.candidates == candidates)
    #expect(place.offeredValues.contains { $0.name == option } == (candidates != .unknown))
  }

  @Test(
    "offer words as declared",
    arguments: [
      ("remove", .knownNames), ("check", .files), ("help", .commands),
      ("init", .words(["register", "albums", "authorisation", "standard"])),
      ("rules", .words(["register", "albums", "authorisation", "standard"])),
      ("completions", .words(["bash", "zsh", "fish"])),
    ] as [(String, Candidates)])
  func words(command: String, candidates: Candidates) throws {
    let spec = try RegApp.spec.command(named: command)
    #expect(spec.positionals.first?.candidates == candidates)
  }

  @Test("quote any help text")
  func quoting() {
    let help = "it's a \\ $(touch x): [y] `z`"
    let program = ProgramSpec(
      name: "tool", product: "tool", version: "1", versionDay: "2026-01-01",
      summary: Phrase(same: "tool"),
      commands: [
        Command(
          name: "do", summary: "\(help)", ru: "\(help)",
          positionals: [
            PositionalSpec(
              name: "WORD", isRequired: true, candidates: .words(["it's"]),
              help: "\(help)", ru: "\(help)")
          ], options: [OptionSpec("--it", help: "\(help)", ru: "\(help)")], examples: [],
          run: { _ in }
        ).spec
      ], fallback: Commands.help.spec, firstUse: [], manual: .regapp)
    let quoted = #"'--it:it'\''s a \ $(touch x): [y] `z`'"#
    #expect(Shell.zsh.completions(of: program, .english).contains(quoted))
    let fish = #"-l it -d 'it\'s a \\ $(touch x): [y] `z`'"#
    #expect(Shell.fish.completions(of: program, .english).contains(fish))
    #expect(Shell.bash.completions(of: program, .english).contains(#"_tool_offer 'it'\''s'"#))
  }
}
