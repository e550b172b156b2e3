// Logins in browsers: a row of `session` for each session, with its login, as a line of a file has
// it.
//
// No role of ours reads the table. Five functions of `regapp_manager` begin sessions, look one up,
// end, list and forget them; none gives a digest away. `regapp_login` has none of them: with the
// first it could log in as anybody.
//
// A caller that begins or ends a session holds the row of its account first, and looks at the
// sessions in a statement behind that; a change of the account, which ends its logins, holds it
// anyway. So an end waits for a beginning, and sees its session; a beginning waits for an end, and
// finds no login to go on with. Several rows are held in the order of their keys. A caller that
// ends all logins, or the one too many when all places are taken, holds the table instead; every
// beginning holds it, too, in a mode in which beginnings do not wait for each other. The table is
// held once, behind the rows.

import Accounts

extension Schema {
  /// The table of sessions. `key` is the account's name as names are compared, and `id` its UUID, if
  /// one counted.
  static let session = Table(
    name: "session",
    columns: [
      .init("digest", "text", isExact: true), .init("proof", "text"),
      .init("login", "text", isExact: true), .init("key", "text", isExact: true),
      .init("account", "text"), .init("browser", "text"), .init("kept", "boolean"),
      .init("begun", "timestamptz"), .init("ends", "timestamptz"),
      .init("host", "text", isExact: true), .init("made", "timestamptz"),
      .init("id", "uuid", isNullable: true),
    ],
    keys: [["digest"]], isDispensable: true)

  static let sessionIndexes: [(name: String, table: String, definition: String)] = [
    ("session_key", "session", "(key)"), ("session_login", "session", "(login)"),
    ("session_ends", "session", "(ends)"),
  ]

  static let sessionFunctions = [
    beginSession, lookUpSession, endSessions, listSessions, forgetSessions,
  ]

  /// The SQLSTATE of a beginning for which there is no room.
  static let noRoom = "53400"

  private static func seconds(_ time: String) -> String {
    "floor(extract(epoch FROM \(time)))::int8"
  }

  private static let columnsOfLogin = """
    s.login, s.account, \(seconds("s.begun")), \(seconds("s.ends")), s.kept, s.browser, s.host, s.id
    """
  private static let typesOfLogin = """
    login text, account text, begun bigint, ends bigint, kept boolean, browser text, host text, \
    id uuid
    """

  /// The session with a digest, and the name of its account in the field that it is of.
  private static let lookUpSession = Function(
    name: "regapp_session", parameters: [("sought", "text")],
    result: """
      TABLE(\(typesOfLogin), proof text, moment bigint, hosts text, email text, username text)
      """,
    isStable: true, returnsOneRow: true, declarations: "",
    statements: """
        RETURN QUERY
          SELECT \(columnsOfLogin), s.proof, \(seconds("clock_timestamp()")),
            (SELECT string_agg(o.host, ' ' ORDER BY o.made, o.digest)
              FROM public.session o WHERE o.login = s.login),
            CASE WHEN strpos(s.key, '@') > 0 THEN s.key END,
            CASE WHEN strpos(s.key, '@') = 0 THEN s.key END
          FROM public.session s WHERE s.digest = sought;
      """,
    roles: [manager])

  /// Holds the rows of the accounts with some names until the end of the transaction.
  private static func holding(_ names: String) -> String {
    """
    PERFORM FROM public.account a
    WHERE a.email_key = ANY (\(names)) OR a.username_key = ANY (\(names))
    ORDER BY a.key FOR NO KEY UPDATE;
    """
  }

  /// Deletes sessions, in the order of their digests: two that do this do not wait for each other
  /// in a circle.
  private static func deleting(_ condition: String) -> String {
    """
    WITH gone AS (
      SELECT s.digest FROM public.session s WHERE \(condition)
      ORDER BY s.digest FOR UPDATE)
    DELETE FROM public.session s USING gone WHERE s.digest = gone.digest
    """
  }

