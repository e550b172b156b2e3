import Accounts

/// A command line, taken apart but not yet judged.
package struct Arguments: Sendable {
  /// The command's name; nil where none was given.
  var command: String?
  package var positionals: [String] = []
  /// Values by option name; an option that takes none has an empty one.
  var values: [String: String] = [:]
  /// Options that want a value and stand last, without one.
  var unfinished: Set<String> = []

  subscript(option: OptionSpec) -> String? { values[option.name] }
  package subscript(name: String) -> String? { values[name] }
  package func has(_ name: String) -> Bool { values[name] != nil }

  /// An email that was given, without the space around it.
  func email(_ name: String) throws -> String? {
    guard let value = values[name] else { return nil }
    guard let email = FieldValues.trimmed(value, for: .email) else {
      throw UsageError("\(name) is empty", hint: "write \(name) EMAIL")
    }
    return email
  }
}

extension Arguments {
  /// Takes a command line apart. Options may stand before or after the command, as
  /// `--name value` or `--name=value`; `--` ends them. Every option means the same in every
  /// command, so that its value is known before the command is.
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

  /// The words, if all of them are text.
  static func readable(_ words: [String?]) throws -> [String] {
    try words.enumerated().map { index, word in
      if let word { return word }
      let before = index > 0 ? words[index - 1].map(visible) : nil
      let name = before.flatMap { $0.utf8.first == UInt8(ascii: "-") ? " after \($0)" : nil }
      throw UsageError(
        "the argument\(name ?? "") is no UTF-8", hint: "a password may come by --password-stdin")
    }
  }

  private mutating func take(positional word: String) {
    if command == nil { command = word } else { positionals.append(word) }
  }

  private mutating func take(
    option word: String, _ rest: inout ArraySlice<String>, _ commands: [CommandSpec],
    _ program: String
  ) throws {
    // At the byte `=`: a combining character behind it must not hide it.
    let parts = word.utf8.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
    ).map { String(Substring($0)) }
    let name = parts[0]
    guard let spec = Self.option(name, of: commands) else {
      let known = commands.flatMap(\.allOptions) + CommandSpec.programOptions
      throw UsageError.unknownOption(
        name, known: Set(known.map(\.name)).sorted(), "see \(program) help")
    }
    guard values[name] == nil, !unfinished.contains(name) else {
      throw UsageError("\(name) is given twice", hint: "give it once")
    }
    if spec.value == nil {
      guard parts.count == 1 else {
        throw UsageError("\(name) takes no value", hint: "write \(name) alone")
      }
      values[name] = ""
    } else if parts.count == 2 {
      values[name] = parts[1]
    } else if let value = rest.popFirst() {
      values[name] = value
    } else {
      unfinished.insert(name)
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

  /// Judges the command line against its command: no option of another one, no option without
  /// its value, as many words as the command takes.
  ///
  /// - Parameter program: the name of the program, as hints tell it.
  func check(against spec: CommandSpec, of program: String = "regapp") throws {
    let help = "see \(program) \(spec.name) --help"
    let known = spec.allOptions.map(\.name)
    for name in (Array(values.keys) + unfinished).sorted() where !known.contains(name) {
      throw UsageError.unknownOption(name, known: known, of: spec.name, help)
    }
    // A password that stands last and alone is asked for.
    for name in unfinished.sorted() where name != OptionSpec.password.name {
      throw UsageError("\(name) needs a value", hint: "write \(name) VALUE or \(name)=VALUE")
    }
    let required = spec.positionals.filter(\.isRequired)
    if positionals.count < required.count {
      let missing = required[positionals.count].name
      throw UsageError("\(spec.name) needs \(missing)", hint: help)
    }
    let takesMore = spec.positionals.last?.isRepeated == true
    if positionals.count > spec.positionals.count, !takesMore {
      // The word is not told: it may be a password that stands where none belongs.
      let words = counted(spec.positionals.count, "word")
      throw UsageError(
        "\(spec.name) takes \(spec.positionals.isEmpty ? "options only" : words), "
          + "and was given more",
        hint: help)
    }
  }
}

/// The command line is wrong, or a needed value is missing.
package struct UsageError: Error, Sendable {
  /// What is wrong, a line each.
  let lines: [String]
  let hint: String?
  let problems: [Problem]

  package init(_ message: String, hint: String? = nil) {
    lines = [message]
    self.hint = hint
    problems = []
  }

  init(_ problems: [Problem], hint: String) {
    lines = problems.map(\.message)
    self.hint = hint
    self.problems = problems
  }

  static func unknownOption(
    _ name: String, known: [String], of command: String? = nil, _ help: String
  ) -> UsageError {
    let place = command.map { " for \($0)" } ?? ""
    let suggestion = nearest(to: name, in: known)
    // Behind a single hyphen may stand a password, as in the -ppassword of other programs.
    let shown = name.hasPrefix("--") ? visible(name) : visible(String(name.prefix(2)))
    return UsageError(
      "unknown option \(shown)\(place)",
      hint: suggestion.map { "did you mean \($0)?" } ?? help)
  }
}
