// The cost of each operation:
//
//   find                     one statement, by an index, with the rulebook (function regapp_find)
//   page, check              rows by key, behind the last one, at most 5,000 a statement, in one
//                            REPEATABLE READ transaction
//   a write                  one to read for 50,000 names, then one transaction, sent at once: a
//                            statement locks the rows that go or change and, if key, version and
//                            op of all are as they were read, deletes those that go, updates those
//                            that keep their names, inserts what comes, and notes the change; else
//                            it writes nothing, waits for no standby with its locks, and all
//                            begins again, at most 100 times; a statement behind it ends the logins
//                            of accounts that get another password, state, day or name, and another
//                            takes the values from changes that are over 400 days old
//   over 100 accounts        the same statement, behind a COPY of what comes into tables of its own
//   the newest changes       one for 200 of them with up to 100 accounts each
//   changes of one account   by key, and by the names that a change took away (two indexes)
//   undo                     a write behind a lock on `change`: the newest change and all rows that
//                            have a name concerned must be as they were read
//   a login                  three: to find, to begin, and to count and record
//
// The statements of a find, of a login and of a write of up to 100 accounts are kept planned by a
// server that is asked directly (`PreparedStatements`): planning is most of their cost. A write that
// meets a trigger or a rule writes nothing.
//
// All rows go before any comes, so that names may change hands. The change gets its number last,
// so that it is not lower than that of a change that came before. A write also names the version
// of the rulebook that judged it.
//
// Locks are taken in one order: `account`, then `change`, then rows. After 40001, 40P01 or a name
// that was taken meanwhile, the operation starts again. A transaction sets READ COMMITTED itself:
// rows are judged as they are behind the lock, under any default of a role. No foreign key ties an
// entry to its change: a million entries would each look for it.

import Accounts
import AccountsDocument

extension PostgresStore {
  /// Writes, and returns how many logins of which accounts in browsers that ended; nil if the rows
  /// are no longer as they were seen.
  static func perform(
    _ write: Write, _ connection: Connection
  ) throws(Failure) -> [String: Int]? {
    // A server that is gone holds nobody up for longer than the write may take.
    let patience = connection.patience + write.plan.recorded / 2_000
    let ended =
      write.isLarge
      ? try performLarge(write, connection, patience: patience)
      : try performSmall(write, connection, patience: patience)
    // Others were faster, or something is in the way.
    if ended == nil { try connection.refuseForeignCode() }
    return ended
  }

  private static func performSmall(
    _ write: Write, _ connection: Connection, patience: Int
  ) throws(Failure) -> [String: Int]? {
    let statements = locks(write) + [statement(write)]
    let names = write.plan.recording.namesWithoutLogins(of: nil)
    let ends = names.isEmpty ? [] : [ending(names, with: write)]
    let answers = try connection.commit(statements + ends + [ageing(write)], patience: patience)
    guard answers[statements.count - 1].count == 1 else { return nil }
    return ends.isEmpty ? [:] : ended(answers[statements.count])
  }

  private static func performLarge(
    _ write: Write, _ connection: Connection, patience: Int
  ) throws(Failure) -> [String: Int]? {
    try transaction(connection, patience: patience) { connection throws(Failure) in
      func run(_ statement: Statement) throws(Failure) -> Rows {
        try connection.run(statement.text, statement.parameters, patience: patience)
      }
      try connection.run("SET LOCAL statement_timeout = '\(longPatience)s'")
      try send(write, connection, patience: patience)
      try connection.run("SELECT \(Schema.timeLimit(patience + 20))")
      for lock in locks(write) { _ = try run(lock) }
      guard try run(statement(write)).count == 1 else { return nil }
      // There may be a million accounts, and fifty thousand sessions at most.
      let known = try run(
        Statement("SELECT DISTINCT account FROM regapp_api.regapp_sessions(NULL, NULL)"))
      let accounts = Set((0..<known.count).compactMap { known[$0, 0].map { AccountName($0) } })
      let names = write.plan.recording.namesWithoutLogins(of: accounts)
      let ended = names.isEmpty ? [:] : ended(try run(ending(names, with: write)))
      _ = try run(ageing(write))
      return ended
    }
  }

