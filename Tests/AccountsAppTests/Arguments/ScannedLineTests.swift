import Testing

@testable import AccountsApp
@testable import CommandKit

@Suite("A scanned command line") struct ScannedLineTests {
  private func line(_ words: String...) -> ScannedLine {
    ScannedLine(words.map { ScannedLine.Word($0) }, of: AccountsApp.spec)
  }

  @Test(
    "wants JSON where the option stands for itself",
    arguments: [
      (["--json", "show"], true), (["show", "--json"], true), (["--bogus", "--json"], true),
      (["--json", "--json"], true), (["--documents", "--json", "--bogus"], false),
      (["login", "--password", "--json"], false), (["list", "--", "--json"], false),
      (["--json=yes"], false), (["--documents=/d", "--json"], true), ([], false),
    ])
  func json(words: [String], wantsJSON: Bool) {
    let line = ScannedLine(words.map { ScannedLine.Word($0) }, of: AccountsApp.spec)
    #expect(line.wantsJSON == wantsJSON)
  }

  @Test("is refused in words where --json is the value of another option")
  func jsonAsValue() async {
    let ran = await Home().run("--documents --json --bogus")
    #expect(ran.exit == 64)
    #expect(
      ran.err == """
        regapp: error: --documents needs a value, and --json is an option
        regapp: hint: write --documents=--json if that is the value

        """)
  }

  @Test("knows where its secrets are, and none behind --")
  func secrets() {
    func places(_ line: ScannedLine) -> [[Int]] { line.secrets.map { [$0.word, $0.offset] } }
    #expect(places(line("login", "--password", "x")) == [[2, 0]])
    #expect(places(line("login", "--password=x")) == [[1, 11]])
    #expect(places(line("--bogus", "--password", "--", "--password", "x")) == [[2, 0], [4, 0]])
    #expect(places(line("list", "--", "--password", "x")) == [])
    #expect(places(line("show", "--documents", "--password", "x")) == [])
    #expect(places(line("login", "--password")) == [])
    #expect(places(line("login", "--password-stdin")) == [])
  }

  @Test("finds them in words that are no UTF-8")
  func broken() {
    let words = [Array("--password=".utf8) + [0xFF, 0x61], Array("--password".utf8), [0xFF]]
      .map { ScannedLine.Word(bytes: $0) }
    let line = ScannedLine(words, of: AccountsApp.spec)
    #expect(line.secrets.map(\.word) == [0, 2])
    #expect(words.map(\.isUTF8) == [false, true, false])
    #expect(throws: Report.self) { try Arguments(line, of: AccountsApp.spec) }
  }

  @Test(
    "of the albums is theirs, less the command's name",
    arguments: [
      ("albums", ""), ("albums search x --limit 5", "search x --limit 5"),
      ("--json --documents d albums search albums", "--json --documents d search albums"),
      ("--documents albums albums", "--documents albums"), ("albums --bogus", "--bogus"),
      ("-- albums search -x", "-- search -x"),
      ("help albums", "--help"), ("--json help albums", "--json --help"),
      ("albums --documents", "--documents"),
    ])
  func albums(words: String, rest: String) {
    let line = ScannedLine(
      words.split(separator: " ").map { ScannedLine.Word(String($0)) }, of: AccountsApp.spec)
    let words = Companion.words(of: Commands.albums.spec, in: line, of: AccountsApp.spec)
    #expect(words?.joined(separator: " ") == rest)
  }

  @Test(
    "of another command is not the albums'",
    arguments: [
      "show", "list albums", "--bogus albums", "--plain albums", "help", "help albums --json",
      "help show albums",
      "--documents albums", "--email x albums", "",
    ])
  func others(words: String) {
    let line = ScannedLine(
      words.split(separator: " ").map { ScannedLine.Word(String($0)) }, of: AccountsApp.spec)
    #expect(Companion.words(of: Commands.albums.spec, in: line, of: AccountsApp.spec) == nil)
  }
}
