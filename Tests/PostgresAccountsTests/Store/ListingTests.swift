import Accounts
import AccountsSupport
import PostgresServer
import StoreSuite
import Synchronization
import Testing

@testable import PostgresAccounts

@Suite(
  "Lists of the accounts in a database",
  .needsPostgres, .takesPlace, .patient)
struct ListingTests {
  /// Puts texts there past every check, under keys that are in their order.
  private func plant(
    _ rows: [(document: String, email: String?)], in database: TestDatabase
  ) throws {
    let connection = try Connection(database.address, Libpq())
    for (index, row) in rows.enumerated() {
      try connection.run(
        """
        INSERT INTO public.account (key, email_key, password, doc, closed, disabled, op)
        VALUES ($1, $2, $3, $4, false, false, $5)
        """,
        [
          .text("\(1_000 + index)"), .text(row.email),
          .text(index % 2 == 0 ? HashOfSecret1.sha512 : nil), .text(row.document),
          .id(OperationID()),
        ])
    }
  }

  private func all(
    _ store: PostgresStore, limit: Int = 1_000, holding text: String? = nil,
    in group: String? = nil
  ) async throws(AccountsError) -> [StoredAccount] {
    var request = PageRequest(limit: limit, holding: text, in: group)
    var accounts: [StoredAccount] = []
    while true {
      let page = try await store.page(request)
      #expect(page.accounts.count <= limit)
      accounts += page.accounts
      guard let next = page.next else { return accounts }
      request.cursor = next
    }
  }

  private func deep(_ depth: Int) -> String {
    let arrays = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    return #"{"email": "deep@host.com", "x-own": \#(arrays)}"#
  }