  /// Takes the values from changes that are old, if the write is done.
  private static func ageing(_ write: Write) -> Statement {
    Statement(
      "SELECT regapp_api.regapp_age($1)", [.id(write.operation)], isFrequent: !write.isLarge)
  }

  /// The rows of ``ending(_:with:)``.
  private static func ended(_ rows: Rows) -> [String: Int] {
    (0..<rows.count).reduce(into: [:]) { ended, row in
      if let name = rows[row, 0], let count = rows.number(row, 1) { ended[name] = count }
    }
  }

  /// Ends the logins of the accounts that a write changed, if it did, and counts them by account. It
  /// is a statement behind the write, which sees the sessions that began while the write waited for
  /// their accounts.
  private static func ending(_ names: Set<AccountName>, with write: Write) -> Statement {
    var made = Statement(isFrequent: !write.isLarge)
    made.text = """
      SELECT e.account, count(DISTINCT e.login) FROM regapp_api.regapp_forget_sessions(
        CASE WHEN EXISTS (SELECT FROM public.change WHERE op = \(made.value(.id(write.operation))))
          THEN \(made.value(.texts(names.map(\.key)))) ELSE '{}'::text[] END) AS e
      WHERE e.ends > e.moment GROUP BY e.account
      """
    return made
  }

  /// Aborts the transaction: this cast always fails, in a function of the server's of which
  /// `ServerRefusal.isOfKeptRows` has the name.
  private static let keptBack =
    "(concat('rows were kept back', clock_timestamp())::pg_snapshot IS NULL)"

