// The record of logins follows accounts, and the history forgets people. Both are done by functions
// of the owner's, since who manages accounts may neither empty a record of logins nor rewrite what
// was recorded: without a line that tells of it, nothing is done. `regapp_manager` adds lines, and
// changes none. So a line of this very transaction (`xmin`) is a new one.

extension Schema {
  private static let isOfThisTransaction = "xmin::text = pg_current_xact_id()::xid::text"

  /// Whether an entry `e` says that a name became another one; an empty text stands for none. Of an
  /// entry whose JSON holds the one character that no text of the server does, nobody knows.
  ///
  /// - Parameter old: nil for any.
  private static func tells(_ old: String?, became new: String) -> String {
    func side(_ place: Int) -> String { "coalesce(lower((n.pair ->> \(place)) COLLATE \"C\"), '')" }
    let before = old.map { "AND \(side(0)) = \($0) " } ?? ""
    return """
      CASE WHEN strpos(e.entry, chr(92) || 'u0000') = 0 THEN EXISTS (
        SELECT FROM (VALUES \(Field.keys.map { "(e.entry::json #> '{changes,\($0.rawValue)}')" }
          .joined(separator: ", "))) AS n (pair)
        WHERE n.pair IS NOT NULL \(before)AND \(side(1)) = \(new)) END
      """
  }

  /// The entries `e` that changes of this transaction have under a key.
  private static func newEntries(of key: String) -> String {
    """
    SELECT FROM public.change_account e JOIN public.change m ON m.id = e.change
    WHERE e.key = \(key) AND e.\(isOfThisTransaction) AND m.\(isOfThisTransaction)
    """
  }

  /// Lets the record follow accounts to other keys, or to their end, which an empty text stands
  /// for. Returns how much was removed or carried along. Whoever is not the owner has it follow
  /// only what the history says of this very transaction. An account that is there, and did not
  /// just get its name, keeps its record. A change without values says only whom it concerns: an
  /// account that is gone by then.
  static let followLogins = Function(
    name: "regapp_follow_logins", parameters: [("before", "text[]"), ("after", "text[]")],
    result: "bigint", isStable: false,
    declarations: """
      DECLARE
        kept public.seen[];
        gone bigint;
        count bigint;
        -- Keys that are not to be touched.
        others text[] := '{}';

      """,
    statements: """
        IF NOT \(isOwner) THEN
          SELECT coalesce(array_agg(o.key), '{}') INTO others FROM (
            SELECT a.key FROM public.account a
            WHERE a.key = ANY (before || after)
              AND NOT (a.\(isOfThisTransaction) AND EXISTS (
                \(newEntries(of: "a.key")) AND \(tells(nil, became: "a.key"))))
            UNION ALL
            SELECT unnest(ARRAY[c.old, c.new]) FROM unnest(before, after) AS c (old, new)
            WHERE NOT EXISTS (
              \(newEntries(of: "coalesce(nullif(c.new, ''), c.old)"))
                AND (e.entry::json -> 'changes' IS NULL OR \(tells("c.old", became: "c.new"))))
          ) AS o (key);
        END IF;
        SELECT array_agg(s) INTO kept FROM public.seen s
        WHERE s.key = ANY (before) AND s.key <> '' AND s.key <> ALL (others);
        -- All go before any comes: keys may change hands.
        DELETE FROM public.seen s
        WHERE s.key <> '' AND s.key = ANY (before || after) AND s.key <> ALL (others);
        GET DIAGNOSTICS count = ROW_COUNT;
        INSERT INTO public.seen (key, since, success, failures)
        SELECT c.new, k.since, k.success, k.failures
        FROM unnest(before, after) AS c (old, new) JOIN unnest(kept) AS k ON k.key = c.old
        WHERE c.new <> '' AND c.new <> ALL (others) ON CONFLICT DO NOTHING;
        DELETE FROM public.attempt a USING unnest(before, after) AS c (old, new)
        WHERE a.key = c.old AND c.new = '' AND c.old <> ALL (others);
        GET DIAGNOSTICS gone = ROW_COUNT;
        UPDATE public.attempt a SET key = c.new FROM unnest(before, after) AS c (old, new)
        WHERE a.key = c.old AND c.old <> '' AND c.new <> ''
          AND c.old <> ALL (others) AND c.new <> ALL (others);
        RETURN count + gone;
      """,
    roles: [manager])

  /// Writes entries anew without the people who are forgotten, and removes what the record of
  /// logins has under their names. Returns how much that was. Whoever is not the owner keeps the
  /// account of an entry or takes it out, and cannot change what this transaction recorded. Of a
  /// name that has an entry left, or had none, the logins stay: so what went is always to be seen
  /// in the history.
  static let forget = Function(
    name: "regapp_forget",
    parameters: [
      ("changes", "int8[]"), ("places", "int4[]"), ("entries", "text[]"), ("authors", "int8[]"),
      ("names", "text[]"),
    ],
    result: "bigint", isStable: false,
    declarations: """
      DECLARE
        is_owner boolean := \(isOwner);
        keys text[];
        gone bigint;
        count bigint;

      """,
    statements: """
        IF NOT is_owner AND EXISTS (
          SELECT FROM unnest(changes, places, entries) AS n (change, place, entry)
            JOIN public.change_account a ON a.change = n.change AND a.place = n.place
          WHERE a.\(isOfThisTransaction)
            OR (n.entry::json -> 'account')::text
              NOT IN ('null', (a.entry::json -> 'account')::text))
        THEN
          RAISE insufficient_privilege USING MESSAGE = 'the history is not rewritten';
        END IF;
        SELECT array_agg(a.key) INTO keys
        FROM unnest(changes, places, entries) AS n (change, place, entry)
          JOIN public.change_account a ON a.change = n.change AND a.place = n.place
        WHERE (n.entry::json -> 'account')::text = 'null';
        UPDATE public.change_account a SET entry = n.entry,
          key = CASE WHEN (n.entry::json -> 'account')::text = 'null' THEN '' ELSE a.key END
        FROM unnest(changes, places, entries) AS n (change, place, entry)
        WHERE a.change = n.change AND a.place = n.place;
        UPDATE public.change c SET "by" = NULL WHERE c.id = ANY (authors);
        SELECT array_agg(n.name) INTO keys FROM unnest(names) AS n (name)
        WHERE n.name <> '' AND (is_owner OR n.name = ANY (keys)
          AND NOT EXISTS (SELECT FROM public.change_account e WHERE e.key = n.name));
        DELETE FROM public.seen s WHERE s.key = ANY (keys);
        GET DIAGNOSTICS count = ROW_COUNT;
        DELETE FROM public.attempt a WHERE a.key = ANY (keys);
        GET DIAGNOSTICS gone = ROW_COUNT;
        RETURN count + gone;
      """,
    roles: [manager])

  /// The last number that a table's sequence gave; null if it gave none. Who manages accounts has
  /// no right to the sequences.
  static let lastNumber = Function(
    name: "regapp_last_number", parameters: [("numbered", "text")], result: "bigint",
    isStable: false, declarations: "",
    statements: """
        IF numbered NOT IN (\(numberedTables.map { "'\($0)'" }.joined(separator: ", "))) THEN
          RETURN NULL;
        END IF;
        RETURN pg_sequence_last_value(
          pg_get_serial_sequence('public.' || numbered, 'id')::regclass);
      """,
    roles: [manager])

  /// The tables whose rows are numbered.
  static let numberedTables = ["change", "attempt"]
}
