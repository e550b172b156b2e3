import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("A list of how accounts are to be") struct DeclaredListTests {
  private let documents = Documents()

  private func refusals(_ emails: [String]) async throws -> [Refusal] {
    let declared = emails.map { email in
      var values = FieldValues(email: email)
      (values.password, values.lastName) = (HashOfSecret1.md5, "Lovelace")
      return NewAccount(values)
    }
    return try await documents.registry.apply(declared).value.refusals
  }

  @Test("names each account that it repeats, and nothing else")
  func repeated() async throws {
    let emails = ["ada@mail.ru", "bob@mail.ru", "Bob@mail.ru", "ADA@mail.ru", "cid@mail.ru"]
    let refusals = try await refusals(emails)
    #expect(refusals.map(\.index) == [2, 3])
    #expect(refusals.map(\.reason) == [.repeats(earlier: 1), .repeats(earlier: 0)])
    #expect(!documents.exists("accounts.json"))
  }

  @Test("says once who shares a name, however often the name is declared")
  func shared() async throws {
    try documents.write(
      """
      {"rules": "register", "accounts": [
        {"email": "ada@mail.ru", "password": "*"}, {"email": "Ada@mail.ru", "password": "*"}]}
      """)
    let refusals = try await refusals(["ada@mail.ru", "ADA@mail.ru", "ada@mail.ru"])
    let closed = refusals.filter { if case .closed = $0.reason { true } else { false } }
    #expect(closed.map(\.index) == [0])
    #expect(
      refusals.map(\.reason).filter { $0 == .repeats(earlier: 0) }.count == 2
        && refusals.count == 3)
  }
}