  /// The statement that writes. It returns a row if it wrote, and fails if not all was written. Its
  /// parts, each of which reads the one before, so that the server runs them in this order:
  ///
  ///     known     one row if the rulebook is as it was read, and for an undo the newest change; and
  ///               if the tables have no trigger and no rule
  ///     seen      the rows that were read, locked, if each has its version and op; `leaves` if it
  ///               goes or gets another name
  ///     ready     one row if `known` has one and `seen` has all; all that follows reads it, so
  ///               without it nothing is written
  ///     incoming  the rows that there are to be; `stays` if one keeps its names
  ///     gone      DELETE of what leaves
  ///     kept      UPDATE of what stays, so that what an owner has added to a row stays with it
  ///     come      INSERT of the others, once their names are free
  ///     around    UPDATE of the keys around the accounts, if they change: `known` has locked them
  ///     noted     INSERT of the change, which so gets a higher number than all that changed these
  ///               rows before
  ///     entered   INSERT of its entries, if it has any
  ///
  /// The end counts all that was written: if a row is missing, ``keptBack`` aborts.
  private static func statement(_ write: Write) -> Statement {
    var made = Statement(isFrequent: !write.isLarge)
    let leaving = write.leaving
    let seen = write.basis == nil ? write.replaced : write.seen
    let count = made.value(.number(seen.count))
    let version = made.value(.number(write.rulebookVersion))
    let isOwn = "NOT \(Schema.hasForeignCode)"
    var known = "SELECT FROM public.base WHERE version = \(version) AND \(isOwn)"
    if let rules = write.rules {
      known = """
        UPDATE public.base SET rules = \(made.value(.text(rules))), version = version + 1
        WHERE version = \(version) AND NOT EXISTS (SELECT FROM public.account) AND \(isOwn)
        RETURNING version
        """
    }
    if let basis = write.basis {
      let named = (names(of: basis.names) + [.ids(basis.ids)]).map { made.value($0) }
      known += """
         AND (SELECT (id, op::text) FROM public.change ORDER BY id DESC LIMIT 1)
          = (\(made.value(.number(basis.position.number))), \(made.value(.text(basis.position.identity))))
        AND (SELECT count(*) FROM (\(rowsNamed(named[0], named[1], ids: named[2]))) n) = \(count)
        """
    }
    if let own = write.own.map({ made.value(.text($0.old)) }) {
      known += " AND own IS NOT DISTINCT FROM \(own) FOR UPDATE"
    }
    let none = "SELECT \(columnsOfIncoming), false FROM public.account WHERE false"
    let incoming =
      write.count == 0
      ? none
      : write.isLarge
        ? "SELECT * FROM pg_temp.incoming"
        : "SELECT * FROM \(made.unnest((0..<write.count).map { row(write, $0) }))"
    made.text = """
      WITH known AS (\(known)),
      seen AS (
        SELECT a.key, s.leaves FROM public.account a JOIN unnest(
            \(made.value(.texts(seen.map(\.key)))), \(made.value(.numbers(seen.map(\.number)))),
            \(made.value(.ids(seen.map(\.operation)))), \(made.value(.flags(seen.map(leaving.contains))))
          ) AS s (key, version, op, leaves)
          ON a.key = s.key AND a.version = s.version AND a.op = s.op
        ORDER BY a.key FOR UPDATE OF a),
      ready AS (
        SELECT WHERE CASE WHEN EXISTS (SELECT FROM known)
          AND (SELECT count(*) FROM seen) = \(count) THEN true
          ELSE set_config('synchronous_commit', 'off', true) IS NULL END),
      incoming (\(columnsOfIncoming), stays) AS NOT MATERIALIZED (\(incoming)),
      gone AS (
        DELETE FROM public.account a USING seen s, ready WHERE a.key = s.key AND s.leaves
        RETURNING a.key),
      kept AS (
        UPDATE public.account a SET (\(Schema.columnsOfRow), op, version, fingerprint, id_name, id)
          = ROW (\(values), i.id_name, coalesce(i.id, a.id))
        FROM incoming i, ready
        WHERE i.stays AND a.key = i.key AND a.version = i.version - 1
          AND (SELECT count(*) FROM gone) >= 0 RETURNING a.key),
      come AS (
        INSERT INTO public.account (\(Schema.columnsOfRow), op, version, fingerprint, id_name, id)
        SELECT \(values), i.id_name, coalesce(i.id, gen_random_uuid())
        FROM incoming i, ready WHERE NOT i.stays AND (SELECT count(*) FROM kept) >= 0
        RETURNING key)
      """
    if let own = write.own.map({ made.value(.text($0.new)) }) {
      made.text += """
        , around AS (
          UPDATE public.base SET own = \(own), version = version + 1 FROM ready
          WHERE (SELECT count(*) FROM come) >= 0 RETURNING version)
        """
    }
    let by = write.attribution
    let change = [
      .id(write.operation), .text(by.user), .text(by.by), .id(by.byID), .text(by.via?.word),
      .text(by.did.word),
    ].map { (value: Parameter) in made.value(value) }.joined(separator: ", ")
    let names = [\NameChange.old, \.new].map { side in
      Parameter.texts(write.nameChanges.map { $0[keyPath: side]?.key ?? "" })
    }
    made.text += """
      , noted AS (
        INSERT INTO public.change (op, "user", "by", by_id, via, did) SELECT \(change) FROM ready
        WHERE (SELECT count(*) FROM come) >= 0 RETURNING id)
      """
    // Numbers grow, unless somebody set their sequence back: then the newest change is not the last
    // one.
    var written = """
      id > coalesce((SELECT max(id) FROM public.change), 0)
        AND (SELECT count(*) FROM gone) + (SELECT count(*) FROM kept) = \(write.replacedCount)
        AND (SELECT count(*) FROM kept) + (SELECT count(*) FROM come) = \(write.count)
      """
    if write.own != nil { written += " AND (SELECT count(*) FROM around) = 1" }
    if write.entryCount > 0 {
      let entries =
        write.isLarge
        ? "pg_temp.entries" : made.unnest((0..<write.entryCount).map { entry(write, $0) })
      made.text += """
        , entered AS (
          INSERT INTO public.change_account (change, place, key, entry)
          SELECT n.id, e.* FROM noted n, \(entries) e RETURNING change)
        """
      written += " AND (SELECT count(*) FROM entered) = \(write.entryCount)"
    }
    let done = """
      ready LEFT JOIN noted ON true
      WHERE CASE WHEN id IS NOT NULL AND \(written) THEN true
        ELSE \(keptBack) END
      """
    guard write.hasManyNew || !write.nameChanges.isEmpty else {
      made.text += " SELECT id FROM \(done)"
      return made
    }
    let (old, new) = (made.value(names[0]), made.value(names[1]))
    made.text += """
       SELECT id, regapp_api.regapp_follow_logins(\(old) || s.none, \(new) || s.keys)
      FROM (\(write.hasManyNew ? stale : "SELECT NULL::text[] AS none, NULL::text[] AS keys")) s, \(done)
      """
    return made
  }

