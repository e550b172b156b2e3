import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// Help for the focused row, beside the form: what its field must be, what is wrong with it, and how
/// good a password is.
extension FormView {
  /// A box as high as its text; empty without one.
  func help(columns: Int) -> Frame {
    let lines = Array(
      paragraphs(columns: columns - 4).filter { !$0.isEmpty }
        .joined(separator: [Panel.Line("", .plain)]))
    if lines.isEmpty { return Frame(size: Size(columns: columns, rows: 0)) }
    let title =
      form.focusedRow.map { form.name(of: $0.field).title }
      ?? form.focusedButton.map { ScreenText.name($0, of: form) }
    var box = Panel.box(
      title.map(words) ?? "", columns: columns, rows: lines.count + 2, screen.theme)
    box.write(lines, at: Position(column: 2, row: 1))
    return box
  }

  private func paragraphs(columns: Int) -> [[Panel.Line]] {
    func lines(_ phrase: Phrase?, _ style: Style) -> [Panel.Line] {
      let text = phrase.map(words) ?? ""
      return text.isEmpty ? [] : [Panel.Line](text, style, columns: columns)
    }
    guard let row = form.focusedRow else {
      let problem = form.firstProblem?.message
      return [lines(problem.map { ScreenText.isOff(form, $0) }, screen.theme.text)]
    }
    let asks = lines(form.asks(of: row), screen.theme.text)
    let groups = lines(form.groupsThereAre, screen.theme.text)
    guard row.field == .password, !row.isRepeat else {
      let told = form.toldProblems(row)
      return [asks, groups, told.flatMap { lines(Phrase(same: "! ") + $0, screen.theme.problem) }]
    }
    let (rules, verdict) = passwordHelp(row.text ?? "", columns: columns)
    let items = (rules + [verdict].compactMap(\.self)).flatMap {
      [Panel.Line]($0.text, $0.style, columns: columns)
    }
    return [asks, items, groups]
  }
}

extension Form {
  /// Says what the form is for, if its title does not.
  var introduction: Phrase? {
    guard purpose == .logIn, rulebook.registersAtLogin else { return nil }
    return ScreenText.createsAccount(rulebook.key)
  }

  /// Says what to type in a row.
  func asks(of row: FormRow) -> Phrase {
    if row.isRepeat { return ScreenText.typeAgain }
    if purpose == .logIn, !rulebook.registersAtLogin { return Phrase(same: "") }
    // A password's rules are ticked off.
    if row.field == .password {
      return isEdit && !row.isBroken ? ScreenText.emptyKeeps : Phrase(same: "")
    }
    if case .flag = row.input { return ScreenText.spaceToggles }
    let form = RulebookText.form(of: row.field, rulebook).title
    return rulebook.requires(row.field) ? form : ScreenText.optional(form)
  }
}
