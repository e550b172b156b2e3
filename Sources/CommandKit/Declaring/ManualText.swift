/// The parts of a manual page that the declarations do not provide.
package struct ManualText: Sendable {
  /// A file or a variable, and what it is for.
  package struct Entry: Sendable {
    let name: String
    let words: Phrase

    package init(_ name: String, _ words: Words) {
      (self.name, self.words) = (name, Phrase(words))
    }
  }

  /// The page's name, as typed after `man`.
  package let page: String
  /// The line of the section NAME.
  package let summary: Phrase
  package let description: [Phrase]
  package let files: [Entry]
  package let environment: [Entry]
  package let examples: [(words: Phrase, lines: [String])]
  package let seeAlso: [String]
  package let explanation: @Sendable (ExitCode) -> Phrase
  /// Tables of the program's own that `help` prints by name.
  package let topics: [HelpTopic]

  package init(
    page: String, summary: Phrase, description: [Phrase], files: [Entry], environment: [Entry],
    examples: [(words: Phrase, lines: [String])] = [], seeAlso: [String],
    explanation: @escaping @Sendable (ExitCode) -> Phrase, topics: [HelpTopic] = []
  ) {
    self.page = page
    self.summary = summary
    self.description = description
    self.files = files
    self.environment = environment
    self.examples = examples
    self.seeAlso = seeAlso
    self.explanation = explanation
    self.topics = topics
  }
}

/// A table that `help` prints by its name, as it prints a command.
package struct HelpTopic: Sendable {
  /// As it is typed: `exit-codes`.
  package let name: String
  let rows: [(name: String, help: Phrase)]

  package init(name: String, rows: [(name: String, help: Phrase)]) {
    (self.name, self.rows) = (name, rows)
  }
}

extension ProgramSpec {
  /// The tables that `help` prints by name: the exit codes, and the topics of the manual.
  package var topics: [HelpTopic] { [exitCodes] + manual.topics }

  private var exitCodes: HelpTopic {
    let manual = manual
    return HelpTopic(
      name: "exit-codes",
      rows: ExitCode.allCases.map { (String($0.rawValue), manual.explanation($0)) })
  }
}
