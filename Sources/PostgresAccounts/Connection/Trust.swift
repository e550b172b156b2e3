// Trusted are superusers and the members of the role that owns the database; only they can
// migrate. A connection asks who owns the tables, functions and schema, and everything that hangs
// on them: triggers and their conditions, rules, constraints, defaults, policies, indexes, types,
// and tables that refer to ours. If one belongs to another role, or a view has a table's name, it
// is refused and nothing of it is run. A shorter query runs first, at half the cost: if no
// untrusted role owns anything in the database and nothing is missing, the full one is skipped. A
// role with the right TRIGGER or REFERENCES could add to a table: `migrate` takes both away from
// others.
//
// pgbouncer refuses `options` at the start, and in transaction mode gives a `SET` of one session to
// the client that comes next: so settings are those of a transaction, and a statement outside of
// one is sent together with them (`Connection.run`). If no pooler is in between, the server keeps
// them planned (`PreparedStatements`).

/// A check that a database runs no code but that of its owner and of superusers; else nothing is
/// asked of it. A role that may create in the schema `public` may have put something there under
/// one of our names.
///
/// Other users can neither replace nor drop what belongs to them. So a connection asks once.
enum Trust {
  /// Something that is not as it should be.
  struct Finding: Sendable {
    /// Its name, as `public.base` or `trigger audit on public.account`.
    let object: String
    /// The user that owns it, if that is neither the database's owner nor a superuser.
    let stranger: String?
    /// Whether it is not there.
    let isMissing: Bool
    /// Whether it is a function; else it is a relation, or belongs to one.
    let isFunction: Bool
    /// The statement that drops it, if it is a function or a view: no data goes with it.
    let mend: String?
  }

  /// The fault that keeps a program from using a database; nil if there is none.
  static func fault(_ connection: Connection) throws(Failure) -> PostgresFault? {
    let parameters = [Schema.tables.map { "public.\($0)" }, Schema.functions.map(\.signature)]
    let answer: Rows
    do throws(Failure) {
      answer = try connection.run(shortQuestion, parameters.map { .texts($0) })
    } catch .refused("42501", _) {
      return try closed(connection) ?? .notPermitted
    }
    connection.note(process: answer.number(0, 3))
    let isWhole = answer.flag(0, 2)
    if answer.flag(0, 0), isWhole, answer[0, 1] == nil { return nil }
    let findings = try findings(connection, relations: Schema.tables.map { ($0, "rp") })
    if let fault = foreign(findings) { return fault }
    if let table = answer[0, 1] { return .rowsHidden(table) }
    if findings.isEmpty, isWhole { return nil }
    let others = findings.filter { !$0.isFunction }.map(\.object)
    if let loss = try loss(connection, without: others) { return loss }
    let functions = findings.filter(\.isMissing).map(\.object)
    guard functions.isEmpty else {
      let lacksAll = functions.contains("schema \(Schema.api)")
      return .incomplete(
        lacksAll ? "the schema \(Schema.api)" : functions.joined(separator: ", "), isMended: true)
    }
    // Everyone may call a function: it was restored from a backup without its rights.
    return .rightsMissing
  }

  /// The fault that this user may not use the schema of the functions; nil if it may. A dump that was
  /// restored gives no right to it, and leaves the functions open to everyone who has that.
  static func closed(_ connection: Connection) throws(Failure) -> PostgresFault? {
    let found = try connection.run(
      """
      SELECT bool_or(has_function_privilege('public'::name, p.oid, 'EXECUTE'))
      FROM pg_namespace s LEFT JOIN pg_proc p ON p.pronamespace = s.oid
      WHERE s.nspname = $1 AND NOT has_schema_privilege(s.oid, 'USAGE') GROUP BY s.oid
      """, [.text(Schema.api)])
    guard found.count > 0 else { return nil }
    return found.flag(0, 0) ? .rightsMissing : .notPermitted
  }

  /// The functions that other roles made in the schema `public` under names of ours.
  static func strays(_ connection: Connection) throws(Failure) -> [Database.Stray] {
    let found = try connection.run(
      """
      SELECT p.oid::regprocedure, pg_get_userbyid(s.refobjid),
        format('DROP ROUTINE %s', p.oid::regprocedure)
      FROM pg_database b JOIN pg_shdepend s ON s.dbid = b.oid AND s.deptype = 'o'
          AND s.classid = \(catalog("pg_proc"))
        JOIN pg_proc p ON p.oid = s.objid
      WHERE b.datname = current_database() AND \(isStrange)
        AND p.pronamespace = to_regnamespace('public') AND p.proname = ANY ($1::name[])
      ORDER BY 1::text
      """, [.texts(Schema.functions.map(\.name))])
    return (0..<found.count).map { row in
      Database.Stray(
        object: found[row, 0] ?? "", role: found[row, 1] ?? "", mend: found[row, 2] ?? "")
    }
  }

