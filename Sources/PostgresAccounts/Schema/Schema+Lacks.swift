// A declaration is compared by its effect in the server, under any name: a key by what it keeps
// unique, a check and a default by what they say. The server spells these in its own way. An
// owner's additions are the owner's, unless they keep regapp from reading or writing all accounts.

extension Schema {
  /// Names the declared columns, keys and checks that our tables lack; null if they lack none.
  static let lacking = """
    SELECT string_agg(what, ', ' ORDER BY part, number) FROM (\(lacks)) AS lacking
    """

  /// The same, with the statement that gives the first of them back, null if that takes a backup;
  /// and whether `migrate` gives all of them back.
  static let lackingAndMend = """
    SELECT string_agg(what, ', ' ORDER BY part, number),
      (array_agg(mend ORDER BY part, number))[1], bool_and(is_added)
    FROM (\(lacks)) AS lacking
    """

  /// The columns that are lost, and that `migrate` gives back, and the keys that went with them, which
  /// have no name: with their tables and statements.
  static let addedColumns = """
    SELECT place, name, mend FROM (\(lacks)) AS lacking WHERE is_added ORDER BY part, number
    """

  /// The statement that gives a column its name back which was renamed, if there is one: a column that
  /// is not ours, of the right type, in the place of one that is lost.
  static let renamedColumns = """
    SELECT format('ALTER TABLE %s RENAME COLUMN %I TO %I', c.place, o.attname, c.name)
    FROM (VALUES \(listed(columnsInOrder))) AS c (number, place, name, type, ordinal)
      JOIN pg_attribute o ON o.attrelid = to_regclass(c.place) AND o.attnum = c.ordinal
        AND NOT o.attisdropped AND o.atttypid = to_regtype(c.type)
    WHERE NOT EXISTS (
        SELECT FROM pg_attribute a WHERE a.attrelid = o.attrelid AND a.attname = c.name
          AND NOT a.attisdropped)
      AND NOT EXISTS (SELECT FROM \(tablesThere) WHERE t.place = c.place
        AND o.attname = ANY (string_to_array(t.columns, ',')))
    ORDER BY c.number LIMIT 1
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

  private static let lacks = """
    SELECT 1 AS part, c.number, concat(
        CASE WHEN a.attname IS NOT NULL THEN 'the declared form of ' END, 'the column ', c.place, '.', c.name)
        AS what,
      CASE WHEN a.attname IS NULL AND c.place = ANY ('{\(dispensableTables.joined(separator: ","))}')
        THEN concat('DROP TABLE ', c.place) ELSE concat(CASE WHEN c.is_number AND a.attidentity = '' THEN (
          -- Else the server may take an owner's for the one that numbers the rows.
          SELECT string_agg(concat('ALTER SEQUENCE ', q.oid::regclass, ' OWNED BY NONE; '), '')
          FROM pg_depend o JOIN pg_class q ON q.oid = o.objid AND q.relkind = 'S'
          WHERE o.classid = 'pg_class'::regclass AND o.refclassid = 'pg_class'::regclass
            AND o.refobjid = a.attrelid AND o.refobjsubid = a.attnum AND o.deptype = 'a'
        ) END, 'ALTER TABLE ', c.place) || CASE
        WHEN a.attname IS NULL THEN ' ADD COLUMN ' || nullif(c.addition, '')
        WHEN c.is_generated THEN concat(' DROP COLUMN "', c.name, '" CASCADE')
        ELSE concat(' ALTER COLUMN "', c.name, '" ') || CASE
        WHEN a.attgenerated <> '' THEN 'DROP EXPRESSION'
        WHEN a.atttypid <> to_regtype(c.type) OR c.is_exact AND a.attcollation <> '"C"'::regcollation
          THEN concat(CASE WHEN a.atthasdef THEN concat('DROP DEFAULT, ALTER COLUMN "', c.name, '" ') END,
            'TYPE ', c.type, CASE WHEN c.is_exact THEN ' COLLATE "C"' END,
            CASE WHEN a.atttypid <> to_regtype(c.type) THEN concat(' USING "', c.name, '"::', c.type) END)
        WHEN a.attnotnull AND c.may_be_null THEN 'DROP NOT NULL'
        WHEN NOT a.attnotnull AND NOT c.may_be_null THEN 'SET NOT NULL'
        WHEN c.is_number THEN concat(
          CASE WHEN a.atthasdef THEN concat('DROP DEFAULT, ALTER COLUMN "', c.name, '" ') END,
          'ADD GENERATED ALWAYS AS IDENTITY; SELECT setval(pg_get_serial_sequence(''', c.place, ''', ''',
          c.name, '''), max("', c.name, '")) FROM ', c.place)
        WHEN c.filling <> '' THEN concat('SET DEFAULT ', c.filling) END END END AS mend,
      a.attname IS NULL AND c.addition <> '' AS is_added, c.place, c.name
      FROM (VALUES \(listed(declaredColumns)))
          AS c (number, place, name, type, may_be_null, is_exact, filling, is_number, is_generated,
            addition)
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
      -- A table has one primary key at most: one that is not as declared makes room.
      SELECT 2, k.number, concat(k.kind, ' of ', k.place), CASE
          WHEN p.conname IS NULL THEN k.mend
          ELSE replace(k.mend, ' ADD ', concat(' DROP CONSTRAINT ', quote_ident(p.conname), ', ADD ')) END,
        -- It went with a column, which says itself whether that comes back.
        EXISTS (SELECT FROM unnest(string_to_array(k.columns, ',')) AS n (name) WHERE NOT EXISTS (
          SELECT FROM pg_attribute a WHERE a.attrelid = to_regclass(k.place) AND a.attname = n.name
            AND NOT a.attisdropped)), k.place, ''
      FROM (VALUES \(listed(keys))) AS k (number, place, kind, columns, mend)
        LEFT JOIN pg_constraint p ON p.conrelid = to_regclass(k.place) AND p.contype = 'p'
          AND strpos(k.mend, ' ADD PRIMARY KEY ') > 0
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
      SELECT 3, k.number, concat('the check of ', k.place, '.', k.name), k.mend, false, k.place, ''
      FROM (VALUES \(listed(checks))) AS k (number, place, name, condition, mend)
      WHERE NOT EXISTS (
        SELECT FROM pg_constraint c
        WHERE c.conrelid = to_regclass(k.place) AND c.contype = 'c' AND c.convalidated
          AND coalesce(to_jsonb(c) ->> 'conenforced', 'true') = 'true'
          AND \(plain("pg_get_expr(c.conbin, c.conrelid)")) = \(plain("k.condition")))
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
  /// sequences, which it sets back.
  static let unlogged = """
    SELECT t.place FROM \(tablesThere)
    WHERE (SELECT c.relpersistence FROM pg_class c WHERE c.oid = t.oid) <> 'p' OR EXISTS (
      SELECT FROM pg_partition_tree(t.oid) p
      WHERE (SELECT c.relpersistence FROM pg_class c WHERE c.oid = p.relid) <> 'p')
    UNION ALL
    SELECT c.oid::regclass::text FROM \(tablesThere)
      JOIN pg_depend d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = t.oid
        AND d.classid = 'pg_class'::regclass AND d.deptype = 'i'
      JOIN pg_class c ON c.oid = d.objid AND c.relkind = 'S' AND c.relpersistence <> 'p'
    """

  static let tablesThere = """
    (SELECT v.place, v.columns, to_regclass(v.place)::oid AS oid FROM (VALUES \
    \(definitions.map { "('public.\($0.name)', '\($0.columns.map(\.name).joined(separator: ","))')" }
      .joined(separator: ", "))) AS v (place, columns)) AS t
    """

  static var declaredColumns: [[String]] {
    definitions.flatMap { table in
      table.columns.map { column in
        var (filling, isNumber, isGenerated) = ("", false, false)
        switch column.filling {
        case .value(let value)?: filling = value
        case .number?: isNumber = true
        case .generated(let value)?: (filling, isGenerated) = (value, true)
        case nil: break
        }
        return [
          "'public.\(table.name)'", "'\(column.name)'", "'\(column.type)'",
          "\(column.isNullable)", "\(column.isExact)", quoted(filling), "\(isNumber)",
          "\(isGenerated)", quoted(column.isAdded ? column.definition : ""),
        ]
      }
    }
  }

  private static var columnsInOrder: [[String]] {
    definitions.flatMap { table in
      table.columns.enumerated().map { place, column in
        ["'public.\(table.name)'", "'\(column.name)'", "'\(column.type)'", "\(place + 1)"]
      }
    }
  }

  static var keys: [[String]] {
    definitions.flatMap { table in
      table.keys.enumerated().map { index, columns in
        let (list, name) = (columns.joined(separator: ","), "public.\(table.name)")
        let kind = index == 0 ? "PRIMARY KEY" : "UNIQUE"
        return [
          "'\(name)'", index == 0 ? "'the primary key'" : "'the key (\(list))'",
          "'\(columns.sorted().joined(separator: ","))'",
          quoted("ALTER TABLE \(name) ADD \(kind) (\(columns.joined(separator: ", ")))"),
        ]
      }
    }
  }

  static var checks: [[String]] {
    definitions.flatMap { table in
      table.checks.map { name, condition in
        [
          "'public.\(table.name)'", "'\(name)'", quoted(condition),
          quoted("ALTER TABLE public.\(table.name) ADD CHECK (\(condition))"),
        ]
      }
    }
  }

  /// A text as it is, under any `standard_conforming_strings`.
  static func quoted(_ text: String) -> String { "$q$\(text)$q$" }

  static func listed(_ rows: [[String]]) -> String {
    rows.enumerated().map { "(\(([String($0)] + $1).joined(separator: ", ")))" }
      .joined(separator: ", ")
  }
}
