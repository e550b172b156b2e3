import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("Login by first name, in letters of any script")
struct NameFoldingTests {
  @Test(
    "matches the name",
    arguments: [
      ("ΟΔΥΣΣΕΥΣ", "Οδυσσευς"), ("Οδυσσευς", "ΟΔΥΣΣΕΥΣ"), ("Οδυσσευς", "οδυσσευσ"),
      ("STRASSE", "straße"), ("Straße", "STRASSE"), ("Straße", "straße"), ("ﬁnn", "FINN"),
      ("Ǆ", "ǆ"), ("ǅ", "Ǆ"), ("Иван", "ИВАН"), ("Иван", "иван"),
    ])
  func known(kept: String, typed: String) async throws {
    let documents = Documents()
    let account =
      #"{"email": "one@example.com", "password": "password1", "firstName": "\#(kept)", "#
      + #""lastName": "X"}"#
    try documents.write(accounts: [account], rules: "authorisation")
    let outcome = try await documents.registry.login(firstName: typed, "password1")
    #expect(outcome.firstName?.text == kept)
  }
}
