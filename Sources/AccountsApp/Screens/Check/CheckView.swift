import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// The list of problems, and the whole of the one in focus.
struct CheckView {
  let check: CheckState
  let list: ListBody

  private var screen: Canvas { list.canvas }
  private func words(_ phrase: Phrase) -> String { phrase[screen.language] }

  func draw(rows: Int, in frame: inout Frame) {
    guard let findings = check.findings else {
      let style = check.isReading ? screen.theme.faint : screen.theme.problem
      let lines = (check.isReading ? [Phrase("checking the accounts")] : check.fault).flatMap {
        [Panel.Line](words($0), style, columns: screen.contentWidth)
      }
      return frame.write(
        lines.prefix(max(0, rows - 1)), at: Position(column: screen.left, row: 1))
    }
    // The search and the filter may need the second row.
    list.drawHead(
      visible(findings.source), words(findings.sum).wrapped(columns: screen.contentWidth),
      lines: check.search.isShown || check.isOfErrors ? 1 : 2, in: &frame)
    drawSearch(in: &frame)
    guard !check.shown.isEmpty else {
      let isWell = findings.all.isEmpty
      return screen.line(
        words(
          isWell
            ? Phrase("Nothing is wrong.") : check.search.advice ?? Phrase("no matching problems")),
        row: ListBody.head,
        style: isWell ? screen.theme.good : screen.theme.faint, in: &frame)
    }
    drawList(in: &frame)
    guard let problem = check.focused?.problem else { return }
    let account = problem.account.map { [Phrase("account: \(visible($0))")] } ?? []
    let place = Phrase(same: problem.place?.words ?? "")
    list.drawWhole(
      [(words(problem.message), screen.theme.strong)]
        + (account + [place]).map { (words($0), .plain) }, in: &frame)
  }

  /// Draws the text or the filter that narrows the list.
  private func drawSearch(in frame: inout Frame) {
    let row = ListBody.head - 1
    if check.search.isShown {
      screen.draw(check.search, width: list.width, row: row, in: &frame)
    } else if check.isOfErrors {
      screen.line(words(Phrase("only errors")), row: row, style: screen.theme.accent, in: &frame)
    }
  }

  /// Draws how bad each problem is, where, whose, and what.
  private func drawList(in frame: inout Frame) {
    let kinds = [true, false].map { DisplayWidth.of(words(ScreenText.kind(isError: $0))) }
    let columns = TableColumns(
      // The message takes the rest.
      wanted: [kinds.max() ?? 0, check.placeWidth, min(check.accountWidth, 30), list.width],
      order: [0, 1, 2, 3], width: list.width - 1
    ).columns
    list.draw(
      check.shown.count, columns, check.focus, focused: check.focus.row, isWrapped: true,
      in: &frame
    ) { row, column in
      let finding = check.shown[row]
      let theme = screen.theme
      return switch column {
      case 0:
        ListBody.Cell(
          words(ScreenText.kind(isError: finding.isError)),
          finding.isError ? theme.problem : theme.warning, isSearched: false)
      case 1: ListBody.Cell(finding.place, theme.faint)
      case 2: ListBody.Cell(visible(finding.problem.account ?? ""), .plain)
      default: ListBody.Cell(words(finding.problem.message), .plain)
      }
    }
  }
}
