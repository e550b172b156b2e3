// The contents of the tables:
//
//   base             one row: the version of the tables, the rulebook, own keys around the accounts
//   account          key (the rulebook's key, folded by the library), email_key, username_key,
//                    first_name_key, password, doc (its text without password and id), closed,
//                    disabled, valid_from, valid_until, invited_until, version, op; id and id_name,
//                    the name for which the id was given (null: the account has no id, and the
//                    column's value says nothing); fingerprint and by_hand tell which rows another
//                    program wrote (Schema+Rows.swift)
//   change           one row a change: id, at, op, user, by, by_id, via, did
//   change_account   what it did to each account, in order: the JSON of a line of history.jsonl,
//                    without places. The part of a line beside its accounts has the place -1: for
//                    an undo, the changes that it took back
//   throttle         failures and attempts in flight by a keyed hash of the name, in all (network
//                    is '*') and from each address
//   attempt          each attempt to log in: at, the account's key (null if unknown), answer,
//                    service, address
//   seen             the last success of each account, and the failures since; the row of the empty
//                    key tells since when
//   session          sessions in browsers, each with its login; see `Schema+Sessions`
//   view login       who may log in today, for services that check passwords themselves
//
// `closed` is for views, and holds what the writer found.
//
// A file that adds tables, indexes, functions or rights adds them to these lists: `definitions`,
// `indexes`, `functions`, `grants`. Everything else follows from them.

import Accounts
import LosslessJSON

/// The tables, as `migrate` makes them.
///
/// Other roles may create in the schema `public`, which has the tables. So every transaction begins by setting `safePath`,
/// one of a single statement too, and nothing is touched before `Trust` has seen whose it is.
enum Schema {
  /// The version of the tables: no other is worked with.
  static let version = 2

  /// Throws unless it is the version that is known; nil stands for none.
  static func check(version: Int?) throws(Failure) {
    guard let version else { throw .unfit(.incomplete("public.base")) }
    guard version >= Schema.version else { throw .unfit(.olderVersion(found: version)) }
    guard version == Schema.version else { throw .unfit(.newerVersion(found: version)) }
  }

  /// The schema of the functions. Only the owner may create in it, so no other function is ever as
  /// good a match for a call of one of them.
  static let api = "regapp_api"

  static let manager = "regapp_manager"
  static let login = "regapp_login"

  /// The search path of every transaction and function: nothing that another role makes is on it
  /// before what PostgreSQL has.
  static let safePath = "pg_catalog, pg_temp"

  /// The settings of every transaction, so that nothing that is set for a role, a database or a
  /// session changes an answer: the search path; an error in place of rows that a policy hides;
  /// warnings, as of a standby that was not waited for; texts of definitions that can be compared;
  /// no values in the server's log; no machine code made for a statement, which takes the server a
  /// thousand times as long as a find; a wait for the standby's disk at least; and limits, of which
  /// the server's end before the client's, so that it saves nothing later.
  ///
  /// A client that stops holds its locks for 30 seconds at most, unless it has more patience
  /// itself: where it is idle; where it is gone while a statement runs; where the network ends
  /// within its messages; and, from PostgreSQL 17 on, also behind a proxy that keeps the
  /// connection.
  ///
  /// - Parameters:
  ///   - patience: how many seconds the server may take for each statement.
  ///   - idleLimit: how many seconds the client may pause between its statements.
  ///   - lockLimit: how many milliseconds a statement may wait for a lock; a shorter limit of a
  ///     role holds.
  ///   - isWhole: whether the transaction is sent at once.
  ///   - plansOnce: whether a statement that the session keeps is planned for all values at once.
  ///     The server takes arrays that it does not see for long ones, and would plan a change of one
  ///     account each time anew, which costs it more than the change.
  ///   - waitsForStandby: whether what is written has to outlive the server; else its own disk will
  ///     do.
  static func settings(
    patience: Int, idleLimit: Int, lockLimit: Int, isWhole: Bool, plansOnce: Bool,
    waitsForStandby: Bool
  ) -> String {
    var settings = [
      ("search_path", safePath), ("row_security", "off"), ("client_min_messages", "warning"),
      ("quote_all_identifiers", "off"), ("standard_conforming_strings", "on"),
      ("debug_print_parse", "off"), ("debug_print_rewritten", "off"), ("debug_print_plan", "off"),
      ("log_parameter_max_length_on_error", "0"), ("jit", "off"),
      ("statement_timeout", "\(patience * 800)"),
      ("idle_in_transaction_session_timeout", "\(idleLimit)s"),
      ("tcp_keepalives_idle", "10"), ("tcp_keepalives_interval", "5"),
      ("tcp_keepalives_count", "3"),
    ]
    if plansOnce { settings.append(("plan_cache_mode", "force_generic_plan")) }
    let made = settings.map { "pg_catalog.set_config('\($0)', '\($1)', true)" }
    return """
      SELECT \(made.joined(separator: ", ")),
        CASE WHEN pg_catalog.current_setting('lock_timeout')::pg_catalog.interval
            OPERATOR(pg_catalog.=) '0'::pg_catalog.interval
          OR pg_catalog.current_setting('lock_timeout')::pg_catalog.interval
            OPERATOR(pg_catalog.>) '\(lockLimit)ms'::pg_catalog.interval
          THEN pg_catalog.set_config('lock_timeout', '\(lockLimit)ms', true) END,
        \(waitsForStandby ? waitForStandby : waitForDisk),
        CASE WHEN pg_catalog.version() OPERATOR(pg_catalog.~) 'linux'
          THEN pg_catalog.set_config('client_connection_check_interval', '10s', true) END,
        \(timeLimit(isWhole ? max(30, patience + 20) : 0))
      """
  }

