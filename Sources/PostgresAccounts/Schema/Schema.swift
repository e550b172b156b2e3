// What the tables hold:
//
//   base             one row: the version of the tables, the rulebook, own keys around the accounts
//   account          key (the rulebook's key, folded by the library), email_key, username_key,
//                    first_name_key, password, doc (its text without the password), closed,
//                    disabled, valid_from, valid_until, version, op
//   change           one row a change: id, at, op, user, by, did
//   change_account   what it did to each account, in order: the JSON of a line of history.jsonl,
//                    without places; what a line has beside its accounts has the place -1
//   throttle         failures and attempts in flight by a keyed hash of the name, in all (network
//                    is '*') and from each address
//   attempt          each attempt to log in: at, the account's key (null if unknown), answer,
//                    service, address
//   seen             the last success of each account, and the failures since; the row of the empty
//                    key tells since when
//   view login       who may log in today, for services that check passwords themselves
//
// `closed` is for views, and holds what the writer found.

#if Postgres
  import Accounts
  import LosslessJSON

  /// The tables, as `migrate` makes them.
  ///
  /// Other roles may create in the same schema. So a statement that runs by itself names the schema of
  /// every relation, function, operator and type (`Operator`), and a transaction begins by setting
  /// `safePath`; and nothing is touched before `Trust` has seen whose it is.
  enum Schema {
    /// The version of the tables: no other is worked with.
    static let version = 1

    static let manager = "regapp_manager"
    static let login = "regapp_login"

    /// The search path of every transaction and function: nothing that another role makes is on it
    /// before what PostgreSQL has.
    static let safePath = "pg_catalog, pg_temp"

    /// What a transaction begins with: also that a client which stops holds nobody up for long, and that
    /// rows which a policy hides are refused, not left out.
    static let settingLocally = """
      SELECT pg_catalog.set_config('search_path', '\(safePath)', true),
        pg_catalog.set_config('row_security', 'off', true),
        pg_catalog.set_config('idle_in_transaction_session_timeout', '30s', true)
      """

    /// What programs read and write.
    static let tables = [
      "base", "account", "change", "change_account", "throttle", "attempt", "seen",
    ]
    /// What other services read.
    static let view = "login"

    /// The statements that make the tables. The indexes, the view, the functions, rights, roles and
    /// limits are not among them: `migrate` puts them right whenever it runs.
    static let makingTables = [
      """
      CREATE TABLE public.base (
        one boolean PRIMARY KEY DEFAULT true CHECK (one),
        schema int NOT NULL,
        rules text NOT NULL,
        own text,
        version bigint NOT NULL DEFAULT 1,
        secret bytea NOT NULL DEFAULT uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
      """,
      // The password is checked here once more: none that was typed is ever kept.
      #"""
      CREATE TABLE public.account (
        key text COLLATE "C" PRIMARY KEY CHECK (key <> ''),
        email_key text COLLATE "C" UNIQUE,
        username_key text COLLATE "C" UNIQUE,
        first_name_key text COLLATE "C",
        password text CHECK (password ~ '^[!*]+$|^[!*]*(\$|\{SHA\}|\{[Ss][Ss][Hh][Aa]\})'),
        doc text NOT NULL,
        closed boolean NOT NULL,
        disabled boolean NOT NULL,
        valid_from date,
        valid_until date,
        version bigint NOT NULL DEFAULT 1,
        op uuid NOT NULL,
        changed_at timestamptz NOT NULL DEFAULT clock_timestamp()
      ) WITH (fillfactor = 90)
      """#,
      """
      CREATE TABLE public.change (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at timestamptz NOT NULL DEFAULT clock_timestamp(),
        op uuid UNIQUE NOT NULL,
        "user" text,
        "by" text,
        did text NOT NULL)
      """,
      // One change may concern an account several times, in order. Every statement that writes entries
      // writes their change: a foreign key would have each of a million look for it.
      """
      CREATE TABLE public.change_account (
        change bigint,
        place int,
        key text COLLATE "C" NOT NULL,
        entry text NOT NULL,
        PRIMARY KEY (change, place))
      """,
      """
      CREATE TABLE public.throttle (
        name_hash bytea,
        network text,
        failed int NOT NULL,
        last timestamptz NOT NULL,
        pending int NOT NULL,
        since timestamptz NOT NULL,
        PRIMARY KEY (name_hash, network)
      ) WITH (fillfactor = 50)
      """,
      // Of an unknown name nothing is kept, since people type passwords there.
      """
      CREATE TABLE public.attempt (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at timestamptz NOT NULL,
        key text COLLATE "C",
        answer text NOT NULL,
        service text,
        address inet)
      """,
      // The row of nobody tells since when logins are recorded.
      """
      CREATE TABLE public.seen (
        key text COLLATE "C" PRIMARY KEY,
        since timestamptz NOT NULL,
        success timestamptz,
        failures int NOT NULL
      ) WITH (fillfactor = 50)
      """,
      "INSERT INTO public.base (schema, rules) VALUES (\(version), '\"register\"')",
    ]

    /// Statements that everyone waits for read no table from its beginning to its end.
    static let indexes: [(name: String, table: String, definition: String)] =
      [
        ("account_first_name", "account", "(first_name_key)"),
        ("change_account_key", "change_account", "(key, change)"),
        ("attempt_at", "attempt", "(at)"), ("attempt_key", "attempt", "(key)"),
      ]
      + Field.keys.map { field in
        (
          "change_account_old_\(field.rawValue)", "change_account",
          "((\(old(field)))) WHERE \(hasOld(field))"
        )
      }

    /// The name that an account had in a field before a change that took it away, from what the history
    /// has of it: what is found by it may still be something else. No text makes it fail, or is too long
    /// for an index.
    static func old(_ field: Field) -> String {
      """
      pg_catalog.lower(pg_catalog.left(pg_catalog.split_part(pg_catalog.split_part(\
      entry COLLATE pg_catalog."C", '\(before(field))', 2), '"', 1), \(longestOld)))
      """
    }

    static func hasOld(_ field: Field) -> String {
      "pg_catalog.strpos(entry, '\(before(field))') \(Operator.greater) 0"
    }

    private static func before(_ field: Field) -> String { "\"\(field.rawValue)\":[\"" }
    private static let longestOld = 200

    /// A name in the form in which `old(_:)` gives it.
    static func old(_ name: String) -> String {
      let text = JSONLiteral.string(name).text(style: .compact).dropFirst().dropLast()
      let scalars = text.unicodeScalars.prefix { $0 != "\"" }.prefix(longestOld)
      return AccountName(String(String.UnicodeScalarView(scalars))).key
    }

    /// For services that check passwords themselves. Of a locked account there is no hash to give. Each
    /// name is a query of its own, which its index answers. A barrier: no function of who reads it sees a
    /// row that it leaves out.
    static let makingView =
      "CREATE VIEW public.login WITH (security_barrier = true) AS \(viewOfLogins)"
    static let viewOfLogins = [Field.email, .username].map { field in
      """
      SELECT \(field)_key AS name, email_key AS email, username_key AS username, password
      FROM public.account
      WHERE \(field)_key IS NOT NULL AND \(mayLogIn)
      """
    }.joined(separator: " UNION ALL ")

    private static let mayLogIn = """
      NOT closed AND NOT disabled AND password !~ '^[!*]'
      AND (valid_from IS NULL OR valid_from <= current_date)
      AND (valid_until IS NULL OR valid_until >= current_date)
      """
  }
#endif
