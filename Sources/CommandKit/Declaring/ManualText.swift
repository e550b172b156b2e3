/// What a manual page says beside what the declarations say.
package struct ManualText: Sendable {
  package typealias Entry = (name: String, words: Phrase)

  /// The page's name, as one types it after `man`.
  package let page: String
  /// What the program does, in half a sentence.
  package let summary: Phrase
  package let description: [Phrase]
  package let files: [Entry]
  package let environment: [Entry]
  package let examples: [(words: Phrase, lines: [String])]
  package let seeAlso: [String]
  /// What the program's exit codes mean.
  package let meaning: @Sendable (ExitCode) -> Phrase

  package init(
    page: String, summary: Phrase, description: [Phrase], files: [Entry], environment: [Entry],
    examples: [(words: Phrase, lines: [String])] = [], seeAlso: [String],
    meaning: @escaping @Sendable (ExitCode) -> Phrase
  ) {
    self.page = page
    self.summary = summary
    self.description = description
    self.files = files
    self.environment = environment
    self.examples = examples
    self.seeAlso = seeAlso
    self.meaning = meaning
  }

  static let volume = Phrase("User Commands", ru: "Пользовательские команды")
  static let everyCommand = Phrase(
    "Options may come before or after the command, as --name value or --name=value; -- ends "
      + "them. Every command accepts:",
    ru: "Параметры могут стоять до и после команды, в виде --name value или --name=value; -- "
      + "завершает их. У каждой команды есть:")
  static let withoutCommand = Phrase("Without a command:", ru: "Без команды:")
  static let toBegin = Phrase("Getting started:", ru: "Для начала:")
}
