/// A text in every language of the user interface. One without Russian is shown in English;
/// `Scripts/lint` lists those, and a release has none.
///
///     Phrase("found \(count, "account")", ru: "найдено: \(count, "аккаунт", "аккаунта", "аккаунтов")")
///
/// A phrase inside a phrase takes the language of the outer one.
package struct Phrase: Sendable, Hashable {
  private let english: Words<English>
  private let russian: Words<Russian>

  package init(_ english: Words<English>, ru russian: Words<Russian>) {
    self.english = english
    self.russian = russian
  }

  /// A text that still lacks its Russian.
  package init(_ english: Words<English>) {
    self.init(english, ru: Words(text: english.text))
  }

  /// A text that is the same in every language: a name, a path, a command line.
  package init(same text: String) {
    english = Words(text: text)
    russian = Words(text: text)
  }

  package subscript(language: Language) -> String {
    switch language {
    case .english: english.text
    case .russian: russian.text
    }
  }

  /// The phrase with a change made to its text in every language.
  package func map(_ change: (String) -> String) -> Phrase {
    Phrase(Words(text: change(english.text)), ru: Words(text: change(russian.text)))
  }

  package static func + (left: Phrase, right: Phrase) -> Phrase {
    Phrase("\(left)\(right)", ru: "\(left)\(right)")
  }
}

/// A text in one language, written as a literal.
package struct Words<Tongue: SpokenLanguage>: Sendable, Hashable, ExpressibleByStringInterpolation {
  fileprivate let text: String

  fileprivate init(text: String) { self.text = text }
  package init(stringLiteral text: String) { self.text = text }
  package init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

  package static func + (left: Words, right: Words) -> Words { Words(text: left.text + right.text) }

  package struct Interpolation: StringInterpolationProtocol {
    fileprivate private(set) var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity)
    }

    package mutating func appendLiteral(_ words: String) { text += words }
    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text += value.description
    }
    package mutating func appendInterpolation(_ phrase: Phrase) { text += phrase[Tongue.language] }
  }
}

/// A language as a type, so that texts of two languages cannot be confused.
package protocol SpokenLanguage: Sendable {
  static var language: Language { get }
}

package enum English: SpokenLanguage {
  package static var language: Language { .english }
}

package enum Russian: SpokenLanguage {
  package static var language: Language { .russian }
}

// MARK: Counting

extension Words<English>.Interpolation {
  /// A count with its noun: `1 account`, `2 accounts`.
  package mutating func appendInterpolation(_ count: Int, _ noun: String, _ plural: String? = nil) {
    appendLiteral("\(count) \(count == 1 ? noun : plural ?? noun + "s")")
  }
}

extension Words<Russian>.Interpolation {
  /// A count with its noun: `1 аккаунт`, `2 аккаунта`, `5 аккаунтов`.
  package mutating func appendInterpolation(
    _ count: Int, _ one: String, _ few: String, _ many: String
  ) {
    appendLiteral("\(count) ")
    appendInterpolation(agreeingWith: count, one, few, many)
  }

  /// A word that agrees with a count given elsewhere: `добавлен`, `добавлено`.
  package mutating func appendInterpolation(
    agreeingWith count: Int, _ one: String, _ few: String, _ many: String
  ) {
    let (ten, hundred) = (count.magnitude % 10, count.magnitude % 100)
    switch ten {
    case 1 where hundred != 11: appendLiteral(one)
    case 2...4 where !(12...14).contains(hundred): appendLiteral(few)
    default: appendLiteral(many)
    }
  }
}

extension Sequence<Phrase> {
  /// The phrases one after the other, with a separator between them.
  package func joined(separator: String = "") -> Phrase {
    let phrases = Array(self)
    func text(_ language: Language) -> String {
      phrases.map { $0[language] }.joined(separator: separator)
    }
    return Phrase(Words(text: text(.english)), ru: Words(text: text(.russian)))
  }
}

extension DefaultStringInterpolation {
  /// Without a language, a phrase in a string would print its internals.
  @available(*, deprecated, message: "name the language: phrase[language]")
  package mutating func appendInterpolation(_ phrase: Phrase) { appendLiteral(phrase[.english]) }
}
