import AccountsFile
import CommandKit
import Terminal

/// Help for choosing a password: its rules, ticked off while typing, and its strength.
struct PasswordHelp {
  struct Item: Equatable {
    let text: String
    let isKept: Bool
  }

  /// The columns between two items.
  static let gap = 2

  let form: Form
  let language: Language

  /// No help is needed when an existing password is entered.
  private var isOfHelp: Bool { form.purpose != .logIn || form.rulebook.registersAtLogin }

  /// The rows it takes once something is typed.
  func height(columns: Int) -> Int { lines("?", columns: columns).count }

  func lines(_ text: String, columns: Int) -> [[Item]] {
    guard isOfHelp else { return [] }
    let broken = form.rulebook.brokenRules(
      text, in: .password, of: form.values, today: form.today)
    let items = form.rulebook.fields.password.rules.map { rule in
      let isKept = !text.isEmpty && !broken.contains(rule)
      return Item(
        text: "\(isKept ? "[x]" : "[ ]") \(ScreenText.item(rule)[language])", isKept: isKept)
    }
    var lines: [[Item]] = [[]]
    var width = 0
    for item in items {
      let length = DisplayWidth.of(item.text)
      if width > 0, width + length > columns {
        lines.append([])
        width = 0
      }
      lines[lines.count - 1].append(item)
      width += length + Self.gap
    }
    if !text.isEmpty { lines.append([Item(text: strength(of: text), isKept: false)]) }
    return lines
  }

  private func strength(of text: String) -> String {
    let strength = PasswordStrength(of: text)
    let full = (strength.rawValue + 1) * 2
    let bar = String(repeating: "#", count: full) + String(repeating: "-", count: 10 - full)
    return "\(ScreenText.strength[language]) [\(bar)] \(ScreenText.words(strength)[language])"
  }
}
