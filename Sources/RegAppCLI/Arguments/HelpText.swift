/// Help, made of the declarations.
enum HelpText {
  /// What `regapp help` prints.
  static func overview(_ commands: [CommandSpec]) -> String {
    let width = commands.map(\.name.count).max() ?? 0
    let list = commands.map { "  \($0.name.padded(to: width))  \($0.summary)" }
    return """
      regapp keeps accounts in one file that people can read, edit by hand and trust

      usage: regapp [OPTION ...] COMMAND [ARGUMENT ...]

      commands:
      \(list.joined(separator: "\n"))

      options of every command:
      \(lines(for: CommandSpec.globalOptions).joined(separator: "\n"))

      to begin:
        regapp login --email mario.balotelli@gmail.com
        regapp show
        regapp edit --first-name Mario

      regapp COMMAND --help tells more of one command

      """
  }

  /// What `regapp COMMAND --help` prints.
  static func of(_ command: CommandSpec) -> String {
    let words = command.positionals.map { $0.isRequired ? $0.name : "[\($0.name)]" }
    let options = command.options.isEmpty ? [] : ["[OPTION ...]"]
    var text = "\(command.summary)\n\nusage: "
    text += (["regapp", command.name] + options + words).joined(separator: " ") + "\n"
    for paragraph in command.details { text += "\n" + wrapped(paragraph, to: 78) + "\n" }
    if !command.positionals.isEmpty {
      let width = command.positionals.map(\.name.count).max() ?? 0
      text += "\narguments:\n"
      text += command.positionals.map { "  \($0.name.padded(to: width))  \($0.help)\n" }.joined()
    }
    if !command.options.isEmpty {
      text += "\noptions:\n" + lines(for: command.options).map { $0 + "\n" }.joined()
    }
    text += "\noptions of every command:\n"
    text += lines(for: CommandSpec.globalOptions).map { $0 + "\n" }.joined()
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
