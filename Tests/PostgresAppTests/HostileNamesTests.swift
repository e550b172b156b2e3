import Foundation
import PostgresServer
import TestSupport
import Testing

/// A role that may create in the schema `public` makes something there under every name that our
/// statements use: functions and operators for many types, types, relations, casts. None of it
/// runs.
///
/// The statements are those that the server's log has of all commands, so that a new one is among
/// them.
@Suite(
  "Names that another role took",
  .needsPostgres, .takesPlace)
struct HostileNamesTests {
  /// A server that writes down all statements.
  private static func server() throws -> PostgresServer {
    var options = PostgresServer.Options()
    options.settings = ["log_statement": "all"]
    let server = try PostgresServer.start(options)
    try server.psql("CREATE ROLE keeper LOGIN CREATEROLE; CREATE ROLE mallory LOGIN")
    return server
  }

  private static let trap = "the trap of mallory"

  /// The bytes that the server has logged from a place on.
  private static func logged(_ server: PostgresServer, from start: Int) -> Data {
    Data(server.directory.logText.utf8.dropFirst(start))
  }

  /// All commands of those who administer accounts, and what each needs of the ones before.
  private static func administer(_ desk: Desk) async throws -> [Ran] {
    let people = try desk.write(
      """
      email,first name,password
      carl@example.com,Carl,secret1
      dora@example.com,Dora,secret1

      """, to: "people.csv")
    let rules = try desk.write(#"{"name": "own"}"#, to: "rules.json")
    var results: [Ran] = []
    for line in [
      "register --no-login --email ada@example.com --first-name Ada --password secret1",
      "login --email ada@example.com --password secret1",
      "login --email ada@example.com --password wrong1",
      "verify --email ada@example.com --password secret1",
      "verify --email no@example.com "
        + "--password secret1",
      "show",
      "edit --first-name One", "edit --first-name Two", "undo", "undo 2 --dry-run", "undo 2",
      "edit --account ada@example.com --password secret2",
      "import \(people)", "list", "list --json", "list carl", "list --group x",
      "edit --account carl@example.com --email curt@example.com", "cancel",
      "disable dora@example.com", "enable dora@example.com", "remove dora@example.com --yes",
      "undo",
      "check --json", "export --format csv", "history --json", "history ada@example.com",
      "rules", "rules \(rules)", "history --forget carl@example.com", "undo 3",
      "edit --account ada@example.com --first-name Three", "init albums", "seal", "logout",
    ] {
      results.append(await desk.run(line).withoutNumbers)
    }
    return results
  }

  private static func letIn(_ desk: Desk) async -> [Ran] {
    var results: [Ran] = []
    for line in [
      "login --email ada@example.com --password secret2",
      "login --email ada@example.com --password wrong1",
      "verify --email ada@example.com --password secret2", "show", "list",
    ] {
      results.append(await desk.run(line).withoutNumbers)
    }
    return results
  }

  /// The administrators under each search path, one path after the other. The database is made
  /// under the first path of its owner.
  private typealias Turn = (path: String, roles: [String])

  private static func turns(_ owner: String) -> [Turn] {
    let paths = ["\"$user\", public", "public, pg_catalog"]
    let manager = "regapp_manager"
    let isOfSuperuser = owner == "postgres"
    if isLongRun {
      let all = isOfSuperuser ? [owner, manager] : ["postgres", manager, owner]
      return paths.map { ($0, all) }
    }
    // Roles send the same statements: some under one path, some under the other.
    return isOfSuperuser
      ? [(paths[0], [owner]), (paths[1], [manager])] : [(paths[1], [owner]), (paths[0], [])]
  }

  /// Everything by everyone: what each command ended with.
  ///
  /// - Parameter prepare: is called before the tables are made, and once they are.
  private static func all(
    _ server: PostgresServer, _ owner: String,
    prepare: (_ database: PostgresServer.Database, _ isMade: Bool) throws -> Void
  ) async throws -> [Ran] {
    let database = try server.database()
    try server.psql("ALTER DATABASE \(database.name) OWNER TO \(owner)")
    try prepare(database, false)
    func migrate() async -> Ran {
      let ran = await Desk(server.address(database.name, user: owner)).run("migrate --json")
      #expect(ran.exit == 0, "\(ran.err)")
      return ran.withoutNumbers.withoutStrays
    }
    var results: [Ran] = []
    for turn in turns(owner) {
      try database.psql("ALTER DATABASE \(database.name) SET search_path = \(turn.path)")
      if results.isEmpty {
        results.append(await migrate())
        try prepare(database, true)
      }
      // With something to put right.
      try database.psql(
        """
        DROP VIEW public.login;
        DROP FUNCTION regapp_api.regapp_attempted(pg_catalog.text, pg_catalog.text, pg_catalog.text);
        GRANT SELECT ON public.account TO PUBLIC; GRANT TRIGGER ON public.account TO mallory
        """)
      results.append(await migrate())
      for role in turn.roles {
        try database.psql(
          "DELETE FROM public.change_account; DELETE FROM public.change; "
            + "DELETE FROM public.account; DELETE FROM public.throttle; "
            + "UPDATE public.base SET rules = '\"register\"'")
        results += try await administer(Desk(server.address(database.name, user: role)))
      }
      results += await letIn(Desk(server.address(database.name, user: "regapp_login")))
    }
    return results
  }

  /// The words and signs of all statements that programs sent.
  private static func names(in log: Data) -> Set<String> {
    var names: Set<[UInt8]> = []
    var name: [UInt8] = []
    var (kind, isQuoted) = (Kind.other, false)
    for byte in Array(log) {
      if byte == UInt8(ascii: "'") { isQuoted.toggle() }
      var next = isQuoted ? .other : Kind(byte)
      if next == .digit { next = kind == .word ? .word : .other }
      if next != kind {
        if kind != .other { names.insert(name) }
        name = []
        kind = next
      }
      if kind != .other { name.append(byte) }
    }
    return Set(names.map { String(decoding: $0, as: UTF8.self).lowercased() })
  }

  /// The parts of a statement to which a byte may belong.
  private enum Kind {
    case word, digit, sign, other

    init(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "_"):
        self = .word
      case UInt8(ascii: "0")...UInt8(ascii: "9"): self = .digit
      default: self = Self.signs.contains(byte) ? .sign : .other
      }
    }