  @Test("take each row for one account, whatever another hand wrote into others")
  func hostile() async throws {
    let database = try await TestDatabase()
    try await database.use(Rulebook(name: "own"))
    let good = { (name: String) in #"{"email": "\#(name)@host.com", "phone": "\\t\"\\"}"# }
    let rows: [(document: String, email: String?)] = [
      (good("first"), "first@host.com"),
      (#"{}],"rules":"register","x-x":[{}"#, nil),
      (#"{"email": "two@host.com"},{"email": "three@host.com"}"#, nil),
      (#"{"email": ""#, nil), (#""}"#, nil),
      ("", nil), ("null", nil), ("{", nil), (#"{"email": "open@host.com""#, nil),
      ("\u{FEFF}" + good("marked"), "marked@host.com"),
      ("\t\r\n {\n\t\"email\": \"spaced@host.com\"\n}\n ", "spaced@host.com"),
      ("{ }", nil), ("{}", nil), (#"{,"email": "comma@host.com"}"#, nil),
      (#"{"email": "note@host.com"} // a note"#, nil),
      (deep(400), "deep@host.com"), (deep(600), nil),
      (good("last"), "last@host.com"),
    ]
    try plant(rows, in: database)
    let store = PostgresStore(database.address, today: { .ofTests })
    let found = try await all(store)
    // A row that is not an account goes by its key.
    let names = rows.enumerated().map { $0.element.email ?? "\(1_000 + $0.offset)" }
    #expect(found.map(\.values.email) == names)
    #expect(found.first?.values.phone == "\\t\"\\")
    #expect(found.first?.values.password == HashOfSecret1.sha512)
    // Under the table's rulebook, against a row's.
    #expect(try await store.rulebook().name == "own")
    let report = try await store.check(PasswordHasher())
    #expect(report.accounts == rows.count)
  }

  @Test("find by a text or a group what is found among all")
  func narrowed() async throws {
    let database = try await TestDatabase()
    try await database.use(Rulebook(name: "own"))
    try plant(
      [
        #"{"email": "ann@host.com", "firstName": "Ann", "lastName": "Lee", "groups": ["ops"]}"#,
        #"{"email": "b@host.com", "firstName": "\u0041nn", "groups": ["\u006fps"]}"#,
        #"{"email": "c@host.com", "firstName": "Joann ", "lastName": "LEEDS"}"#,
        #"{"email": "d@host.com", "firstName": "\#u{212A}elvin", "groups": ["mail", "ops"]}"#,
        #"{"email": "e@host.com", "firstName": "Kelvin", "groups": ["OPS"]}"#,
        #"{"email": "f@host.com", "lastName": "Zo\#u{E9}", "groups": ["caf\#u{E9}"]}"#,
        #"{"email": "g@host.com", "lastName": "Zoe\#u{301}", "groups": ["cafe\#u{301}"]}"#,
        #"{"email": "h@host.com", "phone": "ann lee ops"}"#,
        #"{"email": "i@host.com", "x-note": "\\ ann"}"#,
        #"{"email": "j@host.com", "firstName": "100%", "lastName": "a_b"}"#,
      ].map { ($0, nil) }, in: database)
    let store = PostgresStore(database.address, today: { .ofTests })
    let everyone = try await all(store)
    let texts = [
      "ann", "ANN", "nn le", "nn  l", "ann lee", "kelvin", "k", "zoé", "zoe", "ops", "@host", "%",
      "_", "\\", "\"", "'", " ", "", "\u{212A}", "nobody", "a b c d e f g h i j",
    ]
    for text in texts {
      let found = try await all(store, limit: 2, holding: text).map(\.values.email)
      let meant = everyone.filter { $0.values.contains(text.lowercased()) }
      #expect(found == meant.map(\.values.email), "\(text)")
    }
    for group in ["ops", "OPS", "mail", "café", "cafe\u{301}", "op", "", "\"", "\\"] {
      for text in [nil, "ann", "host"] {
        let found = try await all(store, limit: 1, holding: text, in: group)
        let meant = everyone.filter { account in
          account.values.groups.contains(group)
            && text.map { account.values.contains($0) } != false
        }
        #expect(found.map(\.values.email) == meant.map(\.values.email), "\(group) \(text ?? "")")
      }
    }
  }

  @Test("go on where many rows are read or searched, some at a time")
  func many() async throws {
    let limit = 700
    let database = try await TestDatabase()
    try database.server.psql(
      """
      INSERT INTO public.account (key, email_key, doc, closed, disabled, op)
      SELECT e, e, '{"email": "' || e || '", "groups": ["g' || n % 1000 || '"]}', false, false,
        gen_random_uuid()
      FROM generate_series(10001, 60500) n, LATERAL (SELECT n || '@host.com') AS mails (e)
      """)
    try database.judge()
    let store = PostgresStore(database.address, today: { .ofTests })
    let emails = try await all(store, limit: limit).compactMap(\.values.email)
    #expect(emails == (10_001...60_500).map { "\($0)@host.com" })
    let members = try await all(store, limit: limit, in: "g7").compactMap(\.values.email)
    #expect(members == stride(from: 10_007, through: 60_007, by: 1_000).map { "\($0)@host.com" })
    let held = try await all(store, limit: limit, holding: "5@HOST").compactMap(\.values.email)
    #expect(held == stride(from: 10_005, through: 60_495, by: 10).map { "\($0)@host.com" })
    #expect(try await store.check(PasswordHasher()).accounts == 50_500)
  }

  @Test("see the accounts as they were when they began, and leave nothing behind when left off")
  func snapshot() async throws {
    let database = try await TestDatabase()
    try database.server.psql(
      """
      INSERT INTO public.account (key, email_key, doc, closed, disabled, op)
      SELECT e, e, '{"email": "' || e || '"}', false, false, gen_random_uuid()
      FROM generate_series(1001, 1010) n, LATERAL (SELECT n || '@host.com') AS mails (e)
      """)
    let store = PostgresStore(database.address, today: { .ofTests })
    var page = try await store.page(PageRequest(limit: 4))
    try database.server.psql("DELETE FROM public.account WHERE key > '1005'")
    var count = page.accounts.count
    while let next = page.next {
      page = try await store.page(PageRequest(after: next, limit: 4))
      count += page.accounts.count
    }
    #expect(count == 10)
    // A listing is cancelled between two pages: the next one, and a write, see what is there now.
    let left = try await store.page(PageRequest(limit: 2))
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await store.page(PageRequest(after: left.next, limit: 2))
    }
    #expect(await error { try await cancelled.value } == .cancelled)
    #expect(try await all(store).count == 4)
    let removed = try await store.apply(
      [.remove(NameKey(.email, AccountName("1001@host.com")))], WriteOptions()
    ).value
    #expect(removed.refusals.isEmpty)
    #expect(try await all(store).count == 3)
    #expect(
      try database.server.psql(
        """
        SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND state LIKE 'idle in%'
        """) == ["0"])
  }

  @Test("tell changes in the order of the keys, however the server finds the rows")
  func order() async throws {
    let database = try await TestDatabase()
    // So the rows lie in the table.
    try await database.plant(
      ["c", "a", "b"].map { name in
        var values = FieldValues()
        values.email = "\(name)@b.co"
        return values
      })
    let store = PostgresStore(database.address, today: { dayOfPromises })
    let ids = ["b", "c", "a"].map { NameKey(.email, AccountName("\($0)@b.co")) }
    let applied = try await store.apply(ids.map { .remove($0) }, WriteOptions()).value
    #expect(applied.changes.map(\.name) == ["a@b.co", "b@b.co", "c@b.co"])
  }

  @Test("end with a failure of their statement, and never go on with other accounts")
  func refused() async throws {
    // Before each statement in turn, all accounts change, and their table cannot be read until the
    // next.
    for number in 1...30 {
      let database = try await TestDatabase()
      try database.server.psql(
        """
        CREATE ROLE \(database.server.name) LOGIN IN ROLE regapp_manager;
        INSERT INTO public.account (key, email_key, doc, closed, disabled, op)
        SELECT e, e, '{"email": "' || e || '", "firstName": "Ada"}', false, false, gen_random_uuid()
        FROM generate_series(1001, 1060) n, LATERAL (SELECT n || '@host.com') AS mails (e)
        """)
      let own = database.server
      let sent = Mutex(0)
      var libpq = Libpq()
      libpq.watch = { made, isMade in
        guard made == "PQsendQuery", !isMade else { return }
        let now = sent.withLock { sent in
          sent += 1
          return sent
        }
        if now == number {
          _ = try? own.psql(
            """
            UPDATE public.account SET doc = replace(doc, 'Ada', 'Eve');
            REVOKE SELECT ON public.account FROM regapp_manager
            """)
        } else if now == number + 1 {
          _ = try? own.psql("GRANT SELECT ON public.account TO regapp_manager")
        }
      }
      let address = try DatabaseAddress(own.server.address(own.name, user: own.name))
      let store = PostgresStore(address, today: { .ofTests }, libpq: libpq)
      do throws(AccountsError) {
        let found = try await all(store, limit: 4)
        #expect(found.count == 60)
        #expect(Set(found.map(\.values.firstName)).count == 1, "before statement \(number)")
      } catch {
        guard case .store = error else {
          Issue.record(error)
          return
        }
      }
    }
  }
}