  private static let waitForDisk = "pg_catalog.set_config('synchronous_commit', 'local', true)"
  private static let waitForStandby = """
    CASE WHEN pg_catalog.current_setting('synchronous_commit')
        OPERATOR(pg_catalog.=) ANY ('{off,local,remote_write}'::pg_catalog.text[])
      THEN pg_catalog.set_config('synchronous_commit', 'on', true) END
    """

  /// Ends the transaction so many seconds from now on, 0 for never; before PostgreSQL 17 nothing
  /// can.
  static func timeLimit(_ seconds: Int) -> String {
    """
    CASE WHEN pg_catalog.current_setting('transaction_timeout', true) IS NOT NULL
      THEN pg_catalog.set_config('transaction_timeout', '\(seconds)s', true) END
    """
  }

  /// The tables that programs read and write.
  static let tables = definitions.map(\.name)
  /// The tables that `migrate` makes again if they are lost, as `public.session`.
  static let dispensableTables = definitions.filter(\.isDispensable).map(\.place)
  /// The view that other services read.
  static let view = "login"

  /// The tables. The indexes, the view, the functions, rights, roles and limits are not among them:
  /// `migrate` puts them right whenever it runs.
  static let definitions = [
    Table(
      name: "base",
      columns: [
        .init("one", "boolean", filling: .value("true")), .init("schema", "integer"),
        .init("rules", "text"), .init("own", "text", isNullable: true),
        .init("version", "bigint", filling: .value("1")),
        .init(
          "secret", "bytea",
          filling: .value("uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())")),
      ],
      keys: [["one"]], checks: ["one": "one"]),
    Table(
      name: "account",
      columns: [
        .init("key", "text", isExact: true),
        .init("email_key", "text", isNullable: true, isExact: true),
        .init("username_key", "text", isNullable: true, isExact: true),
        .init("first_name_key", "text", isNullable: true, isExact: true),
        .init("password", "text", isNullable: true), .init("doc", "text"),
        .init("closed", "boolean"), .init("disabled", "boolean"),
        .init("valid_from", "date", isNullable: true),
        .init("valid_until", "date", isNullable: true),
        .init("invited_until", "date", isNullable: true),
        .init("version", "bigint", filling: .value("1")), .init("op", "uuid"),
        .init("changed_at", "timestamptz", filling: .value("clock_timestamp()")),
        .init("fingerprint", "bigint", isNullable: true),
        .init("by_hand", "boolean", filling: .generated(byHand)),
        .init("id", "uuid", filling: .value("gen_random_uuid()")),
        .init("id_name", "text", isNullable: true),
      ],
      keys: [["key"], ["email_key"], ["username_key"], ["id"]],
      checks: [
        "key": "key <> ''",
        // Once more: no password that was typed is ever kept.
        "password": #"password ~ '^[!*]+$|^[!*]*(\$|\{SHA\}|\{[Ss][Ss][Hh][Aa]\})'"#,
      ],
      fillFactor: 90),
    Table(
      name: "change",
      columns: [
        .init("id", "bigint", filling: .number),
        .init("at", "timestamptz", filling: .value("clock_timestamp()")), .init("op", "uuid"),
        .init("user", "text", isNullable: true), .init("by", "text", isNullable: true),
        .init("via", "text", isNullable: true), .init("did", "text"),
        // The place up to which its lines have lost their values, since it is old; null before.
        .init("aged", "integer", isNullable: true),
        // The id of the account that is named in `by`, if one counted.
        .init("by_id", "uuid", isNullable: true),
      ],
      keys: [["id"], ["op"]]),
    // One change may concern an account several times, in order. Every statement that writes
    // entries writes their change: a foreign key would have each of a million look for it.
    Table(
      name: "change_account",
      columns: [
        .init("change", "bigint"), .init("place", "integer"), .init("key", "text", isExact: true),
        .init("entry", "text"),
      ],
      keys: [["change", "place"]]),
    Table(
      name: "throttle",
      columns: [
        .init("name_hash", "bytea"), .init("network", "text"), .init("failed", "integer"),
        .init("last", "timestamptz"), .init("pending", "integer"), .init("since", "timestamptz"),
      ],
      keys: [["name_hash", "network"]], fillFactor: 50),
    // Nothing of an unknown name is kept, since people type passwords there.
    Table(
      name: "attempt",
      columns: [
        .init("id", "bigint", filling: .number), .init("at", "timestamptz"),
        .init("key", "text", isNullable: true, isExact: true), .init("answer", "text"),
        .init("service", "text", isNullable: true), .init("address", "inet", isNullable: true),
      ],
      keys: [["id"]]),
    // The row of nobody tells since when logins are recorded.
    Table(
      name: "seen",
      columns: [
        .init("key", "text", isExact: true), .init("since", "timestamptz"),
        .init("success", "timestamptz", isNullable: true), .init("failures", "integer"),
      ],
      keys: [["key"]], fillFactor: 50),
    session,
  ]