  /// The functions, by their place in the list, that are not there as they are declared.
  static func otherFunctions(_ connection: Connection) throws(Failure) -> Rows {
    let functions = Schema.functions
    return try connection.run(
      Schema.otherFunctions,
      [
        .texts(functions.map(\.signature)),
        .texts(functions.map { $0.parameters.map(\.name).joined(separator: ",") }),
        .texts(functions.map(\.result)), .texts(functions.map(\.body)),
        .texts(functions.map { $0.isStable ? "s" : "v" }), .flags(functions.map(\.returnsOneRow)),
      ])
  }

  /// The fault of tables that lost something; nil if they are whole, and `notPrepared` if there are
  /// none. Throws if they are of another version.
  static func loss(
    _ connection: Connection, without missing: [String]
  ) throws(Failure) -> PostgresFault? {
    // A role that only logs people in does not read the version.
    let readable = try connection.run(
      """
      SELECT FROM pg_attribute
      WHERE attrelid = to_regclass('public.base') AND attname = 'schema'
        AND has_column_privilege(attrelid, attnum, 'SELECT') AND NOT row_security_active(attrelid)
      """)
    let isKnown = readable.count > 0 && !missing.contains("public.base")
    if isKnown {
      try Schema.check(version: connection.run("SELECT schema FROM public.base").number(0, 0))
    } else if !missing.contains("public.base") {
      try checkVersionByFunction(connection)
    }
    if missing.contains("schema public") {
      let other = try renamedSchema(connection)
      return .incomplete(
        "the schema public",
        mend: other.map { "ALTER SCHEMA \($0) RENAME TO public" } ?? "CREATE SCHEMA public")
    }
    let tables = Schema.tables.map { "public.\($0)" }.filter(missing.contains)
    // If one of the tables is like ours, these are ours and have lost others: nobody should drop
    // the rest.
    if !isKnown, tables.count * 2 >= Schema.tables.count,
      try !isOurs(connection, without: missing)
    {
      guard let other = try renamedSchema(connection) else { return .notPrepared }
      return .incomplete(
        "its tables, which are in the schema \(other)",
        mend: "ALTER SCHEMA public RENAME TO public_before; ALTER SCHEMA \(other) RENAME TO public")
    }
    guard tables.isEmpty else {
      // `migrate` makes some again, and an old copy beside one of these is none that was renamed.
      let mend = try renamedTable(
        connection, tables.filter { !Schema.dispensableTables.contains($0) })
      let isMended = mend == nil && tables.allSatisfy(Schema.dispensableTables.contains)
      return .incomplete(tables.joined(separator: ", "), isMended: isMended, mend: mend)
    }
    let lacking = try Schema.lacking(connection)
    guard lacking.isEmpty else {
      let mend = try renamedColumn(connection, lacking)
      return .incomplete(
        lacking.map(\.what).joined(separator: ", "),
        isMended: mend == nil && lacking.allSatisfy { $0.mend != nil }, mend: mend)
    }
    let obstacle = try connection.run("\(Schema.obstacles) LIMIT 1")
    if obstacle.count > 0 { return .obstructed(obstacle[0, 0] ?? "", mend: obstacle[0, 1] ?? "") }
    let unlogged = try connection.run(
      "SELECT min(what), string_agg(mend, '; ' ORDER BY what) FROM (\(Schema.unlogged)) AS u")
    return unlogged[0, 0].map { .unlogged($0, mend: unlogged[0, 1] ?? "") }
  }

  /// Asks the function by which people log in for the version of the tables, and throws if it is
  /// another one. One that everyone may call refuses to run, and one of tables that lost something
  /// may fail.
  private static func checkVersionByFunction(_ connection: Connection) throws(Failure) {
    let find = Schema.functions[0]
    let mayCall = try connection.run(
      """
      SELECT has_function_privilege(to_regprocedure($1), 'EXECUTE')
        AND NOT has_function_privilege('public', to_regprocedure($1), 'EXECUTE')
      """, [.text(find.signature)]
    ).flag(0, 0)
    guard mayCall else { return }
    let found: Rows
    do throws(Failure) {
      found = try connection.run(
        "SELECT schema FROM \(Schema.api).\(find.name)(NULL, NULL, NULL)")
    } catch .refused(_, _) {
      return
    }
    try Schema.check(version: found.number(0, 0))
  }

