import CommandKit
import ScreenKit
import Terminal

/// A question what to do: the offers of a screen, each with its letter. So lines offer what the
/// screens offer, under the same letters and words.
struct PlainMenu: Sendable {
  enum Choice: Equatable {
    case offer(ScreenOffer)
    /// The file of an import, or one of its choices.
    case row(ImportState.Row)
  }

  private struct Item {
    let letter: Character
    let word: Phrase
    let choice: Choice
  }

  private var items: [Item]
  /// How wide the terminal is.
  var columns = 80
  /// What can be answered besides.
  private var others = Phrase(same: "")
  /// The accounts that it is about, if several were chosen from the list.
  private(set) var chosen: [String] = []

  init(_ state: ScreenState) {
    var offers = state.offers
    // Where going back is to quit, one of them is enough; and a slash ends a search.
    offers.removeAll {
      $0.action == .back
        && ($0.does == KitText.quit.does || $0.does == ScreenText.showAll && state.behind.isEmpty)
    }
    guard state.broken == nil else {
      self.init(offers)
      return
    }
    switch state.screen {
    case .accounts(let accounts) where accounts.marked.isEmpty:
      self.init(offers.filter { $0.action.reach == .none })
      others = PlainText.choose
    case .accounts(let accounts):
      self.init(
        offers.filter { $0.action.reach == .several } + [ScreenState.back()]
          + offers.filter { $0.action == .quit })
      chosen = accounts.names
    case .check(let check):
      self.init(offers)
      if check.findings?.all.isEmpty == false { others = PlainText.chooseProblem }
    case .history(let history):
      self.init(offers.filter { $0.action != .undoTo })
      if !history.steps.isEmpty { others = PlainText.chooseChange }
    case .importing(let importing):
      let off: ScreenAction = importing.preview == nil ? .submit : .look
      self.init(offers.filter { $0.action != off })
      let rows = ScreenText.choices(of: importing).map { row, label, value in
        Item(
          letter: Self.letter(of: row), word: label + Phrase(same: " ") + value,
          choice: .row(row))
      }
      items.insert(contentsOf: rows, at: 1)
    default: self.init(offers, on: state.form)
    }
  }

  init(_ offers: [ScreenOffer], on form: Form? = nil) {
    items = offers.compactMap { offer in
      let letter = offer.keys.lazy.compactMap(\.letter).first ?? Self.letter(of: offer.action, form)
      return letter.map {
        Item(letter: $0, word: Self.word(for: offer, form), choice: .offer(offer))
      }
    }
  }

  /// The letter of an action that has none where letters are text.
  private static func letter(of action: ScreenAction, _ form: Form?) -> Character? {
    switch action {
    case .submit: form.map { $0.isOfPassword ? "t" : "l" } ?? "i"
    case .toRegistration: "r"
    case .generate: "g"
    case .accounts: "a"
    case .look: "l"
    case .back: "b"
    case .quit: "q"
    case .publish: "w"
    case .applyFile: "y"
    default: nil
    }
  }

  private static func letter(of row: ImportState.Row) -> Character {
    switch row {
    case .path, .list: "f"
    case .format: "t"
    case .conflict: "w"
    case .invalid: "p"
    case .passwords: "g"
    case .without: "o"
    case .columns: "c"
    case .unknown: "u"
    case .domain: "d"
    case .others: "o"
    case .setPasswords: "p"
    }
  }

  /// What an offer does. A line has room for whole words where a key line has not.
  private static func word(for offer: ScreenOffer, _ form: Form?) -> Phrase {
    switch offer.action {
    case .disable: Phrase("disable", ru: "отключить")
    case .enable: Phrase("enable", ru: "включить")
    case .mustChange: Phrase("must change", ru: "смена пароля")
    case .editFile: Phrase("edit the file", ru: "править файл")
    case .submit: form.map(PlainText.begins) ?? offer.does
    default: offer.does
    }
  }

  var question: Phrase {
    let list = items.map { Phrase(same: "\($0.letter.uppercased()) ") + $0.word }
      .joined(separator: ", ")
    return (others + list).map(inLines) + Phrase(same: ": ")
  }

  /// Every letter, and what it does.
  var help: [Phrase] {
    items.map { item in
      let letter = Phrase(same: "\(item.letter.uppercased())  ")
      guard case .offer(let offer) = item.choice else { return letter + item.word }
      let off = offer.off.map { Phrase(same: " (") + $0 + Phrase(same: ")") }
      return letter + offer.tells + (off ?? Phrase(same: ""))
    }
  }

  /// In lines that fit, none of which ends with a letter alone.
  private func inLines(_ text: String) -> String {
    text.split(separator: ", ").reduce(into: (text: "", width: 0)) { lines, part in
      let width = DisplayWidth.of(String(part)) + 2
      let separator = lines.text.isEmpty ? "" : lines.width + width > columns - 1 ? ",\n" : ", "
      lines.width = separator == ", " ? lines.width + width : width
      lines.text += separator + part
    }.text
  }

  /// What an answer means: by its letter, in either layout, or by its word.
  func choice(named answer: String) -> Choice? {
    let answer = answer.lowercased().filter { $0 != " " }
    if let letter = answer.first, answer.count == 1 {
      let key = Key.character(letter).command
      return items.first { $0.letter == letter || Key.character($0.letter) == key }?.choice
    }
    guard !answer.isEmpty else { return nil }
    return items.first { item in
      Language.allCases.contains { item.word[$0].filter { $0 != " " } == answer }
    }?.choice
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
