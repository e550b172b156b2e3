import Accounts

extension Schema {
  /// A function that runs with the rights of its owner.
  struct Function: Sendable {
    let name: String
    let parameters: [(name: String, type: String)]
    /// As the server spells it.
    let result: String
    let isStable: Bool
    /// Whether it returns a table of one row, as a rule; the server would take it for a thousand.
    var returnsOneRow = false
    /// The lines before BEGIN.
    let declarations: String
    /// The lines between BEGIN and END.
    let statements: String
    /// The roles that may call it.
    let roles: [String]

    /// How PostgreSQL finds it, under any search path.
    var signature: String {
      "\(Schema.api).\(name)(\(parameters.map { "pg_catalog.\($0.type)" }.joined(separator: ",")))"
    }

    /// A function begins open to everyone. A dump holds no roles, and if these are missing,
    /// restoring the grants fails together with what closes the function; so it closes itself.
    var body: String {
      """

      #variable_conflict use_column
      \(declarations)BEGIN
        IF has_function_privilege('public'::name, '\(signature)'::regprocedure, 'EXECUTE') THEN
          RAISE insufficient_privilege USING MESSAGE = 'run regapp-postgres migrate first';
        END IF;
      \(statements)
      END
      """ + "\n"
    }

    var definition: String {
      """
      CREATE OR REPLACE FUNCTION \(Schema.api).\(name)(
        \(parameters.map { "\($0.name) \($0.type)" }.joined(separator: ", "))) RETURNS \(result)
      LANGUAGE plpgsql \(isStable ? "STABLE" : "VOLATILE") SECURITY DEFINER\(returnsOneRow ? " ROWS 1" : "")
      SET search_path = \(safePath) AS $$\(body)$$
      """
    }
  }

  /// The functions, by their place in the list, that are not there as they are declared.
  static let otherFunctions = """
    SELECT f.number
    FROM unnest($1, $2, $3, $4, $5, $6) WITH ORDINALITY
      AS f (signature, names, result, body, volatility, is_one_row, number)
      LEFT JOIN pg_proc p ON p.oid = to_regprocedure(f.signature)
      LEFT JOIN pg_language l ON l.oid = p.prolang
    WHERE (coalesce(array_to_string(p.proargnames[:p.pronargs], ','), ''), pg_get_function_result(p.oid),
        p.prosrc, p.provolatile::text, l.lanname, p.prosecdef, p.proisstrict, p.proconfig,
        p.pronargdefaults, p.provariadic, p.prorows = 1)
      IS DISTINCT FROM (f.names, f.result, f.body, f.volatility, 'plpgsql', true, false,
        ARRAY['search_path=\(safePath)'], 0, 0::oid, f.is_one_row)
    ORDER BY f.number
    """

  /// The functions that only regapp's users may call. All but those of sessions, which are a
  /// manager's, are for logging in: an intruder in a login server can ask for one account after
  /// another, and cannot list them.
  static let functions =
    [
      find, attempt, rest, attempted, forgetAttempts, seen, followLogins, forget, copyLogins,
      lastNumber, lockChanges, age,
    ] + sessionFunctions

  private static let find = Function(
    name: "regapp_find",
    parameters: [
      ("sought_email", "text"), ("sought_username", "text"), ("sought_first", "text"),
    ],
    result: """
      TABLE(schema integer, rules text, is_empty boolean, \
      key text, doc text, password text, version bigint, op uuid, held text, own text, given text)
      """,
    isStable: true, returnsOneRow: true,
    declarations: """
      DECLARE
        is_any boolean := false;

      """,
    statements: """
        IF sought_email IS NOT NULL THEN
          RETURN QUERY
            SELECT b.schema, b.rules, false, a.key, a.doc, a.password, a.version, a.op,
              \(held(of: "a")), b.own, \(given(of: "a"))
            FROM public.base b, public.account a WHERE a.email_key = sought_email;
          is_any := FOUND;
        END IF;
        IF sought_username IS NOT NULL THEN
          RETURN QUERY
            SELECT b.schema, b.rules, false, a.key, a.doc, a.password, a.version, a.op,
              \(held(of: "a")), b.own, \(given(of: "a"))
            FROM public.base b, public.account a WHERE a.username_key = sought_username
              AND (sought_email IS NULL OR a.email_key IS DISTINCT FROM sought_email);
          is_any := is_any OR FOUND;
        END IF;
        IF sought_first IS NOT NULL THEN
          RETURN QUERY
            SELECT b.schema, b.rules, false, a.key, a.doc, a.password, a.version, a.op,
              \(held(of: "a")), b.own, \(given(of: "a"))
            FROM public.base b, public.account a WHERE a.first_name_key = sought_first
            ORDER BY a.key LIMIT 5;
          is_any := is_any OR FOUND;
        END IF;
        IF NOT is_any THEN
          RETURN QUERY
            SELECT b.schema, b.rules,
              (SELECT a.key FROM public.account a ORDER BY a.key LIMIT 1) IS NULL,
              NULL::text, NULL::text, NULL::text, NULL::bigint, NULL::uuid, NULL::text,
              b.own, NULL::text
            FROM public.base b;
        END IF;
      """,
    roles: [manager, login])

