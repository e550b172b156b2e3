/// The declaration of an option; parsing, help and suggestions all use it.
package struct OptionSpec: Sendable {
  /// With its two hyphens: `--email`.
  package let name: String
  /// The placeholder of its value in help; nil for an option that takes none.
  package let value: String?
  /// Whether it can do without its value. The next word is its value, unless that begins with a
  /// hyphen.
  let isValueOptional: Bool
  /// The value's candidates in a shell; if they are words, no other value is valid.
  package let candidates: Candidates
  /// Whether its value is hidden in the process list, and asked for if the option comes last.
  package let isSecret: Bool
  /// Whether it may be given several times, each with a value.
  let isRepeated: Bool
  /// The options and arguments that cannot be given with it.
  let excludes: [String]
  package let help: Phrase

  package init(
    _ name: String, _ value: String? = nil, isValueOptional: Bool = false,
    candidates: Candidates = .unknown, isSecret: Bool = false, isRepeated: Bool = false,
    excludes: [String] = [], help: Words
  ) {
    self.name = name
    self.value = value
    self.isValueOptional = isValueOptional
    self.candidates = candidates
    self.isSecret = isSecret
    self.isRepeated = isRepeated
    self.excludes = excludes
    self.help = Phrase(help)
  }

  /// How it is written: with the placeholder of its value.
  package var usage: String { shownValue.map { "\(name) \($0)" } ?? name }

  /// The placeholder of its value, in brackets if it can do without it.
  var shownValue: String? { value.map { isValueOptional ? "[\($0)]" : $0 } }
}

extension [OptionSpec] {
  func merged(with others: [OptionSpec]) -> [OptionSpec] {
    self + others.filter { other in !contains { $0.name == other.name } }
  }
}

package struct PositionalSpec: Sendable {
  package let name: String
  package let isRequired: Bool
  /// Whether it takes all remaining words.
  package let isRepeated: Bool
  /// The argument's candidates in a shell; if they are words, no other value is valid. A repeated
  /// argument has them for its first word only, and takes others too.
  package let candidates: Candidates
  package let help: Phrase

  package init(
    name: String, isRequired: Bool, isRepeated: Bool = false, candidates: Candidates = .unknown,
    help: Words
  ) {
    self.name = name
    self.isRequired = isRequired
    self.isRepeated = isRepeated
    self.candidates = candidates
    self.help = Phrase(help)
  }

  var shownName: String { isRepeated ? "\(name) ..." : name }
}

/// A command's declaration. Its texts are made on demand: a start pays for its own command alone.
package struct CommandSpec: Sendable {
  package let name: String
  let makeSummary: @Sendable () -> Phrase
  let makeDetails: @Sendable () -> Phrase
  let makePositionals: @Sendable () -> [PositionalSpec]
  let makeOptions: @Sendable () -> [OptionSpec]
  let makeExamples: @Sendable () -> [String]

  /// One line, for the list of commands.
  package var summary: Phrase { makeSummary() }
  /// Further help: paragraphs, with a blank line between two of them.
  package var details: Phrase { makeDetails() }
  package var positionals: [PositionalSpec] { makePositionals() }
  /// The command's own options, without `ProgramSpec.sharedOptions`.
  package var options: [OptionSpec] { makeOptions() }
  package var examples: [String] { makeExamples() }
}

/// The values that a shell can offer at a place of the command line.
package enum Candidates: Sendable, Equatable {
  /// Nothing can be offered.
  case unknown
  /// These words; no other value is valid, unless the command judges others itself.
  case words([String], andOthers: Bool = false)
  case commands
  /// The options of the command, for a word that begins with a hyphen.
  case options
  /// The names of accounts, if they contain a text.
  case names(containing: String)
  case files
  case directories
}
