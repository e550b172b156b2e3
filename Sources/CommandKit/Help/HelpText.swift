import Terminal
import TextTools

/// Help, generated from the declarations.
struct HelpText {
  let program: ProgramSpec
  let language: Language

  var whole: String {
    let commands = program.commands
    let width = commands.map(\.name.count).max() ?? 0
    let list = commands.map { "  \($0.name.padded(to: width))  \($0.summary[language])" }
    return """
      \(program.summary[language])

      \(Self.usage[language]) \(program.name) [OPTION ...] [COMMAND [ARGUMENT ...]]

      \(Self.commands[language])
      \(list.joined(separator: "\n"))

      \(Self.withoutCommand[language])
        \(program.fallback.summary[language])
      \(lines(for: OptionSpec.withoutCommand).joined(separator: "\n"))

      \(Self.globalOptions[language])
      \(lines(for: program.sharedOptions).joined(separator: "\n"))

      \(Self.toBegin[language])
      \(program.firstUse.map { "  \($0)" }.joined(separator: "\n"))

      \(Self.more(program.name)[language])

      """
  }

  func text(of command: CommandSpec) -> String {
    let usage = program.usage(of: command)
    var text = "\(command.summary[language])\n\n\(Self.usage[language]) \(usage)\n"
    for paragraph in command.details {
      let lines = paragraph[language].split(separator: " ").wrapped(columns: 78)
      text += "\n" + lines.joined(separator: "\n") + "\n"
    }
    if !command.positionals.isEmpty {
      let width = command.positionals.map(\.name.count).max() ?? 0
      text += "\n\(Self.arguments[language])\n"
      text += command.positionals.map { word in
        "  \(word.name.padded(to: width))  \(word.help[language])\n"
      }.joined()
    }
    if !command.options.isEmpty { text += section(Self.options, command.options) }
    text += section(Self.globalOptions, program.sharedOptions)
    let examples = command.examples.count == 1 ? Self.example : Self.examples
    text += "\n\(examples[language])\n"
    text += command.examples.map { "  \($0)\n" }.joined()
    return text
  }

  private func section(_ title: Phrase, _ options: [OptionSpec]) -> String {
    "\n\(title[language])\n" + lines(for: options).map { $0 + "\n" }.joined()
  }

  private func lines(for options: [OptionSpec]) -> [String] {
    let names = options.map { option in option.value.map { "\(option.name) \($0)" } ?? option.name }
    let width = names.map(\.count).max() ?? 0
    return zip(names, options).map { name, option in
      "  \(name.padded(to: width))  \(option.help[language])"
    }
  }
}

extension ProgramSpec {
  /// A command line of a command, with what may be left out in brackets.
  func usage(of command: CommandSpec) -> String {
    let options = command.options.isEmpty ? [] : ["[OPTION ...]"]
    let words = command.positionals.map { $0.isRequired ? $0.shownName : "[\($0.shownName)]" }
    return ([name, command.name] + options + words).joined(separator: " ")
  }
}

extension HelpText {
  private static let usage = Phrase("usage:", ru: "использование:")
  private static let commands = Phrase("commands:", ru: "команды:")
  private static let withoutCommand = Phrase("without a command:", ru: "без команды:")
  private static let arguments = Phrase("arguments:", ru: "аргументы:")
  private static let options = Phrase("options:", ru: "параметры:")
  private static let globalOptions = Phrase(
    "options of every command:", ru: "параметры всех команд:")
  private static let toBegin = Phrase("getting started:", ru: "для начала:")
  private static let example = Phrase("example:", ru: "пример:")
  private static let examples = Phrase("examples:", ru: "примеры:")

  private static func more(_ program: String) -> Phrase {
    Phrase(
      "\(program) COMMAND --help shows more about a command",
      ru: "подробнее о команде: \(program) COMMAND --help")
  }
}
