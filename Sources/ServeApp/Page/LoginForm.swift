import Accounts
import AccountsApp
import CommandKit
import HTTP

/// The form of the login: the typed text, and what is wrong with it.
struct LoginForm: Sendable {
  /// The names of the fields in HTML.
  static let (nameField, passwordField, keepField) = ("name", "password", "keep")

  let rulebook: Rulebook
  let name: String
  let password: String
  /// Whether the login is to outlive the browser.
  let keeps: Bool
  private(set) var problems: [PageProblem] = []
  /// Why nobody is logged in, if that is not one field's fault.
  var message: [Phrase] = []

  init(under rulebook: Rulebook, _ pairs: [Request.Pair] = []) {
    let typed = { (field: String) in pairs.first { $0.name == field }?.value }
    self.rulebook = rulebook
    name = typed(Self.nameField) ?? ""
    password = typed(Self.passwordField) ?? ""
    keeps = typed(Self.keepField).map { !$0.isEmpty } ?? false
  }

  /// Finds what is empty.
  mutating func judge() {
    problems = []
    if FieldValues.trimmed(name, for: .email) == nil {
      problems.append(
        PageProblem(
          field: Self.nameField, words: FieldAdvice.enter(anyOf: rulebook.waysToLogIn)))
    }
    if password.isEmpty {
      problems.append(PageProblem(field: Self.passwordField, words: Phrase("enter your password")))
    }
  }

  func request(from client: String?) -> LoginRequest {
    LoginRequest(name: name, password: PasswordEntry(password), from: .serve(client))
  }
}
