// Finds the objects that an owner hangs on our tables, by what they do and not by their names: an
// owner may rename a key of ours.

extension Schema {
  /// The tables that regapp alone writes. While one of them has any trigger or rule, none of the
  /// five is written.
  static let guarded = ["account", "change", "change_account", "base", "session"]

  /// The tables of a list with their partitions, as `p.relid`, and the tables' names, as `n.name`.
  private static func parts(of tables: [String]) -> String {
    """
    unnest('{\(tables.map { "public.\($0)" }.joined(separator: ","))}'::text[]) AS n (name)
      CROSS JOIN LATERAL (
        SELECT to_regclass(n.name) UNION SELECT t.relid FROM pg_partition_tree(to_regclass(n.name)) t
      ) AS p (relid)
    """
  }

  /// Whether the tables that regapp alone writes have a trigger or a rule: regapp makes none. The
  /// triggers of foreign keys are the server's own. Each write asks, so partitions are looked for
  /// only if there are some.
  static let hasForeignCode = """
    (SELECT EXISTS (
        SELECT FROM pg_trigger g WHERE g.tgrelid = ANY (t.oids) AND NOT g.tgisinternal)
      OR EXISTS (SELECT FROM pg_rewrite r WHERE r.ev_class = ANY (t.oids))
      OR EXISTS (SELECT FROM pg_inherits h WHERE h.inhparent = ANY (t.oids))
        AND EXISTS (SELECT FROM (\(code(on: guarded))) AS c)
      FROM (SELECT ARRAY[\(guarded.map { "to_regclass('public.\($0)')::oid" }
        .joined(separator: ", "))] AS oids OFFSET 0) AS t)
    """

  /// The SQLSTATE by which a function of ours refuses to write while there is one.
  static let foreignCodeState = "RGOWN"

  /// And that by which the server refuses a statement that writes in several parts, if a table has
  /// a rule.
  static let statesOfForeignCode = [foreignCodeState, "0A000"]

  /// Refuses to write in a function, once it holds the table that it writes: a trigger that is
  /// made now waits for that lock.
  static let refusingForeignCode = """
    IF \(hasForeignCode) THEN
      RAISE SQLSTATE '\(foreignCodeState)' USING MESSAGE = 'a trigger or a rule is on these tables';
    END IF;
    """

  /// The triggers and rules of some tables: kind, table, name, and the statement that takes it away.
  private static func code(on tables: [String]) -> String {
    """
    SELECT 'trigger' AS kind, p.relid::regclass::text AS place, quote_ident(g.tgname) AS name,
      format('DROP TRIGGER %I ON %s', g.tgname, p.relid::regclass) AS mend, n.name AS root
    FROM \(parts(of: tables)) JOIN pg_trigger g ON g.tgrelid = p.relid
    WHERE NOT g.tgisinternal AND g.tgparentid = 0
    UNION ALL
    SELECT 'rule', p.relid::regclass::text, quote_ident(r.rulename),
      format('DROP RULE %I ON %s', r.rulename, p.relid::regclass), n.name
    FROM \(parts(of: tables)) JOIN pg_rewrite r ON r.ev_class = p.relid
    """
  }

  /// The first of what keeps regapp from writing, as words, with the statement that takes it away.
  static let foreignCode = """
    SELECT concat(c.kind, ' ', c.name, ' on ', c.place), c.mend
    FROM (\(code(on: guarded))) AS c ORDER BY 1 LIMIT 1
    """

  /// All that an owner added: its kind, table and name, and what it does to a write, as
  /// `Database.Addition` has them; and the statement that drops a trigger or a rule.
  static let additions = """
    SELECT a.kind, a.place, a.name, a.effect, a.mend FROM (
      SELECT c.kind, c.place, c.name, CASE WHEN c.root = ANY ('{\(
        guarded.map { "public.\($0)" }.joined(separator: ","))}'::text[])
        THEN 'prevents' ELSE 'changes' END AS effect, c.mend
      FROM (\(code(on: tables))) AS c
      UNION ALL
      SELECT 'policy', t.place, quote_ident(p.polname), 'changes', NULL
      FROM \(tablesThere) JOIN pg_policy p ON p.polrelid = t.oid
      UNION ALL
      SELECT 'parent', t.place, h.inhparent::regclass::text, 'changes', NULL
      FROM \(tablesThere) JOIN pg_inherits h ON h.inhrelid = t.oid
      UNION ALL
      \(ownColumns)
      UNION ALL
      \(ownConstraints)
      UNION ALL
      \(ownIndexes)
      UNION ALL
      \(publications)
    ) AS a ORDER BY a.place, a.kind, a.name
    """

