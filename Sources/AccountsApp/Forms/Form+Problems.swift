import AccountsFile
import CommandKit

/// Finds the faults in the texts of a form.
extension Form {
  /// The rules that a row breaks, in the order in which they are shown.
  func brokenRules(_ row: FormRow) -> [FieldRule] {
    row.refusal.map { [$0] } ?? brokenRules(row.text, in: row.field)
  }

  /// The rules that a text would break in a field of this form; nil means that nothing was typed.
  func brokenRules(_ text: String?, in field: Field) -> [FieldRule] {
    guard let text else { return isNeeded(field) ? [.required] : [] }
    if field == .password, let rule = Self.ruleBroken(byPassword: text) { return [rule] }
    if purpose == .logIn, !rulebook.registersAtLogin { return [] }
    if field == .password, case .renew(let login) = purpose, PasswordEntry(text) == login.password {
      return [.otherThanOld]
    }
    let broken = rulebook.brokenRules(entered: text, in: field, of: values, today: today)
    return broken.isEmpty && field == .validUntil && isBeforeFirstDay(text) ? [.dateOrder] : broken
  }

  private func isBeforeFirstDay(_ text: String) -> Bool {
    var dates = values
    dates[text: .validUntil] = text
    return !dates.areDatesInOrder
  }

  /// Why a password cannot be used at all, even to log in: it is not the typed text, or would not
  /// arrive as it was copied. Terminals change the line ends of a paste.
  private static func ruleBroken(byPassword text: String) -> FieldRule? {
    for scalar in text.unicodeScalars {
      if scalar == "\u{FFFD}" { return .wholeUnicode }
      if scalar == "\n" || scalar == "\r" { return .noControlCharacters(scalar) }
    }
    do throws(FieldRule) {
      _ = try PasswordText(text)
      return nil
    } catch {
      return error
    }
  }

  /// Whether a field may not be left empty.
  func isNeeded(_ field: Field) -> Bool {
    switch purpose {
    case .logIn, .renew: true
    case .register: rulebook.requires(field) && !(field == .password && generates)
    // An empty new password keeps the old one, if that may be kept.
    case .edit: field == .password ? !keepsPassword : rulebook.requires(field)
    }
  }

  /// Whether the account's password stays if none is typed.
  var keepsPassword: Bool {
    isEdit && !isOfPassword && !rows.contains { $0.field == .password && $0.isBroken }
  }

  func problems(_ row: FormRow) -> [Phrase] {
    guard row.isRepeat else { return brokenRules(row).map { $0.message(of: name(of: row.field)) } }
    if row.text == nil { return [PlainText.typeAgain] }
    return sameText(row.text, self[.password]) ? [] : [PlainText.passwordsDiffer]
  }

  /// The first invalid row, and what is wrong with it.
  var firstProblem: (row: Int, message: Phrase)? {
    for (index, row) in rows.enumerated() {
      if let message = problems(row).first { return (index, message) }
    }
    return nil
  }

  var isReady: Bool { firstProblem == nil }

  /// The problems to show for a row: none until it was left once.
  func toldProblems(_ row: FormRow) -> [Phrase] { row.isTouched ? problems(row) : [] }
}
