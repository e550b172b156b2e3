import Accounts

/// An option as it is declared; help, parsing and suggestions all read it here.
package struct OptionSpec: Sendable {
  /// With its two hyphens: `--email`.
  package let name: String
  /// What stands for its value in help; nil for an option that takes none.
  package let value: String?
  /// What a shell offers for its value.
  let candidates: Candidates
  let help: String

  package init(
    _ name: String, _ value: String? = nil, candidates: Candidates = .unknown, help: String
  ) {
    self.name = name
    self.value = value
    self.candidates = candidates
    self.help = help
  }
}

/// What a command takes besides options.
package struct PositionalSpec: Sendable {
  package let name: String
  let isRequired: Bool
  /// Whether it takes all the words that are left.
  let isRepeated: Bool
  /// What a shell offers there; of what is repeated, for the first word only.
  let candidates: Candidates
  let help: String

  package init(
    name: String, isRequired: Bool, isRepeated: Bool = false, candidates: Candidates = .unknown,
    help: String
  ) {
    self.name = name
    self.isRequired = isRequired
    self.isRepeated = isRepeated
    self.candidates = candidates
    self.help = help
  }

  /// As help shows it.
  var shownName: String { isRepeated ? "\(name) ..." : name }
}

/// A command as it is declared, with what it does.
package struct CommandSpec: Sendable {
  package let name: String
  /// One line, for the list of commands.
  let summary: String
  /// What else there is to say, a paragraph a string.
  let details: [String]
  let positionals: [PositionalSpec]
  let options: [OptionSpec]
  let examples: [String]
  let run: @Sendable (Invocation) async throws -> Void

  package init(
    name: String, summary: String, details: [String] = [], positionals: [PositionalSpec] = [],
    options: [OptionSpec] = [], examples: [String],
    run: @escaping @Sendable (Invocation) async throws -> Void
  ) {
    self.name = name
    self.summary = summary
    self.details = details
    self.positionals = positionals
    self.options = options
    self.examples = examples
    self.run = run
  }

  /// What every command takes.
  static let globalOptions: [OptionSpec] = [
    OptionSpec(
      "--documents", "DIR", candidates: .directories,
      help: "the directory of accounts.json (else $REGAPP_DOCUMENTS, else your documents)"),
    OptionSpec("--json", help: "one JSON value on stdout; an error as JSON on stderr"),
    OptionSpec("--no-input", help: "never ask anything"),
    OptionSpec(
      "--color", "WHEN", candidates: .words(Candidates.colors), help: "auto, always or never"),
    OptionSpec("--help", help: "show this help"),
  ]

  /// What the program takes without a command.
  static let programOptions = [.plain, OptionSpec("--version", help: "show the version")]

  /// All that this command takes.
  var allOptions: [OptionSpec] { options + Self.globalOptions }
}

extension OptionSpec {
  static let password = OptionSpec(
    "--password", "PASSWORD",
    help: "other users may see it while the command starts: prefer --password-stdin")
  static let passwordStdin = OptionSpec(
    "--password-stdin", help: "read the password from stdin, less one final line end")

  /// An email that somebody has already.
  static let knownEmail = OptionSpec(
    "--email", "EMAIL", candidates: .emails, help: "the email address")

  /// The options that set the fields of an account, as a command names them.
  static func field(_ field: Field) -> OptionSpec {
    switch field {
    case .email: OptionSpec("--email", "EMAIL", help: "the email address")
    case .password: password
    case .firstName: OptionSpec("--first-name", "NAME", help: "the first name")
    case .lastName: OptionSpec("--last-name", "NAME", help: "the last name")
    case .birthDate: OptionSpec("--birth-date", "DATE", help: "the birth date, YYYY-MM-DD")
    case .phone: OptionSpec("--phone", "PHONE", help: "the phone number, in any spacing")
    }
  }

  static let allFields: [OptionSpec] = Field.allCases.map(field) + [passwordStdin]
}
