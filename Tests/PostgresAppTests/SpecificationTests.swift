import Testing

@testable import AccountsApp
@testable import CommandKit
@testable import PostgresApp
@testable import Product

@Suite("The commands over a database") struct SpecificationTests {
  private static let spec = Backend.postgres.spec

  @Test("are those of regapp, and the owner's")
  func names() {
    let names = Self.spec.commands.map(\.name)
    let own = ["migrate", "copy", "status"]
    #expect(names.filter { !own.contains($0) } == AccountsApp.spec.commands.map(\.name))
    #expect(Self.spec.groups.first?.commands.map(\.name) == own)
    #expect(Self.spec.groups.first?.title[.english] == "the database")
    #expect(names == Backend.postgres.commands.map(\.spec.name))
  }

  @Test("have help in one style", arguments: spec.commands.map(\.name))
  func help(name: String) throws {
    let command = try Self.spec.command(named: name)
    #expect(Language.allCases.allSatisfy { command.summary[$0].isOneMessage })
    for option in Self.spec.options(of: command) {
      #expect(Language.allCases.allSatisfy { option.help[$0].isOneMessage })
    }
    for language in Language.allCases {
      let text = HelpText(program: Self.spec, language: language).text(of: command)
      #expect(text.contains(" regapp-postgres \(name)"))
      #expect(text.contains("  --documents ADDRESS  "))
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }
  }

  @Test(
    "of the owner have examples that their own command line accepts",
    arguments: ["migrate", "rules"])
  func examples(name: String) throws {
    let command = try Self.spec.command(named: name)
    for example in command.examples {
      let words = example.split(separator: " ").map(String.init)
      #expect(words.starts(with: ["regapp-postgres", name]))
      let line = ScannedLine(words.dropFirst().map { ScannedLine.Word($0) }, of: Self.spec)
      try Arguments(line, of: Self.spec).check(against: command, of: Self.spec)
    }
  }

  @Test("are in the manual page and in the completions, under this program's name")
  func pages() {
    for language in Language.allCases {
      let roff = ManualPage(Self.spec, language).roff
      #expect(roff.hasPrefix(".TH REGAPP-POSTGRES 1 \(Release.day) "))
      #expect(roff.contains("\nregapp\\-postgres \\- "))
      #expect(roff.contains(".SS \"regapp\\-postgres migrate\""))
      for line in roff.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
        #expect(!line.isEmpty && !line.hasSuffix(" "))
        #expect(line.count <= 80 || line.contains("regapp"), "\(line)")
      }
      let asking = ScannedLine(["--complete", ""].map { ScannedLine.Word($0) }, of: Self.spec)
      #expect(
        Completion(asking, of: Self.spec)?.answer([], in: language).contains("\nmigrate\t")
          == true)
    }
  }
}
