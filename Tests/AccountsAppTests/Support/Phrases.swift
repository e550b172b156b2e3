@testable import AccountsApp
@testable import CommandKit

extension Phrase {
  /// The text in every language.
  var all: [String] { Language.allCases.map { self[$0] } }

  var isOneMessage: Bool { all.allSatisfy(\.isOneMessage) }

  /// Whether the text cannot move a cursor or forge a line, in any language.
  var isHarmless: Bool { all.allSatisfy { !$0.unicodeScalars.contains { $0.misleads } } }
}
