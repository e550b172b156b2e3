import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// Help for the focused row, beside the form: what its field must be, what is wrong with it, and how
/// good a password is.
struct FormHelp {
  let view: FormView
  private var theme: Theme { view.screen.theme }
  private var form: Form { view.form }

  /// A box as high as its text; empty without one.
  func panel(columns: Int) -> Frame {
    let lines = Array(
      paragraphs(columns: columns - 4).filter { !$0.isEmpty }
        .joined(separator: [Panel.Line("", .plain)]))
    if lines.isEmpty { return Frame(size: Size(columns: columns, rows: 0)) }
    var box = Panel.box(title, columns: columns, rows: lines.count + 2, theme)
    for (index, line) in lines.enumerated() {
      box.write(line.text, at: Position(column: 2, row: index + 1), style: line.style)
    }
    return box
  }

  private var title: String {
    guard let row = form.focusedRow else {
      return form.focusedButton.map { view.words(ScreenText.name($0, of: form)) } ?? ""
    }
    return view.words(form.name(of: row.field).title)
  }

  private func paragraphs(columns: Int) -> [[Panel.Line]] {
    func lines(_ text: String, _ style: Style) -> [Panel.Line] {
      text.isEmpty ? [] : text.wrapped(columns: columns).map { Panel.Line($0, style) }
    }
    guard let row = form.focusedRow else {
      return [
        lines(
          form.firstProblem.map { view.words(ScreenText.isOff(form, $0.message)) } ?? "",
          theme.text)
      ]
    }
    let told = form.toldProblems(row).map { "! " + view.words($0) }
    var paragraphs = [lines(view.words(form.asks(of: row)), theme.text)]
    if row.field == .password, !row.isRepeat {
      paragraphs.append(
        view.passwordHelp.items(row.text ?? "", columns: columns)
          .flatMap { lines($0.text, $0.style(theme)) })
    }
    if let groups = form.groupsThereAre { paragraphs.append(lines(view.words(groups), theme.text)) }
    // Those of a password are said above.
    if row.field != .password || row.isRepeat {
      paragraphs.append(told.flatMap { lines($0, theme.problem) })
    }
    return paragraphs
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
