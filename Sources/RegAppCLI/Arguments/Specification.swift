import Accounts

/// The declaration of an option; parsing, help and suggestions all use it.
package struct OptionSpec: Sendable {
  /// With its two hyphens: `--email`.
  package let name: String
  /// The placeholder of its value in help; nil for an option that takes none.
  package let value: String?
  /// What a shell offers for its value.
  let candidates: Candidates
  let help: Phrase

  package init(
    _ name: String, _ value: String? = nil, candidates: Candidates = .unknown, help: Phrase
  ) {
    self.name = name
    self.value = value
    self.candidates = candidates
    self.help = help
  }
}

/// The declaration of a positional argument.
package struct PositionalSpec: Sendable {
  package let name: String
  let isRequired: Bool
  /// Whether it takes all remaining words.
  let isRepeated: Bool
  /// What a shell offers for it; if it is repeated, for the first word only.
  let candidates: Candidates
  let help: Phrase

  package init(
    name: String, isRequired: Bool, isRepeated: Bool = false, candidates: Candidates = .unknown,
    help: Phrase
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

/// The declaration of a command, with what it runs.
///
/// Its texts are created when they are used: a start pays only for the command that runs.
package struct CommandSpec: Sendable {
  package let name: String
  let run: @Sendable (Invocation) async throws -> Void
  private let declared: Declared

  /// What help shows, not yet created.
  private struct Declared {
    let summary: @Sendable () -> Phrase
    let details: @Sendable () -> [Phrase]
    let positionals: @Sendable () -> [PositionalSpec]
    let options: @Sendable () -> [OptionSpec]
    let examples: @Sendable () -> [String]
  }

  package init(
    name: String,
    summary: @autoclosure @escaping @Sendable () -> Phrase,
    details: @autoclosure @escaping @Sendable () -> [Phrase] = [],
    positionals: @autoclosure @escaping @Sendable () -> [PositionalSpec] = [],
    options: @autoclosure @escaping @Sendable () -> [OptionSpec] = [],
    examples: @autoclosure @escaping @Sendable () -> [String],
    run: @escaping @Sendable (Invocation) async throws -> Void
  ) {
    self.name = name
    self.run = run
    declared = Declared(
      summary: summary, details: details, positionals: positionals, options: options,
      examples: examples)
  }

  /// One line, for the list of commands.
  var summary: Phrase { declared.summary() }
  /// Further help, one phrase per paragraph.
  var details: [Phrase] { declared.details() }
  var positionals: [PositionalSpec] { declared.positionals() }
  var options: [OptionSpec] { declared.options() }
  var examples: [String] { declared.examples() }

  /// The options of every command.
  static let globalOptions: [OptionSpec] = [
    OptionSpec(
      "--documents", "DIR", candidates: .directories,
      help: Phrase(
        "the directory of accounts.json (else $REGAPP_DOCUMENTS, else your documents)",
        ru: "каталог с accounts.json (иначе $REGAPP_DOCUMENTS, иначе ваши документы)")),
    OptionSpec(
      "--json",
      help: Phrase(
        "print one JSON value on stdout; report an error as JSON on stderr",
        ru: "одно значение JSON в stdout; ошибка — тоже JSON, в stderr")),
    OptionSpec("--no-input", help: Phrase("never ask questions", ru: "ничего не спрашивать")),
    OptionSpec(
      "--color", "WHEN", candidates: .words(Candidates.colors),
      help: Phrase("auto, always or never", ru: "auto, always или never")),
    OptionSpec("--help", help: Phrase("show this help", ru: "показать эту справку")),
  ]

  /// The options of the program without a command.
  static let programOptions = [
    .plain, OptionSpec("--version", help: Phrase("show the version", ru: "показать версию")),
  ]

  /// All options of this command.
  var allOptions: [OptionSpec] { options + Self.globalOptions }
}

extension OptionSpec {
  static let password = OptionSpec(
    "--password", "PASSWORD",
    help: Phrase(
      "other users may see it while the command starts: prefer --password-stdin",
      ru: "при запуске команды его могут увидеть другие: лучше --password-stdin"))
  static let passwordStdin = OptionSpec(
    "--password-stdin",
    help: Phrase(
      "read the password from stdin, without one final line break",
      ru: "читать пароль из stdin, без завершающего перевода строки"))

  /// The email of an existing account.
  static let knownEmail = OptionSpec(
    "--email", "EMAIL", candidates: .emails,
    help: Phrase("the email address", ru: "адрес эл. почты"))

  /// The option that sets a field of an account.
  static func field(_ field: Field) -> OptionSpec {
    switch field {
    case .email:
      OptionSpec("--email", "EMAIL", help: Phrase("the email address", ru: "адрес эл. почты"))
    case .password: password
    case .firstName: OptionSpec("--first-name", "NAME", help: Phrase("the first name", ru: "имя"))
    case .lastName: OptionSpec("--last-name", "NAME", help: Phrase("the last name", ru: "фамилия"))
    case .birthDate:
      OptionSpec(
        "--birth-date", "DATE",
        help: Phrase("the birth date, YYYY-MM-DD", ru: "дата рождения, ГГГГ-ММ-ДД"))
    case .phone:
      OptionSpec(
        "--phone", "PHONE",
        help: Phrase("the phone number, in any spacing", ru: "номер телефона, пробелы любые"))
    }
  }

  static let allFields: [OptionSpec] = Field.allCases.map(field) + [passwordStdin]
}