  /// Columns of an owner's own, and values that the server gives ours if none is declared. A column
  /// that may be null and has no value of its own does not affect a write.
  private static let ownColumns = """
    SELECT 'column' AS kind, t.place, quote_ident(a.attname) AS name,
      CASE WHEN a.attnotnull OR a.atthasdef OR a.attidentity <> '' OR y.typtype = 'd'
        THEN 'changes' ELSE 'nothing' END AS effect, NULL AS mend
    FROM \(tablesThere) JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0
        AND NOT a.attisdropped
      JOIN pg_type y ON y.oid = a.atttypid
    WHERE a.attname <> ALL (string_to_array(t.columns, ','))
    UNION ALL
    SELECT 'default', t.place, quote_ident(a.attname), 'changes', NULL
    FROM \(tablesThere) JOIN pg_attribute a ON a.attrelid = t.oid AND a.atthasdef
        AND a.attgenerated = ''
      JOIN \(declaredColumns) ON c.place = t.place AND c.name = a.attname AND c.filling = ''
    """

  /// Constraints of ours that are not declared, and the references of other tables to ours.
  private static let ownConstraints = """
    SELECT CASE c.contype WHEN 'c' THEN 'check' WHEN 'f' THEN 'foreign key' ELSE 'exclusion' END,
      t.place, quote_ident(c.conname), 'changes', NULL
    FROM \(tablesThere) JOIN pg_constraint c ON c.conrelid = t.oid AND c.contype IN ('c', 'f', 'x')
    WHERE NOT EXISTS (
      SELECT FROM \(declaredChecks)
      WHERE c.contype = 'c' AND k.place = t.place
        AND \(plain("pg_get_expr(c.conbin, c.conrelid)")) = \(plain("k.condition")))
    UNION ALL
    SELECT 'foreign key', t.place, concat(quote_ident(c.conname), ' of ', c.conrelid::regclass),
      'changes', NULL
    FROM \(tablesThere) JOIN pg_constraint c ON c.confrelid = t.oid AND c.contype = 'f'
    """

  /// The indexes of our tables that are like none that is declared, and keep no declared key. One of
  /// columns that are always short, which allows a value twice, takes every row.
  private static let ownIndexes = """
    SELECT CASE WHEN i.indisunique THEN 'unique index' ELSE 'index' END, t.place,
      quote_ident(x.relname), CASE WHEN i.indisunique OR i.indexprs IS NOT NULL
        OR i.indpred IS NOT NULL OR EXISTS (
          SELECT FROM pg_attribute a WHERE a.attrelid = i.indexrelid AND a.attlen < 0)
        THEN 'changes' ELSE 'nothing' END, NULL
    FROM \(tablesThere) JOIN pg_index i ON i.indrelid = t.oid AND NOT i.indisexclusion
      JOIN pg_class x ON x.oid = i.indexrelid
    WHERE NOT EXISTS (
        SELECT FROM (VALUES \(listed(indexes.map { ["'public.\($0.table)'", quoted($0.definition)] })))
          AS n (number, place, definition)
        WHERE n.place = t.place
          AND regexp_replace(pg_get_indexdef(i.indexrelid), \(ofServer), '', 'g')
            = regexp_replace(n.definition, \(ofServer), '', 'g'))
      AND NOT (i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL AND EXISTS (
        SELECT FROM \(declaredKeys)
        WHERE k.place = t.place AND k.columns = (
          SELECT string_agg(a.attname, ',' ORDER BY a.attname)
          FROM unnest(i.indkey) WITH ORDINALITY AS n (number, place)
            JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = n.number
          WHERE n.place <= i.indnkeyatts)))
    """

  /// A publication refuses if a table has nothing that tells its rows from others. One with a
  /// filter or a list of columns may need more than what does, and so may the whole row or an index
  /// of the owner's; servers before PostgreSQL 15 have neither. A name is compared with the
  /// catalog's, since looking it up takes a right on its schema.
  private static let publications = """
    SELECT 'publication', t.place, quote_ident(p.pubname),
      CASE WHEN (p.pubupdate OR p.pubdelete) AND (c.relreplident <> 'd'
          OR NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = t.oid AND i.indisprimary)
          OR to_jsonb(l) ->> 'prqual' IS NOT NULL OR to_jsonb(l) ->> 'prattrs' IS NOT NULL)
        THEN 'changes' ELSE 'nothing' END, NULL
    FROM \(tablesThere) JOIN pg_class c ON c.oid = t.oid
      JOIN pg_namespace s ON s.oid = c.relnamespace
      JOIN pg_publication_tables m ON m.schemaname = s.nspname AND m.tablename = c.relname
      JOIN pg_publication p ON p.pubname = m.pubname
      LEFT JOIN pg_publication_rel l ON l.prpubid = p.oid AND l.prrelid = t.oid
    """
}

extension Connection {
  /// Throws while a trigger or a rule is on a table that regapp alone writes.
  func refuseForeignCode() throws(Failure) {
    let found = try run(Schema.foreignCode)
    if found.count > 0 {
      throw .unfit(.notOwn(found[0, 0] ?? "", mend: found[0, 1] ?? ""))
    }
  }
}
