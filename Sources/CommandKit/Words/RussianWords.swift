/// Russian beside its English in the source, until it is in the table: that of PostgresApp still is.
package struct RussianWords: Sendable, ExpressibleByStringInterpolation {
  let text: String

  package init(stringLiteral text: String) { self.text = text }
  package init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

  package static func + (left: RussianWords, right: RussianWords) -> RussianWords {
    RussianWords(stringLiteral: left.text + right.text)
  }

  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ words: String) { text += words }
    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text += value.description
    }
    package mutating func appendInterpolation(_ phrase: Phrase) { text += phrase[.russian] }
    package mutating func appendInterpolation(
      _ count: Int, _ one: String, _ few: String, _ many: String
    ) {
      text += "\(count) \([one, few, many][Translation.russian.form(count)])"
    }
  }
}

extension OptionSpec {
  package init(_ name: String, _ value: String? = nil, help: Words, ru russianHelp: RussianWords) {
    self.init(name, value, help: Phrase(help, ru: russianHelp))
  }
}

extension PositionalSpec {
  package init(
    name: String, isRequired: Bool, candidates: Candidates = .unknown, help: Words,
    ru russianHelp: RussianWords
  ) {
    self.init(
      name: name, isRequired: isRequired, candidates: candidates,
      help: Phrase(help, ru: russianHelp))
  }
}

extension ManualText.Entry {
  package init(_ name: String, _ words: Words, ru russian: RussianWords) {
    self.init(name, "\(Phrase(words, ru: russian))")
  }
}

extension Command {
  package init(
    name: String,
    summary: @autoclosure @escaping @Sendable () -> Words,
    ru russianSummary: @autoclosure @escaping @Sendable () -> RussianWords,
    details: @autoclosure @escaping @Sendable () -> Phrase = Phrase(same: ""),
    positionals: @autoclosure @escaping @Sendable () -> [PositionalSpec] = [],
    options: @autoclosure @escaping @Sendable () -> [OptionSpec] = [],
    examples: @autoclosure @escaping @Sendable () -> [String],
    run: @escaping @Sendable (Invocation<World>) async throws -> Void
  ) {
    self.init(
      name: name, summary: Phrase(summary(), ru: russianSummary()), details: details(),
      positionals: positionals(), options: options(), examples: examples(), run: run)
  }
}

extension Report {
  package init(
    _ code: ExitCode, _ name: String, _ words: Words, ru russian: RussianWords,
    hint: Phrase? = nil, items: [Item] = [], listing: Listing = .none
  ) {
    self.init(
      code, name, [Phrase(words, ru: russian)], hint: hint, items: items, listing: listing)
  }

  package init(
    _ code: ExitCode, _ name: String, _ words: Words, ru russian: RussianWords, hint: Words,
    ru russianHint: RussianWords
  ) {
    self.init(
      code, name, [Phrase(words, ru: russian)], hint: Phrase(hint, ru: russianHint))
  }

  package static func usage(
    _ words: Words, ru russian: RussianWords, hint: Words, ru russianHint: RussianWords
  ) -> Report {
    Report(.usage, "usage", words, ru: russian, hint: hint, ru: russianHint)
  }
}
