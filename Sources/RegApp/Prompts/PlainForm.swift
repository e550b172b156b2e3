import Accounts
import CommandKit

/// A form as questions line by line: the other face of the model that the screens draw. For screen
/// readers, for serial lines, and for commands that lack a value.
struct PlainForm: Sendable {
  private(set) var form: Form
  /// What was typed as a password, byte for byte; nil where it is to stay as it is.
  private var typed: Typed?

  private struct Typed: Sendable { let bytes: [UInt8] }
  private let invocation: Invocation

  init(_ form: Form, _ invocation: Invocation) {
    self.form = form
    self.invocation = invocation
  }

  private var password: PasswordEntry? { typed.map { PasswordEntry(bytes: $0.bytes) } }

  private enum Answer { case taken, back, cancel }

  /// Asks for every field in turn, until each is right; returns whether the person went through
  /// with it. The end of input is an interrupt.
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

  /// Asks once more for a field that the store refused, or that is needed besides.
  mutating func askAgain(for field: Field) async throws {
    if form[field] == nil, form.purpose == .logIn { form.askForEmail() }
    form.set(field, to: nil)
    _ = try await ask(field, takesWords: false)
  }

  /// Asks for one field, until it is right; nil where it is left empty.
  mutating func value(of field: Field) async throws -> String? {
    _ = try await ask(field, takesWords: false)
    return form[field]
  }

  private mutating func ask(_ field: Field, takesWords: Bool = true) async throws -> Answer {
    while true {
      guard let line = try await invocation.ask(PlainText.question(form, field)) else {
        throw ConsoleError.interrupted
      }
      if takesWords, line == PlainText.back { return .back }
      if takesWords, line == PlainText.cancel { return .cancel }
      var text = FieldValues.trimmed(line, for: field)
      if case .edit = form.purpose {
        if text == nil { return .taken }
        if text == PlainText.clear { text = nil }
      }
      // Judged before it goes into the form, whose line takes nothing that would not be printed.
      let broken = form.brokenRules(text, in: field)
      if broken.isEmpty {
        form.set(field, to: text)
        return .taken
      }
      tell(broken, field)
    }
  }

  /// A new password is asked for twice; at login, what was typed is what is tried.
  private mutating func askPassword() async throws -> Answer {
    while true {
      let bytes = try await secret(PlainText.question(form, .password))
      if form.purpose == .logIn {
        typed = Typed(bytes: bytes)
        return .taken
      }
      if case .edit = form.purpose, bytes.isEmpty { return .taken }
      let broken = Self.brokenRules(bytes, under: form.rulebook)
      if broken.isEmpty {
        if try await secret(PlainText.again) == bytes {
          typed = Typed(bytes: bytes)
          return .taken
        }
        invocation.complain(PlainText.passwordsDiffer)
      } else {
        tell(broken, .password)
      }
    }
  }

  struct PasswordsDiffer: Error {}

  /// Asks a password again that turns out to be a new one; throws where it is another.
  func confirmPassword() async throws {
    guard form.purpose == .logIn, let typed else { return }
    guard try await secret(PlainText.again) == typed.bytes else { throw PasswordsDiffer() }
  }

  /// What the form is sent for; nil where it lacks something.
  var effect: ScreenEffect? {
    switch form.purpose {
    case .logIn:
      password.map {
        .logIn(LoginRequest(email: form[.email], firstName: form[.firstName], password: $0))
      }
    case .register: password.map { .register(form.values, $0) }
    case .edit:
      form.editRequest.map { request in
        var request = request
        request.password = password
        return .save(request)
      }
    }
  }

  private static func brokenRules(_ bytes: [UInt8], under rulebook: Rulebook) -> [Rule] {
    do throws(Rule) {
      return rulebook.brokenRules(try PasswordText(bytes: bytes))
    } catch {
      return [error]
    }
  }

  private func secret(_ question: Phrase) async throws -> [UInt8] {
    guard let bytes = try await invocation.askSecretly(question) else {
      throw ConsoleError.interrupted
    }
    return bytes
  }

  private func tell(_ broken: [Rule], _ field: Field) {
    for rule in broken { invocation.complain(rule.message(of: field.name)) }
  }
}
