// An owner's additions to the tables may refuse a write, and only a write shows it. So each table
// is written once, under a name that no account can have, and all is rolled back. Every step runs
// in a block of its own on the server, which tells what refused: nobody's message is read, only
// what the server says of the object, and the functions that were running.
//
// Near the end of all room for sessions, one that begins locks their table. So all of the trial of
// one is a single statement, which the server takes back before it answers: with that the lock is
// gone, whatever becomes of the client.

import Accounts

extension Database {
  /// A write that something in the database refused, or kept from being there.
  public struct RefusedWrite: Sendable, Hashable {
    /// The kind of what refused.
    public enum Kind: String, Sendable, Hashable {
      /// A trigger of a table.
      case trigger
      /// A trigger of the whole database.
      case eventTrigger = "event trigger"
      /// A unique index.
      case index
      /// A primary key, or the key of a UNIQUE constraint.
      case key
      /// A CHECK constraint.
      case check
      /// A reference to another table, or from one.
      case foreignKey = "foreign key"
      /// A type with conditions of its own.
      case domain
      /// A column that must have a value.
      case column
      /// A publication to other servers, for which a row cannot be told from another.
      case publication
      /// A sequence that gives no more numbers.
      case sequence
    }

    /// The table that was written; nil for a temporary one, as an import makes.
    public let table: String?
    /// The kind of object that refused, as far as the server tells.
    public let kind: Kind?
    /// Its name, with its table where it has one; empty where it is not known.
    public let name: String
    /// The SQLSTATE; nil if the write was done, and was not there afterwards, or something else
    /// was.
    public let state: String?
  }

  func tryWrites(_ status: inout Status) async throws(AccountsError) {
    let store = PostgresStore(address, today: { .distantPast }, libpq: libpq)
    let (tried, refused) = try await store.reading { connection throws(Failure) in
      try connection.begin("ISOLATION LEVEL READ COMMITTED READ WRITE")
      defer { connection.rollBack() }
      var writes = TriedWrites(connection)
      try writes.run()
      return (writes.tried, writes.refused)
    }
    status.tried = tried
    status.wrong += refused.map { .refused($0) }
  }
}

/// One write of each table, in a transaction that is rolled back.
private struct TriedWrites {
  let connection: Connection
  private(set) var tried = Database.Tried.nothing
  private(set) var refused: [Database.RefusedWrite] = []
  /// Of the three writes of the accounts; the last is the one that the history has.
  private let operations = (1...3).map { _ in OperationID().text }
  private var operation: String { operations[2] }
  /// A hash as any other, of no password.
  private static let hash = "$2b$10$" + String(repeating: ".", count: 22 + 31)
  private static let entry = #"{"account":null}"#
  /// No rulebook allows control characters in a name.
  private var names: [String] { ["a", "b"].map { "\u{1}\(operation) \($0)" } }
  private var list: String { "ARRAY[\(names.map { "'\($0)'" }.joined(separator: ", "))]" }

  init(_ connection: Connection) { self.connection = connection }

  mutating func run() throws(Failure) {
    let rights = try connection.run(
      """
      SELECT has_table_privilege('public.account', 'INSERT, DELETE'),
        has_function_privilege(to_regprocedure($1), 'EXECUTE')
      """, [.text(Schema.seen.signature)])
    if rights.flag(0, 0) {
      try writeTables()
      tried = .writes
    } else if rights.flag(0, 1) {
      try countAttempts()
      tried = .logins
    }
  }

