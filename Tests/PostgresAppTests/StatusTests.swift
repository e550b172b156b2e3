import Foundation
import PostgresServer
import TestSupport
import Testing

@testable import PostgresAccounts

@Suite(
  "regapp-postgres status",
  .needsPostgres, .takesPlace)
struct StatusTests {
  @Test(
    "counts the standbys that are asked for",
    arguments: [
      ("", 0), ("a", 1), ("*", 1), ("a, b", 1), ("\"any (\"", 1), ("2 (a, b)", 2),
      ("FIRST 2 (a, b, c)", 2), ("first 3(a,b,c)", 3), ("ANY 2 (a,b)", 2), ("any 1 (*)", 1),
      ("2(*)", 2), (" ANY  4  ( a )", 4),
    ])
  func needed(text: String, count: Int) {
    #expect(StandbyNames(text).needed == count)
  }

  @Test("is 0 if nothing is wrong, and changes nothing")
  func right() async throws {
    let desk = Desk(try PostgresServer.shared.database().address)
    await desk.run("migrate")
    let ran = await desk.run("status")
    #expect(ran.exit == 0 && ran.err.isEmpty, "\(ran)")
    for words in ["version", "regapp_manager, regapp_login", "0 standbys", "0, 0 of them closed"] {
      #expect(ran.out.contains(words), "\(ran.out)")
    }
    let json = await desk.run("status --json")
    #expect(json.exit == 0 && json.out.contains(#""wrong": []"#), "\(json)")
  }

  @Test("names what lets transactions begin as read-only")
  func readOnly() async throws {
    let database = try PostgresServer.shared.database()
    let desk = Desk(database.address)
    await desk.run("migrate")
    try database.psql(
      """
      DO $$ BEGIN EXECUTE pg_catalog.format(
        'ALTER DATABASE %I SET default_transaction_read_only = on', current_database()); END $$
      """)
    let ran = await desk.run("status")
    #expect(ran.exit == 1)
    for words in [
      "transactions begin as read-only for the database",
      "RESET default_transaction_read_only",
    ] {
      #expect(ran.err.contains(words), "\(ran.err)")
    }
  }

  @Test("names a role as which nobody can connect, and numbers that come to their end")
  func shut() async throws {
    let server = try PostgresServer.start()
    let database = try server.database()
    let desk = Desk(database.address)
    await desk.run("migrate")
    try database.psql(
      """
      ALTER ROLE regapp_login NOLOGIN; ALTER ROLE regapp_manager CONNECTION LIMIT 0;
      ALTER SEQUENCE public.change_id_seq MAXVALUE 1000; ALTER SEQUENCE public.attempt_id_seq CYCLE
      """)
    let ran = await desk.run("status")
    #expect(ran.exit == 1)
    for words in [
      "no user can connect as the role regapp_login", "ALTER ROLE regapp_manager LOGIN",
      "ALTER SEQUENCE public.change_id_seq INCREMENT 1 NO MAXVALUE NO CYCLE CACHE 1",
      "the sequence public.attempt_id_seq",
    ] {
      #expect(ran.err.contains(words), "\(ran.err)")
    }
    // Members of their own are a way in.
    try database.psql(
      """
      CREATE ROLE ada LOGIN IN ROLE regapp_manager; ALTER ROLE regapp_login LOGIN;
      ALTER SEQUENCE public.change_id_seq NO MAXVALUE; ALTER SEQUENCE public.attempt_id_seq NO CYCLE
      """)
    #expect(await desk.run("status").exit == 0)
  }

  @Test("says that a table of ours is lost, and not that the others are in the way")
  func lostBase() async throws {
    for statement in ["DELETE FROM public.base", "DROP TABLE public.base"] {
      let database = try PostgresServer.shared.database()
      let desk = Desk(database.address)
      await desk.run("migrate")
      try database.psql(statement)
      for command in ["status", "migrate"] {
        let ran = await desk.run(command)
        #expect(ran.err.contains("lacks") && ran.err.contains("restore"), "\(ran)")
      }
    }
  }

  @Test("names what is wrong, and what to do")
  func wrong() async throws {
    let database = try PostgresServer.shared.database()
    let desk = Desk(database.address)
    let early = await desk.run("status --json")
    #expect(early.exit == 1 && early.out.contains(#""code": "notPrepared""#), "\(early)")
    await desk.run("migrate")
    try database.psql(
      """
      DROP VIEW public.login; GRANT SELECT ON public.account TO PUBLIC;
      DROP FUNCTION regapp_api.regapp_seen(text, text, text, text);
      """)
    let ran = await desk.run("status")
    #expect(ran.exit == 1)
    for words in ["the view login is missing", "functions are", "rights of the roles"] {
      #expect(ran.err.contains(words), "\(ran.err)")
    }
    #expect(ran.err.contains("hint: let its owner run regapp-postgres migrate"))
    // Nothing was put right.
    #expect(await desk.run("status").err == ran.err)
    await desk.run("migrate")
    #expect(await desk.run("status").exit == 0)
  }

  @Test("says that writes wait where standbys are missing")
  func standbys() async throws {
    let server = try await blocking { try PostgresServer.start() }
    try server.psql("CREATE DATABASE accounts TEMPLATE template0")
    let desk = Desk(server.address("accounts"))
    await desk.run("migrate")
    for (names, needed) in [("ANY 2 (a, b)", 2), ("*", 1)] {
      try server.psql("ALTER SYSTEM SET synchronous_standby_names = '\(names)'")
      try server.psql("SELECT pg_reload_conf()")
      var ran = await desk.run("status")
      // The server reads its settings in its own time.
      let deadline = ContinuousClock.now + patience
      while !ran.out.contains("\(needed) standby"), ContinuousClock.now < deadline {
        ran = await desk.run("status")
      }
      #expect(ran.exit == 1 && ran.err.contains("and 0 of those can confirm it"), "\(ran)")
    }
    // Nobody is told that a change is saved which no standby has.
    try server.psql(
      "SET synchronous_commit = local; ALTER DATABASE accounts SET synchronous_commit = local")
    #expect(await desk.run("status").exit == 1)
  }
}
