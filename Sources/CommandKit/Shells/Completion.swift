/// Finds the candidates for the last word of a command line, which may be empty. A shell asks by
/// `regapp --complete WORD ...`.
///
/// The first line of the answer says what follows: `words`, `files` or `directories`. Files are the
/// shell's to find. A word has a line, with its help behind a tab.
struct Completion: Sendable {
  let candidates: Candidates
  private let program: ProgramSpec
  /// The options of the command.
  private let known: [OptionSpec]
  /// The words before the one to complete.
  private let before: ScannedLine
  /// The start of a word before its value: `--color=`.
  private let prefix: String

  /// Nil for a line that does not ask.
  init?(_ asking: ScannedLine, of program: ProgramSpec) {
    guard asking.words.count > 1, asking.words[0].text == "--complete" else { return nil }
    let line = ScannedLine(Array(asking.words.dropFirst()), of: program)
    let before = ScannedLine(line.words.dropLast(), of: program)
    let last = line.words.count - 1
    let value = line.options.last.flatMap { $0.value?.word == last ? $0 : nil }
    let command =
      before.command.map { name in program.commands.first { $0.name == name } } ?? program.fallback
    let known = (command.map(program.options) ?? program.sharedOptions)
      .merged(with: before.command == nil ? OptionSpec.withoutCommand : [])
    candidates =
      if let value {
        known.first { $0.name == value.name }?.candidates ?? .unknown
      } else if !before.optionsEnded, line.words[last].text.hasPrefix("-") {
        .options
      } else if before.command == nil {
        .commands
      } else {
        command?.positionals.dropFirst(before.arguments.count).first?.candidates ?? .unknown
      }
    prefix = value.flatMap { $0.word == last ? "\($0.name)=" : nil } ?? ""
    (self.program, self.before, self.known) = (program, before, known)
  }

  /// The options that name the data, as they were given.
  var dataOptions: ScannedLine {
    let given = before.options.filter { option in
      program.ownOptions.contains { $0.name == option.name }
    }
    let words = given.compactMap { option in
      option.value.map { ScannedLine.Word("\(option.name)=\($0.text)") }
    }
    return ScannedLine(words, of: program)
  }

  /// The answer; `names` are those of the accounts.
  func answer(_ names: [CompletedName], in language: Language) -> String {
    let lines: [String]
    switch candidates {
    case .files: return "files\n"
    case .directories: return "directories\n"
    case .unknown: lines = []
    case .words(let words, _): lines = words.map { prefix + $0 }
    case .commands: lines = program.commands.map { "\($0.name)\t\($0.summary[language])" }
    case .options:
      lines = known.filter { option in
        option.isRepeated || !before.options.contains { $0.name == option.name }
      }
      .map { "\($0.name)\t\($0.help[language])" }
    case .names(let part):
      lines = names.filter { part.isEmpty || $0.name.contains(part) }.map {
        "\(prefix)\($0.name)\t\($0.help)"
      }
    }
    return (["words"] + lines).map { $0 + "\n" }.joined()
  }
}

/// The name of an account, and whose it is.
package struct CompletedName: Sendable {
  let name: String
  let help: String

  /// Nil for a name with a control character, which a shell cannot offer.
  package init?(_ name: String, help: String) {
    guard !name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) else { return nil }
    (self.name, self.help) = (name, help)
  }
}
