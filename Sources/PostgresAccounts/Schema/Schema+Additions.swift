// Where an expression, an index or a publication of an owner's refuses a write, most answers of the
// server name nothing. So what there is of that kind is looked for, by what it does and not by its
// name: an owner may give a key of ours another one.

extension Schema {
  /// Something that an owner added to a table of ours.
  struct Added: Sendable, Hashable {
    let kind: String
    /// With its table, but for a publication.
    let name: String
    /// The table, as `public.account`.
    let table: String
    /// The statement by which the owner mends it; nil if there is none.
    let mend: String?
    /// The name of an index alone; empty for anything else.
    let index: String
    /// The SQLSTATEs by which it refuses; nil where that may be any.
    let states: [Substring]?

    /// As in "the index own on public.account".
    var words: String {
      "the \(kind) \(name)" + (kind == "publication" ? " of \(table)" : "")
    }
  }

  /// The indexes of our tables that are like none that is declared, and keep no declared key.
  fileprivate static let ownIndexes = """
    (SELECT t.place, x.relname::text AS relname, i.indexprs IS NOT NULL OR i.indpred IS NOT NULL AS computes
      FROM \(tablesThere) JOIN pg_index i ON i.indrelid = t.oid JOIN pg_class x ON x.oid = i.indexrelid
      WHERE NOT EXISTS (
        SELECT FROM (VALUES \(listed(indexes.map { ["'public.\($0.table)'", quoted($0.definition)] })))
          AS n (number, place, definition)
        WHERE n.place = t.place
          AND regexp_replace(pg_get_indexdef(i.indexrelid), \(ofServer), '', 'g')
            = regexp_replace(n.definition, \(ofServer), '', 'g'))
      AND NOT (i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL AND EXISTS (
        SELECT FROM (VALUES \(listed(keys))) AS k (number, place, kind, columns, mend)
        WHERE k.place = t.place AND k.columns = (
          SELECT string_agg(a.attname, ',' ORDER BY a.attname)
          FROM unnest(i.indkey) WITH ORDINALITY AS n (number, place)
            JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = n.number
          WHERE n.place <= i.indnkeyatts)))) AS i
    """

  fileprivate static let computing = """
    SELECT 'column', concat(t.place, '.', quote_ident(a.attname)), t.place, NULL::text, '',
      NULL::text
    FROM \(tablesThere) JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0
        AND NOT a.attisdropped
      JOIN pg_type y ON y.oid = a.atttypid
    WHERE a.attname <> ALL (string_to_array(t.columns, ',')) AND (a.atthasdef OR y.typtype = 'd')
    UNION ALL
    SELECT 'index', concat(quote_ident(i.relname), ' on ', i.place), i.place, NULL, i.relname, NULL
    FROM \(ownIndexes) WHERE i.computes
    UNION ALL
    SELECT 'check', concat(quote_ident(c.conname), ' on ', t.place), t.place, NULL, '', NULL
    FROM \(tablesThere) JOIN pg_constraint c ON c.conrelid = t.oid AND c.contype = 'c'
    WHERE NOT EXISTS (
      SELECT FROM (VALUES \(listed(checks))) AS k (number, place, name, condition, mend)
      WHERE k.place = t.place
        AND \(plain("pg_get_expr(c.conbin, c.conrelid)")) = \(plain("k.condition")))
    UNION ALL
    SELECT 'trigger', concat(quote_ident(g.tgname), ' on ', t.place), t.place, NULL, '', NULL
    FROM \(tablesThere) JOIN pg_trigger g ON g.tgrelid = t.oid
    WHERE NOT g.tgisinternal AND g.tgenabled <> 'D'
      AND g.tgfoid IS DISTINCT FROM to_regprocedure('\(accountChanged.signature)')
    ORDER BY 3, 1, 2
    """

