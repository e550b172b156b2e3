import AccountsSupport
import Testing

@testable import Accounts

@Suite("A secret never shows itself") struct SecrecyTests {
  private let secret = "hunter2-hunter2"
  private let hash = "$y$j9T$SaltSaltSaltSalt$HashHashHashHash"

  /// Every description of a value.
  private func said(_ value: Any) -> String {
    var dumped = ""
    dump(value, to: &dumped)
    return [
      String(describing: value), String(reflecting: value), "\(value)", dumped,
      String(describing: [value]), String(reflecting: Optional.some(value)),
      String(describing: Mirror(reflecting: value).children.map(\.value)),
    ].joined(separator: "\n")
  }

  private func keepsSecret(_ value: Any, sourceLocation: SourceLocation = #_sourceLocation) {
    let said = said(value)
    // Bytes would reveal it as well.
    let leaks = ["hunter2", "SaltSalt", "HashHash", "104, 117, 110"].filter { said.contains($0) }
    #expect(leaks == [], sourceLocation: sourceLocation)
  }

  @Test("not a password") func passwordText() throws { keepsSecret(try PasswordText(secret)) }

  @Test("not a password as entered") func passwordEntry() {
    keepsSecret(PasswordEntry(secret))
    keepsSecret(PasswordEntry(secret + "\u{0}"))
  }

  @Test("not a hash") func passwordHash() throws {
    keepsSecret(try #require(PasswordHash(hash)))
  }

  @Test("not a stored password") func storedPassword() throws {
    keepsSecret(try StoredPassword(secret))
    keepsSecret(try StoredPassword(hash))
    keepsSecret(try StoredPassword("!" + hash))
  }

  @Test("not the fields of an account") func fieldValues() {
    var values = FieldValues()
    (values.email, values.password) = ("ada@example.com", secret)
    keepsSecret(values)
    #expect(values.description.contains("ada@example.com"))
    values.password = hash
    keepsSecret(values)
  }

  @Test("not a request to log in or to edit") func requests() {
    keepsSecret(LoginRequest(email: "ada@example.com", password: PasswordEntry(secret)))
    keepsSecret(
      EditRequest(account: "ada@b.co", fields: [.firstName: "Ada"], password: PasswordEntry(secret))
    )
  }

  @Test("not an account") func account() throws {
    var values = FieldValues()
    (values.email, values.password) = ("ada@example.com", secret)
    keepsSecret(try #require(Account(values, rulebook: .register, today: .ofTests)))
    values.password = hash
    let account = try #require(Account(values, rulebook: .register, today: .ofTests))
    keepsSecret(account)
    #expect(account[.password] == nil)
  }

  @Test("not an account in the file") func storedAccount() {
    var values = FieldValues()
    (values.email, values.password) = ("ada@example.com", secret)
    keepsSecret(
      StoredAccount(
        values, problems: [Problem(.account, .file(.accountIsObject))], under: .register,
        today: .ofTests))
  }

  @Test("not an edit") func edit() {
    let edits = [AccountRecord.Change(.password, from: hash, to: hash + "2")]
    keepsSecret(edits)
    keepsSecret(EditDraft(name: "ada@example.com", changes: edits))
  }

  @Test("not a change of a field") func fieldChange() {
    keepsSecret(AccountRecord.Change(.password, from: secret, to: hash))
    keepsSecret(FieldValue.text(secret))
    var values = FieldValues()
    values.password = secret
    keepsSecret(NewAccount(values))
    keepsSecret(AccountChange.add(NewAccount(values)))
    let edits = [AccountRecord.Change(.password, from: secret, to: hash)]
    keepsSecret(EditedValues(edits, of: values))
    keepsSecret(
      FieldConflict(field: .password, expected: secret, found: hash))
  }

  @Test("not a typed password about to be sealed") func typedPassword() throws {
    var values = FieldValues()
    (values.email, values.password) = ("ada@example.com", secret)
    let typed = TypedPassword(of: values, password: try PasswordText(secret))
    keepsSecret(typed)
    keepsSecret((typed: typed, hash: try #require(PasswordHash(hash))) as SealedPassword)
  }

  @Test("not an error about one") func errors() {
    var values = FieldValues()
    (values.email, values.password) = ("a", secret)
    keepsSecret(AccountsError.invalid(Rulebook.albums.problems(with: values, today: .ofTests)))
  }
}
