import TextTools

/// Help, generated from the declarations.
struct HelpText {
  let program: ProgramSpec
  let language: Language

  var whole: String {
    """
    \(program.summary[language])

    \(say("usage:")) \(program.usage)

    \(groups)

    \(say("without a command:"))
      \(program.fallback.summary[language])
    \(table(program.fallback.options.merged(with: OptionSpec.withoutCommand)))

    \(ofEveryCommand)

    \(say("getting started:"))
    \(list(program.firstUse))

    \(say("\(program.name) COMMAND --help shows more about a command"))

    """
  }

  func text(of command: CommandSpec) -> String {
    var parts = [command.summary[language]]
    parts.append(say("usage:") + " \(program.usage(of: command))")
    parts += command.details[language].split(separator: "\n\n").map { paragraph in
      paragraph.split(separator: " ").wrapped(columns: 78).joined(separator: "\n")
    }
    if !command.positionals.isEmpty {
      let words = command.positionals.map { ($0.name, $0.help) }
      parts.append(say("arguments:") + "\n" + table(words))
    }
    if !command.options.isEmpty {
      parts.append(say("options:") + "\n" + table(command.options))
    }
    parts.append(ofEveryCommand)
    let isOne = command.examples.count == 1
    let examples = isOne ? say("example:") : say("examples:")
    parts.append(examples + "\n" + list(command.examples))
    return parts.joined(separator: "\n\n") + "\n"
  }

  func text(of topic: HelpTopic) -> String { table(topic.rows) + "\n" }

  /// The commands under their headings, in columns that are the same in all groups.
  private var groups: String {
    var rows = aligned(program.commands.map { [$0.name, $0.summary[language]] })[...]
    return program.groups.map { group in
      defer { rows = rows.dropFirst(group.commands.count) }
      return "\(group.title[language]):\n\(list(Array(rows.prefix(group.commands.count))))"
    }.joined(separator: "\n\n")
  }

  private var ofEveryCommand: String {
    say("options of every command:") + "\n"
      + table(program.sharedOptions)
  }

  private func say(_ words: Words) -> String { Phrase(words)[language] }

  private func list(_ lines: [String]) -> String { lines.map { "  \($0)" }.joined(separator: "\n") }

  private func table(_ options: [OptionSpec]) -> String {
    table(options.map { ($0.usage, $0.help) })
  }

  private func table(_ rows: [(name: String, help: Phrase)]) -> String {
    list(aligned(rows.map { [$0.name, $0.help[language]] }))
  }
}

extension ProgramSpec {
  /// The command line that the help begins with: of a program with one command, that command's.
  var usage: String {
    commands.contains { $0.name == fallback.name }
      ? usage(of: fallback) : "\(name) [OPTION ...] [COMMAND [ARGUMENT ...]]"
  }

  /// A command line of a command, with what may be left out in brackets.
  func usage(of command: CommandSpec) -> String {
    let options = command.options.isEmpty ? [] : ["[OPTION ...]"]
    let words = command.positionals.map { $0.isRequired ? $0.shownName : "[\($0.shownName)]" }
    return ([name, command.name] + options + words).joined(separator: " ")
  }
}
