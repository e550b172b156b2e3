import Synchronization
import Testing

@testable import RegAppCLI

@Suite("The declared commands") struct SpecificationTests {
  @Test("are the expected ones, in the order of help")
  func names() {
    #expect(
      RegApp.commands.map(\.name) == [
        "login", "register", "show", "edit", "save", "cancel", "logout", "list", "remove", "verify",
        "check", "seal", "edit-file", "rules", "init", "import", "export", "albums", "completions",
        "help",
      ])
  }

  @Test("have help in one style", arguments: RegApp.commands.map(\.name))
  func help(name: String) throws {
    let command = try RegApp.program.command(named: name)
    #expect(command.summary.isOneMessage)
    #expect(!command.examples.isEmpty)
    for option in command.allOptions {
      #expect(option.name.hasPrefix("--"))
      #expect(option.help.isOneMessage)
    }
    #expect(Set(command.allOptions.map(\.name)).count == command.allOptions.count)
    for example in command.examples { #expect(example.contains("regapp \(name)")) }
    for language in Language.allCases {
      let text = HelpText(RegApp.program, language).text(of: command)
      for option in command.allOptions { #expect(text.contains("  \(option.name)")) }
      for example in command.examples { #expect(text.contains("  \(example)\n")) }
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }
  }

  @Test("have examples that their own command line accepts", arguments: RegApp.commands.map(\.name))
  func examples(name: String) throws {
    let command = try RegApp.program.command(named: name)
    for example in command.examples {
      // The command line is the part after the last pipe and before a redirection.
      let line = (example.split(separator: "|").last ?? "").prefix { !"<>".contains($0) }
      let words = line.split(separator: "'").enumerated().flatMap { index, part in
        index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
      }
      #expect(words.first == "regapp")
      let arguments = try Arguments(Array(words.dropFirst()), commands: RegApp.commands)
      try arguments.check(against: command)
    }
  }

  @Test("use an option of one name in one way")
  func sameOption() {
    var takesValue: [String: Bool] = [:]
    for option in RegApp.commands.flatMap(\.allOptions) {
      let known = takesValue.updateValue(option.value != nil, forKey: option.name)
      #expect(known == nil || known == (option.value != nil), "\(option.name)")
    }
  }
}

@Suite("A declaration") struct DeclarationTests {
  @Test("is created on demand, not when another command runs")
  func made() throws {
    let made = Mutex<[String]>([])
    @Sendable func make<Value>(_ name: String, _ value: Value) -> Value {
      made.withLock { $0.append(name) }
      return value
    }
    let command = CommandSpec(
      name: "do", summary: make("summary", Phrase(same: "do it")), details: make("details", []),
      positionals: make("positionals", []), options: make("options", [OptionSpec.plain]),
      examples: make("examples", []), run: { _ in })
    let program = Program(
      name: "tool", summary: Phrase(same: "tool"), commands: [command, .show], fallback: .help,
      firstUse: [],
      manual: make("manual", .regapp))
    let arguments = try Arguments(["--json", "show"], commands: program.commands)
    try arguments.check(against: program.command(named: arguments.command))
    #expect(made.withLock { $0 } == [])
    _ = HelpText(program, .english).text(of: command)
    let told: Set = ["summary", "details", "positionals", "options", "examples"]
    #expect(made.withLock { Set($0) } == told)
  }
}

extension String {
  /// Whether a text follows our style for messages: one line, lower-case start, no full stop.
  var isOneMessage: Bool {
    guard let first, let last else { return false }
    return !first.isUppercase && !first.isWhitespace && last != "." && !last.isWhitespace
      && !contains("\n") && !contains("  ")
  }
}
