import TextTools

/// The command line is wrong, or a needed value is missing.
package struct UsageError: Error, Sendable {
  package let lines: [Phrase]
  package let hint: Phrase?
  package let items: [Report.Item]

  package init(_ message: Phrase, hint: Phrase? = nil) {
    lines = [message]
    self.hint = hint
    items = []
  }

  /// - Parameter items: what is wrong, each with a message of its own.
  package init(_ items: [Report.Item], hint: Phrase) {
    lines = items.map(\.message)
    self.hint = hint
    self.items = items
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

/// An error with an exit code and a message of its own.
package struct Refusal: Error {
  package let code: ExitCode
  package let name: String
  package let message: Phrase
  package let hint: Phrase?
  package let items: [Report.Item]

  package init(
    code: ExitCode, name: String, message: Phrase, hint: Phrase? = nil, items: [Report.Item] = []
  ) {
    self.code = code
    self.name = name
    self.message = message
    self.hint = hint
    self.items = items
  }
}

/// Ends the program with an exit code, without a message.
package struct Ending: Error {
  package let code: ExitCode
  package init(code: ExitCode) { self.code = code }
}
