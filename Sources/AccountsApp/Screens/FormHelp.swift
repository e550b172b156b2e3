import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// Help for the focused row, beside the form: the rule of its field, its problem, and how good a
/// password is.
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
    let hint = lines(form.hint(of: row), screen.theme.text)
    let groups = lines(form.groupsThereAre, screen.theme.text)
    guard row.field == .password, !row.isRepeat else {
      let problems = form.toldProblems(row)
      return [
        hint, groups, problems.flatMap { lines(Phrase(same: "! ") + $0, screen.theme.problem) },
      ]
    }
    let (rules, verdict) = passwordHelp(row.text ?? "", columns: columns)
    let items = (rules + [verdict].compactMap(\.self)).flatMap {
      [Panel.Line]($0.text, $0.style, columns: columns)
    }
    return [hint, items, groups]
  }
}

/// Help for choosing a password.
extension FormView {
  /// The columns between two rules.
  private static let ruleGap = 2

  /// The rules for a password that is being typed, ticked off, and its strength or its other
  /// faults.
  func passwordHelp(
    _ text: String, columns: Int
  ) -> (rules: [Panel.Line], verdict: Panel.Line?) {
    // No help is needed when an existing password is entered.
    guard form.purpose != .logIn || form.rulebook.registersAtLogin, !form.generates else {
      return ([], nil)
    }
    let rules = form.rulebook.fields.password.rules
    let broken = form.rulebook.brokenRules(
      text, in: .password, of: form.values, today: form.today)
    let ticks = rules.map { rule in
      let isKept = !text.isEmpty && !broken.contains(rule)
      return Panel.Line(
        "\(isKept ? "[x]" : "[ ]") \(words(ScreenText.item(rule)))",
        isKept ? screen.theme.good : screen.theme.label)
    }
    guard let row = form.rows.first(where: { $0.field == .password }) else { return (ticks, nil) }
    if let other = form.brokenRules(row).first(where: { !rules.contains($0) }),
      !text.isEmpty || row.isTouched
    {
      let fault = words(other.message(of: Field.password.name))
      return (ticks, Panel.Line("! \(fault)", screen.theme.problem))
    }
    return (ticks, text.isEmpty ? nil : strength(of: text, columns: columns))
  }

  /// The rules in lines, each as full as it may be; the rest has the last one to itself.
  func passwordLines(_ text: String) -> [[Panel.Line]] {
    let (rules, verdict) = passwordHelp(text, columns: inputWidth)
    var lines: [[Panel.Line]] = []
    var room = 0
    for rule in rules {
      let length = DisplayWidth.of(rule.text)
      if lines.isEmpty || length > room {
        lines.append([])
        room = inputWidth
      }
      lines[lines.count - 1].append(rule)
      room -= length + Self.ruleGap
    }
    return lines + (verdict.map { [[$0]] } ?? [])
  }

  /// Draws such lines below each other.
  func draw(_ lines: some Sequence<[Panel.Line]>, from row: Int, in frame: inout Frame) {
    for (index, line) in lines.enumerated() {
      var column = inputColumn - 1
      for item in line {
        frame.write(
          item.text, at: Position(column: column, row: row + index), style: item.style)
        column += DisplayWidth.of(item.text) + Self.ruleGap
      }
    }
  }

  private func strength(of text: String, columns: Int) -> Panel.Line {
    let strength = PasswordStrength(of: text)
    let step = columns < 50 ? 2 : 4
    let full = (strength.rawValue + 1) * step
    // Thick and thin lines differ without colours too.
    let bar = String(repeating: "━", count: full) + String(repeating: "─", count: 5 * step - full)
    let style =
      switch strength {
      case .veryWeak, .weak: screen.theme.problem
      case .fair: screen.theme.warning
      case .strong, .veryStrong: screen.theme.good
      }
    return Panel.Line(
      "\(words(Phrase("Strength:"))) \(bar) \(words(ScreenText.words(strength)))", style)
  }
}

extension Form {
  /// Says what the form is for, if its title does not.
  var introduction: Phrase? {
    guard purpose == .logIn, rulebook.registersAtLogin else { return nil }
    return rulebook.key == .email
      ? Phrase("An email that is not known yet gets an account.")
      : Phrase("A name that is not known yet gets an account.")
  }

  /// Says what to type in a row.
  func hint(of row: FormRow) -> Phrase {
    if row.isRepeat {
      return Phrase("The same password again, so that no slip of a finger locks you out.")
    }
    if purpose == .logIn, !rulebook.registersAtLogin { return Phrase(same: "") }
    // A password's rules are ticked off.
    if row.field == .password {
      return isEdit && !isOfPassword && !row.isBroken
        ? Phrase("Left empty, the password stays as it is.") : Phrase(same: "")
    }
    if case .flag = row.input { return Phrase("Space sets it and takes it away.") }
    let form = FieldWords.form(of: row.field, rulebook).title
    return rulebook.requires(row.field) ? form : Phrase("\(form). May be left empty.")
  }
}
