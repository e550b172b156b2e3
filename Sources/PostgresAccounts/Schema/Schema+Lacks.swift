// A declaration is compared by its effect in the server, under any name: a key by what it keeps
// unique, a check and a default by what they say. The server spells these in its own way. An
// owner's additions are the owner's, unless they keep regapp from reading or writing all accounts.

extension Schema {
  /// A column, a key or a check that a table lacks, or that is there in another form.
  struct Lack: Sendable {
    let table: Table
    /// Nil for a key or a check.
    var column: Table.Column?
    var what: String
    /// The statement by which `migrate` makes it again; nil if that takes a backup, or is its owner's
    /// to do.
    var mend: String?

    /// Whether the whole table is made again.
    var takesTable: Bool { table.isDispensable && column != nil && mend != nil }
  }

  /// All that our tables lack.
  static func lacking(_ connection: Connection) throws(Failure) -> [Lack] {
    let rows = try connection.run("SELECT number, is_there FROM (\(lacks)) AS l ORDER BY number")
    return (0..<rows.count).map { row in
      var lack = declared[rows.number(row, 0) ?? 0]
      if rows.flag(row, 1), let form = lack.column?.definition {
        (lack.what, lack.mend) = ("the declared form of \(lack.what) (\(form))", nil)
      }
      return lack
    }
  }

  /// All that is declared, by its number in `lacks`, as if it were lost.
  private static let declared: [Lack] =
    columns.map { table, column -> Lack in
      let adding = "ALTER TABLE \(table.place) ADD COLUMN \(column.definition)"
      return Lack(
        table: table, column: column, what: "the column \(table.place).\(column.name)",
        mend: table.isDispensable ? table.definition : column.isAdded ? adding : nil)
    }
    + keys.map { table, columns -> Lack in
      let (isFirst, list) = (columns == table.keys[0], columns.joined(separator: ", "))
      return Lack(
        table: table,
        what: "the \(isFirst ? "primary key" : "key (\(list))") of \(table.place)",
        mend: "ALTER TABLE \(table.place) ADD \(isFirst ? "PRIMARY KEY" : "UNIQUE") (\(list))")
    }
    + checks.map { table, name, condition -> Lack in
      Lack(
        table: table, what: "the check of \(table.place).\(name)",
        mend: "ALTER TABLE \(table.place) ADD CHECK (\(condition))")
    }

  private static let columns = definitions.flatMap { table in table.columns.map { (table, $0) } }
  private static let keys = definitions.flatMap { table in table.keys.map { (table, $0) } }
  private static let checks = definitions.flatMap { table in
    table.checks.map { (table, $0.key, $0.value) }
  }

  /// The numbers of what our tables lack, and whether a column is there in another form.
  static let lacks = """
    SELECT c.number, a.attname IS NOT NULL AS is_there
    FROM \(declaredColumns)
      LEFT JOIN pg_attribute a ON a.attrelid = to_regclass(c.place) AND a.attname = c.name
        AND NOT a.attisdropped
      LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attname IS NULL OR a.atttypid <> to_regtype(c.type) OR a.attnotnull = c.may_be_null
      OR c.is_exact AND a.attcollation <> '"C"'::regcollation
      OR (a.attgenerated <> '') <> c.is_generated
      OR c.filling <> ''
        AND \(plain("pg_get_expr(d.adbin, d.adrelid)")) IS DISTINCT FROM \(plain("c.filling"))
      OR c.is_number AND a.attidentity = ''
    UNION ALL
    SELECT k.number, false
    FROM \(declaredKeys)
    WHERE NOT EXISTS (
      SELECT FROM pg_index i
      WHERE i.indrelid = to_regclass(k.place) AND i.indisunique AND i.indisvalid AND i.indimmediate
        AND i.indpred IS NULL AND i.indexprs IS NULL
        -- To such a collation, different texts are the same.
        AND NOT EXISTS (
          SELECT FROM unnest(i.indcollation) AS o (oid) JOIN pg_collation l USING (oid)
          WHERE NOT l.collisdeterministic)
        AND k.columns = (
          SELECT string_agg(a.attname, ',' ORDER BY a.attname)
          FROM unnest(i.indkey) WITH ORDINALITY AS n (number, place)
            JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = n.number
          WHERE n.place <= i.indnkeyatts))
    UNION ALL
    SELECT k.number, false
    FROM \(declaredChecks)
    WHERE NOT EXISTS (
      SELECT FROM pg_constraint c
      WHERE c.conrelid = to_regclass(k.place) AND c.contype = 'c' AND c.convalidated
        AND coalesce(to_jsonb(c) ->> 'conenforced', 'true') = 'true'
        AND \(plain("pg_get_expr(c.conbin, c.conrelid)")) = \(plain("k.condition")))
    """

