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
      rows: ExitCode.allCases.map { (String($0.rawValue), manual.meaning($0)) })
  }
}
