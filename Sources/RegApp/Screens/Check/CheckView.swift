import AccountsFile
import CommandKit
import LosslessJSON
import ScreenKit
import Terminal

/// Where the list of problems is in a window, and the whole of the one in focus: beside the list if
/// there is room, else below it.
struct CheckLayout {
  let screen: Canvas
  /// The rows above the message and the keys.
  let rows: Int

  init(_ screen: Canvas, rows: Int) { (self.screen, self.rows) = (screen, rows) }

  /// The rows above the first problem: the bar, and what was found in what.
  static let head = 3
  var isBeside: Bool { screen.isSplit }
  /// The rows below the list.
  var below: Int { isBeside ? 0 : max(2, min(7, rows / 3)) }
  /// The columns of the list, from the left edge on.
  var listWidth: Int { isBeside ? screen.contentWidth * 3 / 5 : screen.contentWidth }

  /// How many problems there is room for.
  var room: Int { max(1, rows - Self.head - below) }
}

/// The list of problems, and the whole of the one in focus.
struct CheckView {
  private let screen: Canvas
  private let check: CheckState
  private let layout: CheckLayout

  init(_ check: CheckState, screen: Canvas, rows: Int) {
    (self.check, self.screen) = (check, screen)
    layout = CheckLayout(screen, rows: rows)
  }

  private func words(_ phrase: Phrase) -> String { phrase[screen.language] }

  func draw(in frame: inout Frame) {
    guard let findings = check.findings else {
      if check.isReading {
        screen.line(words(ScreenText.checking), row: 1, style: screen.theme.faint, in: &frame)
      } else {
        drawFault(in: &frame)
      }
      return
    }
    let width = screen.contentWidth
    let place = Position(column: screen.left, row: 1)
    let sum = words(findings.sum).wrapped(columns: width)
    let left = max(0, width - DisplayWidth.of(sum.joined(separator: " ")) - 2)
    let written = frame.write(
      visible(findings.source).fitted(columns: left), at: place, style: screen.theme.faint)
    // What narrows the list may need the second row.
    let isNarrow = check.isNarrowing || check.isNarrowed
    for (row, line) in sum.prefix(isNarrow ? 1 : 2).enumerated() {
      frame.write(
        line, at: Position(column: screen.left + (written > 0 ? written + 2 : 0), row: 1 + row),
        style: screen.theme.strong)
    }
    drawSearch(in: &frame)
    guard !check.shown.isEmpty else {
      let isWell = findings.all.isEmpty
      return screen.line(
        words(isWell ? ScreenText.allIsWell : ScreenText.noProblemFits), row: CheckLayout.head,
        style: isWell ? screen.theme.good : screen.theme.faint, in: &frame)
    }
    drawList(in: &frame)
    if let focused = check.focused { drawWhole(focused, in: &frame) }
  }

  private func drawFault(in frame: inout Frame) {
    let lines = check.fault.flatMap { words($0).wrapped(columns: screen.contentWidth) }
    for (row, line) in lines.prefix(max(0, layout.rows - 1)).enumerated() {
      screen.line(line, row: 1 + row, style: screen.theme.problem, in: &frame)
    }
  }

  /// Draws the text or the filter that narrows the list.
  private func drawSearch(in frame: inout Frame) {
    let row = CheckLayout.head - 1
    let isOn = check.isNarrowing
    guard isOn || !check.input.text.isEmpty else {
      guard check.isOfErrors else { return }
      frame.write(
        words(ScreenText.onlyErrors), at: Position(column: screen.left, row: row),
        style: screen.theme.accent)
      return
    }
    screen.search(check.input, isOn: isOn, width: layout.listWidth, row: row, in: &frame)
  }

  private func drawList(in frame: inout Frame) {
    let (listWidth, room) = (layout.listWidth, layout.room)
    let top = check.focus.visibleTop(count: check.shown.count, room: room)
    let kinds = [true, false].map { DisplayWidth.of(words(ScreenText.kind(isError: $0))) }
    let columns = TableColumns(
      // The message takes what is left.
      wanted: [kinds.max() ?? 0, check.placeWidth, min(check.accountWidth, 30), listWidth],
      order: [0, 1, 2, 3], width: listWidth - 1
    ).columns
    var rows = check.shown[top...].prefix(room).map { finding in
      let texts = texts(finding)
      return columns.map { texts[$0.index].wrapped(columns: $0.width) }
    }
    // Whole, if all are; else a line each.
    let heights = rows.map { $0.last?.count ?? 1 }
    let isWhole = rows.count == check.shown.count && heights.reduce(0, +) <= room
    if !isWhole {
      rows = check.shown[top...].prefix(room).map { finding in
        let texts = texts(finding)
        return columns.map { [texts[$0.index].fitted(columns: $0.width)] }
      }
    }
    var line = CheckLayout.head
    for (index, texts) in rows.enumerated() {
      let height = isWhole ? heights[index] : 1
      let isFocused = top + index == check.focus.row
      if isFocused { screen.bar(row: line, rows: height, width: listWidth, in: &frame) }
      for (column, parts) in zip(columns, texts) {
        let style =
          isFocused
          ? screen.theme.selection : style(column.index, check.shown[top + index].isError)
        for (offset, part) in parts.prefix(height).enumerated() {
          frame.write(
            part.fitted(columns: column.width),
            at: Position(column: screen.left + column.start, row: line + offset), style: style)
        }
      }
      line += height
    }
    screen.scrollBar(
      column: screen.left + listWidth, row: CheckLayout.head, top: top, room: room,
      count: check.shown.count, in: &frame)
  }

  private func style(_ column: Int, _ isError: Bool) -> Style {
    switch column {
    case 0: isError ? screen.theme.problem : screen.theme.warning
    case 1: screen.theme.faint
    default: .plain
    }
  }

  /// The columns: how bad it is, where, whose, and what.
  private func texts(_ finding: CheckFindings.Finding) -> [String] {
    [
      words(ScreenText.kind(isError: finding.isError)), finding.place,
      visible(finding.problem.account ?? ""), words(finding.problem.message),
    ]
  }

  private func drawWhole(_ finding: CheckFindings.Finding, in frame: inout Frame) {
    let column = screen.left + (layout.isBeside ? layout.listWidth + 3 : 0)
    let width = screen.right - column
    let first = layout.isBeside ? CheckLayout.head : layout.rows - layout.below
    if !layout.isBeside { screen.rule(row: first, in: &frame) }
    var lines = words(finding.problem.message).wrapped(columns: width).map {
      Panel.Line($0, screen.theme.strong)
    }
    let account = finding.problem.account.map { [ScreenText.account($0)] } ?? []
    for phrase in account + [Phrase(same: finding.problem.place?.words ?? "")] {
      lines += words(phrase).wrapped(columns: width).map { Panel.Line($0, .plain) }
    }
    let start = layout.isBeside ? first : first + 1
    for (index, line) in lines.prefix(max(0, layout.rows - start)).enumerated() {
      frame.write(
        line.text, at: Position(column: column, row: start + index), style: line.style)
    }
  }
}
