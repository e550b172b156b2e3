// The record of logins follows accounts, and the history forgets people. Both are done by functions
// of the owner's, since who manages accounts may neither empty a record of logins nor rewrite what
// was recorded: without a line that tells of it, nothing is done. `regapp_manager` adds lines, and
// changes none. So a line of this very transaction (`xmin`) is a new one.

import Accounts

extension Schema {
  private static let isOfThisTransaction = "xmin::text = pg_current_xact_id()::xid::text"

  /// Whether an entry `e` says that a name became another one; an empty text stands for none. Of an
  /// entry whose JSON holds the one character that no text of the server does, nobody knows.
  ///
  /// - Parameter old: nil for any.
  private static func entryNames(_ old: String?, became new: String) -> String {
    func side(_ place: Int) -> String { "coalesce(lower((n.pair ->> \(place)) COLLATE \"C\"), '')" }
    let before = old.map { "AND \(side(0)) = \($0) " } ?? ""
    return """
      CASE WHEN strpos(e.entry, chr(92) || 'u0000') = 0 THEN EXISTS (
        SELECT FROM (VALUES \(Field.keys.map { "(e.entry::json #> '{changes,\($0.key)}')" }
          .joined(separator: ", "))) AS n (pair)
        WHERE n.pair IS NOT NULL \(before)AND \(side(1)) = \(new)) END
      """
  }

  /// The entries `e` that changes of this transaction have under a key, of those that a reader shows.
  private static func newEntries(of key: String) -> String {
    """
    SELECT FROM public.change_account e JOIN public.change m ON m.id = e.change
    WHERE e.key = \(key) AND e.\(isOfThisTransaction) AND m.\(isOfThisTransaction)
      AND m.aged IS NULL AND m.at >= now()
      AND e.place >= 0 AND e.entry ~ '^[{]\(idInEntry)"account":"'
    """
  }

