import Testing

@testable import AccountsApp
@testable import CommandKit
@testable import ScreenKit

@Suite("A command line") struct ArgumentsTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let words: [String]
    var command: String?
    var positionals: [String] = []
    var values: [String: String] = [:]
    var unfinished: String?
    var testDescription: String { words.joined(separator: " ") }
  }

  @Test(
    "is parsed",
    arguments: [
      Row(words: []),
      Row(words: ["show"], command: "show"),
      // Options may come before or after the command.
      Row(
        words: ["--documents", "/d", "show"], command: "show", values: ["--documents": "/d"]),
      Row(
        words: ["show", "--documents", "/d"], command: "show", values: ["--documents": "/d"]),
      Row(
        words: ["--json", "list", "--no-input", "ada"], command: "list", positionals: ["ada"],
        values: ["--json": "", "--no-input": ""]),
      Row(
        words: ["--email", "a@b.co", "login", "--password=x"], command: "login",
        values: ["--email": "a@b.co", "--password": "x"]),
      // `--name value` and `--name=value`.
      Row(words: ["show", "--email=a@b.co"], command: "show", values: ["--email": "a@b.co"]),
      Row(words: ["edit", "--phone="], command: "edit", values: ["--phone": ""]),
      Row(words: ["edit", "--phone", ""], command: "edit", values: ["--phone": ""]),
      Row(
        words: ["login", "--password=a=b=c"], command: "login", values: ["--password": "a=b=c"]),
      Row(
        words: ["login", "--password", "a=b"], command: "login", values: ["--password": "a=b"]),
      Row(
        words: ["edit", "--first-name", "-"], command: "edit", values: ["--first-name": "-"]),
      Row(
        words: ["login", "--password=--email"], command: "login",
        values: ["--password": "--email"]),
      // A value that may be left out is the next word, unless that may be an option.
      Row(words: ["sessions", "--end"], command: "sessions", values: ["--end": ""]),
      Row(
        words: ["sessions", "ada", "--end", "kqzfwp"], command: "sessions", positionals: ["ada"],
        values: ["--end": "kqzfwp"]),
      Row(
        words: ["sessions", "--end=kqzfwp", "ada"], command: "sessions", positionals: ["ada"],
        values: ["--end": "kqzfwp"]),
      Row(
        words: ["sessions", "--end", "--yes", "ada"], command: "sessions", positionals: ["ada"],
        values: ["--end": "", "--yes": ""]),
      Row(
        words: ["sessions", "--end", "--", "ada"], command: "sessions", positionals: ["ada"],
        values: ["--end": ""]),
      // `--` ends options.
      Row(words: ["list", "--", "--json"], command: "list", positionals: ["--json"]),
      Row(words: ["--", "list", "--x"], command: "list", positionals: ["--x"]),
      Row(words: ["list", "--", "--"], command: "list", positionals: ["--"]),
      Row(
        words: ["login", "--password", "--", "x"], command: "login", positionals: ["x"],
        values: ["--password": "--"]),
      Row(words: ["list", "-"], command: "list", positionals: ["-"]),
      // Last, without a value.
      Row(words: ["edit", "--password"], command: "edit", unfinished: "--password"),
      Row(words: ["show", "--email"], command: "show", unfinished: "--email"),
      Row(words: ["login", "-h"], command: "login", values: ["--help": ""]),
      Row(words: ["--version"], values: ["--version": ""]),
    ])
  func takenApart(row: Row) throws {
    let arguments = try Arguments(row.words, of: AccountsApp.spec)
    #expect(arguments.command == row.command)
    #expect(arguments.positionals == row.positionals)
    let finished = arguments.options.compactMap { option in option.value.map { (option.name, $0) } }
    #expect(Dictionary(uniqueKeysWithValues: finished) == row.values)
    #expect(arguments.unfinished == row.unfinished)
  }

  struct Refused: Sendable, CustomTestStringConvertible {
    let words: [String]
    let message: String
    let hint: String
    var testDescription: String { words.joined(separator: " ") }
    init(_ words: String..., message: String, hint: String) {
      (self.words, self.message, self.hint) = (words, message, hint)
    }
  }

  @Test(
    "is rejected with the error and the correction",
    arguments: [
      Refused("--emial", "x", message: "unknown option --emial", hint: "did you mean --email?"),
      Refused(
        "login", "--pasword=secret", message: "unknown option --pasword",
        hint: "did you mean --password?"),
      Refused(
        "remove", "x", "--force", message: "unknown option --force",
        hint: "see regapp remove --help"),
      Refused("frob", "--force", message: "unknown command 'frob'", hint: "see regapp help"),
      Refused("frob", "--weak=3", message: "unknown command 'frob'", hint: "see regapp help"),
      Refused("shwo", "--emial", message: "unknown command 'shwo'", hint: "did you mean show?"),
      Refused("--xyzzy", message: "unknown option --xyzzy", hint: "see regapp help"),
      Refused("-x", message: "unknown option -x", hint: "see regapp help"),
      Refused(
        "--a\u{1B}[2J", message: "unknown option --a\\u{1B}[2J", hint: "see regapp help"),
      Refused(
        "--json", "show", "--json", message: "--json is given twice", hint: "give it once"),
      Refused(
        "login", "--email", "a", "--email=a", message: "--email is given twice",
        hint: "give it once"),
      Refused(
        "login", "--password", "a", "--password", message: "--password is given twice",
        hint: "give it once"),
      Refused("--json=yes", message: "--json takes no value", hint: "write --json without a value"),
      Refused("--json=", message: "--json takes no value", hint: "write --json without a value"),
      Refused(
        "edit", "--password", "--must-change",
        message: "--password needs a value, and --must-change is an option",
        hint: "write --password=--must-change if that is the value"),
      Refused(
        "edit", "--first-name", "--groups=a",
        message: "--first-name needs a value, and --groups is an option",
        hint: "write --first-name=VALUE if that is the value"),
      Refused(
        "--documents", "--json", "list",
        message: "--documents needs a value, and --json is an option",
        hint: "write --documents=--json if that is the value"),
    ])
  func refused(row: Refused) throws {
    let error = #expect(throws: Report.self) {
      try Arguments(row.words, of: AccountsApp.spec)
    }
    #expect(error?.lines.map { $0[.english] } == [row.message])
    #expect(error?.hint?[.english] == row.hint)
    #expect(error?.code == .usage)
  }

  @Test(
    "is checked against its command",
    arguments: [
      Refused(
        "show", "--phone", "1", message: "unknown option --phone for show",
        hint: "see regapp show --help"),
      Refused(
        "login", "--last-name", "x", message: "unknown option --last-name for login",
        hint: "see regapp login --help"),
      Refused(
        "verify", "--yes", message: "unknown option --yes for verify",
        hint: "see regapp verify --help"),
      Refused(
        "edit", "--group", "--add-group", message: "unknown option --group for edit",
        hint: "did you mean --groups?"),
      Refused(
        "show", "--email", message: "--email needs a value",
        hint: "write --email VALUE or --email=VALUE"),
      Refused(
        "show", "--documents", message: "--documents needs a value",
        hint: "write --documents VALUE or --documents=VALUE"),
      Refused("remove", message: "remove needs NAME", hint: "see regapp remove --help"),
      Refused(
        "show", "a", "b", message: "show takes 1 argument, but was given 2",
        hint: "see regapp show --help"),
      Refused(
        "list", "a", "b", message: "list takes 1 argument, but was given 2",
        hint: "see regapp list --help"),
      Refused(
        "save", "\u{202E}x", message: "save takes options alone, and no other word",
        hint: "leave the word out, or see regapp save --help"),
      Refused(
        "edit", "a@b.co", "--account", "c@d.co",
        message: "NAME and --account cannot be used together", hint: "use only one of them"),
      Refused(
        "init", "--hash", "bcript",
        message: "--hash must be yescrypt, bcrypt or sha512crypt, not 'bcript'",
        hint: "did you mean bcrypt?"),
      Refused(
        "init", "--hash", "typed",
        message: "--hash must be yescrypt, bcrypt or sha512crypt, not 'typed'",
        hint: "see regapp init --help"),
      Refused(
        "list", "--color", "Always", message: "--color must be auto, always or never, not 'Always'",
        hint: "did you mean always?"),
      Refused(
        "rules", "register", "--color=\u{1B}",
        message: "--color must be auto, always or never, not '\\u{1B}'",
        hint: "see regapp rules --help"),
      Refused(
        "show", "ada", "--email", "a@b.co", message: "NAME and --email cannot be used together",
        hint: "use only one of them"),
      Refused(
        "list", "--never-seen", "--inactive", "5",
        message: "--inactive and --never-seen cannot be used together",
        hint: "use only one of them"),
      Refused(
        "edit", "--generate", "--password",
        message: "--password and --generate cannot be used together", hint: "use only one of them"),
      Refused(
        "list", "--screen", "--on", "2027-01-01",
        message: "--on and --screen cannot be used together",
        hint: "use only one of them"),
      Refused(
        "help", "show", "--manual", message: "COMMAND and --manual cannot be used together",
        hint: "use only one of them"),
    ])
  func judged(row: Refused) throws {
    let arguments = try Arguments(row.words, of: AccountsApp.spec)
    let command = try AccountsApp.spec.command(named: arguments.command)
    let error = #expect(throws: Report.self) {
      try arguments.check(against: command, of: AccountsApp.spec)
    }
    #expect(error?.lines.map { $0[.english] } == [row.message])
    #expect(error?.hint?[.english] == row.hint)
    #expect(error?.code == .usage)
  }

  @Test("may have other words than those that a repeated argument offers")
  func offeredWords() throws {
    let arguments = try Arguments(["albums", "find", "x"], of: AccountsApp.spec)
    try arguments.check(against: Commands.albums.spec, of: AccountsApp.spec)
  }

  @Test("takes no option that excludes what no command takes beside it")
  func excluded() {
    for option in AccountsApp.spec.commands.flatMap(AccountsApp.spec.options) {
      let commands = AccountsApp.spec.commands.filter { command in
        AccountsApp.spec.options(of: command).contains { $0.name == option.name }
      }
      let names = commands.flatMap { command in
        AccountsApp.spec.options(of: command).map(\.name) + command.positionals.map(\.name)
      }
      #expect(Set(names).subtracting([option.name]).isSuperset(of: option.excludes))
    }
  }

  @Test(
    "names its command, or gets a suggestion",
    arguments: [
      ("shwo", "did you mean show?"), ("logn", "did you mean login?"),
      ("Show", "did you mean show?"),
      ("regster", "did you mean register?"), ("frobnicate", "see regapp help"),
      ("exit-code", "did you mean exit-codes?"),
    ])
  func unknownCommand(name: String, hint: String) {
    let error = #expect(throws: Report.self) {
      try AccountsApp.spec.command(named: name, or: ["exit-codes"])
    }
    #expect(error?.lines.first?[.english] == "unknown command '\(name)'")
    #expect(error?.hint?[.english] == hint)
    #expect(error?.code == .usage)
  }
}
