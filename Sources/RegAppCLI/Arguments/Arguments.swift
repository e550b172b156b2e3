import Accounts

/// A command line, taken apart but not yet judged.
struct Arguments: Sendable {
  /// The command's name; nil where none was given.
  var command: String?
  var positionals: [String] = []
  /// Values by option name; an option that takes none has an empty one.
  var values: [String: String] = [:]
  /// Options that want a value and stand last, without one.
  var unfinished: Set<String> = []

  subscript(option: OptionSpec) -> String? { values[option.name] }
  subscript(name: String) -> String? { values[name] }
  func has(_ name: String) -> Bool { values[name] != nil }

  /// An email that was given, without the space around it.
  func email(_ name: String) -> String? {
    values[name].map { FieldValues.trimmed($0, for: .email) ?? "" }
  }
}

extension Arguments {
  /// Takes a command line apart. Options may stand before or after the command, as
  /// `--name value` or `--name=value`; `--` ends them. Every option means the same in every
  /// command, so that its value is known before the command is.
  init(_ words: [String], commands: [CommandSpec]) throws {
    var rest = words[...]
    var optionsEnded = false
    while let word = rest.popFirst() {
      if optionsEnded || !word.hasPrefix("-") || word == "-" {
        take(positional: word)
      } else if word == "--" {
        optionsEnded = true
      } else {
        try take(option: word == "-h" ? "--help" : word, &rest, commands)
      }
    }
  }

  private mutating func take(positional word: String) {
    if command == nil { command = word } else { positionals.append(word) }
  }

  private mutating func take(
    option word: String, _ rest: inout ArraySlice<String>, _ commands: [CommandSpec]
  ) throws {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let spec = Self.option(name, of: commands) else {
      let known = commands.flatMap(\.allOptions) + CommandSpec.programOptions
      throw UsageError.unknownOption(name, known: Set(known.map(\.name)).sorted())
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
      values[name] = String(parts[1])
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
  func check(against spec: CommandSpec) throws {
    let known = spec.allOptions.map(\.name)
    for name in (Array(values.keys) + unfinished).sorted() where !known.contains(name) {
      throw UsageError.unknownOption(name, known: known, command: spec.name)
    }
    // A password that stands last and alone is asked for.
    for name in unfinished.sorted() where name != OptionSpec.password.name {
      throw UsageError("\(name) needs a value", hint: "write \(name) VALUE or \(name)=VALUE")
    }
    let required = spec.positionals.filter(\.isRequired)
    if positionals.count < required.count {
      let missing = required[positionals.count].name
      throw UsageError(
        "\(spec.name) needs \(missing)", hint: "see regapp \(spec.name) --help")
    }
    if positionals.count > spec.positionals.count {
      let extra = visible(positionals[spec.positionals.count])
      throw UsageError("unexpected '\(extra)'", hint: "see regapp \(spec.name) --help")
    }
  }
}

/// The command line is wrong, or a needed value is missing.
struct UsageError: Error, Sendable {
  let message: String
  let hint: String?

  init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }

  static func unknownOption(
    _ name: String, known: [String], command: String? = nil
  ) -> UsageError {
    let place = command.map { " for \($0)" } ?? ""
    let help = command.map { "see regapp \($0) --help" } ?? "see regapp help"
    let suggestion = nearest(to: name, in: known)
    return UsageError(
      "unknown option \(visible(name))\(place)",
      hint: suggestion.map { "did you mean \($0)?" } ?? help)
  }
}
