package import CommandKit

/// A key, or several that belong together, and what it does.
package struct Hint: Equatable, Sendable {
  package let key: Phrase
  package let does: Phrase
  /// Whether it stays when there is no room for all.
  package let isKept: Bool
  /// Whether it is no key, but whom the keys behind it concern.
  package let isLabel: Bool

  package init(_ key: Phrase, _ does: Phrase, isKept: Bool = false) {
    (self.key, self.does, self.isKept, isLabel) = (key, does, isKept, false)
  }

  /// Whom the keys behind it concern.
  package init(label: Phrase) {
    (key, does, isKept, isLabel) = (label, Phrase(same: ""), true, true)
  }

  /// A key with the same name in every language.
  package init(_ key: String, _ does: Phrase, isKept: Bool = false) {
    self.init(Phrase(same: key), does, isKept: isKept)
  }
}
