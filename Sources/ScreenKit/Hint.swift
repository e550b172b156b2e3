package import CommandKit

/// A key, or several that belong together, and what it does.
package struct Hint: Equatable, Sendable {
  package let key: Phrase
  package let does: Phrase
  /// Whether it stays where there is no room for all.
  package let isKept: Bool

  package init(_ key: Phrase, _ does: Phrase, isKept: Bool = false) {
    (self.key, self.does, self.isKept) = (key, does, isKept)
  }

  /// A key that is called the same in every language.
  package init(_ key: String, _ does: Phrase, isKept: Bool = false) {
    self.init(Phrase(same: key), does, isKept: isKept)
  }
}
