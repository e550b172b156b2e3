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

  private enum Answer { case taken, back, cancel, menu }

  /// How a form was left.
  enum Outcome { case completed, cancelled, toMenu }

  /// Asks for every field in turn until each is valid. The end of input is an interrupt.
  mutating func fill() async throws -> Outcome {
    invocation.say(PlainText.howTo(form))
    let fields = form.rows.map(\.field)
    var index = 0
    while index < fields.count {
      let field = fields[index]
      let answer = field == .password ? try await askPassword() : try await ask(field)
      switch answer {
      case .taken: index += 1
      case .back where fields == [.password]: return .cancelled
      case .back:
        // Where Enter keeps the password, one could never get past it on the way back.
        let before = fields[..<index].lastIndex {
          $0 != .password || !form.keepsPassword || typed != nil
        }
        index = before ?? index
      case .cancel: if try await mayLeave() { return .cancelled }
      case .menu: if try await mayLeave() { return .toMenu }
      }
    }
    return .completed
  }

  /// Asks what the screens ask before what was typed is dropped.
  private func mayLeave() async throws -> Bool {
    guard form.isChanged || typed != nil else { return true }
    guard let agrees = try await invocation.agrees(to: ScreenText.question(.leave(.back))) else {
      throw ConsoleError.interrupted
    }
    return agrees
  }

  /// Says what a field must look like, before the question. To log in one needs no rules, unless
  /// that may create an account.
  private func tellRules(of field: Field, inForm: Bool = true) {
    guard form.purpose != .logIn || inForm && form.comesFirst else { return }
    invocation.say(RulebookText.form(of: field, form.rulebook).title)
  }

  /// Asks again for a field that the store rejected, or that is needed in addition.
  mutating func askAgain(for field: Field) async throws {
    if field == .password {
      _ = try await askPassword()
      return
    }
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
    tellRules(of: field, inForm: takesWords)
    while true {
      guard let line = try await invocation.ask(form.question(field)) else {
        throw ConsoleError.interrupted
      }
      switch takesWords ? line : "" {
      case PlainText.back: return .back
      case PlainText.cancel: return .cancel
      case PlainText.menu where form.comesFirst: return .menu
      default: break
      }
      var text = FieldValues.trimmed(line, for: field)
      let isKept = form.isEdit && text == nil
      if isKept { text = form[field] } else if form.isEdit, text == PlainText.clear { text = nil }
      // Checked before it goes into the form, whose input drops unprintable characters.
      let refusal = isKept ? form.rows.first { $0.field == field }?.refusal : nil
      let broken = refusal.map { [$0] } ?? form.brokenRules(text, in: field)
      if broken.isEmpty {
        if !isKept { form.set(field, to: text) }
        // The one value that is kept in another form than it was typed in.
        if field == .phone, let kept = form[field], !sameText(kept, text) {
          invocation.say(field.label + Phrase(same: " \(visible(kept))"))
        }
        return .taken
      }
      tell(broken, field)
    }
  }

  /// A new password is asked for twice; at login once, and tried as typed. Every text may be a
  /// password, so only an empty line leads back.
  private mutating func askPassword() async throws -> Answer {
    tellRules(of: .password)
    while true {
      let bytes = try await secret(form.question(.password))
      if bytes.isEmpty {
        typed = nil
        if form.keepsPassword { return .taken }
        if let rule = form.rows.first(where: { $0.field == .password })?.refusal {
          tell([rule], .password)
        }
        return .back
      }
      if form.purpose == .logIn {
        typed = bytes
        return .taken
      }
      let broken = form.rulebook.brokenRules(PasswordEntry(bytes: bytes), of: form.values)
      guard broken.isEmpty else {
        tell(broken, .password)
        continue
      }
      let again = try await secret(PlainText.again)
      if again == bytes {
        typed = bytes
        return .taken
      }
      if !again.isEmpty { invocation.complain(PlainText.passwordsDiffer) }
    }
  }

  /// Asks which value to keep of each field that was changed elsewhere as well; returns false if this
  /// is another account.
  mutating func settle(with now: StoredAccount) async throws -> Bool {
    guard let request = form.editRequest, request.seen?.id == now.id else {
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

  private func tell(_ broken: [FieldRule], _ field: Field) {
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
    if purpose == .logIn || isOfPassword { return question + Phrase(same: ": ") }
    if field == .password, isEdit, keepsPassword {
      return Phrase("\(question) (Enter keeps it): ", ru: "\(question) (Enter оставляет прежний): ")
    }
    guard isEdit, let present = self[field] else {
      return isNeeded(field)
        ? question + Phrase(same: ": ")
        : Phrase("\(question) (Enter leaves it empty): ", ru: "\(question) (Enter не заполняет): ")
    }
    question = question + Phrase(same: " [\(visible(present))]")
    return isNeeded(field)
      ? Phrase("\(question) (Enter keeps): ", ru: "\(question) (Enter оставляет): ")
      : Phrase(
        "\(question) (Enter keeps, \(PlainText.clear) clears): ",
        ru: "\(question) (Enter оставляет, \(PlainText.clear) стирает): ")
  }

  /// Whether it is asked for at once, without a menu before it; a word leads to that.
  var comesFirst: Bool { purpose == .logIn && rulebook.registersAtLogin }
}
