import Accounts
import AccountsSupport
import PostgresServer
import Testing

@testable import PostgresAccounts

@Suite(
  "An account of a database in which a hand wrote a key",
  .needsPostgres, .takesPlace, .patient)
struct HandLockTests {
  private static let email = "mario@host.com"

  /// What was written to keep him out, and what was not.
  private static let closing = [
    #""disable": true"#, #""locked": true"#, #""banned": "spam""#, #""Disabled": true"#,
    #""validUntill": "2026-12-31""#, #""lokced": true"#, #""blocked_until": "2099-01-01""#,
    #""frozen": true"#, #""left": "2020-01-01""#, #""deleted": true"#, #""archived": true"#,
    #""access": "none""#, #""login": false"#, #""отключён": true"#, #""_disabled": true"#,
    #""disabled ": true"#, #""disabled\u00A0": true"#, #""d\u0456sabled": true"#,
    #""club": "Inter""#, #""phone2": "1""#, #""id": 17"#, #""role": null"#, #""X-note": 1"#,
    #""x_note": 1"#, #""x-\ud800": 1"#,
  ]
  private static let open = [
    #""//disabled": true"#, #""//": "left in May""#, #""x-note": 1, "x-note": 2"#,
    #""x-a": {"disabled": true}"#, #""x-": 1"#, #""\u0078-a": 1"#,
  ]

  @Test("is closed unless the key begins with x- or //")
  func closes() async throws {
    let database = try await TestDatabase()
    try await database.plant([FieldValues(email: Self.email, password: HashOfSecret1.sha512)])
    let connection = try Connection(database.address, Libpq())
    let store = PostgresStore(database.address, today: { .ofTests })
    for member in Self.closing + Self.open {
      try connection.run(
        "UPDATE public.account SET doc = $1",
        [.text(#"{"email": "\#(Self.email)", \#(member)}"#)])
      let found = try await store.find(.name(AccountName(Self.email))).accounts
      #expect(
        found.map(\.isClosed) == [Self.closing.contains(member)], "\(member): \(found)")
    }
  }

  @Test("is closed with all others by such a key around them, at each look")
  func around() async throws {
    let database = try await TestDatabase()
    try await database.plant([FieldValues(email: Self.email, password: HashOfSecret1.sha512)])
    let connection = try Connection(database.address, Libpq())
    let store = PostgresStore(database.address, today: { .ofTests })
    for (own, isUsable) in [
      (#"{"x-motd": {"serve": 1}, "//": 1, "$schema": "s"}"#, true), ("{}", true),
      (#"{"serve": {"hosts": []}}"#, false), (#"{"x-\ud800": 1}"#, false), ("7", false),
      (#"{"accounts": []}"#, false), (#"{"regapp": 2}"#, false),
    ] {
      try connection.run("UPDATE public.base SET own = $1", [.text(own)])
      let name = AccountName(Self.email)
      let looks: [() async throws -> Bool] = [
        { try await store.find(.name(name)).accounts.map(\.isClosed) == [false] },
        { try await store.find(.names([name])).accounts.map(\.isClosed) == [false] },
        { try await store.page(PageRequest(limit: 5)).accounts.count == 1 },
        { try await store.rulebook() == .register },
      ]
      for (number, look) in looks.enumerated() {
        let found: Bool
        do { found = try await look() } catch AccountsError.fileInvalid(_) { found = false }
        #expect(found == isUsable, "\(own): \(number)")
      }
    }
  }
}
