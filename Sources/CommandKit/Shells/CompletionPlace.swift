/// What a shell can offer after one command, or before any. As for `Arguments`, an option may be
/// anywhere before `--`, and the first other word is the command.
struct CompletionPlace {
  /// The command's name; empty before the command.
  let command: String
  let options: [OptionSpec]
  let positionals: [PositionalSpec]

  static func all(of program: ProgramSpec) -> [CompletionPlace] {
    let before = CompletionPlace(
      command: "",
      options: program.fallback.options.merged(with: OptionSpec.withoutCommand)
        + program.sharedOptions,
      positionals: [])
    return [before]
      + program.commands.map {
        CompletionPlace(
          command: $0.name, options: program.options(of: $0), positionals: $0.positionals)
      }
  }

  /// Options whose value can be offered.
  var offeredValues: [OptionSpec] { options.filter { $0.candidates != .unknown } }

  /// Positional words that can be offered, by their index after the command.
  var offeredWords: [(index: Int, positional: PositionalSpec)] {
    positionals.enumerated().filter { $0.element.candidates != .unknown }.map { ($0, $1) }
  }
}

extension [CompletionPlace] {
  /// Options that take a value: the word after one is not the command.
  var namesWithValue: [String] {
    var names: [String] = []
    for option in flatMap(\.options) where option.value != nil && !names.contains(option.name) {
      names.append(option.name)
    }
    return names
  }
}

extension [OptionSpec] {
  func merged(with others: [OptionSpec]) -> [OptionSpec] {
    self + others.filter { other in !contains { $0.name == other.name } }
  }
}

extension ProgramSpec {
  /// The program's own options with a value, as a pattern: a script passes them on to the program.
  func passedOn(_ separator: String, _ pattern: (String) -> String = { $0 }) -> String {
    let names = ownOptions.filter { $0.value != nil }.map { pattern($0.name) }
    return names.isEmpty ? "''" : names.joined(separator: separator)
  }
}