  /// Login records under the incoming names that belong to no account: accounts with these names
  /// were removed past regapp, and their logins do not come back with new ones.
  private static let stale = """
    SELECT array_agg(''::text) AS none, array_agg(r.key) AS keys
    FROM (SELECT key FROM public.seen UNION SELECT key FROM public.attempt) r
    WHERE r.key IN (SELECT key FROM pg_temp.incoming)
      AND NOT EXISTS (SELECT FROM public.account a WHERE a.key = r.key)
    """

  /// The columns of a row that is to be, with its id, `op` and version.
  private static let columnsOfIncoming = "\(Schema.columnsOfRow), id, id_name, op, version"

  /// The columns of a row that comes, with its `op`, version and fingerprint.
  private static let values =
    Schema.columnsOfRow.split(separator: ", ").map { "i.\($0), " }.joined() + "i.op, i.version, "
    + Schema.fingerprint(of: "i")

  /// One row that comes, with its `op` and version, and whether it stays in its place.
  private static func row(_ write: Write, _ index: Int) -> [Parameter] {
    // An account that no table can keep was refused as invalid.
    guard let row = write.row(index) else { return [] }
    return row.parameters + row.parametersOfID + [
      .id(write.operation), .number((write.number(under: row.key) ?? 0) &+ 1),
      .flag(write.updatesInPlace(index)),
    ]
  }

  /// The row of `change_account` for one account.
  private static func entry(_ write: Write, _ index: Int) -> [Parameter] {
    let entry = write.entry(index)
    return [.place(entry.place), .text(entry.key), .text(entry.text)]
  }

  /// Sends the rows to write before anything is locked: a server waits for a client that stops in a
  /// COPY without end.
  private static func send(
    _ write: Write, _ connection: Connection, patience: Int
  ) throws(Failure) {
    if write.count > 0 {
      try connection.run(
        """
        CREATE TEMPORARY TABLE incoming ON COMMIT DROP AS
        SELECT \(columnsOfIncoming), false AS stays FROM public.account WITH NO DATA
        """)
      try connection.copy(
        "COPY pg_temp.incoming FROM STDIN (FORMAT binary)", of: write.count, patience: patience
      ) { [row(write, $0)] }
    }
    try connection.run(
      "CREATE TEMPORARY TABLE entries (place int, key text, entry text) ON COMMIT DROP")
    try connection.copy(
      "COPY pg_temp.entries FROM STDIN (FORMAT binary)", of: write.entryCount,
      patience: patience
    ) { [entry(write, $0)] }
  }

  /// Locks the tables before anything is read, always in this order: accounts, then changes.
  private static func locks(_ write: Write) -> [Statement] {
    if write.rules != nil {
      // No account may be registered under the old rulebook meanwhile.
      return [Statement("LOCK TABLE public.account IN SHARE ROW EXCLUSIVE MODE")]
    }
    guard write.basis != nil else { return [] }
    // Every write has a change: nothing comes between what is seen from here on and the commit.
    // It waits for unfinished writes, but others do not wait long behind it.
    return [
      Statement("LOCK TABLE public.account IN ROW EXCLUSIVE MODE"),
      Statement("SELECT regapp_api.regapp_lock_changes()"),
    ]
  }
}

extension AccountRow {
  /// The values of the columns.
  var parameters: [Parameter] {
    [
      .text(key), .text(email), .text(username), .text(firstName), .text(password),
      .text(document), .flag(isClosed), .flag(isDisabled), .day(validFrom), .day(validUntil),
      .day(invitedUntil),
    ]
  }

  /// The values of `id` and `id_name`, both null for an account without an id.
  var parametersOfID: [Parameter] { [.id(id?.id), .text(id?.name)] }
}