  /// The first are those of tables in which a row has nothing that tells it from others (55000). One
  /// with a filter or a list of columns may need more than what does, and so may the whole row or
  /// an index of the owner's (42P10); servers before PostgreSQL 15 have neither. A name is compared
  /// with the catalog's, since looking it up takes a right on its schema.
  fileprivate static let publications = """
    SELECT 'publication', quote_ident(p.pubname), t.place, CASE WHEN NOT r.is_told THEN
        concat('ALTER TABLE ', t.place, ' REPLICA IDENTITY ',
          CASE WHEN r.has_key THEN 'DEFAULT' ELSE 'FULL' END) END, '',
      concat_ws(',', CASE WHEN NOT r.is_told THEN '55000' END,
        CASE WHEN c.relreplident IN ('f', 'i') OR to_jsonb(l) ->> 'prqual' IS NOT NULL
          OR to_jsonb(l) ->> 'prattrs' IS NOT NULL THEN '42P10' END)
    FROM \(tablesThere) JOIN pg_class c ON c.oid = t.oid
      JOIN pg_namespace s ON s.oid = c.relnamespace
      JOIN pg_publication_tables m ON m.schemaname = s.nspname AND m.tablename = c.relname
      JOIN pg_publication p ON p.pubname = m.pubname AND (p.pubupdate OR p.pubdelete)
      LEFT JOIN pg_publication_rel l ON l.prpubid = p.oid AND l.prrelid = t.oid
      CROSS JOIN LATERAL (
        SELECT c.relreplident = 'f' OR coalesce(bool_or(
            CASE c.relreplident WHEN 'd' THEN i.indisprimary WHEN 'i' THEN i.indisreplident END), false)
            AS is_told, coalesce(bool_or(i.indisprimary), false) AS has_key
        FROM pg_index i WHERE i.indrelid = t.oid) AS r
    ORDER BY r.is_told, t.place, p.pubname
    """
}

extension ServerRefusal.Addition {
  /// The question what there is of it: its kind, as `Database.RefusedWrite.Kind` has it, its
  /// name, its table, the statement by which the owner mends it, the name of an index alone, and
  /// the SQLSTATEs by which it refuses, where it has no others.
  var question: String {
    switch self {
    case .computing: Schema.computing
    case .indexes:
      """
      SELECT 'index', concat(quote_ident(i.relname), ' on ', i.place), i.place, NULL::text, i.relname,
        NULL::text
      FROM \(Schema.ownIndexes) ORDER BY i.place, i.relname
      """
    case .publications: Schema.publications
    }
  }
}

extension Connection {
  /// The additions of a kind that there are.
  func additions(_ kind: ServerRefusal.Addition) throws(Failure) -> [Schema.Added] {
    let rows = try run(kind.question)
    return (0..<rows.count).map { row in
      Schema.Added(
        kind: rows[row, 0] ?? "", name: rows[row, 1] ?? "", table: rows[row, 2] ?? "",
        mend: rows[row, 3], index: rows[row, 4] ?? "",
        states: rows[row, 5]?.split(separator: ","))
    }
  }

  /// The fault that additions of a kind may have refused; nil if there are none that refuse so, or
  /// the server names an index that is none of them.
  func fault(
    of kind: ServerRefusal.Addition, _ refusal: ServerRefusal, _ state: String
  ) throws(Failure) -> PostgresFault? {
    var found = try additions(kind)
    if kind == .indexes, !refusal.constraint.isEmpty {
      found = found.filter {
        ($0.index, $0.table) == (refusal.constraint, "\(refusal.schema).\(refusal.table)")
      }
    }
    found = found.filter { $0.states?.contains(Substring(state)) ?? true }
    guard let first = found.first else { return nil }
    // Where rows are told from each other, but not by enough, it takes a choice of the owner's.
    let mend = state == "55000" ? first.mend : nil
    return .refusedBy(found.map(\.words).joined(separator: " or "), state: state, mend: mend)
  }
}
