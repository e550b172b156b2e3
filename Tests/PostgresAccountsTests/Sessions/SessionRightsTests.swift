import AccountsSupport
import PostgresServer
import Synchronization
import TestSupport
import Testing

@testable import Accounts
@testable import PostgresAccounts

@Suite(
  "Logins in browsers in a database",
  .needsPostgres, .takesPlace, .patient)
struct SessionRightsTests {
  private static func state(_ connection: Connection, _ statement: String) -> String? {
    do throws(Failure) {
      try connection.run(statement)
      return nil
    } catch {
      if case .refused(let state, _) = error { return state } else { return "\(error)" }
    }
  }

  @Test("are in a table that no role reads or writes", arguments: [Schema.manager, Schema.login])
  func table(role: String) async throws {
    let browsers = try await Browsers()
    let begun = try await browsers.registry.begin(Browsers.ada)
    let server = browsers.database.server
    let connection = try Connection(
      DatabaseAddress(server.server.address(server.name, user: role)), Libpq())
    for statement in [
      "SELECT digest FROM public.session", "SELECT count(*) FROM public.session",
      "SELECT FROM public.session FOR UPDATE", "DELETE FROM public.session",
      "UPDATE public.session SET ends = 'infinity'", "TRUNCATE public.session",
      "INSERT INTO public.session SELECT * FROM public.session",
    ] {
      #expect(Self.state(connection, statement) == "42501", "\(statement)")
    }
    try connection.begin("")
    #expect(Self.state(connection, "LOCK TABLE public.session") == "42501")
    try connection.run("ROLLBACK")
    #expect(Self.state(connection, "SELECT FROM public.session") == "42501")
    #expect(try await browsers.registry.isIn(begun))
  }

