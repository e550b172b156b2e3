import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("A closed account") struct ClosedAccountTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }
  private let good = #"{"email": "good@gmail.com", "password": "secret1"}"#

  struct Row: Sendable, CustomTestStringConvertible {
    let account: String
    let rows: [String]
    var testDescription: String { account }
    init(_ account: String, _ rows: String...) { (self.account, self.rows) = (account, rows) }
  }

  private static let rows = [
    Row("7", "5:5 account accountIsObject"),
    Row("null", "5:5 account accountIsObject"),
    Row("[]", "5:5 account accountIsObject"),
    Row("{}", "5:5 email required", "5:5 password required"),
    Row(#"{"email": "bad@gmail.com"}"#, "5:5 password required"),
    Row(#"{"password": "12345"}"#, "5:5 email required"),
    Row(#"{"email": "bad", "password": "12345"}"#, "5:15 email address"),
    Row(#"{"email": "", "password": "12345"}"#, "5:15 email address"),
    Row(#"{"email": " bad@gmail.com", "password": "12345"}"#, "5:15 email address"),
    Row(#"{"email": "bad@gmail.com", "password": ""}"#, "5:44 password minimumCharacters"),
    Row(#"{"email": 5, "password": "12345"}"#, "5:15 email text"),
    Row(#"{"email": "bad@gmail.com", "password": null}"#, "5:44 password text"),
    Row(
      #"{"email": "bad@gmail.com", "password": "12345", "phone": 9123456789}"#, "5:62 phone text"),
    Row(
      #"{"email": "bad@gmail.com", "password": "12345", "phone": null}"#, "5:62 phone text"),
    Row(
      #"{"email": "bad@gmail.com", "password": "12345", "birthDate": "2023-02-29"}"#,
      "5:66 birthDate realDay"),
    Row(
      #"{"email": "bad@gmail.com", "password": "12345", "firstName": "\u001b[2J"}"#,
      "5:66 firstName noControlCharacters"),
    Row(
      #"{"email": "bad@gmail.com", "password": "12345", "lastName": "\udc00"}"#,
      "5:65 lastName wholeUnicode"),
    Row(
      #"{"email": "bad@gmail.com", "password": "12345", "phone": ""}"#, "5:62 phone phone"),
    // A duplicate known key, even with the same value, and however it is written.
    Row(
      #"{"email": "bad@gmail.com", "password": "12345", "email": "bad@gmail.com"}"#,
      "5:62 email once"),
    Row(
      #"{"email": "bad@gmail.com", "password": "12345", "p\u0061ssword": "12345"}"#,
      "5:70 password once"),
    Row(
      #"{"phone": "1", "email": "bad@gmail.com", "phone": 2, "phone": "9123456789"}"#,
      "5:5 password required", "5:15 phone phone", "5:55 phone once", "5:67 phone once"),
    // Columns are characters.
    Row(
      "{\"firstName\": \"👨‍👩‍👧‍👦é\", \"email\": \"bad\", \"password\": \"12345\"}", "5:34 email address"),
  ]

  @Test("is reported by the check with every problem and its place", arguments: rows)
  func check(row: Row) async throws {
    try documents.write(accounts: [row.account])
    let findings = try await registry.check()
    #expect(findings.errors.map(\.row).sorted() == row.rows.sorted())
    #expect(findings.accounts == 1)
  }

  @Test("blocks no other: those can be shown, logged in to, edited, and added", arguments: rows)
  func blocksNoOther(row: Row) async throws {
    try documents.write(accounts: [row.account, good])
    #expect(try await registry.shown() == "good@gmail.com")
    try await registry.login("good@gmail.com")
    try await registry.edit([.firstName: "Good"])
    try await registry.register("new@gmail.com")
    let page = try await registry.list(limit: 9)
    #expect(page.accounts.map(\.isClosed) == [true, false, false])
    #expect(page.accounts.first?.problems.first?.place?.position?.line == 5)
    #expect(try documents.text().contains("\n    \(row.account),\n"))
  }

  @Test("may have own keys twice, also such as a field but for their beginning")
  func isNot() async throws {
    try documents.write(accounts: [
      #"{"x-x": 1, "x-x": 2, "x-email": 5, "email": "good@gmail.com", "password": "12345", "x-age": []}"#
    ])
    #expect(try await registry.check().errors == [])
    #expect(try await registry.shown() == "good@gmail.com")
  }

  @Test("is every account that shares an email, in any case")
  func sharedEmail() async throws {
    try documents.write(accounts: [
      #"{"email": "Bad@gmail.com", "password": "secret1"}"#, good,
      #"{"email": "bad@Gmail.com", "password": "secret1"}"#,
      #"{"email": "BAD@GMAIL.COM", "password": "secret1"}"#,
    ])
    #expect(
      try await registry.check().errors.map(\.row) == ["7:15 email unique", "8:15 email unique"])
    #expect(
      try await registry.list(limit: 9).accounts.map(\.isClosed) == [true, false, true, true])
    #expect(try await registry.shown() == "good@gmail.com")
    let failure = await error { try await registry.login("bad@gmail.com", "secret1") }
    // The password of the first alone is tried.
    #expect(failure?.problems.map(\.row) == ["7:15 email unique"])
    await #expect(throws: AccountsError.taken(.email)) {
      try await registry.register("bad@gmail.com")
    }
  }

  @Test("cannot be logged in to, but the right password reveals why")
  func login() async throws {
    try documents.write(accounts: [
      #"{"email": "bad@gmail.com", "password": "12345", "phone": "1", "firstName": "A\u0007"}"#
    ])
    let failure = await error { try await registry.login("bad@gmail.com", "12345") }
    #expect(
      failure?.problems.map(\.row) == ["5:80 firstName noControlCharacters", "5:62 phone phone"])
    await #expect(throws: AccountsError.loginFailed) {
      try await registry.login("bad@gmail.com", "54321")
    }
    #expect(!documents.exists("session.json"))
  }
}
