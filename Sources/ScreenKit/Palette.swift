import CommandKit
package import Terminal

/// A list of all actions over the screen, narrowed while one types.
package struct ActionPalette: Equatable, Sendable {
  private(set) var input = TextInput()
  private(set) var focus = 0

  package init() {}

  /// Applies a key, and returns the offer that it runs: Enter runs that in focus, unless it changes
  /// something and was not named.
  mutating func apply<Action>(_ key: Key, to offers: [Offer<Action>]) -> Offer<Action>? {
    let shown = shown(of: offers)
    let last = max(0, shown.count - 1)
    switch key {
    case .enter:
      guard !shown.isEmpty else { return nil }
      let offer = shown[min(focus, last)]
      return isNamed(offer) || !offer.action.changesSomething ? offer : nil
    case .up, .backTab: focus = max(0, focus - 1)
    case .down, .tab: focus = min(last, focus + 1)
    case .pageUp: focus = 0
    case .pageDown: focus = last
    default: if input.apply(key) { focus = 0 }
    }
    return nil
  }

  package mutating func paste(_ text: String) {
    input.insert(text)
    focus = 0
  }

  private var words: [Substring] { input.text.lowercased().split(separator: " ") }

  /// The offers that have all typed words, in either language: first those that are called so, then
  /// those whose name begins with them, then those of which a word does, then the others.
  package func shown<Action>(of offers: [Offer<Action>]) -> [Offer<Action>] {
    let words = words
    let ranked = offers.compactMap { offer in
      Self.rank(of: offer, among: words).map { (offer: offer, rank: $0) }
    }
    // The order of the offers stays among those of one rank.
    return ranked.enumerated().sorted {
      ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
    }
    .map(\.element.offer)
  }

  /// Whether the name of an offer, and not only what it tells, has all that was typed.
  func isNamed<Action>(_ offer: Offer<Action>) -> Bool {
    let usual = offer.action.removesSomething ? [] : offer.action.usualWords
    let whole = words.joined(separator: " ")
    // Nothing but its own name ends the program.
    if offer.action == .quit { return Self.names(of: offer).contains { $0.hasPrefix(whole) } }
    return usual.contains { $0.hasPrefix(whole) }
      || words.allSatisfy { word in
        Self.names(of: offer).contains { $0.contains(word) }
          || usual.contains { $0.hasPrefix(word) }
      }
  }

  private static func names<Action>(of offer: Offer<Action>) -> [String] {
    Language.allCases.map { offer.does[$0].lowercased() }
  }

  /// How well an offer fits the words, 0 the best; nil if it lacks one of them.
  private static func rank<Action>(of offer: Offer<Action>, among words: [Substring]) -> Int? {
    let names = names(of: offer)
    // Of a usual word the beginning is typed: what else has its letters means something else.
    let usual = offer.action.usualWords
    let texts = names + Language.allCases.map { offer.helpText[$0].lowercased() }
    func level(of typed: String) -> Int? {
      if (names + usual).contains(typed) { return 0 }
      if names.contains(where: { $0.hasPrefix(typed) }) { return 1 }
      return usual.contains { $0.hasPrefix(typed) } ? 2 : nil
    }
    // A name, and a usual word, may be of several words.
    if let found = level(of: words.joined(separator: " ")) { return found }
    var worst = 0
    for word in words {
      if let found = level(of: String(word)) {
        worst = max(worst, found)
      } else if texts.contains(where: { $0.contains(word) }) {
        let begins = texts.contains { $0.split(separator: " ").contains { $0.hasPrefix(word) } }
        worst = max(worst, begins ? 3 : 4)
      } else if word.count > 1, names.contains(where: { $0.hasInOrder(word) }) {
        // Last what has its letters in their order.
        worst = 5
      } else {
        return nil
      }
    }
    return worst
  }
}

extension Canvas {
  /// Draws the palette over the upper part of the screen; its cursor is in the text that is typed.
  package func draw<Action>(
    _ palette: ActionPalette, of offers: [Offer<Action>], rows: Int, in frame: inout Frame
  ) {
    let shown = palette.shown(of: offers)
    let inner = min(contentWidth, 76) - 4
    // Each action has its name before what it does.
    let names = min(offers.map { DisplayWidth.of($0.does[language]) }.max() ?? 0, 12) + 2
    let room = max(1, min(rows - 5, max(offers.count, 1)))
    let focus = min(palette.focus, max(0, shown.count - 1))
    let first = min(max(0, focus - room + 1), max(0, shown.count - room))
    let found = max(1, min(room, shown.count))
    var content = Frame(size: Size(columns: inner, rows: found + 1))
    content.write(": ", at: Position(column: 0, row: 0), style: theme.accent)
    content.field(
      palette.input, at: Position(column: 2, row: 0), columns: inner - 3, theme, margin: 1)
    if shown.isEmpty {
      content.write(
        Phrase("no such action")[language], at: Position(column: 2, row: 1), style: theme.faint)
    }
    // The scroll bar has the last column, if there is one.
    let width = shown.count > room ? inner - 2 : inner
    scrollBar(
      column: inner - 1, row: 1, top: first, room: room, count: shown.count, in: &content)
    let typed = palette.input.text.lowercased().split(separator: " ").map(String.init)
    for (row, offer) in shown[first...].prefix(room).enumerated() {
      let isFocused = first + row == focus
      let key = offer.key[language]
      let helpText = offer.helpText[language].without(prefix: offer.does[language])
      let description = [helpText, offer.disabledReason?[language] ?? ""].filter { !$0.isEmpty }
        .joined(separator: ": ")
      let style =
        isFocused ? theme.selection : offer.disabledReason == nil ? theme.text : theme.disabled
      content.fill(Area(column: 0, row: row + 1, columns: width, rows: 1), style: style)
      let room = width - DisplayWidth.of(key) - 4
      for (column, text) in [
        (2, offer.does[language].fitted(columns: description.isEmpty ? room : names - 2)),
        (2 + names, description.fitted(columns: room - names)),
      ] {
        let written = content.write(
          text, at: Position(column: column, row: row + 1), style: style)
        content.emphasize(
          typed, in: Area(column: column, row: row + 1, columns: written, rows: 1))
      }
      if isFocused { content.write(">", at: Position(column: 0, row: row + 1), style: style) }
      content.write(
        key, at: Position(column: width - DisplayWidth.of(key), row: row + 1), style: style)
    }
    place(
      content, titled: Phrase("Actions")[language], rows: rows, height: room + 1, in: &frame)
  }
}

extension String {
  /// Whether it has the letters of another text in their order, with others between them.
  fileprivate func hasInOrder(_ other: Substring) -> Bool {
    var rest = self[...]
    return other.allSatisfy { letter in
      guard let place = rest.firstIndex(of: letter) else { return false }
      rest = rest[index(after: place)...]
      return true
    }
  }

  /// The text without a beginning, and without the joint behind that.
  fileprivate func without(prefix: String) -> String {
    guard hasPrefix(prefix) else { return self }
    return String(dropFirst(prefix.count).drop { " ,:;".contains($0) })
  }
}
