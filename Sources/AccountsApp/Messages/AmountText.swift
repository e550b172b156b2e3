import CommandKit

/// How many characters of a kind: in Russian in the genitive, as after «не меньше» and «от».
extension Phrase {
  static func characters(_ count: Int) -> Phrase {
    Phrase("\(count, "character")")
  }

  static func letters(_ count: Int) -> Phrase {
    Phrase("\(count, "letter")")
  }

  static func digits(_ count: Int) -> Phrase {
    Phrase("\(count, "digit")")
  }

  static func lowercaseLetters(_ count: Int) -> Phrase {
    Phrase("\(count, "lower-case letter")")
  }

  static func uppercaseLetters(_ count: Int) -> Phrase {
    Phrase("\(count, "upper-case letter")")
  }
}

extension Phrase {
  static let cancel = Phrase("cancel").title
  static let keep = Phrase("Keep")

  /// One of several: `a, b or c`.
  static func alternatives(_ phrases: [Phrase]) -> Phrase {
    guard phrases.count > 1, let last = phrases.last else {
      return phrases.first ?? Phrase(same: "")
    }
    return Phrase("\(phrases.dropLast().joined(separator: ", ")) or \(last)")
  }

  /// One account by its name, several by their number.
  static func several(_ names: [String]) -> Phrase {
    if names.count == 1, let name = names.first { return Phrase(same: visible(name)) }
    return Phrase("\(names.count, "account")")
  }

  /// The names of accounts, as many as can be read at a glance.
  static func names(_ names: [String]) -> Phrase {
    listed(names.lazy.map { Phrase(same: visible($0)) }, atMost: 5)
  }

  /// The first so many of some names, and how many there are besides.
  static func listed(
    _ names: some Collection<Phrase>, atMost most: Int, separator: String = ", "
  ) -> Phrase {
    let shown = names.prefix(most).joined(separator: separator)
    let more = names.count - most
    return more > 0 ? shown + Phrase(" and \(more) more") : shown
  }
}
