import AccountsFile
import CommandKit

/// A form as questions line by line, on the same model that the screens draw. For screen readers,
/// serial lines, and commands that lack a value.
struct PlainForm: Sendable {
  private(set) var form: Form
  /// The password as typed, byte for byte; nil if it is not to change.
  private var typed: [UInt8]?
  private let invocation: Invocation

  init(_ form: Form, _ invocation: Invocation) {
    self.form = form
    self.invocation = invocation
  }

  private enum Answer { case taken, back, cancel }

  /// Asks for every field in turn until each is valid; returns whether the user completed the form.
  /// The end of input is an interrupt.
  mutating func fill() async throws -> Bool {
    invocation.say(PlainText.howTo)
    var index = 0
    while index < form.rows.count {
      let field = form.rows[index].field
      let answer = field == .password ? try await askPassword() : try await ask(field)
      switch answer {
      case .taken: index += 1
      case .back: index = max(0, index - 1)
      case .cancel: return false
      }
    }
    return true
  }

  /// Asks again for a field that the store rejected, or that is needed in addition.
  mutating func askAgain(for field: Field) async throws {
    form.askForKey()
    form.set(field, to: nil)
    _ = try await ask(field, takesWords: false)
  }

  /// Asks for one field until it is valid; nil if it is left empty.
  mutating func value(of field: Field) async throws -> String? {
    _ = try await ask(field, takesWords: false)
    return form[field]
  }

  private mutating func ask(_ field: Field, takesWords: Bool = true) async throws -> Answer {
    while true {
      guard let line = try await invocation.ask(form.question(field)) else {
        throw ConsoleError.interrupted
      }
      if takesWords, line == PlainText.back { return .back }
      if takesWords, line == PlainText.cancel { return .cancel }
      var text = FieldValues.trimmed(line, for: field)
      let isKept = form.isEdit && text == nil
      if isKept { text = form[field] } else if form.isEdit, text == PlainText.clear { text = nil }
      // Checked before it goes into the form, whose input drops unprintable characters.
      let broken = form.brokenRules(text, in: field)
      if broken.isEmpty {
        if !isKept { form.set(field, to: text) }
        return .taken
      }
      tell(broken, field)
    }
  }

  /// A new password is asked for twice; at login once, and tried as typed.
  private mutating func askPassword() async throws -> Answer {
    while true {
      let bytes = try await secret(form.question(.password))
      if form.purpose == .logIn {
        typed = bytes
        return .taken
      }
      if form.isEdit, bytes.isEmpty { return .taken }
      let broken = form.rulebook.brokenRules(PasswordEntry(bytes: bytes), of: form.values)
      if broken.isEmpty {
        if try await secret(PlainText.again) == bytes {
          typed = bytes
          return .taken
        }
        invocation.complain(PlainText.passwordsDiffer)
      } else {
        tell(broken, .password)
      }
    }
  }

  /// Asks which value to keep of each field that was changed elsewhere as well; returns false if this
  /// is another account.
  mutating func settle(with now: Account) async throws -> Bool {
    guard let request = form.editRequest, request.seen?.name == now.name else {
      return false
    }
    var kept = Set(request.fields.keys)
    for field in form.conflicts(with: now, hasPassword: typed != nil) {
      let question = PlainText.choice(field, form.mine(field), Form.theirs(field, of: now))
      guard try await invocation.choose(question, among: [.mine, .theirs]) == .theirs else {
        continue
      }
      kept.remove(field)
      if field == .password { typed = nil }
    }
    form.rebase(on: now, keeping: kept)
    return true
  }

  struct PasswordsDiffer: Error {}

  /// Asks again for a password that turned out to be a new one; throws if the two differ.
  func confirmPassword() async throws {
    guard form.purpose == .logIn, let typed else { return }
    guard try await secret(PlainText.again) == typed else { throw PasswordsDiffer() }
  }

  /// The form's request; nil if something is missing.
  var effect: FormEffect? { form.effect(typed.map { PasswordEntry(bytes: $0) }) }

  private func secret(_ question: Phrase) async throws -> [UInt8] {
    guard let bytes = try await invocation.askSecretly(question) else {
      throw ConsoleError.interrupted
    }
    return bytes
  }

  private func tell(_ broken: [Rule], _ field: Field) {
    for rule in broken { invocation.complain(rule.message(of: form.name(of: field))) }
  }
}

extension Letter {
  fileprivate static let mine = Letter("m", ru: "м")
  fileprivate static let theirs = Letter("t", ru: "ч")
}

extension Form {
  /// The question for a field, with its current value and, if it helps, the format.
  fileprivate func question(_ field: Field) -> Phrase {
    var question = name(of: field).title
    if field.isDate {
      question = Phrase("\(question) (YYYY-MM-DD)", ru: "\(question) (ГГГГ-ММ-ДД)")
    }
    if field == .groups {
      question = Phrase(
        "\(question) (with commas between them)", ru: "\(question) (через запятую)")
    }
    guard isEdit else { return question + Phrase(same: ": ") }
    if field == .password {
      return Phrase("\(question) (Enter keeps it): ", ru: "\(question) (Enter оставляет прежний): ")
    }
    if let present = self[field] { question = question + Phrase(same: " [\(visible(present))]") }
    return Phrase(
      "\(question) (Enter keeps, \(PlainText.clear) clears): ",
      ru: "\(question) (Enter оставляет, \(PlainText.clear) стирает): ")
  }
}
