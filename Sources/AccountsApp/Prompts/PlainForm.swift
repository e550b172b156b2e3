import AccountsFile
import CommandKit

/// A form as questions line by line, on the same model that the screens draw: an edit, a new
/// password that a login demands, or one field. For screen readers, serial lines, and commands that
/// lack a value.
struct PlainForm: Sendable {
  private(set) var form: Form
  private let invocation: Invocation
  /// The row that is asked for next.
  private var index = 0
  /// Whether only what is wrong is asked for.
  private var isMending = false
  /// Whether it was said how a password is typed.
  private var hasToldOfPassword = false

  init(_ form: Form, _ invocation: Invocation) {
    self.form = form
    self.invocation = invocation
  }

  private enum Answer { case taken, back, cancel }

  /// Asks for every field in turn until each is valid; returns false if the user gives up. The end
  /// of input is an interrupt.
  mutating func fill() async throws -> Bool {
    if index == 0, !isMending {
      invocation.sayWrapped(PlainText.howTo(ofPassword: form.isOfPassword))
    }
    while let next {
      index = next
      form.put(focus: next)
      switch try await ask(form.rows[next], takesWords: true) {
      case .taken: index += 1
      case .back where form.isOfPassword: return false
      case .back:
        // Enter may keep the password: on the way back one could never get past it.
        let before = form.rows[..<index].lastIndex {
          $0.isAsked && ($0.field != .password || !form.keepsPassword || $0.text != nil)
        }
        index = before ?? index
      case .cancel: return false
      }
    }
    return true
  }

  /// The next row to ask for; nil if there is none. Switches are not asked: an option sets it.
  private var next: Int? {
    isMending
      ? form.rows.firstIndex { !form.problems($0).isEmpty }
      : form.rows.indices.first { $0 >= index && form.rows[$0].isAsked }
  }

  /// Has a field asked for again, because the store refused its value; returns false if the form
  /// does not have it.
  mutating func refuse(_ rule: FieldRule, of field: Field) -> Bool {
    form.refuse(rule, of: field)
    isMending = true
    return !form.isReady
  }

  /// Asks for one field until it is valid; nil if it is left empty.
  ///
  /// - Parameter password: a new password, typed once already.
  mutating func value(of field: Field, confirming password: String? = nil) async throws -> String? {
    if let password {
      if try await askPassword(password) == .cancel { throw ConsoleError.interrupted }
    } else if let row = form.rows.first(where: { $0.field == field }) {
      if try await ask(row, takesWords: false) == .cancel { throw ConsoleError.interrupted }
    }
    return form[field]
  }

  /// Asks for a row until it is valid.
  private mutating func ask(_ row: FormRow, takesWords: Bool) async throws -> Answer {
    if isMending { sayProblems(form.toldProblems(row)) }
    guard row.field != .password else { return try await askPassword() }
    let field = row.field
    tellRules(of: field)
    while true {
      guard let line = try await invocation.ask(form.question(field)) else {
        throw ConsoleError.interrupted
      }
      switch takesWords ? line : "" {
      case PlainText.back: return .back
      case PlainText.cancel: return .cancel
      default: break
      }
      var text = FieldValues.trimmed(line, for: field)
      let isKept = form.isEdit && text == nil
      if isKept { text = form[field] } else if form.isEdit, text == PlainText.clear { text = nil }
      // Checked before it goes into the form, whose input drops unprintable characters.
      let refusal = isKept ? row.refusal : nil
      let broken = refusal.map { [$0] } ?? form.brokenRules(text, in: field)
      if broken.isEmpty {
        if !isKept { form.set(field, to: text) }
        // The one value that is kept in another form than it was typed in.
        if field == .phone, let kept = form[field], !sameText(kept, text) {
          invocation.sayWrapped(field.label + Phrase(same: " \(visible(kept))"))
        }
        return .taken
      }
      sayProblems(broken.map { $0.message(of: form.name(of: field)) })
    }
  }

  /// A new password is asked for twice. Nearly every text may be one, so only an empty line leads
  /// back, and the word that leaves is asked for again.
  private mutating func askPassword(_ typed: String? = nil) async throws -> Answer {
    if typed == nil {
      tellRules(of: .password)
      if !form.isOfPassword, !hasToldOfPassword {
        invocation.sayWrapped(Phrase("A password is used exactly as typed."))
        hasToldOfPassword = true
      }
    }
    var typed = typed
    while true {
      let text = if let typed { typed } else { try await secret(form.question(.password)) }
      typed = nil
      if text == PlainText.cancel {
        if try await isLeaving() { return .cancel }
        continue
      }
      if text.isEmpty {
        if form[.password] != nil { form.set(.password, to: nil) }
        if form.keepsPassword { return .taken }
        if let row = form.rows.first(where: { $0.field == .password }), row.refusal != nil {
          sayProblems(form.problems(row))
        }
        return .back
      }
      let broken = form.brokenRules(text, in: .password)
      guard broken.isEmpty else {
        sayProblems(broken.map { $0.message(of: form.name(of: .password)) })
        continue
      }
      form.set(.password, to: text)
      var repeated = try await secret(Phrase("Password again: "))
      while repeated == PlainText.cancel {
        if try await isLeaving() { return .cancel }
        repeated = try await secret(Phrase("Password again: "))
      }
      form.set(.password, isRepeat: true, to: repeated)
      if form.rows.allSatisfy({ !$0.isRepeat || form.problems($0).isEmpty }) { return .taken }
      if !repeated.isEmpty { invocation.object(PlainText.passwordsDiffer) }
    }
  }

  /// Asks whether to leave, if the word for that was typed as a password.
  private func isLeaving() async throws -> Bool {
    let line = try await invocation.ask(
      Phrase("Leave? \(PlainText.cancel) leaves; anything else asks for the password again: "))
    guard let line else { throw ConsoleError.interrupted }
    return line == PlainText.cancel
  }

  /// Says what a field must look like, before the question. To log in one needs no rules.
  private func tellRules(of field: Field) {
    guard form.purpose != .logIn else { return }
    invocation.sayWrapped(FieldWords.form(of: field, form.rulebook).title)
    if field == .groups, let groups = KnownGroups.words(of: form.knownGroups.all) {
      invocation.sayWrapped(groups.title)
    }
  }

  private func secret(_ question: Phrase) async throws -> String {
    guard let bytes = try await invocation.askSecretly(question) else {
      throw ConsoleError.interrupted
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func sayProblems(_ problems: [Phrase]) {
    for problem in problems { invocation.object(problem) }
  }
}

extension Form {
  /// The question for a field, with its current value and, if it helps, the format.
  fileprivate func question(_ field: Field) -> Phrase {
    var question = name(of: field).title
    if field.isDate {
      question = Phrase("\(question) (YYYY-MM-DD)")
    }
    if field == .groups {
      question = Phrase("\(question) (with commas between them)")
    }
    if purpose == .logIn || isOfPassword { return question + Phrase(same: ": ") }
    if field == .password, isEdit, keepsPassword {
      return Phrase("\(question) (Enter keeps it): ")
    }
    guard isEdit, let present = self[field] else {
      return isNeeded(field)
        ? question + Phrase(same: ": ") : Phrase("\(question) (Enter leaves it empty): ")
    }
    question = question + Phrase(same: " [\(visible(present))]")
    return isNeeded(field)
      ? Phrase("\(question) (Enter keeps): ")
      : Phrase("\(question) (Enter keeps, \(PlainText.clear) clears): ")
  }
}

extension FormRow {
  fileprivate var isAsked: Bool { !isRepeat && !isFlag }
}
