import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// Help for choosing a password: its rules, ticked off while typing, and its strength.
struct PasswordHelp {
  enum Item: Equatable {
    case rule(String, isKept: Bool)
    case strength(String, PasswordStrength)
    case problem(String)

    var text: String {
      switch self {
      case .rule(let text, let isKept): "\(isKept ? "[x]" : "[ ]") \(text)"
      case .strength(let text, _): text
      case .problem(let text): "! \(text)"
      }
    }

    func style(_ theme: Theme) -> Style {
      switch self {
      case .rule(_, let isKept): isKept ? theme.good : theme.label
      case .strength(_, let strength):
        switch strength {
        case .veryWeak, .weak: theme.problem
        case .fair: theme.warning
        case .strong, .veryStrong: theme.good
        }
      case .problem: theme.problem
      }
    }
  }

  /// The columns between two items.
  static let gap = 2

  let form: Form
  let language: Language

  /// No help is needed when an existing password is entered.
  private var isOfHelp: Bool {
    (form.purpose != .logIn || form.rulebook.registersAtLogin) && !form.generates
  }

  /// The rows it takes, whatever is typed.
  func height(columns: Int) -> Int { lines("?", columns: columns).count }

  /// Lists the rules for a password that is being typed; last, its strength or its other faults.
  func items(_ text: String, columns: Int) -> [Item] {
    guard isOfHelp else { return [] }
    let rules = form.rulebook.fields.password.rules
    let broken = form.rulebook.brokenRules(
      text, in: .password, of: form.values, today: form.today)
    let ticks = rules.map { rule in
      Item.rule(ScreenText.item(rule)[language], isKept: !text.isEmpty && !broken.contains(rule))
    }
    guard let row = form.rows.first(where: { $0.field == .password }) else { return ticks }
    if let other = form.brokenRules(row).first(where: { !rules.contains($0) }),
      !text.isEmpty || row.isTouched
    {
      return ticks + [.problem(other.message(of: Field.password.name)[language])]
    }
    return text.isEmpty ? ticks : ticks + [strength(of: text, columns: columns)]
  }

  /// Lays the items out in lines; the strength has the last one to itself.
  func lines(_ text: String, columns: Int) -> [[Item]] {
    var lines: [[Item]] = []
    var width = columns + 1
    for item in items(text, columns: columns) {
      let length = DisplayWidth.of(item.text)
      if case .rule = item {} else { width = columns + 1 }
      if width + length > columns {
        lines.append([])
        width = 0
      }
      lines[lines.count - 1].append(item)
      width += length + Self.gap
    }
    return lines
  }

  private func strength(of text: String, columns: Int) -> Item {
    let strength = PasswordStrength(of: text)
    let step = columns < 50 ? 2 : 4
    let full = (strength.rawValue + 1) * step
    // Thick and thin lines differ without colours too.
    let bar = String(repeating: "━", count: full) + String(repeating: "─", count: 5 * step - full)
    return .strength(
      "\(ScreenText.strength[language]) \(bar) \(ScreenText.words(strength)[language])", strength)
  }
}
