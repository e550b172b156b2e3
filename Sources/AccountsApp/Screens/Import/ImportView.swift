import CommandKit
import Exchange
import ScreenKit
import Terminal

/// Draws the effects of an import as a list.
struct ImportView {
  let state: ImportState
  let list: ListBody

  private var preview: ImportPreview { state.preview }
  private var screen: Canvas { list.canvas }
  private func words(_ phrase: Phrase) -> String { phrase[screen.language] }

  func draw(in frame: inout Frame) {
    list.drawHead(
      "\(visible(preview.source.path)) (\(preview.source.format.rawValue))",
      [words(ScreenText.sum(of: preview)).fitted(columns: screen.contentWidth)], in: &frame)
    if state.search.isShown {
      screen.draw(state.search, width: list.width, row: 2, in: &frame)
    } else {
      screen.line(words(ScreenText.otherChoices), row: 2, style: screen.theme.faint, in: &frame)
    }
    guard !state.shown.isEmpty else {
      return screen.line(
        words(state.search.advice ?? Phrase("no matching rows")), row: ListBody.head,
        style: screen.theme.faint, in: &frame)
    }
    let kinds = ImportPreview.Kind.allCases.map { DisplayWidth.of(words(ScreenText.name($0))) }
    let lines = DisplayWidth.of(preview.rows.last { $0.line != nil }.map(line) ?? "")
    let columns = TableColumns(
      wanted: [kinds.max() ?? 0, lines, list.width], order: [0, 1, 2], width: list.width
    ).columns
    list.draw(
      state.shown.count, columns, state.focus, focused: state.focus.row, in: &frame
    ) { index, column in
      let row = state.shown[index]
      return switch column {
      case 0:
        ListBody.Cell(
          words(ScreenText.name(row.kind)), style(of: row.kind), isSearched: false)
      case 1:
        ListBody.Cell(line(row), screen.theme.faint, isAtEnd: true, isSearched: false)
      default: ListBody.Cell(words(preview.words(row)), .plain)
      }
    }
    guard state.shown.indices.contains(state.focus.row) else { return }
    list.drawWhole([(words(preview.words(state.shown[state.focus.row])), .plain)], in: &frame)
  }

  private func line(_ row: ImportPreview.Row) -> String {
    row.line.map { words(Phrase("line \($0)")) } ?? ""
  }

  private func style(of kind: ImportPreview.Kind) -> Style {
    switch kind {
    case .problem: screen.theme.problem
    case .warning: screen.theme.warning
    case .choice: screen.theme.accent
    case .hint, .added: screen.theme.label
    }
  }
}