  private mutating func writeTables() throws(Failure) {
    try step("base", "UPDATE public.base SET version = version", rows: 1)
    // An import copies into tables of its own first.
    try step(nil, "CREATE TEMPORARY TABLE tried (key text) ON COMMIT DROP")
    // As accounts come, and as they change: one that may log in and one that may not, and back.
    let (isThere, _) = try write(version: 1)
    var isOpen = false
    if isThere {
      _ = try write(version: 2)
      isOpen = try write(version: 3).asWritten
    }
    let isNoted = try step(
      "change",
      "INSERT INTO public.change (op, \"user\", did) VALUES ('\(operation)', 'status', 'byHand')",
      rows: 1)
    if isNoted {
      try step(
        "change_account",
        """
        INSERT INTO public.change_account (change, place, key, entry)
        SELECT c.id, 0, '\(names[0])', '\(Self.entry)' FROM public.change c
        WHERE c.op = '\(operation)'
        """, rows: 1)
    }
    try countAttempts()
    try lookAgain(isThere: isThere, isNoted: isNoted)
    guard isThere else { return }
    if isOpen { try trySession() }
    let isGone = try step(
      "account", "DELETE FROM public.account WHERE key = ANY (\(list))", rows: 2)
    guard isGone else { return }
    try step("account", Self.constraints)
    let left = try connection.run(
      "SELECT EXISTS (SELECT FROM public.account WHERE key = ANY (\(list)))")
    if left.flag(0, 0) { try keptBack("account") }
  }

  /// Writes both accounts, as a command does, and looks at them: whether rows are there, and whether
  /// they are as written. The second version shuts the first account; the others shut the second.
  private mutating func write(
    version: Int
  ) throws(Failure) -> (isThere: Bool, asWritten: Bool) {
    let columns = Schema.columnsOfRow
    let isShut = isShut("i.name", version)
    let row = """
      SELECT i.name, i.name, i.name, 'status', \(password(isShut)), '{"version":\(version)}',
        \(isShut), \(isShut), '2000-01-01'::date, NULL::date, NULL::date
      FROM unnest(\(list)) AS i (name)
      """
    let fingerprint = Schema.fingerprint(of: "n")
    let isDone = try step(
      "account",
      version == 1
        ? """
        INSERT INTO public.account (\(columns), op, fingerprint)
        SELECT n.*, '\(operations[version - 1])', \(fingerprint) FROM (\(row)) AS n (\(columns))
        """
        : """
        UPDATE public.account a SET (\(columns), op, version, fingerprint)
          = ROW (n.*, '\(operations[version - 1])', \(version), \(fingerprint))
        FROM (\(row)) AS n (\(columns)) WHERE a.key = n.key
        """, rows: 2)
    guard isDone else { return (false, false) }
    let found = try connection.run("SELECT count(*) \(accounts(version: version))").number(0, 0)
    if found != 2 { try keptBack("account") }
    return (true, found == 2)
  }

  /// The accounts as a version of them was written.
  private func accounts(version: Int) -> String {
    let isShut = isShut("key", version)
    return """
      FROM public.account
      WHERE key = ANY (\(list)) AND version = \(version) AND op = '\(operations[version - 1])'
        AND doc = '{"version":\(version)}' AND password = \(password(isShut))
        AND (closed, disabled) = (\(isShut), \(isShut)) AND NOT by_hand
      """
  }

  private func isShut(_ name: String, _ version: Int) -> String {
    "((\(name) = '\(names[0])') = \(version == 2))"
  }

  private func password(_ isShut: String) -> String {
    "CASE WHEN \(isShut) THEN '*' ELSE '\(Self.hash)' END"
  }

  /// Begins a session of the first account, which ends with the account, and takes all of that
  /// back. Nobody waits for long behind one that waits for the table's lock.
  private mutating func trySession() throws(Failure) {
    let name = "'\(names[0])'"
    let tried = try told(
      """
      PERFORM set_config('lock_timeout', '200ms', true);
      PERFORM FROM public.regapp_begin_session('\(operation)', 'status', 'status', '\(operation)',
        true, \(name), NULL, '\(Self.hash)', '2000-01-01', \(name), 'status', false, 60, '{}');
      GET DIAGNOSTICS rows = ROW_COUNT;
      IF rows = 1 THEN
        PERFORM \(session);
        GET DIAGNOSTICS rows = ROW_COUNT;
      END IF;
      IF rows = 1 THEN
        place := 'account';
        DELETE FROM public.account WHERE key = ANY (\(list));
        GET DIAGNOSTICS count = ROW_COUNT;
        \(Self.constraints);
        -- Accounts that stay are told of by themselves.
        IF count = 2 THEN
          PERFORM \(session);
          GET DIAGNOSTICS count = ROW_COUNT;
          rows := rows - count;
        END IF;
      END IF;
      RAISE SQLSTATE '\(Self.takingBack)';
      """)
    // No room for one more, or somebody else at work there, is no refusal of a write.
    if let state = tried.state, ["53400", "55P03"].contains(state) { return }
    try judge(tried, tried.state == nil ? "session" : tried.place ?? "session", rows: 1)
  }