  /// The statement that gives a lost column of the table $1 its name $2 back if it was renamed: the
  /// table has another of its type $3 in its place $4, which has no name of ours ($5).
  static let renamedColumn = """
    SELECT format('ALTER TABLE %s RENAME COLUMN %I TO %I', $1, a.attname, $2) FROM pg_attribute a
    WHERE a.attrelid = to_regclass($1) AND a.atttypid = to_regtype($3) AND a.attnum = $4
      AND NOT a.attisdropped AND a.attname <> ALL ($5::name[])
    """

  /// The statement that gives a table ($1) its name or its schema back: one that is not ours and has
  /// all the columns of that ($2), of the owner's.
  static let renamedTable = """
    SELECT CASE WHEN n.nspname = 'public' THEN format('ALTER TABLE %s RENAME TO %I', c.oid::regclass, $1)
      ELSE format('ALTER TABLE %s SET SCHEMA public', c.oid::regclass) END
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_database d ON d.datname = current_database()
    WHERE c.relkind IN ('r', 'p') AND c.relpersistence <> 't'
      AND (n.nspname = 'public' AND c.relname <> ALL ($3::name[]) OR n.nspname <> 'public' AND c.relname = $1)
      AND pg_has_role(c.relowner, d.datdba, 'MEMBER')
      AND $2 <@ ARRAY(SELECT a.attname::text FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped)
    ORDER BY n.nspname <> 'public', c.oid LIMIT 1
    """

  /// The schema that has all our tables ($1), if that is another one of the owner's.
  static let renamedSchema = """
    SELECT quote_ident(n.nspname) FROM pg_namespace n
      JOIN pg_database d ON d.datname = current_database()
    WHERE n.nspname <> 'public' AND (pg_has_role(n.nspowner, d.datdba, 'MEMBER')
        OR pg_get_userbyid(n.nspowner) = 'pg_database_owner')
      AND $1 <@ ARRAY(SELECT c.relname::text FROM pg_class c
        WHERE c.relnamespace = n.oid AND c.relkind IN ('r', 'p')
          AND pg_has_role(c.relowner, d.datdba, 'MEMBER'))
    ORDER BY n.oid LIMIT 1
    """

  /// An expression without what the server adds to it: types, parentheses, quotes and escapes.
  static func plain(_ expression: String) -> String {
    let unescaped = "replace(replace(\(expression), 'E''', ''''), $b$\\\\$b$, $b$\\$b$)"
    // A text between quotes stays as it is.
    return "regexp_replace(\(unescaped), $b$('[^']*')|::text|[() \"]$b$, $b$\\1$b$, 'g')"
  }

  /// Additions of an owner that keep regapp from reading or writing all that it should, each with
  /// the statement that takes it away: the rows of a child table show in its parent, a column that must
  /// have a value refuses every row, and a key for which missing values are equal refuses all but
  /// one.
  static let obstacles = """
    SELECT what, mend FROM (
      SELECT concat('the child table ', h.inhrelid::regclass, ' of ', t.place) AS what,
        concat('ALTER TABLE ', h.inhrelid::regclass, ' NO INHERIT ', t.place) AS mend
      FROM \(tablesThere) JOIN pg_inherits h ON h.inhparent = t.oid
        JOIN pg_class c ON c.oid = h.inhrelid AND NOT c.relispartition
      UNION ALL
      SELECT concat('the column ', t.place, '.', quote_ident(a.attname), ', which needs a value'),
        concat('ALTER TABLE ', t.place, ' ALTER COLUMN ', quote_ident(a.attname), ' DROP NOT NULL')
      FROM \(tablesThere) JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0
        AND NOT a.attisdropped AND a.attnotnull AND NOT a.atthasdef AND a.attidentity = ''
      WHERE a.attname <> ALL (string_to_array(t.columns, ','))
      UNION ALL
      SELECT concat('the key ', i.indexrelid::regclass, ', to which missing values are equal'),
        CASE WHEN c.oid IS NULL THEN concat('DROP INDEX ', i.indexrelid::regclass)
          ELSE concat('ALTER TABLE ', t.place, ' DROP CONSTRAINT ', quote_ident(c.conname)) END
      FROM \(tablesThere)
        -- Behind OFFSET, no other table's indexes become JSON.
        CROSS JOIN LATERAL (
          SELECT x.indexrelid, to_jsonb(x) AS json FROM pg_index x
          WHERE x.indrelid = t.oid AND x.indisunique OFFSET 0) AS i
        LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid AND c.contype = 'u'
      WHERE (i.json ->> 'indnullsnotdistinct')::boolean
    ) AS o
    """

