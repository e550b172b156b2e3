/// A text of the user interface, written in English.
///
///     Phrase("found \(count, "account") in \(path)")
///
/// Any other language has a table with what it says instead (`Translation`). The key there is the
/// English with its arguments numbered: `found {1 account} in {2}`. A phrase that the table lacks
/// is shown in English; `Scripts/translations` lists those, and a release has none.
///
/// A phrase inside a phrase takes the language of the outer one.
package struct Phrase: Sendable, Hashable {
  private let pieces: [Piece]

  package init(_ words: Words) { pieces = words.pieces }

  /// A text that is the same in every language: a name, a path, a command line.
  package init(same text: String) { pieces = text.isEmpty ? [] : [.argument(.text(text), .plain)] }

  fileprivate init(_ pieces: [Piece]) { self.pieces = pieces }

  package subscript(language: Language) -> String {
    guard let translation = language.translation, pieces.contains(where: \.isTranslated) else {
      if pieces.count == 1 { return pieces[0].text(language) }
      return pieces.reduce(into: "") { $0 += $1.text(language) }
    }
    let arguments = pieces.compactMap(\.argument).map { ($0.text(language), $0.count) }
    return translation.text(of: key, arguments) ?? self[.english]
  }

  /// The key of the phrase in the tables of the other languages.
  var key: String {
    var (text, context, number) = ("", "", 0)
    for piece in pieces {
      switch piece {
      case .words(let words): text += words
      case .context(let words): context = "#" + words
      case .argument(_, let form):
        number += 1
        text += form.key(number)
      }
    }
    return text + context
  }

  /// The phrase with a capital first letter.
  package var title: Phrase { Phrase([.argument(.title(self), .plain)]) }

  package static func + (left: Phrase, right: Phrase) -> Phrase { Phrase(left.parts + right.parts) }

  /// The pieces of the phrase for a longer one; a phrase with a translation stays whole.
  fileprivate var parts: [Piece] {
    pieces.contains(where: \.isTranslated) ? [.argument(.phrase(self), .plain)] : pieces
  }
}

extension Phrase {
  /// A part of a phrase that differs from one showing to the next.
  enum Argument: Sendable, Hashable {
    case text(String)
    case phrase(Phrase)
    case title(Phrase)
    case count(Int)

    func text(_ language: Language) -> String {
      switch self {
      case .text(let text): text
      case .phrase(let phrase): phrase[language]
      case .title(let phrase): phrase[language].capitalized
      case .count(let count): String(count)
      }
    }

    fileprivate var count: Int? { if case .count(let count) = self { count } else { nil } }
  }

  /// How English shows an argument.
  fileprivate enum Form: Hashable {
    case plain
    /// A count with its noun.
    case counted(String, String)
    /// A word that agrees with a count, without the count.
    case agreeing(String, String)
    /// Not at all: only another language needs it.
    case hidden

    func key(_ number: Int) -> String {
      switch self {
      case .plain: "{\(number)}"
      case .counted(let one, let others) where others == one + "s": "{\(number) \(one)}"
      case .counted(let one, let others): "{\(number) \(one)|\(others)}"
      case .agreeing(let one, let others): "{\(number):\(one)|\(others)}"
      case .hidden: "{-\(number)}"
      }
    }
  }

  fileprivate enum Piece: Hashable {
    case words(String)
    /// Tells apart two translations of one English text. Never shown.
    case context(String)
    case argument(Argument, Form)

    var argument: Argument? { if case .argument(let argument, _) = self { argument } else { nil } }

    /// Whether another language may say it in another way.
    var isTranslated: Bool { if case .argument(_, .plain) = self { false } else { true } }

    /// As English shows it, with the phrases in it in a language.
    func text(_ language: Language) -> String {
      switch self {
      case .words(let words): words
      case .context, .argument(_, .hidden): ""
      case .argument(let argument, .plain): argument.text(language)
      case .argument(let argument, .counted(let one, let others)):
        argument.text(language) + " " + (argument == .count(1) ? one : others)
      case .argument(let argument, .agreeing(let one, let others)):
        argument == .count(1) ? one : others
      }
    }
  }
}

/// Holds the words of a phrase, written as a literal.
package struct Words: Sendable, Hashable, ExpressibleByStringInterpolation {
  fileprivate let pieces: [Phrase.Piece]

  fileprivate init(_ pieces: [Phrase.Piece]) { self.pieces = pieces }
  package init(stringLiteral text: String) { pieces = [.words(text)] }
  package init(stringInterpolation: Interpolation) { pieces = stringInterpolation.pieces }

  package static func + (left: Words, right: Words) -> Words { Words(left.pieces + right.pieces) }

  package struct Interpolation: StringInterpolationProtocol {
    fileprivate private(set) var pieces: [Phrase.Piece] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      pieces.reserveCapacity(2 * interpolationCount + 1)
    }

    package mutating func appendLiteral(_ words: String) {
      if !words.isEmpty { pieces.append(.words(words)) }
    }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      pieces.append(.argument(.text(value.description), .plain))
    }

    package mutating func appendInterpolation(_ phrase: Phrase) {
      pieces.append(.argument(.phrase(phrase), .plain))
    }

    package mutating func appendInterpolation(_ count: Int) {
      pieces.append(.argument(.count(count), .plain))
    }

    /// A count with its noun: `1 account`, `2 accounts`.
    package mutating func appendInterpolation(
      _ count: Int, _ noun: String, _ plural: String? = nil
    ) {
      pieces.append(.argument(.count(count), .counted(noun, plural ?? noun + "s")))
    }

    /// A word that agrees with a count given elsewhere: `is`, `are`.
    package mutating func appendInterpolation(
      agreeingWith count: Int, _ one: String, _ others: String
    ) {
      pieces.append(.argument(.count(count), .agreeing(one, others)))
    }

    /// A count that English does not need, and another language does.
    package mutating func appendInterpolation(hidden count: Int) {
      pieces.append(.argument(.count(count), .hidden))
    }

    /// Adds the meaning of the words, for a language that has several for them: `open#state`.
    package mutating func appendInterpolation(as context: String) {
      pieces.append(.context(context))
    }
  }
}

extension Sequence<Phrase> {
  /// The phrases one after the other, with a separator between them.
  package func joined(separator: String = "") -> Phrase {
    joined(separator: Phrase(same: separator))
  }

  package func joined(separator: Phrase) -> Phrase {
    Phrase(Array(map(\.parts).joined(separator: separator.parts)))
  }
}

extension Phrase {
  /// Between two of which either will do.
  package static let or = Phrase(" or ")
}

extension String {
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}

extension DefaultStringInterpolation {
  /// Without a language, a phrase in a string would print its internals.
  @available(*, deprecated, message: "name the language: phrase[language]")
  package mutating func appendInterpolation(_ phrase: Phrase) { appendLiteral(phrase[.english]) }
}
