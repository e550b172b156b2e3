import CommandKit
import ScreenKit
import Terminal

/// A question what to do: those actions of a screen that have a letter, each with it. So lines offer
/// what the screens offer, under the same letters and words.
struct PlainMenu<Action: Equatable & Sendable>: Sendable {
  private let items: [Item]

  private struct Item {
    let letter: Character
    let word: Phrase
    let offer: Offer<Action>
  }

  /// - Parameter word: what an offer does.
  init(_ offers: [Offer<Action>], word: (Offer<Action>) -> Phrase) {
    items = offers.compactMap { offer in
      let letters = offer.keys.compactMap(\.letter)
      return letters.first.map { Item(letter: $0, word: word(offer), offer: offer) }
    }
  }

  var question: Phrase { question(after: Phrase(same: "")) }

  func question(after words: Phrase) -> Phrase {
    let list = items.map { Phrase(same: "\($0.letter.uppercased()) ") + $0.word }
      .joined(separator: ", ")
    return (words + list).map(Self.inLines) + Phrase(same: ": ")
  }

  /// In lines that fit, none of which ends with a letter alone.
  private static func inLines(_ text: String) -> String {
    text.split(separator: ", ").reduce(into: (text: "", width: 0)) { lines, part in
      let width = DisplayWidth.of(String(part)) + 2
      let separator = lines.text.isEmpty ? "" : lines.width + width > 79 ? ",\n" : ", "
      lines.width = separator == ", " ? lines.width + width : width
      lines.text += separator + part
    }.text
  }

  /// The offer that an answer means: by its letter, in either layout, or by its word.
  func offer(named answer: String) -> Offer<Action>? {
    let answer = answer.lowercased().filter { $0 != " " }
    if let letter = answer.first, answer.count == 1 {
      let key = Key.character(letter).command
      return items.first { $0.letter == letter || Key.character($0.letter) == key }?.offer
    }
    guard !answer.isEmpty else { return nil }
    return items.first { item in
      Language.allCases.contains { item.word[$0].filter { $0 != " " } == answer }
    }?.offer
  }
}

extension Key {
  fileprivate var letter: Character? {
    guard case .character(let character) = name, character.isLetter,
      self == .character(character)
    else { return nil }
    return character
  }
}

extension PlainMenu<ScreenAction> {
  init(_ offers: [ScreenOffer]) { self.init(offers, word: Self.word) }

  /// What an offer does. A line has room for whole words where a key line has not.
  private static func word(_ offer: ScreenOffer) -> Phrase {
    switch offer.action {
    case .disable: Phrase("disable", ru: "отключить")
    case .enable: Phrase("enable", ru: "включить")
    case .editFile: Phrase("edit the file", ru: "править файл")
    default: offer.does
    }
  }
}