    private static let signs = Set("-+*/<>=~!@#%^&|`?".utf8)
  }

  /// Makes something under each name, as the role; returns how much.
  private static func take(
    _ names: Set<String>, in database: PostgresServer.Database
  ) throws -> Int {
    let list = names.sorted().map { "'\($0)'" }.joined(separator: ", ")
    try database.psql(
      """
      GRANT CREATE ON SCHEMA public TO mallory;
      GRANT CREATE ON DATABASE \(database.name) TO mallory
      """)
    let rows = try database.server.psql(
      """
      SET check_function_bodies = off;
      SET client_min_messages = error;
      SET search_path = pg_catalog;
      CREATE FUNCTION public.mallory_trap() RETURNS boolean LANGUAGE plpgsql AS
        $$ BEGIN RAISE LOG '\(trap)'; RETURN true; END $$;
      CREATE TYPE public.mallory_type AS (t text);
      CREATE TEMPORARY TABLE word AS SELECT unnest(ARRAY[\(list)]) AS name;
      CREATE TEMPORARY TABLE type AS SELECT unnest(ARRAY['int4', 'int8', 'text', 'name', 'bool',
        'bytea', 'timestamptz', 'oid', 'regclass', 'uuid', '_text', 'varchar', 'date', '"char"',
        'public.mallory_type']) AS name;
      CREATE TEMPORARY TABLE made AS
      WITH body (text) AS (
        SELECT ' LANGUAGE plpgsql AS $$ BEGIN RAISE LOG ''\(trap)''; END $$'
      ), function AS (
        SELECT DISTINCT p.proname AS name, p.pronargs AS count FROM pg_proc p JOIN word w
          ON w.name = p.proname WHERE p.pronamespace = 'pg_catalog'::regnamespace
      ), arguments (count, list) AS (
        SELECT 1, name FROM type
        UNION ALL SELECT 2, l.name || ', ' || r.name FROM type l, type r
        UNION ALL SELECT n, array_to_string(array_fill(name, ARRAY[n]), ', ') FROM type, generate_series(3, 4) n
        UNION ALL SELECT n, array_to_string(array_fill('anyelement'::text, ARRAY[n]), ', ')
          FROM generate_series(1, 4) n
      ), pair AS (
        SELECT l.name AS l, r.name AS r FROM type l, type r
        UNION
        SELECT format_type(o.oprleft, NULL), format_type(o.oprright, NULL)
        FROM pg_operator o JOIN word w ON w.name = o.oprname
        WHERE o.oprleft <> 0 AND o.oprright <> 0
      )
      -- What matches as well as PostgreSQL's own, and is found first where the path says so.
      SELECT 1 AS rank, format('CREATE FUNCTION public.%I(%s) RETURNS %s%s%s', p.proname,
        (SELECT string_agg(format_type(a, NULL), ', ') FROM unnest(p.proargtypes) a),
        CASE WHEN p.proretset THEN 'SETOF ' END, format_type(p.prorettype, NULL), body.text) AS sql
      FROM pg_proc p JOIN word w ON w.name = p.proname, body
      WHERE p.pronamespace = 'pg_catalog'::regnamespace
      UNION ALL
      -- What matches better, where PostgreSQL's own is not exactly that.
      SELECT 2, format('CREATE FUNCTION public.%I(%s) RETURNS text%s', f.name, a.list, body.text)
      FROM function f JOIN arguments a USING (count), body
      UNION ALL
      SELECT 1, format('CREATE FUNCTION public.mallory_operator(%s, %s) RETURNS bool%s', l, r, text)
      FROM pair, body
      UNION ALL
      SELECT 2, format('CREATE OPERATOR public.%s (LEFTARG = %s, RIGHTARG = %s, '
        'FUNCTION = public.mallory_operator)', w.name, l, r)
      FROM pair, word w WHERE w.name ~ '^[^a-z_]+$'
      UNION ALL
      SELECT 3, format('CREATE DOMAIN public.%I AS pg_catalog.%I CHECK (public.mallory_trap())',
        t.typname, t.typname)
      FROM pg_type t JOIN word w ON w.name = t.typname
      WHERE t.typnamespace = 'pg_catalog'::regnamespace AND t.typtype = 'b'
      UNION ALL
      SELECT 3, format('CREATE VIEW public.%I AS SELECT * FROM pg_catalog.%I '
        'WHERE public.mallory_trap()', c.relname, c.relname)
      FROM pg_class c JOIN word w ON w.name = c.relname
      WHERE c.relnamespace = 'pg_catalog'::regnamespace AND c.relkind IN ('r', 'v')
      UNION ALL
      SELECT 1, format('CREATE FUNCTION public.mallory_cast(%s) RETURNS public.mallory_type%s',
        name, text) FROM type, body WHERE name NOT LIKE 'public%'
      UNION ALL
      SELECT 2, format('CREATE CAST (%s AS public.mallory_type) WITH FUNCTION '
        'public.mallory_cast(%s) AS IMPLICIT', name, name) FROM type WHERE name NOT LIKE 'public%';
      DO $do$
      DECLARE item record;
      BEGIN
        FOR item IN SELECT ctid, sql FROM made ORDER BY rank LOOP
          BEGIN
            EXECUTE item.sql;
          EXCEPTION WHEN OTHERS THEN
            -- Some types are for PostgreSQL's own functions alone.
            DELETE FROM made WHERE ctid = item.ctid;
          END;
        END LOOP;
      END $do$;
      SELECT count(*) FROM made
      """, at: database.server.address(database.name, user: "mallory"))
    return rows.last.flatMap { Int($0) } ?? 0
  }

  /// Makes functions that could be called in place of ours, as the role.
  private static func overload(
    _ names: Set<String>, in database: PostgresServer.Database
  ) throws {
    let list = names.sorted().map { "'\($0)'" }.joined(separator: ", ")
    let made = try database.server.psql(
      """
      SET search_path = pg_catalog;
      DO $do$
      DECLARE name text; list text;
      BEGIN
        FOREACH name IN ARRAY ARRAY[\(list)] LOOP
          FOREACH list IN ARRAY ARRAY['text', '"char"', 'text[]', 'text, text', 'text[], text[]',
            'text, text, text', 'text, text, text, int DEFAULT 0', 'anyelement', 'VARIADIC text[]',
            'text, text, text, text', 'uuid', 'bigint[]', 'text, text, text, text, int DEFAULT 0'] LOOP
            BEGIN
              EXECUTE format('CREATE FUNCTION public.%I(%s) RETURNS text LANGUAGE plpgsql AS '
                '$$ BEGIN RAISE LOG ''\(trap)''; END $$', name, list);
            EXCEPTION WHEN duplicate_function THEN NULL;
            END;
          END LOOP;
        END LOOP;
      END $do$;
      SELECT count(*) FROM pg_proc WHERE proname LIKE 'regapp%' AND proowner = 'mallory'::regrole
      """, at: database.server.address(database.name, user: "mallory"))
    #expect(made.last.flatMap { Int($0) } ?? 0 > 5 * names.count && names.count > 5)
  }

  private static func traps(_ log: Data) -> Int {
    let line = Data("LOG:  \(trap)".utf8)
    var (count, place) = (0, log.startIndex)
    while let found = log.range(of: line, in: place..<log.endIndex) {
      (count, place) = (count + 1, found.upperBound)
    }
    return count
  }

  @Test(
    "are not taken for PostgreSQL's, whoever runs which command",
    arguments: ["postgres", "keeper"])
  func names(_ owner: String) async throws {
    let server = try await blocking { try Self.server() }
    var start = server.directory.logText.utf8.count
    let right = try await Self.all(server, owner) { _, _ in }
    #expect(right.count { $0.exit == 0 } > 30)
    let names = Self.names(in: Self.logged(server, from: start))
    #expect(names.isSuperset(of: ["pg_advisory_xact_lock", "pg_catalog", "=", "||", "unnest"]))
    start = server.directory.logText.utf8.count
    var database: PostgresServer.Database?
    let found = try await Self.all(server, owner) { made, isMade in
      database = made
      // No tables are made beside functions that have the names of ours.
      let ours = names.filter { $0.hasPrefix("regapp_") }
      guard !isMade else { return try Self.overload(ours, in: made) }
      let count = try Self.take(names.subtracting(ours), in: made)
      #expect(count > 5_000)
    }
    let traps = Self.traps(Self.logged(server, from: start))
    #expect(traps == 0)
    #expect(found.count == right.count)
    for (index, (found, right)) in zip(found, right).enumerated() {
      #expect(found == right, "command \(index)")
    }
    // It would run, if it were asked for as it is usual.
    for turn in Self.turns(owner) {
      start = server.directory.logText.utf8.count
      let usual = [
        "SELECT quote_ident(current_database())", "SELECT pg_advisory_xact_lock(hashtext('a'))",
        "SELECT '1'::text = '1'::name",
      ]
      for statement in usual {
        _ = try? database?.psql("SET search_path = \(turn.path); \(statement)")
      }
      #expect(Self.traps(Self.logged(server, from: start)) >= 2, "\(turn.path)")
    }
  }
}

extension Ran {
  /// The text without what differs each time: names of databases and files, ids, numbers, times,
  /// hashes, and which roles the server had already.
  fileprivate var withoutNumbers: Ran {
    func without(_ text: String) -> String {
      text.replacing(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, with: "…")
        .replacing(/regapp-\w+-\w+|test_\w+|\$[^ "]*|\d+/, with: "…")
        .replacing(/"roles": \[[^\]]*\],\s+"lettingIn": {[^}]*}/, with: "…")
    }
    return Ran(exit: exit, out: without(out), err: without(err))
  }

  /// The same, without what it says of functions that have the names of ours.
  fileprivate var withoutStrays: Ran {
    let lines = err.split(separator: "\n", omittingEmptySubsequences: false)
    return Ran(
      exit: exit, out: out.replacing(/"strays": \[(\n    .*)*(\n  )?\]/, with: "…"),
      err: lines.filter { !$0.contains("has a name of regapp's") }.joined(separator: "\n"))
  }
}
