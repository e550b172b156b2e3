import Testing

@testable import AccountsApp
@testable import CommandKit
@testable import Product

@Suite("The manual page") struct ManualPageTests {
  private let home = Home()
  private let roff = ManualPage(AccountsApp.spec, .english).roff

  @Test("has the usual sections, in order")
  func sections() {
    let titles = roff.split(separator: "\n").filter { $0.hasPrefix(".SH ") }
      .map { $0.dropFirst(4).replacing("\"", with: "") }
    #expect(
      titles == [
        "NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "OPTIONS", "FILES", "ENVIRONMENT",
        "EXIT STATUS", "EXAMPLES", "SEE ALSO",
      ])
    #expect(roff.hasPrefix(".TH REGAPP 1 \(Release.day) \"regapp \(Release.version)\""))
    #expect(roff.contains("\nregapp \\- accounts in one file"))
    let line = "regapp [OPTION ...] [COMMAND [ARGUMENT ...]]"
    #expect(roff.contains(".SH \"SYNOPSIS\"\n\(Roff.escaped(line))\n"))
  }

  @Test("lists every command, option, example and exit code")
  func complete() {
    for command in AccountsApp.spec.commands {
      #expect(roff.contains(".SS \"regapp \(Roff.escaped(command.name))"))
      for option in AccountsApp.spec.options(of: command) {
        #expect(roff.contains("\n\\fB\(Roff.escaped(option.name))\\fR"), "\(option.name)")
      }
      for example in command.examples { #expect(roff.contains("\(Roff.escaped(example))\n")) }
    }
    for code in ExitCode.allCases { #expect(roff.contains("\n\\fB\(code.rawValue)\\fR\n")) }
  }

  @Test("has lines short enough for mail and lint, in ASCII")
  func lines() {
    for line in roff.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      #expect(!line.isEmpty && !line.hasSuffix(" "))
      let isExample = line.contains("regapp ")
      #expect(line.utf8.count <= 80 || isExample, "\(line)")
    }
    #expect(roff.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test("has a Russian name section that whatis can read")
  func russianName() {
    let roff = ManualPage(AccountsApp.spec, .russian).roff
    let name = ".SH \"ИМЯ\"\nregapp \\- \(ManualText.regapp.summary[.russian].prefix(40))"
    #expect(roff.contains("\n\(name)"))
    for line in roff.split(separator: "\n") {
      #expect(line.count <= 80 || line.contains("regapp "), "\(line)")
    }
  }

  @Test(
    "escapes literal text",
    arguments: [
      ("--email", "\\-\\-email"), ("it's", "it\\(aqs"), ("a\\n", "a\\en"), ("\"", "\\(dq"),
      ("`^~", "\\(ga\\(ha\\(ti"), ("…", "\\[u2026]"), ("Ё", "Ё"), ("№", "\\[u2116]"),
      ("👍", "\\[u1F44D]"),
    ])
  func escaping(text: String, escaped: String) { #expect(Roff.escaped(text) == escaped) }

  @Test("never turns text into a request")
  func requests() {
    var roff = Roff(title: "T", day: "2026-01-01", source: "s", volume: "v")
    roff.paragraph(".so /etc/passwd")
    roff.paragraph("")
    roff.example([".TH", "'x"])
    #expect(roff.text.hasSuffix("\\&.so /etc/passwd\n.PP\n.nf\n.RS 4\n\\&.TH\n\\(aqx\n.RE\n.fi\n"))
  }

  @Test("is printed by help --manual, for the whole program only")
  func printed() async {
    let ran = await home.run("help --manual")
    #expect(ran == Ran(exit: 0, out: roff, err: "", questions: []))
    #expect(await home.run("help --manual --json").out.hasPrefix("{\n  \"help\": \".TH"))
    #expect(await home.run("help login --manual").exit == 64)
  }
}