  /// A keyed hash of the name is kept: people type passwords where a name is asked for, and a
  /// reader of the table alone learns none. Attempts whose end nobody reported within ten seconds
  /// count as failed: a killed guess is a guess.
  private static let attempt = Function(
    name: "regapp_attempt", parameters: [("name", "text"), ("network", "text")],
    result: "integer",
    isStable: false,
    declarations: """
      DECLARE
        now timestamptz;
        counted public.throttle;
        free int;
        rest double precision := 0;
        is_full boolean := false;
        hash bytea := \(hashOfName);

      """,
    statements: """
        -- No account has such a name, and nobody waits for it.
        IF name IS NULL OR length(name) > 1000 OR length(network) > 100 THEN RETURN 0; END IF;
        INSERT INTO public.throttle AS t (name_hash, network, failed, last, pending, since)
        SELECT hash, n, 0, '-infinity', 0, clock_timestamp() FROM unnest(ARRAY['*', network]) AS n
        ON CONFLICT DO NOTHING;
        -- In all first, so that nobody waits for one who waits.
        PERFORM FROM public.throttle t
        WHERE t.name_hash = hash AND t.network IN ('*', $2) ORDER BY t.network FOR UPDATE;
        now := clock_timestamp();
        FOR counted IN SELECT * FROM public.throttle t
          WHERE t.name_hash = hash AND t.network IN ('*', $2) LOOP
          free := CASE counted.network WHEN '*' THEN \(Throttle.freeInAll) ELSE \(Throttle.free) END;
          IF counted.pending > 0 AND counted.since < now - interval '10 seconds' THEN
            counted.failed := least(counted.failed + counted.pending, 99);
            counted.last := counted.since + interval '10 seconds';
            counted.pending := 0;
          END IF;
          IF counted.pending = 0 AND counted.last < now - interval '1 day' THEN
            counted.failed := 0;
          END IF;
          counted.last := least(counted.last, now);
          UPDATE public.throttle t
          SET failed = counted.failed, last = counted.last, pending = counted.pending
          WHERE t.name_hash = hash AND t.network = counted.network
            AND (t.failed, t.last, t.pending)
              IS DISTINCT FROM (counted.failed, counted.last, counted.pending);
          IF counted.failed > free THEN
            rest := greatest(rest, least(2.0 ^ least(counted.failed - free - 1, 10), 900)
              - extract(epoch FROM now - counted.last));
          END IF;
          is_full := is_full OR counted.pending > 0 AND counted.failed + counted.pending > free;
        END LOOP;
        IF rest > 0 THEN RETURN ceil(rest); END IF;
        IF is_full THEN RETURN -1; END IF;
        UPDATE public.throttle t SET pending = t.pending + 1, since = now
        WHERE t.name_hash = hash AND t.network IN ('*', $2);
        IF random() < 0.01 THEN
          DELETE FROM public.throttle t
          WHERE t.last < now - interval '1 day' AND t.since < now - interval '1 day';
        END IF;
        RETURN 0;
      """,
    roles: [manager, login])

  /// The seconds for which the failures from one address make it wait, apart from all others.
  private static let rest = Function(
    name: "regapp_rest", parameters: [("name", "text"), ("network", "text")],
    result: "integer", isStable: true,
    declarations: """
      DECLARE
        now timestamptz := clock_timestamp();
        counted public.throttle;
        hash bytea := \(hashOfName);

      """,
    statements: """
        SELECT * INTO counted FROM public.throttle t
        WHERE t.name_hash = hash AND t.network = $2 AND t.network <> '*';
        IF NOT FOUND THEN RETURN 0; END IF;
        IF counted.pending > 0 AND counted.since < now - interval '10 seconds' THEN
          counted.failed := least(counted.failed + counted.pending, 99);
          counted.last := counted.since + interval '10 seconds';
        ELSIF counted.pending = 0 AND counted.last < now - interval '1 day' THEN
          counted.failed := 0;
        END IF;
        IF counted.failed <= \(Throttle.free) THEN RETURN 0; END IF;
        RETURN greatest(0, ceil(least(2.0 ^ least(counted.failed - \(Throttle.free) - 1, 10), 900)
          - extract(epoch FROM now - least(counted.last, now))));
      """,
    roles: [manager, login])

