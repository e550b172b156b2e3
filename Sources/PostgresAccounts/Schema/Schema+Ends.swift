import Accounts

extension Schema {
  /// The SQLSTATE and the level of a message that tells how many logins a change ended. A message
  /// of the level INFO always gets to the client, also to somebody at psql.
  static let endsState = "RGEND"

  /// The names in an account's text, to compare: a column does not tell that letters became
  /// capitals.
  private static func names(_ text: String) -> String {
    """
    ARRAY(SELECT m FROM regexp_matches(\(text),
      '"(email|username)"\\s*:\\s*"((?:[^"\\\\]|\\\\.)*)"', 'g') AS m ORDER BY m)
    """
  }

  /// In a file, `AccountRecord.endsLogins` says the same of fields.
  private static let columnsThatEndLogins = [
    "key", "email_key", "username_key", "password", "closed", "disabled", "valid_from",
    "valid_until", "invited_until",
  ]

  private static func row(_ name: String) -> String {
    "(\(columnsThatEndLogins.map { "\(name).\($0)" }.joined(separator: ", ")))"
  }

  /// The accounts that a statement changed, each beside its sessions; `was` is how it was before.
  private static let touched = """
    before was JOIN public.session s ON s.key IN (was.key, was.email_key, was.username_key)
    """

  /// Ends the logins of accounts that go, or get another password, state, day, lock or name: in the
  /// transaction of the change, whoever makes it. Most changes touch no login, and end after one
  /// look by an index. An account is compared with the row that has its key now: nobody else can
  /// have changed it since. Isolation above READ COMMITTED could hide a session that just began;
  /// regapp sets none.
  ///
  /// It runs once for each statement, since one statement may end all logins there are. Run for
  /// each row, it would have the server plan for one row and read all sessions each time, where
  /// nothing is known of the table yet.
  static let accountChanged = Function(
    name: "regapp_account_changed", parameters: [], result: "trigger", isStable: false,
    declarations: """
      DECLARE
        digests text[];
        count bigint;

      """,
    statements: """
        IF TG_OP = 'TRUNCATE' THEN
          DELETE FROM public.session;
          RETURN NULL;
        END IF;
        IF NOT EXISTS (SELECT FROM \(touched)) THEN RETURN NULL; END IF;
        -- Materialized, so that only accounts with a session are compared.
        digests := ARRAY(
          WITH known AS MATERIALIZED (
            SELECT s.digest, was.doc, \(columnsThatEndLogins.map { "was.\($0)" }
              .joined(separator: ", "))
            FROM \(touched))
          SELECT k.digest FROM known k
          WHERE TG_OP = 'DELETE' OR NOT EXISTS (
            SELECT FROM public.account a
            WHERE a.key = k.key AND \(row("a")) IS NOT DISTINCT FROM \(row("k"))
              AND (a.doc = k.doc OR \(Schema.names("a.doc")) = \(Schema.names("k.doc")))));
        IF digests = '{}' THEN RETURN NULL; END IF;
        WITH gone AS (
          SELECT s.digest
          FROM unnest(digests) AS d (digest) JOIN public.session s ON s.digest = d.digest
          ORDER BY s.digest FOR UPDATE OF s),
        ended AS (
          DELETE FROM public.session s USING gone WHERE s.digest = gone.digest
          RETURNING s.login, s.ends)
        SELECT count(DISTINCT login) INTO count FROM ended WHERE ends > clock_timestamp();
        IF count > 0 THEN
          RAISE INFO USING ERRCODE = '\(endsState)', MESSAGE = 'logins in browsers ended',
            DETAIL = count::text;
        END IF;
        RETURN NULL;
      """,
    roles: [])

  /// A trigger that calls it, once for each statement. One for two events could not have the rows
  /// as they were.
  private struct Trigger {
    let name: String
    let event: String
    /// As `pg_trigger` has it.
    let kind: Int
    var hasOldRows = true

    var definition: String {
      """
      CREATE OR REPLACE TRIGGER \(name) AFTER \(event) ON public.account
      \(hasOldRows ? "REFERENCING OLD TABLE AS before" : "")
      FOR EACH STATEMENT EXECUTE FUNCTION public.\(accountChanged.name)()
      """
    }
  }

  private static let triggers = [
    Trigger(name: "regapp_account_changed", event: "UPDATE", kind: 16),
    Trigger(name: "regapp_account_removed", event: "DELETE", kind: 8),
    Trigger(name: "regapp_account_emptied", event: "TRUNCATE", kind: 32, hasOldRows: false),
  ]

  /// Makes the triggers, once there is what they call. A function begins open to everyone.
  static let makingEnds =
    [
      "REVOKE ALL ON FUNCTION \(accountChanged.signature) FROM PUBLIC, \(manager), \(login)"
    ] + triggers.map(\.definition)

  /// Whether our tables have triggers of an owner's.
  static let hasTriggers = """
    EXISTS (SELECT FROM unnest('{\(tables.map { "public.\($0)" }.joined(separator: ","))}'::text[])
        AS n (name) JOIN pg_trigger g ON g.tgrelid = to_regclass(n.name)::oid
      WHERE NOT g.tgisinternal
        AND g.tgfoid IS DISTINCT FROM to_regprocedure('\(accountChanged.signature)')::oid)
    """

  /// The first of the triggers that is not there, or does not run.
  static let missingTrigger = """
    SELECT concat('the trigger ', n.name, ' on public.account')
    FROM (VALUES \(triggers.map { "('\($0.name)', \($0.kind), \($0.hasOldRows))" }
      .joined(separator: ", "))) AS n (name, kind, has_old_rows)
    WHERE NOT EXISTS (
      SELECT FROM pg_trigger t WHERE t.tgrelid = to_regclass('public.account')
        AND t.tgfoid = to_regprocedure('public.\(accountChanged.name)()') AND t.tgtype = n.kind
        AND coalesce(t.tgoldtable = 'before', false) = n.has_old_rows
        AND t.tgenabled = ANY ('{O,A}'::"char"[]) AND t.tgqual IS NULL AND t.tgattr::text = '')
    LIMIT 1
    """

  /// Whether one of them is missing, or calls something else than is declared. Who may call that
  /// is among the rights.
  static let isWithoutEnds = """
    SELECT EXISTS (\(missingTrigger)) OR NOT EXISTS (
      SELECT FROM pg_proc p WHERE p.oid = to_regprocedure('public.\(accountChanged.name)()')
        AND p.prosrc = $1 AND p.prosecdef AND p.provolatile = 'v'
        AND p.proconfig = ARRAY['search_path=\(safePath)'])
    """
}
