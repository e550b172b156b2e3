@testable import Accounts
@testable import AccountsFile

/// Shorthand for what users do.
extension Registry {
  @discardableResult
  func register(
    _ email: String, _ password: String = "secret1", _ fields: [Field: String] = [:],
    logsIn: Bool = true
  ) async throws -> Done<Account> {
    var values = FieldValues()
    for (field, text) in fields { values.type(text, into: field) }
    values.type(email, into: .email)
    return try await register(values, password: PasswordEntry(password), logsIn: logsIn)
  }

  @discardableResult
  func login(_ email: String, _ password: String = "secret1") async throws -> Done<Account> {
    try await login(LoginRequest(email: email, password: PasswordEntry(password)))
  }

  @discardableResult
  func login(
    firstName: String, email: String? = nil, _ password: String = "password1"
  ) async throws -> Done<Account> {
    try await login(
      LoginRequest(email: email, firstName: firstName, password: PasswordEntry(password)))
  }

  @discardableResult
  func edit(
    _ fields: [Field: String?] = [:], of account: String? = nil, password: String? = nil
  ) async throws -> Done<Edited> {
    try await edit(
      EditRequest(account: account, fields: fields, password: password.map { PasswordEntry($0) }))
  }

  @discardableResult
  func draft(
    _ fields: [Field: String?] = [:], of account: String? = nil, password: String? = nil
  ) async throws -> Done<Edited> {
    try await edit(
      EditRequest(
        account: account, fields: fields, password: password.map { PasswordEntry($0) },
        isDraft: true))
  }

  /// The email of the profile that is shown.
  func shown() async throws -> String { try await show().account.name.text }

  /// A field of an account as stored in the file.
  func value(_ field: Field, of email: String) async throws -> String? {
    try await account(email).values[text: field]
  }
}

extension LoginRequest {
  init(_ email: String, _ password: String) {
    self.init(email: email, password: PasswordEntry(password))
  }
}
