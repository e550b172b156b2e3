/// Help, made of the declarations.
extension Program {
  /// What the program tells of itself.
  var help: String {
    let width = commands.map(\.name.count).max() ?? 0
    let list = commands.map { "  \($0.name.padded(to: width))  \($0.summary)" }
    return """
      \(summary)

      usage: \(name) [OPTION ...] [COMMAND [ARGUMENT ...]]

      commands:
      \(list.joined(separator: "\n"))

      without a command:
        \(fallback.summary)
      \(Self.lines(for: CommandSpec.programOptions).joined(separator: "\n"))

      options of every command:
      \(Self.lines(for: CommandSpec.globalOptions).joined(separator: "\n"))

      to begin:
      \(firstUse.map { "  \($0)" }.joined(separator: "\n"))

      \(name) COMMAND --help tells more of one command

      """
  }

  /// What the program tells of one of its commands.
  func help(of command: CommandSpec) -> String {
    let words = command.positionals.map { $0.isRequired ? $0.shownName : "[\($0.shownName)]" }
    let options = command.options.isEmpty ? [] : ["[OPTION ...]"]
    var text = "\(command.summary)\n\nusage: "
    text += ([name, command.name] + options + words).joined(separator: " ") + "\n"
    for paragraph in command.details { text += "\n" + Self.wrapped(paragraph, to: 78) + "\n" }
    if !command.positionals.isEmpty {
      let width = command.positionals.map(\.name.count).max() ?? 0
      text += "\narguments:\n"
      text += command.positionals.map { "  \($0.name.padded(to: width))  \($0.help)\n" }.joined()
    }
    if !command.options.isEmpty {
      text += "\noptions:\n" + Self.lines(for: command.options).map { $0 + "\n" }.joined()
    }
    text += "\noptions of every command:\n"
    text += Self.lines(for: CommandSpec.globalOptions).map { $0 + "\n" }.joined()
    text += command.examples.count == 1 ? "\nexample:\n" : "\nexamples:\n"
    text += command.examples.map { "  \($0)\n" }.joined()
    return text
  }

  private static func lines(for options: [OptionSpec]) -> [String] {
    let names = options.map { option in option.value.map { "\(option.name) \($0)" } ?? option.name }
    let width = names.map(\.count).max() ?? 0
    return zip(names, options).map { name, option in
      "  \(name.padded(to: width))  \(option.help)"
    }
  }

  private static func wrapped(_ text: String, to width: Int) -> String {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + word.count < width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