  /// Sessions of the new one's login that are so old that the new one ends them.
  private static let isOlder = """
    s.host = new_host AND s.made <= now - interval '\(SessionLimits.timeOfTabs) seconds'
    """
  /// The login that ends if all sessions are taken, as `SessionTable.excess` has it: the oldest of
  /// the account that has the most, and more than an equal share. It is never the login that gets a
  /// session; null if there is none.
  private static let surplus = """
    WITH sizes AS (
      SELECT s.key, s.login, min(s.begun) AS begun, count(*) AS sessions
      FROM public.session s GROUP BY s.key, s.login),
    holders AS (
      SELECT z.key, sum(z.sessions) AS sessions,
        (array_agg(z.login ORDER BY z.begun, z.login) FILTER (WHERE z.login <> new_login))[1]
          AS oldest
      FROM sizes z GROUP BY z.key)
    SELECT h.oldest FROM holders h
    WHERE h.oldest IS NOT NULL AND h.sessions > ceil(\(SessionLimits.mostOfAll)::numeric
      / (SELECT count(*) FROM (SELECT o.key FROM holders o UNION SELECT name) AS all_of_them))
    ORDER BY h.sessions DESC, h.key LIMIT 1
    """
  /// Near the end of all room, one begins after the other: else several could take the last place.
  private static let nearlyAll = SessionLimits.mostOfAll - 1_000

  /// Begins a session if the account is as it was proved; else it returns nothing. Ends what the
  /// new one replaces, and what is too much, in the order of `SessionTable.beginning`.
  private static let beginSession = Function(
    name: "regapp_begin_session",
    parameters: [
      ("new_digest", "text"), ("new_proof", "text"), ("new_host", "text"), ("new_login", "text"),
      ("is_new", "bool"), ("sought_email", "text"), ("sought_username", "text"),
      ("proved", "text"), ("day", "date"), ("new_account", "text"), ("new_browser", "text"),
      ("is_kept", "bool"), ("lasting", "int8"), ("replaced", "text[]"), ("proved_id", "uuid"),
    ],
    result: "TABLE(\(typesOfLogin), moment bigint)", isStable: false, returnsOneRow: true,
    declarations: """
      DECLARE
        now timestamptz;
        name text := coalesce(sought_email, sought_username);
        names text[] := name || ARRAY(
          SELECT s.key FROM public.session s WHERE s.digest = ANY (replaced));
        known public.session;
        page text;
        others bigint;
        count bigint;
        ended text[];

      """,
    statements: """
        -- Also those of the logins that end here.
        \(holding("names"))
        PERFORM FROM public.account a
        WHERE (a.email_key = sought_email OR a.username_key = sought_username)
          AND a.password = proved AND \(countingID(of: "a")) IS NOT DISTINCT FROM proved_id
          AND \(mayLogIn(on: "day"));
        IF NOT FOUND THEN RETURN; END IF;
        SELECT count(*) INTO count FROM public.session;
        IF count >= \(nearlyAll) THEN
          LOCK TABLE public.session IN SHARE ROW EXCLUSIVE MODE;
        ELSE
          LOCK TABLE public.session IN ROW EXCLUSIVE MODE;
        END IF;
        \(refusingForeignCode)
        SELECT * INTO known FROM public.session s WHERE s.digest = new_digest;
        -- It began before, and the answer was lost.
        IF FOUND THEN
          RETURN QUERY SELECT \(columnsOfLogin), \(seconds("clock_timestamp()"))
            FROM public.session s WHERE s.digest = new_digest;
          RETURN;
        END IF;
        now := clock_timestamp();
        ended := ARRAY(SELECT s.login FROM public.session s WHERE s.digest = ANY (replaced));
        IF is_new THEN
          known.begun := now;
          known.ends := now + lasting * interval '1 second';
          known.account := new_account;
          known.browser := new_browser;
          known.kept := is_kept;
          known.id := proved_id;
          -- The newest of the account stay, and with them this one.
          ended := ended || ARRAY(
            SELECT s.login FROM public.session s
            WHERE s.key = name AND s.ends > now AND s.login <> ALL (ended)
            GROUP BY s.login ORDER BY min(s.begun) DESC, s.login DESC
            OFFSET \(SessionLimits.mostLogins - 1));
        ELSE
          SELECT * INTO known FROM public.session s
          WHERE s.login = new_login AND s.key = name AND s.id IS NOT DISTINCT FROM proved_id
            AND s.ends > now AND s.login <> ALL (ended)
          ORDER BY s.made, s.digest LIMIT 1;
          IF NOT FOUND THEN RETURN; END IF;
        END IF;
        \(deleting("s.login = ANY (ended) OR s.login = new_login AND \(isOlder)"));
        IF NOT is_new THEN
          -- The login began at the page, which must not lose its own.
          page := known.host;
          SELECT count(*) INTO others FROM public.session s WHERE s.login = new_login;
          IF others >= \(SessionLimits.mostSessions) THEN
            \(deleting("""
              s.digest IN (
                SELECT o.digest FROM public.session o
                WHERE o.login = new_login AND (o.host = new_host OR o.host <> page)
                ORDER BY o.host = new_host DESC, o.made, o.digest
                LIMIT others - \(SessionLimits.mostSessions - 1))
              """));
          END IF;
        END IF;
        -- Of whomever they are. Whoever has deleted these waits for no row any more.
        DELETE FROM public.session s WHERE s.digest IN (
          SELECT o.digest FROM public.session o WHERE o.ends <= now
          ORDER BY o.ends LIMIT \(SessionLimits.mostOfAll) FOR UPDATE SKIP LOCKED);
        IF count >= \(nearlyAll) THEN
          SELECT count(*) INTO count FROM public.session;
          IF count >= \(SessionLimits.mostOfAll) THEN
            ended := ARRAY(\(surplus));
            IF ended = '{}' THEN
              RAISE configuration_limit_exceeded USING MESSAGE = 'too many sessions';
            END IF;
            \(deleting("s.login = ANY (ended)"));
          END IF;
        END IF;
        INSERT INTO public.session VALUES (new_digest, new_proof, new_login, name, known.account,
          known.browser, known.kept, known.begun, known.ends, new_host, now, known.id);
        RETURN QUERY SELECT \(columnsOfLogin), \(seconds("now"))
          FROM public.session s WHERE s.digest = new_digest;
      """,
    roles: [manager])

