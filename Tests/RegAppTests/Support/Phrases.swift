import TextTools

@testable import CommandKit
@testable import Product
@testable import RegApp
@testable import ScreenKit

extension Phrase {
  /// The words in every language.
  var all: [String] { Language.allCases.map { self[$0] } }

  var isOneMessage: Bool { all.allSatisfy(\.isOneMessage) }

  /// Whether nothing in the words could move a cursor or forge a line, in any language.
  var isHarmless: Bool { all.allSatisfy { !$0.unicodeScalars.contains { $0.misleads } } }
}