  /// The SQLSTATE by which a step takes back all that it did.
  private static let takingBack = "RGTRY"

  /// The session that was begun, as it was begun.
  private var session: String {
    """
    FROM public.regapp_session('\(operation)')
    WHERE login = '\(operation)' AND account = '\(names[0])' AND browser = 'status'
      AND host = 'status' AND proof = 'status' AND NOT kept
      AND '\(names[0])' IN (email, username)
    """
  }

  private static let constraints = "SET CONSTRAINTS ALL IMMEDIATE"

  /// Counts one failed login after another, until the next has to wait.
  private mutating func countAttempts() throws(Failure) {
    let name = "'\(names[0])'"
    let isCounted = try step(
      "throttle",
      """
      DO $count$ BEGIN
        FOR number IN 0..\(Throttle.free) LOOP
          PERFORM public.regapp_attempt(\(name), 'status');
          PERFORM public.regapp_attempted(\(name), 'status', 'failed');
        END LOOP;
      END $count$
      """)
    if isCounted {
      let rest = try connection.run("SELECT public.regapp_rest(\(name), 'status')")
      if (rest.number(0, 0) ?? 0) < 1 { try keptBack("throttle") }
    }
    try step("attempt", "SELECT public.regapp_seen(\(name), 'wrong', 'status', NULL)")
    try step(nil, Self.constraints)
  }

  /// Looks whether what was written is there, and as it was written.
  private mutating func lookAgain(isThere: Bool, isNoted: Bool) throws(Failure) {
    let found = try connection.run(
      """
      SELECT (SELECT count(*) \(accounts(version: 3))),
        (SELECT count(*) FROM public.change WHERE op = '\(operation)'),
        (SELECT count(*) FROM public.change_account
          WHERE key = '\(names[0])' AND place = 0 AND entry = '\(Self.entry)'),
        (SELECT count(*) FROM public.attempt WHERE key = '\(names[0])'),
        (SELECT count(*) FROM public.seen WHERE key = '\(names[0])')
      """)
    let expected = [
      ("account", isThere ? 2 : nil), ("change", isNoted ? 1 : nil),
      ("change_account", isNoted ? 1 : nil), ("attempt", isThere ? 1 : nil),
      ("seen", isThere ? 1 : nil),
    ]
    for (column, (table, count)) in expected.enumerated() {
      guard let count, found.number(0, column) != count else { continue }
      // A row that a step was refused is missing for that reason.
      let isKnown = refused.contains {
        $0.table == table || ["attempt", "seen"].contains(table) && $0.table == "attempt"
      }
      if !isKnown { try keptBack(table) }
    }
  }

  /// Runs one statement; returns whether it was done.
  @discardableResult
  private mutating func step(
    _ table: String?, _ statement: String, rows: Int? = nil
  ) throws(Failure) -> Bool {
    try judge(
      told(
        """
        EXECUTE $step$\(statement)$step$;
        GET DIAGNOSTICS rows = ROW_COUNT;
        PERFORM set_config('regapp.tried', json_build_object('rows', rows)::text, true);
        """), table, rows: rows)
  }

  /// The result of a step: how many rows there were, or the SQLSTATE of what refused; and the table
  /// that was written then, where the step says so.
  private typealias Told = (state: String?, rows: Int?, place: String?)

