import Synchronization
import Testing

@testable import AccountsApp
@testable import CommandKit
@testable import Product

@Suite("The declared commands") struct SpecificationTests {
  @Test("are under the headings of help")
  func headings() {
    let help = HelpText(program: AccountsApp.spec, language: .english).whole
    let headings = AccountsApp.spec.groups.map { "\n\n\($0.title[.english]):\n  " }
    #expect(headings.allSatisfy(help.contains))
  }

  @Test("have help in one style", arguments: AccountsApp.spec.commands.map(\.name))
  func help(name: String) throws {
    let command = try AccountsApp.spec.command(named: name)
    #expect(command.summary.isOneMessage)
    #expect(!command.examples.isEmpty)
    for option in AccountsApp.spec.options(of: command) {
      #expect(option.name.hasPrefix("--"))
      #expect(option.help.isOneMessage)
    }
    #expect(
      Set(AccountsApp.spec.options(of: command).map(\.name)).count
        == AccountsApp.spec.options(of: command).count)
    for example in command.examples { #expect(example.contains("regapp \(name)")) }
    for language in Language.allCases {
      let text = HelpText(program: AccountsApp.spec, language: language).text(of: command)
      for option in AccountsApp.spec.options(of: command) {
        #expect(text.contains("  \(option.name)"))
      }
      for example in command.examples { #expect(text.contains("  \(example)\n")) }
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }
  }

  @Test(
    "have examples that their own command line accepts",
    arguments: AccountsApp.spec.commands.map(\.name)
  )
  func examples(name: String) throws {
    let command = try AccountsApp.spec.command(named: name)
    for example in command.examples {
      // The command line is the part after the last pipe and before a redirection.
      let line = (example.split(separator: "|").last ?? "").prefix { !"<>".contains($0) }
      let words = line.split(separator: "'").enumerated().flatMap { index, part in
        index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
      }
      #expect(words.first == "regapp")
      let arguments = try Arguments(Array(words.dropFirst()), of: AccountsApp.spec)
      try arguments.check(against: command, of: AccountsApp.spec)
    }
  }

  @Test("use an option of one name in one way")
  func sameOption() {
    var takesValue: [String: Bool] = [:]
    for option in AccountsApp.spec.commands.flatMap(AccountsApp.spec.options) {
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
    let command = Command(
      name: "do", summary: make("summary", "do it"),
      details: make("details", Phrase(same: "")),
      positionals: make("positionals", []), options: make("options", [OptionSpec.plain]),
      examples: make("examples", []), run: { _ in })
    let program = ProgramSpec(
      name: "tool", product: "tool", version: "1", versionDay: "2026-01-01",
      summary: Phrase(same: "tool"),
      groups: [(Phrase(same: "all"), [command.spec, Commands.show.spec])],
      fallback: Commands.help.spec, firstUse: [], manual: make("manual", .regapp))
    let arguments = try Arguments(["--json", "show"], of: program)
    try arguments.check(against: program.command(named: arguments.command), of: program)
    #expect(made.withLock { $0 } == [])
    _ = HelpText(program: program, language: .english).text(of: command.spec)
    let all: Set = ["summary", "details", "positionals", "options", "examples"]
    #expect(made.withLock { Set($0) } == all)
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
