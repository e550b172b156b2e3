import AccountsSupport
import LosslessJSON

@testable import Accounts

/// What a rulebook's text is read as.
struct ReadRulebook {
  let rulebook: Rulebook?
  /// A line a problem: `3:5 rules.login knownKey`.
  let rows: [String]
  let problems: [Problem]

  /// Reads a text that stands under `rules`.
  init(_ text: String) throws {
    let document = try JSONDocument(parsing: Array(text.utf8))
    let (rulebook, located) = RulebookReader.read(document.root, in: document)
    self.rulebook = rulebook
    problems = document.placed(located, in: "rules")
    rows = problems.map(\.row)
  }
}
