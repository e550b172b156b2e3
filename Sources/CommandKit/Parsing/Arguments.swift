/// The arguments of a command line, not yet checked against its command.
package struct Arguments: Sendable {
  package let command: String?
  package let positionals: [String]
  /// The options in the order in which they were given; each once, but for those that may be
  /// repeated.
  package private(set) var options: [Option] = []

  package struct Option: Sendable, Hashable {
    package let name: String
    /// Empty for an option that takes none, or does without; nil for one that needs a value and
    /// comes last.
    package let value: String?
    /// Whether a value was given, be it an empty one.
    let hasValue: Bool
  }

  package subscript(option: OptionSpec) -> String? { self[option.name] }
  package subscript(name: String) -> String? { option(name)?.value }
  package func has(_ name: String) -> Bool { self[name] != nil }

  /// The value of an option that can do without one; nil if it does, or was not given.
  package func optionalValue(of name: String) -> String? {
    option(name).flatMap { $0.hasValue ? $0.value : nil }
  }

  /// All values of an option that may be repeated.
  package func values(of name: String) -> [String] {
    options.filter { $0.name == name }.compactMap(\.value)
  }

  /// The option that needs a value but comes last, without one.
  package var unfinished: String? { options.last.flatMap { $0.value == nil ? $0.name : nil } }

  private func option(_ name: String) -> Option? { options.first { $0.name == name } }

  /// Throws on a word that is not text, and on an unknown, repeated or wrongly valued option.
  package init(_ line: ScannedLine, of program: ProgramSpec) throws {
    try Self.checkText(of: line.words)
    command = line.command
    positionals = line.arguments
    // The word behind a misspelt option may be its value instead of a command.
    let early = line.optionsBeforeCommand.count
    for (index, option) in line.options.enumerated() {
      do { try add(option, program) } catch {
        if index >= early, let command { _ = try program.command(named: command) }
        throw error
      }
    }
  }

  private static func checkText(of words: [ScannedLine.Word]) throws {
    guard let index = words.firstIndex(where: { !$0.isUTF8 }) else { return }
    let before = index > 0 ? visible(words[index - 1].text) : nil
    let name = before.flatMap { $0.utf8.first == UInt8(ascii: "-") ? $0 : nil }
    let argument =
      name.map { Phrase("the argument after \($0)") }
      ?? Phrase("the argument")
    throw Report.usage(
      "\(argument) is not valid UTF-8", hint: "a password can be given with --password-stdin")
  }

  private mutating func add(_ scanned: ScannedLine.Option, _ program: ProgramSpec) throws {
    let name = scanned.name
    lazy var named = program.commands.first { $0.name == command }
    lazy var known = named.map { program.options(of: $0).map(\.name) } ?? program.optionNames
    guard let spec = scanned.spec else {
      let help =
        named.map { Phrase("see \(program.name) \($0.name) --help") }
        ?? Phrase("see \(program.name) help")
      throw Report.unknownOption(name, known: known, help)
    }
    // Another command may have an option with that name.
    lazy var own = named.flatMap { program.options(of: $0).first { $0.name == name } }
    guard option(name) == nil || (own ?? spec).isRepeated else {
      throw Report.usage("\(name) is given twice", hint: "give it once")
    }
    guard spec.value != nil || scanned.value == nil else {
      throw Report.usage("\(name) takes no value", hint: "write \(name) without a value")
    }
    if let value = scanned.value, let next = value.option, known.contains(next),
      known.contains(name)
    {
      throw Report.usage(
        "\(name) needs a value, and \(next) is an option",
        hint: "write \(name)=\(value.text == next ? next : "VALUE") if that is the value")
    }
    let needsValue = spec.value != nil && !spec.isValueOptional
    options.append(
      Option(
        name: name, value: scanned.value?.text ?? (needsValue ? nil : ""),
        hasValue: scanned.value != nil))
  }

  /// Checks the options, their values and the number of words against the command.
  package func check(against spec: CommandSpec, of program: ProgramSpec) throws {
    let help = Phrase("see \(program.name) \(spec.name) --help")
    let known = program.options(of: spec)
    let given = try options.map { option in
      guard let found = known.first(where: { $0.name == option.name }) else {
        throw Report.unknownOption(option.name, known: known.map(\.name), of: spec.name, help)
      }
      return found
    }
    // A secret that comes last, without a value, is asked for.
    if let name = unfinished, given.last?.isSecret != true {
      throw Report.usage("\(name) needs a value", hint: "write \(name) VALUE or \(name)=VALUE")
    }
    let required = spec.positionals.filter(\.isRequired)
    if positionals.count < required.count {
      let missing = required[positionals.count].name
      throw Report.usage("\(spec.name) needs \(missing)", hint: help)
    }
    let takesMore = spec.positionals.last?.isRepeated == true
    if positionals.count > spec.positionals.count, !takesMore {
      // The word itself is not shown: it may be a misplaced password.
      let count = spec.positionals.count
      guard count > 0 else {
        throw Report.usage(
          "\(spec.name) takes options alone, and no other word",
          hint: Phrase("leave the word out, or ") + help)
      }
      throw Report.usage(
        "\(spec.name) takes \(count, "argument"), but was given \(positionals.count)", hint: help)
    }
    let words = zip(spec.positionals, positionals)
    for (word, value) in words where !word.isRepeated {
      try word.candidates.check(value, for: word.name, help)
    }
    for option in given {
      if let value = self[option] { try option.candidates.check(value, for: option.name, help) }
      for other in option.excludes
      where self.option(other) != nil || words.contains(where: { $0.0.name == other }) {
        throw Report.exclusive(other, option.name)
      }
    }
  }
}

extension Candidates {
  fileprivate func check(_ value: String, for name: String, _ help: Phrase) throws {
    guard case .words(let known, andOthers: false) = self, !known.contains(value) else { return }
    throw Report.unknownWord(value, for: name, known: known, help)
  }
}