  /// Whether the caller of the function, which runs as the owner, is the owner, too.
  static let isOwner = """
    pg_has_role(session_user,
      (SELECT d.datdba FROM pg_database d WHERE d.datname = current_database()), 'MEMBER')
    """

  /// The keyed hash of a name.
  private static let hashOfName =
    "(SELECT sha256(b.secret || convert_to(name, 'UTF8')) FROM public.base b)"

  private static let attempted = Function(
    name: "regapp_attempted",
    parameters: [("name", "text"), ("network", "text"), ("result", "text")],
    result: "void", isStable: false,
    declarations: """
      DECLARE
        hash bytea := \(hashOfName);
        own int;

      """,
    statements: """
        PERFORM FROM public.throttle t
        WHERE t.name_hash = hash AND t.network IN ('*', $2) ORDER BY t.network FOR UPDATE;
        UPDATE public.throttle t SET
          failed = CASE WHEN result = 'failed' AND t.pending > 0 THEN least(t.failed + 1, 99)
            ELSE t.failed END,
          last = CASE WHEN result = 'failed' AND t.pending > 0 THEN clock_timestamp()
            ELSE t.last END,
          pending = greatest(t.pending - 1, 0), since = clock_timestamp()
        WHERE t.name_hash = hash AND t.network IN ('*', $2);
        IF result = 'succeeded' THEN
          SELECT t.failed INTO own FROM public.throttle t
          WHERE t.name_hash = hash AND t.network = $2;
          UPDATE public.throttle t SET failed = greatest(t.failed - coalesce(own, 0), 0)
          WHERE t.name_hash = hash AND t.network IN ('*', $2) AND own > 0;
        END IF;
      """,
    roles: [manager, login])

  private static let forgetAttempts = Function(
    name: "regapp_forget_attempts", parameters: [("names", "text[]")], result: "SETOF text",
    isStable: false, declarations: "",
    statements: """
        RETURN QUERY
          WITH named AS (
            SELECT name, \(hashOfName) AS hash FROM unnest(names) AS name),
          cleared AS (
            UPDATE public.throttle t SET failed = 0
            WHERE t.failed > 0 AND t.name_hash IN (SELECT n.hash FROM named n)
            RETURNING t.name_hash)
          SELECT DISTINCT n.name FROM named n JOIN cleared c ON c.name_hash = n.hash;
      """,
    roles: [manager])

  /// Adds what became of an attempt under an account's key. It does not tell whether there is such
  /// an account, and keeps no name that is nobody's. An intruder in a login server can write into
  /// the record, and not read it; so there is a limit to what it keeps.
  static let seen = Function(
    name: "regapp_seen",
    parameters: [("name", "text"), ("answer", "text"), ("service", "text"), ("address", "text")],
    result: "void", isStable: false,
    declarations: """
      DECLARE
        now timestamptz := clock_timestamp();
        known text;
        number bigint;

      """,
    statements: """
        -- A login waits for no disk.
        PERFORM set_config('synchronous_commit', 'off', true);
        IF NOT EXISTS (SELECT FROM public.seen s WHERE s.key = '') THEN
          INSERT INTO public.seen (key, since, failures) VALUES ('', now, 0) ON CONFLICT DO NOTHING;
        END IF;
        SELECT a.key INTO known FROM public.account a WHERE a.key = name;
        INSERT INTO public.attempt (at, key, answer, service, address)
        VALUES (now, known, CASE WHEN known IS NULL THEN 'unknown' ELSE left(answer, 16) END,
          left(service, 32), address::inet)
        RETURNING id INTO number;
        -- These have the right password, and guess nothing.
        IF known IS NOT NULL AND answer NOT IN (\(answersOfNobody)) THEN
          INSERT INTO public.seen AS s (key, since, success, failures)
          VALUES (known, now, CASE WHEN answer = 'yes' THEN now END,
            CASE WHEN answer = 'yes' THEN 0 ELSE 1 END)
          ON CONFLICT (key) DO UPDATE SET
            success = coalesce(EXCLUDED.success, s.success),
            failures = CASE WHEN EXCLUDED.success IS NULL THEN least(s.failures, 1000000000) + 1
              ELSE 0 END;
        END IF;
        -- Now and then, and where the one before was in another month.
        IF number % 1000 = 0 OR coalesce(
          (SELECT a.at FROM public.attempt a WHERE a.id < number ORDER BY a.id DESC LIMIT 1)
            < date_trunc('month', now), true)
        THEN
          DELETE FROM public.attempt a
          WHERE a.at < now - interval '180 days' OR a.id <= number - 100000;
        END IF;
      """,
    roles: [manager, login])

  private static let answersOfNobody = LoginOutcome.Answer.allCases.filter(\.isOfNobody)
    .map { "'\($0.rawValue)'" }.joined(separator: ", ")
}