  /// The statement that gives the first of some columns its name back; nil if none was renamed.
  private static func renamedColumn(
    _ connection: Connection, _ lacking: [Schema.Lack]
  ) throws(Failure) -> String? {
    for lack in lacking {
      guard let column = lack.column else { continue }
      let names = lack.table.columns.map(\.name)
      let found = try connection.run(
        Schema.renamedColumn,
        [
          .text(lack.table.place), .text(column.name), .text(column.type),
          .number(1 + (names.firstIndex(of: column.name) ?? 0)), .texts(names),
        ])
      if found.count > 0 { return found[0, 0] }
    }
    return nil
  }

  /// The statement that gives the first of some tables its name back; nil if none was renamed.
  private static func renamedTable(
    _ connection: Connection, _ tables: [String]
  ) throws(Failure) -> String? {
    for table in Schema.definitions where tables.contains(table.place) {
      let found = try connection.run(
        Schema.renamedTable,
        [.text(table.name), .texts(table.columns.map(\.name)), .texts(Schema.tables)])
      if found.count > 0 { return found[0, 0] }
    }
    return nil
  }

  /// The schema in which all our tables are, since somebody renamed it; nil if there is none.
  private static func renamedSchema(_ connection: Connection) throws(Failure) -> String? {
    let found = try connection.run(Schema.renamedSchema, [.texts(Schema.tables)])
    return found.count > 0 ? found[0, 0] : nil
  }

  /// Whether the table with the accounts is there, with its columns, as after half a restore.
  private static func isOurs(
    _ connection: Connection, without missing: [String]
  ) throws(Failure) -> Bool {
    guard !missing.contains("public.account"),
      let account = Schema.definitions.first(where: { $0.name == "account" })
    else { return false }
    return try connection.run(
      """
      SELECT $1 <@ array_agg(attname::text) FROM pg_attribute
      WHERE attrelid = 'public.account'::regclass AND NOT attisdropped
      """, [.texts(account.columns.map(\.name))]
    ).flag(0, 0)
  }

  /// The fault that something belongs to another role; nil if nothing does.
  static func foreign(_ findings: [Finding]) -> PostgresFault? {
    findings.lazy.compactMap { finding in
      finding.stranger.map {
        .foreignOwner(object: finding.object, role: $0, mend: finding.mend)
      }
    }.first
  }

  /// - Parameter relations: by their names in the schema `public`, with the kinds that they may be
  ///   of.
  static func findings(
    _ connection: Connection, relations: [(name: String, kinds: String)]
  ) throws(Failure) -> [Finding] {
    let rows = try connection.run(
      statement,
      [
        .texts(relations.map { "public.\($0.name)" }), .texts(relations.map(\.kinds)),
        .texts(Schema.functions.map(\.signature)),
      ])
    return (0..<rows.count).map { row in
      Finding(
        object: rows[row, 0] ?? "", stranger: rows[row, 1], isMissing: rows.flag(row, 2),
        isFunction: rows.flag(row, 3), mend: rows[row, 4])
    }
  }

  private static func catalog(_ name: String) -> String {
    "'\(name)'::regclass::oid"
  }