  @Test("are reached by five functions, of a manager alone, which give no digest away")
  func functions() async throws {
    let browsers = try await Browsers()
    let begun = try await browsers.registry.begin(Browsers.ada)
    let server = browsers.database.server
    let calls = [
      "regapp_api.regapp_session('\(begun.token.digest.text)')",
      "regapp_api.regapp_sessions(NULL, NULL)", "regapp_api.regapp_sessions(NULL, '{ada@b.co}')",
      """
      regapp_api.regapp_begin_session('d', 'p', 'h', 'l', true, 'bob@b.co', NULL,
        '\(HashOfSecret1.sha512)', '2026-06-15', 'bob@b.co', 'b', false, 60, '{}', NULL)
      """,
      "regapp_api.regapp_forget_sessions('{bob@b.co}')", "regapp_api.regapp_end_sessions(NULL)",
    ]
    let stranger = "none_" + String(UInt64.random(in: 0 ... .max), radix: 36)
    try server.psql("CREATE ROLE \(stranger) LOGIN")
    for role in [Schema.login, stranger] {
      let connection = try Connection(
        DatabaseAddress(server.server.address(server.name, user: role)), Libpq())
      for call in calls {
        #expect(Self.state(connection, "SELECT * FROM \(call)") == "42501", "\(role): \(call)")
      }
    }
    let digests = try server.psql("SELECT digest FROM public.session") + ["d"]
    let proof = try server.psql("SELECT proof FROM public.session")
    #expect(digests == [begun.token.digest.text, "d"])
    let manager = try Connection(
      DatabaseAddress(server.server.address(server.name, user: Schema.manager)), Libpq())
    for (index, call) in calls.enumerated() {
      let rows = try manager.run("SELECT * FROM \(call)")
      #expect(rows.count > 0, "\(call)")
      let values = (0..<rows.count).flatMap { row in (0..<rows.columns).map { rows[row, $0] } }
      #expect(values.allSatisfy { value in !digests.contains { $0 == value } }, "\(call)")
      #expect(values.contains { $0 == proof.first } == (index == 0), "\(call)")
    }
    // Each is the owner's, with a search path of its own; and none is a trigger's.
    let declared = try server.psql(
      """
      SELECT count(*), bool_and(p.prosecdef AND p.proconfig = '{"search_path=pg_catalog, pg_temp"}'
          AND p.proowner = (SELECT relowner FROM pg_class WHERE oid = 'public.session'::regclass)
          AND NOT has_function_privilege('public', p.oid, 'EXECUTE')
          AND NOT has_function_privilege('regapp_login', p.oid, 'EXECUTE')
          AND has_function_privilege('regapp_manager', p.oid, 'EXECUTE'))
      FROM pg_proc p WHERE p.pronamespace = 'regapp_api'::regnamespace AND p.proname ~ 'session'
      """)
    #expect(declared == ["5|t"])
    // A function of ours that a trigger may call would run for the maker of the trigger.
    #expect(
      try server.psql("SELECT FROM pg_proc WHERE prorettype = 'trigger'::regtype AND prosecdef")
        .isEmpty)
  }

  @Test("are not for a user who only logs people in")
  func loginRole() async throws {
    let browsers = try await Browsers()
    let begun = try await browsers.registry.begin(Browsers.ada)
    let registry = try browsers.registry(as: Schema.login)
    let account = try #require(try await registry.account(Browsers.ada).account)
    for work: () async throws -> Void in [
      { _ = try await registry.session(begun.token, at: "page") },
      { _ = try await registry.logins([BrowserLogin.ID]()) },
      { _ = try await registry.endLogins() },
      {
        _ = try await registry.beginLogin(
          of: account, typed: nil, at: "page", in: "", keeps: false)
      },
    ] {
      #expect(await fault(work)?.reason as? PostgresFault == .notPermitted)
    }
    #expect(try await browsers.registry(as: Schema.manager).isIn(begun))
    #expect(try browsers.count == 1)
  }

  @Test("are found together with their account, in one round trip")
  func roundTrips() async throws {
    let browsers = try await Browsers()
    let sent = Mutex(0)
    var libpq = Libpq()
    libpq.watch = { call, isMade in
      if call == "PQpipelineSync", isMade { sent.withLock { $0 += 1 } }
    }
    let registry = browsers.registry(browsers.database.address, libpq: libpq)
    let begun = try await registry.begin(Browsers.ada)
    sent.withLock { $0 = 0 }
    let found = try #require(try await registry.session(begun.token, at: "page"))
    #expect(found.account.name.text == Browsers.ada && found.login.hosts == ["page"])
    #expect(sent.withLock { $0 } == 1)
    #expect(try await registry.session(SessionToken(), at: "page") == nil)
    #expect(sent.withLock { $0 } == 2)
    _ = try await registry.beginSession(of: begun.proved, at: "wiki")
    let wiki = try #require(try await registry.session(begun.token, at: "page"))
    #expect(wiki.login.hosts == ["page", "wiki"])
  }

  @Test("are of all processes, and what one finds wrong it ends for all within a second")
  func processes() async throws {
    let browsers = try await Browsers()
    let (first, second) = (browsers.registry, browsers.registry)
    let begun = try await first.begin(Browsers.ada)
    let wiki = try #require(try await second.beginSession(of: begun.proved, at: "wiki"))
    #expect(try await first.isIn(wiki, at: "wiki"))
    #expect(try await !first.isIn(wiki, at: "page"))
    // By hand.
    try browsers.database.server.psql(
      """
      UPDATE public.account SET disabled = true,
        doc = replace(doc, '{', '{"disabled":true,') WHERE key = 'ada@b.co'
      """)
    #expect(try await !first.isIn(begun))
    try browsers.database.server.psql(
      """
      UPDATE public.account SET disabled = false,
        doc = replace(doc, '"disabled":true,', '') WHERE key = 'ada@b.co'
      """)
    // The process that found it refuses it before the table is without it.
    #expect(try await !first.isIn(begun))
    #expect(try await comesTrue { try browsers.count == 0 })
    #expect(try await !second.isIn(wiki, at: "wiki"))
  }
}
