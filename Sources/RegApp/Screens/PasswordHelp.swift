import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// Help for choosing a password.
extension FormView {
  /// The columns between two rules.
  static let ruleGap = 2

  /// The rules for a password that is being typed, ticked off, and its strength or its other faults.
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
      "\(words(ScreenText.strength)) \(bar) \(words(ScreenText.words(strength)))", style)
  }
}