  /// The statements that make the tables.
  static let makingTables =
    definitions.map(\.definition) + [
      "INSERT INTO public.base (schema, rules) VALUES (\(version), '\"register\"')"
    ]

  /// Statements that everyone waits for read no table from its beginning to its end.
  static let indexes: [(name: String, table: String, definition: String)] =
    [
      ("account_first_name", "account", "(first_name_key)"),
      ("account_by_hand", "account", "(key) WHERE by_hand"),
      ("change_account_key", "change_account", "(key, change)"),
      ("change_kept", "change", "(at) WHERE aged IS DISTINCT FROM \(allAged)"),
      ("attempt_at", "attempt", "(at)"), ("attempt_key", "attempt", "(key)"),
    ]
    + sessionIndexes
    + Field.keys.map { field in
      (
        "change_account_old_\(field.key)", "change_account",
        "((\(old(field)))) WHERE \(hasOld(field))"
      )
    }

  /// Finds the declared indexes that no index of their tables is like, and whether others have
  /// their names. The server adds types, parentheses and quotes, and an owner ways of storing.
  static let otherIndexes = """
    WITH own AS MATERIALIZED (
      SELECT indrelid, indexrelid, CASE WHEN indisvalid
        THEN regexp_replace(pg_get_indexdef(indexrelid), \(ofServer), '', 'g') END AS definition
      FROM pg_index WHERE indrelid = ANY (ARRAY(SELECT to_regclass(n)::oid FROM unnest($1) AS n)))
    SELECT n.number, EXISTS (
      SELECT FROM own WHERE indrelid = to_regclass(n.place) AND indexrelid = to_regclass(n.name))
    FROM unnest($1, $2, $3) WITH ORDINALITY AS n (place, name, definition, number)
    WHERE NOT EXISTS (
      SELECT FROM own WHERE indrelid = to_regclass(n.place)
        AND own.definition = regexp_replace(n.definition, \(ofServer), '', 'g'))
    ORDER BY n.number
    """
  static let ofServer =
    #"'^CREATE INDEX .* USING btree | WITH [(][^)]*[)]|::text|[() "]'"#

  /// The name that an account had in a field before a change that took it away, from what the
  /// history has of it: a row found by it may still be something else. No text makes it fail, or is
  /// too long for an index.
  static func old(_ field: Field) -> String {
    """
    lower(left(split_part(split_part(\
    entry COLLATE "C", '\(before(field))', 2), '"', 1), \(longestOld)))
    """
  }

  static func hasOld(_ field: Field) -> String {
    "strpos(entry, '\(before(field))') > 0"
  }

  private static func before(_ field: Field) -> String { "\"\(field.key)\":[\"" }
  private static let longestOld = 200

  /// A name in the form in which `old(_:)` gives it.
  static func old(_ name: String) -> String {
    let text = JSONLiteral.string(name).text(style: .compact).dropFirst().dropLast()
    let scalars = text.unicodeScalars.prefix { $0 != "\"" }.prefix(longestOld)
    return AccountName(String(String.UnicodeScalarView(scalars))).key
  }

  /// Makes the view for services that check passwords themselves, from what regapp has judged. It
  /// has no hash of a locked account. Each name is a query of its own, which its index answers.
  /// The view is a barrier: no function of a reader sees a row that it leaves out. That holds for
  /// a UNION, while PostgreSQL opens up a UNION ALL in spite of it.
  static let makingView =
    "CREATE OR REPLACE VIEW public.login WITH (security_barrier = true) AS \(viewOfLogins)"
  static let viewOfLogins = [Field.email, .username].map { field in
    """
    SELECT \(field)_key AS name, email_key AS email, username_key AS username, password
    FROM public.account
    WHERE \(field)_key IS NOT NULL AND NOT by_hand AND \(mayLogIn(on: today))
    """
  }.joined(separator: " UNION ")

  /// `AccountState.open`, in SQL.
  static func mayLogIn(on day: String) -> String {
    """
    NOT closed AND NOT disabled AND password !~ '^[!*]'
    AND (valid_from IS NULL OR valid_from <= \(day))
    AND (valid_until IS NULL OR valid_until >= \(day))
    AND invited_until IS NULL
    """
  }

  /// The server's day: a reader may choose a time zone, but not the one of the server's log.
  private static let today = "(now() AT TIME ZONE current_setting('log_timezone'))::date"
}
