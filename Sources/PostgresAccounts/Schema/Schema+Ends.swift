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

  private static let columnsThatEndLogins = [
    "key", "email_key", "username_key", "password", "closed", "disabled", "valid_from",
    "valid_until", "invited_until",
  ]

  private static func row(_ name: String) -> String {
    "(\(columnsThatEndLogins.map { "\(name).\($0)" }.joined(separator: ", ")))"
  }

  /// Ends the logins of an account that goes, or gets another password, state, day, lock or name:
  /// in the transaction of the change, whoever makes it. Most changes touch no login, and end after
  /// one look by an index. Isolation above READ COMMITTED could hide a session that just began;
  /// regapp sets none.
  static let accountChanged = Function(
    name: "regapp_account_changed", parameters: [], result: "trigger", isStable: false,
    declarations: """
      DECLARE
        names text[];
        count bigint;

      """,
    statements: """
        IF TG_OP = 'TRUNCATE' THEN
          DELETE FROM public.session;
          RETURN NULL;
        END IF;
        names := ARRAY[OLD.key, OLD.email_key, OLD.username_key];
        IF NOT EXISTS (SELECT FROM public.session s WHERE s.key = ANY (names)) THEN
          RETURN NULL;
        END IF;
        IF TG_OP = 'UPDATE' AND \(row("OLD")) IS NOT DISTINCT FROM \(row("NEW")) THEN
          IF OLD.doc = NEW.doc OR \(Schema.names("OLD.doc")) = \(Schema.names("NEW.doc")) THEN
            RETURN NULL;
          END IF;
        END IF;
        WITH gone AS (
          SELECT s.digest FROM public.session s WHERE s.key = ANY (names)
          ORDER BY s.digest FOR UPDATE),
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

  /// The triggers that call it; `kind` is as `pg_trigger` has it.
  private static let triggers = [
    (name: "regapp_account_changed", events: "UPDATE OR DELETE", each: "ROW", kind: 25),
    (name: "regapp_account_emptied", events: "TRUNCATE", each: "STATEMENT", kind: 32),
  ]

  /// Makes the triggers, once there is what they call.
  static let makingEnds =
    [
      "REVOKE ALL ON FUNCTION \(accountChanged.signature) FROM PUBLIC, \(manager), \(login)"
    ]
    + triggers.map { trigger in
      """
      CREATE OR REPLACE TRIGGER \(trigger.name) AFTER \(trigger.events) ON public.account
      FOR EACH \(trigger.each) EXECUTE FUNCTION public.\(accountChanged.name)()
      """
    }

  /// The first of the triggers that is not there, or does not run.
  static let missingTrigger = """
    SELECT concat('the trigger ', n.name, ' on public.account')
    FROM (VALUES \(triggers.map { "('\($0.name)', \($0.kind))" }.joined(separator: ", ")))
      AS n (name, kind)
    WHERE NOT EXISTS (
      SELECT FROM pg_trigger t WHERE t.tgrelid = to_regclass('public.account')
        AND t.tgfoid = to_regprocedure('public.\(accountChanged.name)()') AND t.tgtype = n.kind
        AND t.tgenabled = ANY ('{O,A}'::"char"[]) AND t.tgqual IS NULL AND t.tgattr::text = '')
    LIMIT 1
    """

  /// Whether one of them is missing, or calls something else than is declared.
  static let isWithoutEnds = """
    SELECT EXISTS (\(missingTrigger)) OR NOT EXISTS (
      SELECT FROM pg_proc p WHERE p.oid = to_regprocedure('public.\(accountChanged.name)()')
        AND p.prosrc = $1 AND p.prosecdef AND p.proconfig = ARRAY['search_path=\(safePath)']
        AND NOT has_function_privilege('public'::name, p.oid, 'EXECUTE'))
    """
}
