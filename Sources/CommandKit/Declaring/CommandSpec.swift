/// The declaration of an option; parsing, help and suggestions all use it.
package struct OptionSpec: Sendable {
  /// With its two hyphens: `--email`.
  package let name: String
  /// The placeholder of its value in help; nil for an option that takes none.
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

/// The declaration of a positional argument.
package struct PositionalSpec: Sendable {
  package let name: String
  package let isRequired: Bool
  /// Whether it takes all remaining words.
  package let isRepeated: Bool
  /// What a shell offers for it; if it is repeated, for the first word only.
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

  var shownName: String { isRepeated ? "\(name) ..." : name }
}

/// A command as it is declared, without what it does.
///
/// What a declaration says is made when it is asked for: a start pays for its own command alone.
package struct CommandSpec: Sendable {
  package let name: String
  private let makeSummary: @Sendable () -> Phrase
  private let makeDetails: @Sendable () -> [Phrase]
  private let makePositionals: @Sendable () -> [PositionalSpec]
  private let makeOptions: @Sendable () -> [OptionSpec]
  private let makeExamples: @Sendable () -> [String]

  package init(
    name: String,
    summary: @escaping @Sendable () -> Phrase,
    details: @escaping @Sendable () -> [Phrase],
    positionals: @escaping @Sendable () -> [PositionalSpec],
    options: @escaping @Sendable () -> [OptionSpec],
    examples: @escaping @Sendable () -> [String]
  ) {
    self.name = name
    makeSummary = summary
    makeDetails = details
    makePositionals = positionals
    makeOptions = options
    makeExamples = examples
  }

  /// One line, for the list of commands.
  package var summary: Phrase { makeSummary() }
  /// Further help, one phrase per paragraph.
  package var details: [Phrase] { makeDetails() }
  package var positionals: [PositionalSpec] { makePositionals() }
  /// What it takes besides what every command takes.
  package var options: [OptionSpec] { makeOptions() }
  package var examples: [String] { makeExamples() }
}
