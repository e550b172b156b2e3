import Accounts
import PostgresServer
import Testing

@testable import PostgresAccounts

/// A database in which one thing after another is spoiled and put right, each in a transaction that
/// is rolled back: what was found and done is what `status` and `migrate` find and do, without new
/// connections for each.
struct SpoiledDatabase {
  private let connection: Connection
  private let whole: Set<String>

  init(_ database: TestDatabase) throws {
    connection = try Connection(database.address, Libpq())
    whole = try Self.definitions(connection)
  }

  /// Expects that each damage alone is named, that the roles are refused with the fault, and that
  /// `migrate` names what it puts right. Then all is as it was before the damage, unless that has
  /// no name.
  func isPutRight(
    _ spoiling: Spoiling, refusing roles: [String] = [Schema.login],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let comment = Comment(rawValue: spoiling.sql)
    try connection.begin("")
    defer { connection.rollBack() }
    // As a hand does it, whose search path is the usual one.
    try connection.run(
      """
      DO $hand$ BEGIN
        PERFORM set_config('search_path', '"$user", public', true);
        EXECUTE $sql$\(spoiling.sql)$sql$;
        PERFORM set_config('search_path', '\(Schema.safePath)', true);
      END $hand$
      """)
    // The owner's own ways stay.
    let expected = spoiling.parts.isEmpty ? try Self.definitions(connection) : whole
    var found = Migration(connection, repairs: false)
    let wrong = Set(try found.run().repaired)
    #expect(wrong == Set(spoiling.parts), comment, sourceLocation: sourceLocation)
    for role in roles {
      try connection.run("SET LOCAL ROLE \(role)")
      let told = try Trust.fault(connection)
      try connection.run("SET LOCAL ROLE NONE")
      #expect(told == spoiling.refused, comment, sourceLocation: sourceLocation)
    }
    var migration = Migration(connection)
    let done = try migration.run()
    #expect(
      done.repaired == spoiling.parts + spoiling.besides && done.left.isEmpty, comment,
      sourceLocation: sourceLocation)
    let now = try Self.definitions(connection)
    #expect(
      now.symmetricDifference(expected) == [], comment, sourceLocation: sourceLocation)
  }

  /// All that `migrate` makes and puts right, as the server spells it.
  static func definitions(_ connection: Connection) throws -> Set<String> {
    let rows = try connection.run(
      """
      WITH acl (name, list) AS (
        SELECT c.relname, coalesce(c.relacl,
          acldefault(CASE c.relkind WHEN 'S' THEN 's' ELSE 'r' END::"char", c.relowner))
        FROM pg_class c
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'v', 'S')
        UNION ALL
        SELECT concat(c.relname, '.', a.attname), a.attacl
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
        WHERE c.relnamespace = 'public'::regnamespace
        UNION ALL
        SELECT p.proname, coalesce(p.proacl, acldefault('f', p.proowner)) FROM pg_proc p
        WHERE p.pronamespace = 'regapp_api'::regnamespace
        UNION ALL
        SELECT s.nspname, s.nspacl FROM pg_namespace s WHERE s.nspname = 'regapp_api'
      )
      SELECT concat(pg_get_indexdef(i.indexrelid), i.indisvalid) AS text FROM pg_index i
      WHERE i.indrelid::regclass::text LIKE 'public.%'
      UNION ALL
      SELECT pg_get_functiondef(p.oid) FROM pg_proc p
      WHERE p.pronamespace = 'regapp_api'::regnamespace
      UNION ALL
      SELECT concat(pg_get_triggerdef(t.oid), t.tgenabled) FROM pg_trigger t
      WHERE NOT t.tgisinternal
      UNION ALL
      SELECT concat(pg_get_viewdef(c.oid), c.reloptions) FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'v'
      UNION ALL
      SELECT concat_ws(' ', a.name, x.privilege_type, x.is_grantable, x.grantee::regrole)
      FROM acl a, aclexplode(a.list) x
      UNION ALL
      SELECT concat_ws(' ', r.name, r.privilege)
      FROM (VALUES ('\(Schema.manager)', 'TEMPORARY')) AS r (name, privilege)
      WHERE has_database_privilege(r.name, current_database(), r.privilege)
      UNION ALL
      SELECT concat_ws(' ', s.setrole::regrole, c) FROM pg_db_role_setting s
        JOIN pg_database d ON d.oid = s.setdatabase, unnest(s.setconfig) AS c
      WHERE d.datname = current_database()
      """)
    return Set((0..<rows.count).compactMap { rows[$0, 0] })
  }
}