  /// Lets the record follow accounts to other keys, or to their end, which an empty text stands
  /// for. Returns how much was removed or carried along. For a user who is not the owner it follows
  /// only the history of this very transaction. An account that is there, and did not just get its
  /// name, keeps its record. A change without values says only whom it concerns: an account that is
  /// gone by then.
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
                \(newEntries(of: "a.key")) AND \(entryNames(nil, became: "a.key"))))
            UNION ALL
            SELECT unnest(ARRAY[c.old, c.new]) FROM unnest(before, after) AS c (old, new)
            WHERE NOT EXISTS (
              \(newEntries(of: "coalesce(nullif(c.new, ''), c.old)"))
                AND (e.entry::json -> 'changes' IS NULL OR \(entryNames("c.old", became: "c.new"))))
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
  /// logins has under their names. Returns how much that was. A user who is not the owner takes an
  /// account out or leaves the rest of its entry as it is, and cannot change what this transaction
  /// recorded. Of a name that has an entry left, or had none, the logins stay: so what went is
  /// always to be seen in the history.
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
        LOCK TABLE public.change, public.change_account IN ROW EXCLUSIVE MODE;
        \(refusingForeignCode)
        -- What has lost its values meanwhile does not get them back.
        PERFORM FROM public.change c WHERE c.id = ANY (changes) ORDER BY c.id FOR SHARE;
        IF NOT is_owner AND EXISTS (
          SELECT FROM unnest(changes, places, entries) AS n (change, place, entry)
            JOIN public.change_account a ON a.change = n.change AND a.place = n.place
          WHERE a.\(isOfThisTransaction) OR NOT (\(onlyForgets)))
        THEN
          RAISE insufficient_privilege USING MESSAGE = 'the history is not rewritten';
        END IF;
        SELECT array_agg(a.key) INTO keys
        FROM unnest(changes, places, entries) AS n (change, place, entry)
          JOIN public.change_account a ON a.change = n.change AND a.place = n.place
        WHERE (n.entry::json -> 'account')::text = 'null';
        UPDATE public.change_account a SET
          entry = CASE WHEN a.place > coalesce(c.aged, \(noneAged)) THEN n.entry
            WHEN a.place >= 0 THEN \(withoutValues("n.entry")) ELSE \(restWithoutValues("n.entry")) END,
          key = CASE WHEN (n.entry::json -> 'account')::text = 'null' THEN '' ELSE a.key END
        FROM unnest(changes, places, entries) AS n (change, place, entry)
          JOIN public.change c ON c.id = n.change
        WHERE a.change = n.change AND a.place = n.place;
        UPDATE public.change c SET "by" = NULL, by_id = NULL WHERE c.id = ANY (authors);
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

  /// Whether a new entry `n` leaves all as it is in `a` but what names people: the account is gone as
  /// a whole; or the account behind which it stood, or names of an order, are not there any more.
  private static let onlyForgets = """
    CASE WHEN a.place >= 0 AND n.entry = '{"account":null}' THEN true
    ELSE (\(isSame("entry::json", but: "document")) OR \(isSame("entry::json", but: "document,after")))
      AND \(isSame("entry::json -> 'document'", but: "order"))
      AND \(isShorter("entry::json #> '{document,order,0}'"))
      AND \(isShorter("entry::json #> '{document,order,1}'")) END
    """

  /// Whether an object has the members that it had, each as it was, but for some of the old ones. A
  /// member that is there twice is another one.
  private static func isSame(_ object: String, but keys: String) -> String {
    func members(_ of: String, without: String) -> String {
      """
      (SELECT array_agg(concat(to_json(m.key), m.value) ORDER BY m.key, m.value::text)
        FROM json_each(\(of).\(object)) AS m WHERE m.key <> ALL ('{\(without)}'::text[]))
      """
    }
    let stays = keys.split(separator: ",").first.map(String.init) ?? ""
    return "\(members("n", without: stays)) IS NOT DISTINCT FROM \(members("a", without: keys))"
  }

  /// Whether a list has names that it had, in their order.
  private static func isShorter(_ list: String) -> String {
    func names(_ of: String, _ condition: String = "") -> String {
      """
      (SELECT array_agg(m.name ORDER BY m.place)
        FROM json_array_elements_text(\(of).\(list)) WITH ORDINALITY AS m (name, place)\(condition))
      """
    }
    let kept = " WHERE m.name IN (SELECT json_array_elements_text(n.\(list)))"
    return "\(names("n")) IS NOT DISTINCT FROM \(names("a", kept))"
  }

  /// The last number that a table's sequence gave; null if it gave none. A manager of accounts has
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

  /// Lets nobody else write a change until the transaction ends. LOCK TABLE would take a right to
  /// rewrite rows.
  static let lockChanges = Function(
    name: "regapp_lock_changes", parameters: [], result: "void", isStable: false, declarations: "",
    statements: "  LOCK TABLE public.change IN SHARE ROW EXCLUSIVE MODE;", roles: [manager])

  /// The place up to which the lines of a change have no values any more, if that is all of them.
  static let allAged = Int32.max
  private static let noneAged = Int32.min

  /// The changes `c` whose values are to go.
  static let areOld = """
    c.aged IS DISTINCT FROM \(allAged) AND c.at
      < statement_timestamp() - interval '\(HistoryEntry.longestTimeOfValues) seconds'
    """

  /// The entry of an account without its values: `AccountRecord.withoutValues`. Of what is none,
  /// nothing is left.
  private static func withoutValues(_ entry: String) -> String {
    """
    concat('{', coalesce(substring(\(entry) FROM
      '^[{](\(idInEntry)"account":(?:"(?:[^"' || chr(92) || chr(92) || ']|' || chr(92) || chr(92)
        || '.)*"|null)(?:,"newId":true)?)'), '"account":null'), '}')
    """
  }

  /// The id with which an entry may begin, as a part of a regular expression.
  private static let idInEntry = #"(?:"id":"[0-9a-f-]{\#(AccountID.length)}",)?"#

  /// The key that a line `e` has without its values: that of the name that is left, as far as a server
  /// can tell.
  private static let keyWithoutValues = """
    coalesce(lower(substring(e.entry FROM '^[{]\(idInEntry)"account":"([ !#-Z^-~]*)"') COLLATE "C"), e.key)
    """

  /// The rest of a change without the values of what was around the accounts.
  private static func restWithoutValues(_ entry: String) -> String {
    """
    (SELECT concat('{', string_agg(concat(to_json(m.key), ':', CASE m.key WHEN 'document' THEN (
        SELECT concat('{', string_agg(concat(to_json(d.key), ':', CASE d.key WHEN 'changes' THEN (
            SELECT concat('{', string_agg(concat(to_json(k.key), ':null'), ','), '}')
            FROM json_each(d.value) AS k) ELSE 'null' END), ','), '}')
        FROM json_each(m.value) AS d WHERE d.key <> 'null') ELSE m.value::text END), ','), '}')
      FROM json_each(\(entry)::json) AS m)
    """
  }

  /// Whether a change `c` that is old has values, as far as a look tells that costs little.
  static let hasValues = """
    EXISTS (SELECT FROM public.change_account e
      WHERE e.change = c.id AND e.place > coalesce(c.aged, \(noneAged))
        AND CASE WHEN e.place < 0 THEN strpos(e.entry, '"document":') > 0
          ELSE strpos(e.entry, ',') > 0 AND e.entry <> \(withoutValues("e.entry")) END)
    """

  /// Takes the values from the oldest changes behind a write, if that was written: from a hundred
  /// changes and 5,000 lines at most, so that a write takes some tenths of a second longer at most.
  /// What others hold is left for the next write.
  static let age = Function(
    name: "regapp_age", parameters: [("written", "uuid")], result: "void", isStable: false,
    declarations: """
      DECLARE
        room bigint := 5000;
        old record;
        line record;
        reached int;
        count bigint;
        rest text;

      """,
    statements: """
        IF NOT EXISTS (SELECT FROM public.change c WHERE \(areOld))
          OR NOT EXISTS (SELECT FROM public.change c WHERE c.op = written)
        THEN
          RETURN;
        END IF;
        LOCK TABLE public.change_account IN ROW EXCLUSIVE MODE;
        \(refusingForeignCode)
        FOR old IN SELECT c.id, coalesce(c.aged, \(noneAged)) AS aged
          FROM public.change c WHERE \(areOld) ORDER BY c.at LIMIT 100 FOR UPDATE SKIP LOCKED
        LOOP
          BEGIN
            SELECT max(l.place), count(*) INTO reached, count FROM (
              SELECT e.place FROM public.change_account e
              WHERE e.change = old.id AND e.place > old.aged
              ORDER BY e.place LIMIT room FOR UPDATE NOWAIT) AS l;
          EXCEPTION WHEN lock_not_available THEN
            CONTINUE;
          END;
          UPDATE public.change_account e
          SET entry = \(withoutValues("e.entry")), key = \(keyWithoutValues)
          WHERE e.change = old.id AND e.place > old.aged AND e.place >= 0 AND e.place <= reached
            AND e.entry <> \(withoutValues("e.entry"));
          FOR line IN SELECT e.place, e.entry FROM public.change_account e
            WHERE e.change = old.id AND e.place > old.aged AND e.place < 0 AND e.place <= reached
              AND strpos(e.entry, '"document":') > 0
          LOOP
            BEGIN
              rest := \(restWithoutValues("line.entry"));
            EXCEPTION WHEN OTHERS THEN
              -- No hand of regapp's wrote that.
              rest := '{}';
            END;
            UPDATE public.change_account e SET entry = rest
            WHERE e.change = old.id AND e.place = line.place;
          END LOOP;
          UPDATE public.change c SET aged = CASE WHEN count < room THEN \(allAged) ELSE reached END
          WHERE c.id = old.id;
          room := room - count;
          EXIT WHEN room <= 0;
        END LOOP;
      """,
    roles: [manager])

  /// The tables whose rows are numbered.
  static let numberedTables = ["change", "attempt"]
}
