/// A command line, split but not validated: any arguments can be scanned.
///
/// Options may come before or after the command, as `--name value` or `--name=value`; `--` ends
/// them. An option means the same in every command, so its value is known before the command is. An
/// undeclared option takes no value.
package struct ScannedLine: Sendable {
  package struct Word: Sendable, Hashable {
    /// The word, with bytes that are not UTF-8 replaced.
    package let text: String
    package let isUTF8: Bool

    package init(_ text: String) { (self.text, isUTF8) = (text, true) }

    package init(bytes: some Collection<UInt8>) {
      text = String(decoding: bytes, as: UTF8.self)
      isUTF8 = String(validating: bytes, as: UTF8.self) != nil
    }
  }

  package struct Option: Sendable {
    let spec: OptionSpec?
    package let name: String
    package let value: Value?
    let word: Int

    package struct Value: Sendable {
      package let text: String
      /// The index of the word that it ends: the option's own, or the next one.
      let word: Int
      /// How many bytes of that word are before it.
      let offset: Int

      /// The option that it would be if it were not a value; nil if it can only be a value.
      var option: String? {
        guard offset == 0, text.hasPrefix("--") else { return nil }
        return text.split(separator: "=").first.map { String($0) }
      }
    }
  }

  package let words: [Word]
  package private(set) var options: [Option] = []
  /// The indices of the words that are neither options nor their values.
  private var positionals: [Int] = []
  /// Whether `--` has ended the options.
  private(set) var optionsEnded = false

  package init(_ words: [Word], of program: ProgramSpec) {
    self.words = words
    var index = 0
    while index < words.count {
      let text = words[index].text
      if optionsEnded || text.utf8.first != UInt8(ascii: "-") || text == "-" {
        positionals.append(index)
      } else if text == "--" {
        optionsEnded = true
      } else {
        let option = Self.option(at: index, in: words, program)
        options.append(option)
        index = max(index, option.value?.word ?? index)
      }
      index += 1
    }
  }

  private static func option(at index: Int, in words: [Word], _ program: ProgramSpec) -> Option {
    let text = words[index].text
    // Split at the byte `=`: a combining character after it must not hide it.
    let end = text.utf8.firstIndex(of: UInt8(ascii: "=")) ?? text.utf8.endIndex
    let head = String(text[..<end])
    // A dictionary would search for the conformance of its keys at every start.
    let name =
      switch head {
      case "-h": OptionSpec.help.name
      case "-V": OptionSpec.version.name
      default: head
      }
    let spec = program.option(named: name)
    var value: Option.Value?
    if end < text.utf8.endIndex {
      let rest = text.utf8[text.utf8.index(after: end)...]
      value = Option.Value(text: String(Substring(rest)), word: index, offset: head.utf8.count + 1)
    } else if let spec, spec.value != nil, index + 1 < words.count,
      !spec.isValueOptional || words[index + 1].text.utf8.first != UInt8(ascii: "-")
    {
      value = Option.Value(text: words[index + 1].text, word: index + 1, offset: 0)
    }
    return Option(spec: spec, name: name, value: value, word: index)
  }

  package var command: String? { positionals.first.map { words[$0].text } }

  /// The words that are neither options nor the command.
  package var arguments: [String] { positionals.dropFirst().map { words[$0].text } }

  /// Whether JSON is wanted, also of an error that keeps the line from being understood.
  package var wantsJSON: Bool {
    options.contains { $0.name == OptionSpec.json.name && $0.value == nil }
  }

  package var optionsBeforeCommand: [Option] {
    let end = positionals.first ?? words.count
    return options.filter { $0.word < end }
  }

  /// The words without the first so many that are neither options nor their values.
  package func words(withoutFirst count: Int) -> [Word] {
    let without = positionals.prefix(count)
    return words.indices.filter { !without.contains($0) }.map { words[$0] }
  }

  /// The places of the secrets: their words, and how many bytes of each are before them.
  package var secrets: [(word: Int, offset: Int)] {
    options.filter { $0.spec?.isSecret == true }.compactMap { option in
      option.value.map { ($0.word, $0.offset) }
    }
  }
}
