import Accounts
import TextTools

/// A command line, parsed but not yet checked against its command.
package struct Arguments: Sendable {
  /// The command's name; nil where none was given.
  var command: String?
  package var positionals: [String] = []
  /// The options, each once, in the order in which they were given.
  private(set) var options: [Option] = []

  struct Option: Sendable, Hashable {
    let name: String
    /// Empty for an option that takes none; nil for one that needs a value and comes last.
    let value: String?
  }

  subscript(option: OptionSpec) -> String? { self[option.name] }
  package subscript(name: String) -> String? { option(name)?.value }
  package func has(_ name: String) -> Bool { self[name] != nil }

  /// The option that needs a value but comes last, without one.
  var unfinished: String? { options.last.flatMap { $0.value == nil ? $0.name : nil } }

  private func option(_ name: String) -> Option? { options.first { $0.name == name } }

  /// An email that was given, without the space around it.
  func email(_ name: String) throws -> String? {
    guard let value = self[name] else { return nil }
    guard let email = FieldValues.trimmed(value, for: .email) else {
      throw UsageError(
        Phrase("\(name) is empty", ru: "\(name): пустое значение"),
        hint: Phrase("write \(name) EMAIL", ru: "напишите \(name) EMAIL"))
    }
    return email
  }
}

extension Arguments {
  /// Parses a command line. Options may come before or after the command, as
  /// `--name value` or `--name=value`; `--` ends them. An option means the same in every
  /// command, so it can be parsed before the command is known.
  init(_ words: [String], commands: [CommandSpec], of program: String = "regapp") throws {
    var rest = words[...]
    var optionsEnded = false
    while let word = rest.popFirst() {
      if optionsEnded || word.utf8.first != UInt8(ascii: "-") || word == "-" {
        take(positional: word)
      } else if word == "--" {
        optionsEnded = true
      } else {
        try take(option: word == "-h" ? "--help" : word, &rest, commands, program)
      }
    }
  }

  /// The words, if all of them are valid UTF-8.
  static func readable(_ words: [String?]) throws -> [String] {
    try words.enumerated().map { index, word in
      if let word { return word }
      let before = index > 0 ? words[index - 1].map(visible) : nil
      let name = before.flatMap { $0.utf8.first == UInt8(ascii: "-") ? $0 : nil }
      throw UsageError(
        name.map {
          Phrase(
            "the argument after \($0) is not valid UTF-8", ru: "аргумент после \($0) не в UTF-8")
        } ?? Phrase("the argument is not valid UTF-8", ru: "аргумент не в UTF-8"),
        hint: Phrase(
          "a password can be given with --password-stdin",
          ru: "пароль можно передать через --password-stdin"))
    }
  }

  private mutating func take(positional word: String) {
    if command == nil { command = word } else { positionals.append(word) }
  }

  private mutating func take(
    option word: String, _ rest: inout ArraySlice<String>, _ commands: [CommandSpec],
    _ program: String
  ) throws {
    // Split at the byte `=`: a combining character after it must not hide it.
    let parts = word.utf8.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
    ).map { String(Substring($0)) }
    let name = parts[0]
    guard let spec = Self.option(name, of: commands) else {
      let known = commands.flatMap(\.allOptions) + CommandSpec.programOptions
      throw UsageError.unknownOption(
        name, known: Set(known.map(\.name)).sorted(),
        Phrase("see \(program) help", ru: "см. \(program) help"))
    }
    guard option(name) == nil else {
      throw UsageError(
        Phrase("\(name) is given twice", ru: "параметр \(name) указан дважды"),
        hint: Phrase("give it once", ru: "укажите его один раз"))
    }
    if spec.value == nil {
      guard parts.count == 1 else {
        throw UsageError(
          Phrase("\(name) takes no value", ru: "\(name) пишется без значения"),
          hint: Phrase("write \(name) without a value", ru: "напишите просто \(name)"))
      }
      options.append(Option(name: name, value: ""))
    } else {
      options.append(Option(name: name, value: parts.count == 2 ? parts[1] : rest.popFirst()))
    }
  }

  private static func option(_ name: String, of commands: [CommandSpec]) -> OptionSpec? {
    let general = CommandSpec.globalOptions + CommandSpec.programOptions
    if let option = general.first(where: { $0.name == name }) { return option }
    for command in commands {
      if let option = command.options.first(where: { $0.name == name }) { return option }
    }
    return nil
  }

  /// Checks the command line against its command: no option of another command, no option without
  /// its value, and no more or fewer words than the command takes.
  ///
  /// - Parameter program: the name of the program, for hints.
  func check(against spec: CommandSpec, of program: String = "regapp") throws {
    let help = Phrase(
      "see \(program) \(spec.name) --help", ru: "см. \(program) \(spec.name) --help")
    let known = spec.allOptions.map(\.name)
    for option in options where !known.contains(option.name) {
      throw UsageError.unknownOption(option.name, known: known, of: spec.name, help)
    }
    // A `--password` that comes last, without a value, is asked for.
    if let name = unfinished, name != OptionSpec.password.name {
      throw UsageError(
        Phrase("\(name) needs a value", ru: "для \(name) нужно значение"),
        hint: Phrase(
          "write \(name) VALUE or \(name)=VALUE", ru: "напишите \(name) VALUE или \(name)=VALUE"))
    }
    let required = spec.positionals.filter(\.isRequired)
    if positionals.count < required.count {
      let missing = required[positionals.count].name
      throw UsageError(
        Phrase("\(spec.name) needs \(missing)", ru: "\(spec.name): не хватает \(missing)"),
        hint: help)
    }
    let takesMore = spec.positionals.last?.isRepeated == true
    if positionals.count > spec.positionals.count, !takesMore {
      // The word itself is not shown: it may be a misplaced password.
      let count = spec.positionals.count
      throw UsageError(
        count == 0
          ? Phrase(
            "\(spec.name) takes only options, but was given more",
            ru: "\(spec.name) принимает только параметры, а дано больше")
          : Phrase(
            "\(spec.name) takes \(count, "argument"), but was given more",
            ru: "\(spec.name) принимает \(count, "слово", "слова", "слов"), а дано больше"),
        hint: help)
    }
  }
}

/// The command line is wrong, or a needed value is missing.
package struct UsageError: Error, Sendable {
  /// What is wrong, one line per problem.
  let lines: [Phrase]
  let hint: Phrase?
  let problems: [Problem]

  package init(_ message: Phrase, hint: Phrase? = nil) {
    lines = [message]
    self.hint = hint
    problems = []
  }

  init(_ problems: [Problem], hint: Phrase) {
    lines = problems.map(\.message)
    self.hint = hint
    self.problems = problems
  }

  static func unknownOption(
    _ name: String, known: [String], of command: String? = nil, _ help: Phrase
  ) -> UsageError {
    let suggestion = nearest(to: name, in: known)
    // A single hyphen may be followed by a password, as in the -ppassword of other programs.
    let shown = name.hasPrefix("--") ? visible(name) : visible(String(name.prefix(2)))
    return UsageError(
      command.map {
        Phrase("unknown option \(shown) for \($0)", ru: "у команды \($0) нет параметра \(shown)")
      } ?? Phrase("unknown option \(shown)", ru: "неизвестный параметр \(shown)"),
      hint: suggestion.map { .didYouMean($0) } ?? help)
  }
}
