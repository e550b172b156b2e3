@testable import Accounts
@testable import AccountsFile

/// Shorthand for what users do at the machine whose accounts these are.
extension Registry {
  /// The registry and its session.
  var personal: PersonalRegistry { PersonalRegistry(registry: self) }

  func login(
    _ request: LoginRequest, creates: Bool = true,
    warn: (Notice) -> Void = { _ in }
  ) async throws -> Outcome<Account> {
    try await personal.login(request, creates: creates, warn: warn)
  }

  func logOut() async throws -> Bool { try await personal.logOut() }

  func show(_ name: String? = nil) async throws -> Profile<Account> {
    try await personal.show(name)
  }

  func draft(_ request: EditRequest) async throws -> Outcome<EditReport> {
    try await personal.keepDraft(request)
  }

  func save() async throws -> Outcome<EditReport> { try await personal.save() }

  func cancel() async throws -> Outcome<PersonalRegistry.Cancelled> { try await personal.cancel() }

  @discardableResult
  func register(
    _ email: String, _ password: String = "secret1", _ fields: [Field: String] = [:],
    logsIn: Bool = true
  ) async throws -> Outcome<Account> {
    var values = FieldValues()
    for (field, text) in fields { values.set(text, for: field) }
    values.set(email, for: .email)
    return logsIn
      ? try await personal.register(values, password: PasswordEntry(password))
      : try await register(values, password: PasswordEntry(password))
  }

  @discardableResult
  func login(_ email: String, _ password: String = "secret1") async throws -> Outcome<Account> {
    try await login(LoginRequest(email: email, password: PasswordEntry(password)))
  }

  @discardableResult
  func login(
    firstName: String, email: String? = nil, _ password: String = "password1"
  ) async throws -> Outcome<Account> {
    try await login(
      LoginRequest(email: email, firstName: firstName, password: PasswordEntry(password)))
  }

  @discardableResult
  func edit(
    _ fields: [Field: FieldSetting] = [:], of account: String? = nil, password: String? = nil
  ) async throws -> Outcome<EditReport> {
    try await edit(request(fields, of: account, password: password))
  }

  @discardableResult
  func draft(
    _ fields: [Field: FieldSetting] = [:], of account: String? = nil, password: String? = nil
  ) async throws -> Outcome<EditReport> {
    try await draft(request(fields, of: account, password: password))
  }

  /// - Parameter account: nil for the session's.
  private func request(
    _ fields: [Field: FieldSetting], of account: String?, password: String?
  ) async throws -> EditRequest {
    var name = account
    if name == nil { name = try await shown() }
    return EditRequest(
      account: name ?? "", fields: fields, password: password.map { PasswordEntry($0) })
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
