import AccountsSupport
import LosslessJSON

@testable import Accounts

/// The result of reading a rulebook's text.
struct ReadRulebook {
  let rulebook: Rulebook?
  /// One line a problem: `3:5 rules.login knownKey`.
  let rows: [String]
  let problems: [Problem]

  /// Reads a text as the value of `rules`.
  init(_ text: String) throws {
    let document = try JSONDocument(parsing: Array(text.utf8))
    let (rulebook, located, _) = Rulebook.read(document.root, in: document)
    self.rulebook = rulebook
    problems = document.placed(located, in: "rules")
    rows = problems.map(\.row)
  }
}
