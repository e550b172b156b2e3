import CommandKit
package import Terminal
import TextTools

/// A list of all actions over the screen, narrowed while one types.
package struct ActionPalette: Equatable, Sendable {
  package private(set) var input = TextInput()
  package private(set) var focus = 0

  package init() {}

  package enum Outcome: Equatable, Sendable {
    case stays, closes
    /// The action at this position of those that are shown.
    case runs(Int)
  }

  /// Applies a key.
  /// - Parameter count: how many actions are shown.
  package mutating func apply(_ key: Key, count: Int) -> Outcome {
    switch key {
    case .escape, .control("p"): return .closes
    case .enter: return count == 0 ? .stays : .runs(min(focus, count - 1))
    case .up, .backTab: focus = max(0, focus - 1)
    case .down, .tab: focus = min(max(0, count - 1), focus + 1)
    case .pageUp: focus = 0
    case .pageDown: focus = max(0, count - 1)
    default: if input.apply(key) { focus = 0 }
    }
    return .stays
  }

  package mutating func paste(_ text: String) {
    input.insert(text)
    focus = 0
  }

  /// The offers that have all words that were typed, in either language.
  package func shown<Action>(of offers: [Offer<Action>]) -> [Offer<Action>] {
    let words = input.text.lowercased().split(separator: " ")
    return offers.filter { offer in
      let texts = Language.allCases.flatMap { [offer.tells[$0], offer.does[$0]] }
        .map { $0.lowercased() }
      return words.allSatisfy { word in texts.contains { $0.contains(word) } }
    }
  }
}

extension Canvas {
  /// Draws the palette over the upper part of the screen; its cursor is in the text that is typed.
  package func draw<Action>(
    _ palette: ActionPalette, of offers: [Offer<Action>], rows: Int, in frame: inout Frame
  ) {
    let shown = palette.shown(of: offers)
    let inner = min(contentWidth, 68) - 4
    let room = max(1, min(rows - 5, max(offers.count, 1)))
    let focus = min(palette.focus, max(0, shown.count - 1))
    let first = min(max(0, focus - room + 1), max(0, shown.count - room))
    let found = max(1, min(room, shown.count))
    var content = Frame(size: Size(columns: inner, rows: found + 1))
    content.write(": ", at: Position(column: 0, row: 0), style: theme.accent)
    content.fill(
      Area(column: 1, row: 0, columns: inner - 1, rows: 1), style: theme.focusedField)
    let window = palette.input.window(columns: inner - 3)
    content.write(window.text, at: Position(column: 2, row: 0), style: theme.focusedField)
    content.cursor = Position(column: 2 + window.caretColumn, row: 0)
    if shown.isEmpty {
      content.write(
        KitText.noAction[language], at: Position(column: 2, row: 1), style: theme.faint)
    }
    let typed = palette.input.text.lowercased().split(separator: " ")
    for (row, offer) in shown[first...].prefix(room).enumerated() {
      let isFocused = first + row == focus
      let key = offer.keys.isEmpty ? "" : offer.key[language]
      let words = offer.off.map { "\(offer.tells[language]): \($0[language])" }
      let style = isFocused ? theme.selection : offer.off == nil ? theme.text : theme.disabled
      content.fill(Area(column: 0, row: row + 1, columns: inner, rows: 1), style: style)
      let text = (words ?? offer.tells[language])
        .fitted(columns: inner - DisplayWidth.of(key) - 4)
      content.write(text, at: Position(column: 2, row: row + 1), style: style)
      for hit in typed.flatMap({ text.ranges(ofLowercased: $0) }) {
        let column = 2 + DisplayWidth.of(text[..<hit.lowerBound])
        content.write(
          String(text[hit]), at: Position(column: column, row: row + 1), style: style.emphasized)
      }
      if isFocused { content.write(">", at: Position(column: 0, row: row + 1), style: style) }
      content.write(
        key, at: Position(column: inner - DisplayWidth.of(key), row: row + 1), style: style)
    }
    place(
      content, titled: KitText.paletteTitle[language], rows: rows, height: room + 1, in: &frame)
  }
}

extension String {
  /// The places of a text in this one, in whatever case.
  fileprivate func ranges(ofLowercased other: Substring) -> [Range<Index>] {
    var ranges: [Range<Index>] = []
    var start = startIndex
    while start < endIndex {
      let end = index(start, offsetBy: other.count, limitedBy: endIndex) ?? endIndex
      let isHit = self[start..<end].lowercased() == other
      if isHit { ranges.append(start..<end) }
      start = isHit ? end : index(after: start)
    }
    return ranges
  }
}

extension Style {
  /// Bold and, as what is around it may be bold too, underlined.
  fileprivate var emphasized: Style {
    var style = self
    (style.isBold, style.isUnderlined) = (true, true)
    return style
  }
}