  /// Runs PL/pgSQL.
  private func told(_ statements: String) throws(Failure) -> Told {
    try connection.run(
      """
      DO $try$
      DECLARE
        rows bigint; count bigint; place text;
        state text; home text; relation text; part text; name text; type text; context text;
      BEGIN
        \(statements)
      EXCEPTION WHEN SQLSTATE '\(Self.takingBack)' THEN
        PERFORM set_config('regapp.tried', json_build_object('rows', rows)::text, true);
      WHEN OTHERS OR assert_failure THEN
        GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, home = SCHEMA_NAME,
          relation = TABLE_NAME, part = COLUMN_NAME, name = CONSTRAINT_NAME, type = PG_DATATYPE_NAME,
          context = PG_EXCEPTION_CONTEXT;
        PERFORM set_config('regapp.tried', json_build_object('state', state, 'place', place,
          'home', home, 'relation', relation, 'part', part, 'name', name, 'type', type,
          'context', context)::text, true);
      END $try$
      """)
    let told = try connection.run(
      """
      SELECT t.told ->> 'state', t.told ->> 'rows', t.told ->> 'place'
      FROM (SELECT current_setting('regapp.tried', true)::json AS told) AS t
      """)
    return (told[0, 0], told.number(0, 1), told[0, 2])
  }

  /// Notes what refused a step, if something did; returns whether it was done.
  @discardableResult
  private mutating func judge(
    _ told: Told, _ table: String?, rows: Int?
  ) throws(Failure) -> Bool {
    guard let state = told.state else {
      guard let rows, told.rows != rows else { return true }
      try keptBack(table)
      return false
    }
    let found = try connection.run(
      Culprit.question, [.text(table.map { "public.\($0)" }), .text(state)])
    let (kind, name) =
      found.count > 0
      ? (found[0, 0] ?? "", found[0, 1] ?? "") : try computing(state, on: table)
    note(
      Database.RefusedWrite(
        table: table, kind: Database.RefusedWrite.Kind(rawValue: kind), name: name, state: state))
    return false
  }

  /// The expressions of an owner's of which one may have refused, those of a table where it has
  /// any; empty if there are none.
  private func computing(
    _ state: String, on table: String?
  ) throws(Failure) -> (kind: String, name: String) {
    guard ServerRefusal.Addition.computes(state) else { return ("", "") }
    let added = try connection.additions(.computing)
    let own = added.filter { $0.table == table.map { "public.\($0)" } }
    let names = (own.isEmpty ? added : own).enumerated().map { index, found in
      index == 0 ? found.name : "\(found.kind) \(found.name)"
    }
    return ((own.first ?? added.first)?.kind ?? "", names.joined(separator: " or "))
  }

  /// Notes a refusal; one thing may refuse several steps.
  private mutating func note(_ write: Database.RefusedWrite) {
    let isKnown = refused.contains { known in
      known == write
        || !write.name.isEmpty && known.name == write.name
          && (known.kind, known.state) == (write.kind, write.state)
    }
    if !isKnown { refused.append(write) }
  }

  /// Notes that rows of a table are not there, or not as they were written: only a trigger does
  /// that.
  private mutating func keptBack(_ table: String?) throws(Failure) {
    let triggers = try connection.run(
      """
      SELECT string_agg(quote_ident(tgname), ', ' ORDER BY tgname), min($1::text) FROM pg_trigger
      WHERE tgrelid = to_regclass($1) AND NOT tgisinternal AND tgenabled <> 'D'
        AND tgfoid IS DISTINCT FROM to_regprocedure($2)
      """,
      [.text(table.map { "public.\($0)" }), .text(Schema.accountChanged.signature)])
    let names = triggers[0, 0].map { "\($0) on \(triggers[0, 1] ?? "")" }
    note(
      Database.RefusedWrite(
        table: table, kind: names == nil ? nil : .trigger, name: names ?? "", state: nil))
  }
}