  /// The tables that are not written to the server's log, which a crash leaves empty, and the
  /// sequences, which it sets back: each with the statement that has it written.
  static let unlogged = """
    SELECT t.place AS what, (
      SELECT string_agg(format('ALTER TABLE %s SET LOGGED', c.oid::regclass), '; ') FROM pg_class c
      WHERE c.relpersistence <> 'p' AND (c.oid = t.oid
        OR c.oid IN (SELECT p.relid FROM pg_partition_tree(t.oid) p))) AS mend
    FROM \(tablesThere)
    WHERE (SELECT c.relpersistence FROM pg_class c WHERE c.oid = t.oid) <> 'p' OR EXISTS (
      SELECT FROM pg_partition_tree(t.oid) p
      WHERE (SELECT c.relpersistence FROM pg_class c WHERE c.oid = p.relid) <> 'p')
    UNION ALL
    SELECT c.oid::regclass::text, format('ALTER SEQUENCE %s SET LOGGED', c.oid::regclass)
    FROM \(tablesThere)
      JOIN pg_depend d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = t.oid
        AND d.classid = 'pg_class'::regclass AND d.deptype = 'i'
      JOIN pg_class c ON c.oid = d.objid AND c.relkind = 'S' AND c.relpersistence <> 'p'
    """

  static let tablesThere = """
    (SELECT v.place, v.columns, to_regclass(v.place)::oid AS oid FROM (VALUES \
    \(definitions.map { "('public.\($0.name)', '\($0.columns.map(\.name).joined(separator: ","))')" }
      .joined(separator: ", "))) AS v (place, columns)) AS t
    """

  /// All columns for a statement, and likewise all keys and checks.
  static let declaredColumns = """
    (VALUES \(listed(columns.map { row($0, $1) }))) AS c (number, place, name, type, may_be_null, is_exact,
      filling, is_number, is_generated)
    """

  private static func row(_ table: Table, _ column: Table.Column) -> [String] {
    var (filling, isNumber, isGenerated) = ("", false, false)
    switch column.filling {
    case .value(let value)?: filling = value
    case .number?: isNumber = true
    case .generated(let value)?: (filling, isGenerated) = (value, true)
    case nil: break
    }
    return [
      "'\(table.place)'", "'\(column.name)'", "'\(column.type)'", "\(column.isNullable)",
      "\(column.isExact)", quoted(filling), "\(isNumber)", "\(isGenerated)",
    ]
  }

  static let declaredKeys = """
    (VALUES \(listed(
      keys.map { ["'\($0.place)'", "'\($1.sorted().joined(separator: ","))'"] }, from: columns.count)))
      AS k (number, place, columns)
    """

  static let declaredChecks = """
    (VALUES \(listed(
      checks.map { ["'\($0.place)'", quoted($2)] }, from: columns.count + keys.count)))
      AS k (number, place, condition)
    """

  /// A text as it is, under any `standard_conforming_strings`.
  static func quoted(_ text: String) -> String { "$q$\(text)$q$" }

  /// Rows with their numbers.
  static func listed(_ rows: [[String]], from first: Int = 0) -> String {
    rows.enumerated().map { "(\(([String(first + $0)] + $1).joined(separator: ", ")))" }
      .joined(separator: ", ")
  }
}
