#if Postgres
  import Accounts
  import PostgresServer
  import StoreSuite
  import Testing

  @testable import PostgresAccounts

  @Suite(
    "What migrate finds in tables that are there",
    .enabled(if: ServerPrograms.arePresent, "\(ServerPrograms.absence)"))
  struct RepairTests {
    typealias Part = Database.Migrated.Part

    /// Roles and their rights, as far as they are ours.
    private func rights(_ database: TestDatabase) throws -> [String] {
      try database.server.psql(
        """
        SELECT c.relname, '', x.privilege_type,
          CASE x.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(x.grantee) END
        FROM pg_class c, aclexplode(c.relacl) x
        WHERE c.relnamespace = 'public'::regnamespace AND x.grantee <> c.relowner
        UNION ALL
        SELECT c.relname, a.attname, x.privilege_type,
          CASE x.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(x.grantee) END
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid, aclexplode(a.attacl) x
        WHERE c.relnamespace = 'public'::regnamespace AND x.grantee <> c.relowner
        UNION ALL
        SELECT p.proname, '', x.privilege_type,
          CASE x.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(x.grantee) END
        FROM pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) x
        WHERE p.pronamespace = 'public'::regnamespace AND x.grantee <> p.proowner
        ORDER BY 1, 2, 3, 4
        """)
    }

    private static let stranger = "repair_" + String(UInt64.random(in: 0 ... .max), radix: 36)

    @Test(
      "is put right, and named",
      arguments: [
        ("GRANT SELECT ON public.account TO PUBLIC", [.rights]),
        ("GRANT SELECT (secret) ON public.base TO PUBLIC", [.rights]),
        ("GRANT SELECT ON public.login TO PUBLIC", [.rights]),
        ("GRANT EXECUTE ON FUNCTION public.regapp_find TO PUBLIC", [.rights]),
        ("GRANT UPDATE ON SEQUENCE public.change_id_seq TO PUBLIC", [.rights]),
        ("REVOKE SELECT ON public.account FROM regapp_manager", [.rights]),
        ("REVOKE UPDATE (rules) ON public.base FROM regapp_manager", [.rights]),
        ("GRANT SELECT ON public.account TO regapp_login", [.rights]),
        ("REVOKE EXECUTE ON FUNCTION public.regapp_find FROM regapp_login", [.rights]),
        ("REVOKE USAGE ON SCHEMA public FROM PUBLIC, regapp_manager, regapp_login", [.rights]),
        ("GRANT TRIGGER ON public.change TO \(stranger)", [.rights]),
        ("GRANT REFERENCES (key) ON public.account TO \(stranger)", [.rights]),
        ("ALTER ROLE regapp_manager IN DATABASE DB RESET lock_timeout", [.limits]),
        ("ALTER ROLE regapp_login IN DATABASE DB RESET ALL", [.limits]),
        ("ALTER DATABASE DB RESET log_parameter_max_length", [.log]),
        ("DROP VIEW public.login", [.view]),
        ("ALTER VIEW public.login RESET (security_barrier)", [.view]),
        ("DROP INDEX public.change_account_key, public.attempt_at", [.indexes]),
        ("DROP INDEX public.change_account_old_username", [.indexes]),
        // The rights go with it.
        ("DROP FUNCTION public.regapp_forget_attempts", [.functions, .rights]),
        ("ALTER FUNCTION public.regapp_find SET search_path = public", [.functions]),
        ("ALTER FUNCTION public.regapp_attempt SECURITY INVOKER", [.functions]),
        // Of another language.
        (
          """
          CREATE OR REPLACE FUNCTION public.regapp_forget_attempts(names text[]) RETURNS SETOF text
          LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
          BEGIN ATOMIC
            UPDATE public.throttle t SET failed = 0
            WHERE t.name_hash IN
              (SELECT sha256(b.secret || convert_to(name, 'UTF8'))
                FROM public.base b, unnest(names) AS name)
            RETURNING 'a';
          END
          """, [.functions]
        ),
      ] as [(String, [Part])])
    func repairs(spoiling: String, parts: [Part]) async throws {
      let database = try await TestDatabase()
      try database.server.psql(
        """
        DO $$ BEGIN CREATE ROLE \(Self.stranger); EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$
        """)
      let before = try rights(database)
      try database.server.psql(
        spoiling.replacing("DATABASE DB", with: "DATABASE \(database.server.name)"))
      let done = try await Database(database.address).migrate()
      #expect(done.repaired == parts && done.left.isEmpty && !done.isNew)
      #expect(try rights(database) == before)
      #expect(try await Database(database.address).migrate().repaired.isEmpty)
      // What it is for: each role does what it may.
      for role in [Schema.manager, Schema.login] {
        let address = try DatabaseAddress(
          database.server.server.address(database.server.name, user: role))
        let store = PostgresStore(address, today: { dayOfPromises })
        _ = try await store.rulebook()
        try await store.begin(LoginAttempt("a"))
        try await store.end(LoginAttempt("a"), .failed)
      }
    }

    @Test("stays as an administrator made it for other roles")
    func others() async throws {
      let database = try await TestDatabase()
      let role = Self.stranger + "_2"
      try database.server.psql(
        """
        CREATE ROLE \(role) LOGIN;
        GRANT SELECT ON public.login TO \(role);
        GRANT SELECT, UPDATE (doc) ON public.account TO \(role);
        GRANT EXECUTE ON FUNCTION public.regapp_find TO \(role);
        ALTER ROLE regapp_manager IN DATABASE \(database.server.name) SET lock_timeout = '1s';
        GRANT SELECT ON public.login TO PUBLIC
        """)
      let before = try rights(database).filter { !$0.hasSuffix("|PUBLIC") }
      #expect(try await Database(database.address).migrate().repaired == [.rights])
      #expect(try rights(database) == before)
      #expect(before.count { $0.hasSuffix(role) } == 4)
      let address = database.server.server.address(database.server.name, user: Schema.manager)
      #expect(try database.server.server.psql("SHOW lock_timeout", at: address) == ["1s"])
      // So does a view of the administrator's own.
      let own = "\(Schema.viewOfLogins) AND email_key <> 'guest'"
      try database.server.psql("CREATE OR REPLACE VIEW public.login AS \(own)")
      #expect(try await Database(database.address).migrate().repaired == [.view])
      #expect(try await Database(database.address).migrate().repaired.isEmpty)
      let text = try database.server.psql("SELECT pg_get_viewdef('public.login'::regclass)")
      #expect(text.contains { $0.contains("guest") })
    }

    @Test("is left to a superuser where the owner may not change it, and that is said")
    func leftToOthers() async throws {
      let server = try PostgresServer.shared
      let owner = Self.stranger + "_3"
      try server.psql("CREATE ROLE \(owner) LOGIN")
      let database = try server.database()
      // The server has the roles already.
      _ = try await TestDatabase()
      try server.psql("ALTER DATABASE \(database.name) OWNER TO \(owner)")
      let address = try DatabaseAddress(server.address(database.name, user: owner))
      let made = try await Database(address).migrate()
      #expect(made.isNew && made.left == [.limits, .log])
      #expect(try await Database(address).migrate().left == [.limits, .log])
      let done = try await Database(DatabaseAddress(database.address)).migrate()
      #expect(done.repaired == [.limits, .log] && done.left.isEmpty)
      // Where all is right, the owner needs no right to change it.
      let again = try await Database(address).migrate()
      #expect(again.repaired.isEmpty && again.left.isEmpty)
      // He may not take away what another granted.
      try database.psql(
        """
        GRANT SELECT ON public.login TO \(owner) WITH GRANT OPTION;
        CREATE ROLE \(owner)_friend LOGIN;
        GRANT SELECT ON public.login TO \(owner)_friend WITH GRANT OPTION
        """)
      try server.psql(
        "GRANT SELECT ON public.login TO PUBLIC",
        at: server.address(database.name, user: "\(owner)_friend"))
      let found = await fault { _ = try await Database(address).migrate() }
      #expect(found?.reason as? PostgresFault == .notPermitted)
    }
  }
#endif