  /// `relation` has our tables and their partitions, `part` these and what belongs to them:
  /// triggers, rules, constraints, also of tables that refer to ours, defaults, policies, indexes.
  /// `used` has what these need: functions, operators, types, such tables; `thing` also the types
  /// of arrays' elements. PostgreSQL keeps the owner of everything that does not belong to the
  /// first superuser.
  private static let statement = """
    WITH relation (name, kinds, oid) AS (
      SELECT n.name, n.kinds, to_regclass(n.name)::oid
      FROM ROWS FROM (unnest($1), unnest($2)) AS n (name, kinds)
      UNION ALL
      SELECT concat('the partition ', p.relid::regclass), 'rp', p.relid::oid
      FROM unnest($1) AS n (name), pg_partition_tree(to_regclass(n.name)) p
      WHERE p.relid <> to_regclass(n.name)
    ), part (class, oid) AS (
      SELECT \(catalog("pg_class")), oid FROM relation
      UNION ALL
      SELECT d.classid, d.objid FROM relation JOIN pg_depend d
        ON d.refclassid = \(catalog("pg_class"))
          AND d.refobjid = relation.oid
          AND (d.deptype = ANY ('{a,i}'::"char"[])
            OR d.classid = \(catalog("pg_constraint")))
    ), used (class, part, catalog, oid) AS (
      SELECT part.class, part.oid, d.refclassid, d.refobjid
      FROM part JOIN pg_depend d
        ON d.classid = part.class AND d.objid = part.oid
    ), thing (name, class, part, catalog, oid, is_right, is_function) AS (
      SELECT 'schema public', NULL::oid, NULL::oid,
        \(catalog("pg_namespace")), to_regnamespace('public')::oid, true, false
      UNION ALL
      SELECT 'schema \(Schema.api)', NULL, NULL,
        \(catalog("pg_namespace")), to_regnamespace('\(Schema.api)')::oid, true, true
      UNION ALL
      SELECT r.name, NULL, NULL, \(catalog("pg_class")), r.oid, (
        SELECT strpos(r.kinds, c.relkind::text) > 0
        FROM pg_class c WHERE c.oid = r.oid), false
      FROM relation r
      UNION ALL
      SELECT n.name, NULL, NULL, \(catalog("pg_proc")),
        to_regprocedure(n.name)::oid,
        NOT has_function_privilege('public'::name,
          to_regprocedure(n.name)::oid, 'EXECUTE'), true
      FROM unnest($3) AS n (name)
      UNION ALL
      SELECT NULL, class, part, catalog, oid, true, false FROM used
      UNION ALL
      SELECT NULL, used.class, used.part, d.refclassid, d.refobjid, true, false
      FROM used JOIN pg_depend d
        ON d.classid = used.catalog AND d.objid = used.oid
      WHERE used.catalog = \(catalog("pg_type"))
    ), owned AS (
      SELECT thing.*, s.refobjid AS owner, \(isStrange) AS is_strange
      FROM pg_database b CROSS JOIN thing LEFT JOIN pg_shdepend s
        ON s.dbid = b.oid AND s.classid = thing.catalog
          AND s.objid = thing.oid AND s.deptype = 'o'
      WHERE b.datname = current_database()
    )
    SELECT COALESCE(name, (SELECT concat(i.type, ' ', i.identity)
        FROM pg_identify_object(class, part, 0) i)),
      CASE WHEN is_strange THEN pg_get_userbyid(owner) END, oid IS NULL, is_function,
      CASE WHEN catalog = \(catalog("pg_proc")) THEN 'DROP ROUTINE ' || name
        ELSE (SELECT 'DROP VIEW ' || name FROM pg_class c
          WHERE catalog = \(catalog("pg_class")) AND c.oid = owned.oid AND c.relkind = 'v') END
    FROM owned WHERE oid IS NULL OR is_strange OR NOT is_right
    ORDER BY name IS DISTINCT FROM 'schema public', array_position($1, name), name
    """

  /// Whether the owner of something is neither the database's nor a superuser: of a database `b`,
  /// and a row `s` of `pg_shdepend`.
  private static let isStrange = """
    NOT pg_has_role(s.refobjid, b.datdba, 'MEMBER')
      AND pg_get_userbyid(s.refobjid) <> 'pg_database_owner'
    """

  /// The cheap check, half the cost of `statement`: it is most of the server's work for a process
  /// of one command. If it fails, `statement` finds what is wrong. Its columns: whether all tables
  /// and functions are there, not everyone may call these, and nobody else owns anything in the
  /// whole database, so that nothing that hangs on them is another's either; a table of which this
  /// user does not see all rows; whether no table lacks anything, is kept from its use, or would be
  /// empty after a crash; the number of the session's process; and whether this user may read the
  /// history.
  private static let shortQuestion = """
    SELECT NOT EXISTS (
        SELECT FROM pg_database b JOIN pg_shdepend s
          ON s.dbid = b.oid AND s.deptype = 'o'
        WHERE b.datname = current_database() AND \(isStrange))
      AND NOT EXISTS (
        SELECT FROM unnest($1) AS n (name) LEFT JOIN pg_class c
          ON c.oid = to_regclass(n.name)::oid
        WHERE (c.relkind = ANY ('{r,p}'::"char"[])) IS NOT TRUE)
      AND NOT EXISTS (
        SELECT FROM unnest($2) AS n (name)
        WHERE has_function_privilege('public'::name,
          to_regprocedure(n.name)::oid, 'EXECUTE') IS NOT FALSE),
      (SELECT n.name FROM unnest($1) AS n (name)
        WHERE row_security_active(to_regclass(n.name)::oid) LIMIT 1),
      NOT EXISTS (\(Schema.lacks)) AND NOT EXISTS (\(Schema.obstacles))
        AND NOT EXISTS (\(Schema.unlogged)),
      pg_backend_pid()
    """
}