  private static let resultOfLogins = "TABLE(\(typesOfLogin), moment bigint)"

  /// Ends sessions, whose accounts or table are held, and returns their logins.
  private static func ending(_ condition: String) -> String {
    """
      \(refusingForeignCode)
      RETURN QUERY
        \(deleting(condition))
        RETURNING \(columnsOfLogin), \(seconds("clock_timestamp()"));
    """
  }

  /// Ends the logins with some identities; null for all.
  private static let endSessions = Function(
    name: "regapp_end_sessions", parameters: [("ids", "text[]")], result: resultOfLogins,
    isStable: false,
    declarations: """
      DECLARE
        names text[] := ARRAY(SELECT s.key FROM public.session s WHERE s.login = ANY (ids));

      """,
    statements: """
        IF ids IS NULL THEN
          LOCK TABLE public.session IN SHARE ROW EXCLUSIVE MODE;
        ELSE
          \(holding("names"))
          LOCK TABLE public.session IN ROW EXCLUSIVE MODE;
        END IF;
      \(ending("ids IS NULL OR s.login = ANY (ids)"))
      """, roles: [manager])

  /// Ends the logins of people under some names, who are to be in no row.
  private static let forgetSessions = Function(
    name: "regapp_forget_sessions", parameters: [("names", "text[]")], result: resultOfLogins,
    isStable: false, declarations: "",
    statements: """
        \(holding("names"))
        LOCK TABLE public.session IN ROW EXCLUSIVE MODE;
      \(ending("s.key = ANY (names)"))
      """, roles: [manager])

  /// The logins with some identities, and those of some names; null for any. A row without a login
  /// tells the time.
  private static let listSessions = Function(
    name: "regapp_sessions", parameters: [("ids", "text[]"), ("names", "text[]")],
    result: resultOfLogins, isStable: true, declarations: "",
    statements: """
        RETURN QUERY
          SELECT \(columnsOfLogin), \(seconds("n.now"))
          FROM (SELECT clock_timestamp() AS now) n LEFT JOIN public.session s
            ON (ids IS NULL OR s.login = ANY (ids)) AND (names IS NULL OR s.key = ANY (names))
          ORDER BY s.begun, s.login, s.made, s.digest;
      """,
    roles: [manager])
}
