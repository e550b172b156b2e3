/// An option as it is declared; help, parsing and suggestions all read it here.
package struct OptionSpec: Sendable {
  /// With its two hyphens: `--email`.
  package let name: String
  /// What stands for its value in help; nil for an option that takes none.
  package let value: String?
  /// What a shell offers for its value.
  package let candidates: Candidates
  /// Whether its value is a secret: it is overwritten in the process list, and may be left out where
  /// the option is the last word, to be asked for.
  package let isSecret: Bool
  package let help: Phrase

  package init(
    _ name: String, _ value: String? = nil, candidates: Candidates = .unknown,
    isSecret: Bool = false, help: Phrase
  ) {
    self.name = name
    self.value = value
    self.candidates = candidates
    self.isSecret = isSecret
    self.help = help
  }
}

/// What a command takes besides options.
package struct PositionalSpec: Sendable {
  package let name: String
  package let isRequired: Bool
  /// Whether it takes all the words that are left.
  package let isRepeated: Bool
  /// What a shell offers there; of what is repeated, for the first word only.
  package let candidates: Candidates
  package let help: Phrase

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

/// A command as it is declared, without what it does.
///
/// What a declaration says is made when it is asked for: a start pays for its own command alone.
package struct CommandSpec: Sendable {
  package let name: String
  private let declared: Declared

  /// What help tells of it, still to be made.
  private struct Declared {
    let summary: @Sendable () -> Phrase
    let details: @Sendable () -> [Phrase]
    let positionals: @Sendable () -> [PositionalSpec]
    let options: @Sendable () -> [OptionSpec]
    let examples: @Sendable () -> [String]
  }

  package init(
    name: String,
    summary: @escaping @Sendable () -> Phrase,
    details: @escaping @Sendable () -> [Phrase],
    positionals: @escaping @Sendable () -> [PositionalSpec],
    options: @escaping @Sendable () -> [OptionSpec],
    examples: @escaping @Sendable () -> [String]
  ) {
    self.name = name
    declared = Declared(
      summary: summary, details: details, positionals: positionals, options: options,
      examples: examples)
  }

  /// One line, for the list of commands.
  package var summary: Phrase { declared.summary() }
  /// What else there is to say, a paragraph a string.
  package var details: [Phrase] { declared.details() }
  package var positionals: [PositionalSpec] { declared.positionals() }
  /// What it takes besides what every command takes.
  package var options: [OptionSpec] { declared.options() }
  package var examples: [String] { declared.examples() }
}
