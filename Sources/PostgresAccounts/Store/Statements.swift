// What an operation costs:
//
//   find                     one statement, by an index, with the rulebook (function regapp_find)
//   page, check              rows by key, behind the last one, at most 5,000 a statement, in one
//                            REPEATABLE READ transaction
//   one account changed      one to read, one to write with its change, on condition of key,
//                            version and op; if no row matched, again, at most 100 times
//   a list, an import        one to read for 10,000 names, then one transaction: COPY of what
//                            comes into a table of its own, DELETE of what goes or changes,
//                            INSERT from that table, the change
//   the newest changes       one for 200 of them with up to 100 accounts each
//   changes of one account   by key, and by the names that a change took away (two indexes)
//   undo                     as a list, behind a lock on `change`: the newest change and all rows
//                            that have a name concerned must be as they were read
//   a login                  three: to find, to begin, and to count and record
//
// All rows go before any comes, so that names may change hands. The change gets its number last,
// so that it is not lower than that of a change that came before. A write also names the version
// of the rulebook that judged it.
//
// Locks are taken in one order: `account`, then `change`, then rows. After 40001, 40P01 or a name
// that was taken meanwhile, the operation starts again. A transaction sets READ COMMITTED itself:
// rows are judged as they are behind the lock, whatever a role's default is. No foreign key ties
// an entry to its change: a million entries would each look for it.

#if Postgres
  import Accounts
  import AccountsText

  extension PostgresStore {
    /// Writes; false if the rows are no longer as they were seen.
    static func perform(_ write: Write, _ connection: Connection) throws(Failure) -> Bool {
      let (rows, plan) = (write.plan.rows, write.plan)
      if write.rules == nil, write.basis == nil, plan.recorded == 1 {
        switch (write.replaced.count, rows.count, plan.added) {
        case (0, 0, 1):
          // What no table can keep was refused as invalid.
          guard let row = plan.added(0, today: write.today) else {
            throw .refused(state: "23514", constraint: "")
          }
          return try insert(row, write, connection)
        case (0, 1, 0): return try insert(rows[0], write, connection)
        case (1, 1, 0): return try update(write.replaced[0], to: rows[0], write, connection)
        case (1, 0, 0): return try delete(write.replaced[0], write, connection)
        default: break
        }
      }
      do throws(Failure) {
        // A server that is gone holds nobody up for longer than the write may take.
        let patience = connection.patience + plan.recorded / 2_000
        try transaction(connection, patience: patience) { connection throws(Failure) in
          try replace(write, connection, patience: patience)
        }
        return true
      } catch .changedMeanwhile {
        return false
      }
    }

    /// The change and its one entry, behind the statement `written` that writes the account; and what
    /// the record of logins does with its names.
    ///
    /// - Parameters:
    ///   - from: the parameters of the change begin here.
    ///   - follow: the names that follow begin here.
    private static func noted(_ write: Write, from: Int, follow: Int) -> String {
      let hasNames = !write.nameChanges.isEmpty
      let followed = """
        , followed AS (
          SELECT public.regapp_follow_logins($\(follow), $\(follow + 1)) FROM written)
        """
      return """
        , noted AS (INSERT INTO public.change (op, "user", "by", did)
          SELECT $\(from), $\(from + 1), $\(from + 2), $\(from + 3) FROM written RETURNING id)
        \(hasNames ? followed : "")
        INSERT INTO public.change_account (change, place, key, entry)
        SELECT id, 0, $\(from + 4), $\(from + 5) FROM noted\(hasNames ? " CROSS JOIN followed" : "")
        """
    }

    /// The names before and after, for the record of logins; empty where there are none.
    private static func follow(_ write: Write, withNew: Bool = true) -> [Parameter] {
      let changes = withNew ? write.nameChanges : write.nameChanges.filter { $0.old != nil }
      guard !changes.isEmpty else { return [] }
      return [\NameChange.old, \.new].map { side in
        .texts(changes.map { $0[keyPath: side]?.key ?? "" })
      }
    }

    /// That a row is as it was seen.
    private static func isSeen(from: Int) -> String {
      """
      key = $\(from) AND version = $\(from + 1) \
      AND op = $\(from + 2)
      """
    }

    private static func notes(_ write: Write) -> [Parameter] {
      let entry = write.entry(0)
      return change(of: write) + [.text(entry.key), .text(entry.text)]
    }

    private static func change(of write: Write) -> [Parameter] {
      let by = write.attribution
      return [.id(write.operation), .text(by.user), .text(by.by), .text(by.did.word)]
    }

    private static func insert(
      _ row: AccountRow, _ write: Write, _ connection: Connection
    ) throws(Failure) -> Bool {
      let statement = """
        WITH written AS (INSERT INTO public.account (\(columns), op)
          SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11
          FROM public.base WHERE version = $17 ON CONFLICT DO NOTHING RETURNING key)
        """ + noted(write, from: 11, follow: 18)
      return try connection.write(
        statement,
        row.parameters + notes(write) + [.number(write.rulebookVersion)] + follow(write)
      ).written == 1
    }

    private static func update(
      _ old: RowSnapshot.RowVersion, to row: AccountRow, _ write: Write, _ connection: Connection
    ) throws(Failure) -> Bool {
      let statement = """
        WITH written AS (UPDATE public.account SET (\(columns), op) =
            ROW ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11),
            version = version + 1, changed_at = clock_timestamp()
          WHERE \(isSeen(from: 17)) AND EXISTS (
            SELECT FROM public.base WHERE version = $20) RETURNING key)
        """ + noted(write, from: 11, follow: 21)
      return try connection.write(
        statement,
        row.parameters + notes(write) + old.parameters + [.number(write.rulebookVersion)]
          + follow(write)
      ).written == 1
    }

    private static func delete(
      _ old: RowSnapshot.RowVersion, _ write: Write, _ connection: Connection
    ) throws(Failure) -> Bool {
      let statement = """
        WITH written AS (DELETE FROM public.account WHERE \(isSeen(from: 7)) RETURNING key)
        """ + noted(write, from: 1, follow: 10)
      return try connection.write(
        statement, notes(write) + old.parameters + follow(write)
      ).written == 1
    }

    static let columns = """
      key, email_key, username_key, first_name_key, password, doc, closed, disabled, valid_from, \
      valid_until
      """

    /// Takes out the rows that go or change, and puts in what there is to be: in this order, so that
    /// names may change hands. The change gets its number last: whoever changed one of the rows before
    /// has a lower one.
    private static func replace(
      _ write: Write, _ connection: Connection, patience: Int
    ) throws(Failure) {
      try connection.run("SET LOCAL statement_timeout = '\(longPatience)s'")
      try send(write, connection, patience: patience)
      try lock(write, connection)
      if let rules = write.rules {
        let written = try connection.run(
          """
          UPDATE public.base SET rules = $1::text, version = version + 1
          WHERE NOT EXISTS (SELECT FROM public.account)
          """, [.text(rules)])
        guard written.written == 1 else { throw .changedMeanwhile }
      } else {
        let same = try connection.run(
          "SELECT FROM public.base WHERE version = $1::int8", [.number(write.rulebookVersion)])
        guard same.count == 1 else { throw .changedMeanwhile }
      }
      if let basis = write.basis {
        guard try newestChange(connection) == basis.newest,
          try versions(of: basis.ids, connection) == Set(write.seen)
        else { throw .changedMeanwhile }
      }
      if !write.nameChanges.isEmpty {
        let statement = "SELECT public.regapp_follow_logins($1, $2)"
        // What was removed past regapp does not come back with new accounts: of few, what is kept under
        // their names goes; with a million new ones, all that is nobody's.
        let isFew = write.nameChanges.count <= 1_000
        if !isFew {
          try connection.run(statement, [.texts([]), .texts([])], patience: patience)
        }
        let follow = follow(write, withNew: isFew)
        if !follow.isEmpty { try connection.run(statement, follow, patience: patience) }
      }
      let old = write.replaced
      if !old.isEmpty {
        let deleted = try connection.run(
          """
          DELETE FROM public.account a
          USING unnest($1::text[], $2::int8[], $3::uuid[]) AS seen (key, version, op)
          WHERE a.key = seen.key AND a.version = seen.version AND a.op = seen.op
          """,
          [
            .texts(old.map(\.key)), .numbers(old.map(\.number)), .ids(old.map(\.operation)),
          ], patience: patience)
        guard deleted.written == old.count else { throw .changedMeanwhile }
      }
      if write.plan.rows.count + write.plan.added > 0 {
        try connection.run(
          "INSERT INTO public.account (\(columns), op, version) TABLE pg_temp.incoming",
          patience: patience)
      }
      let change = try connection.run(
        """
        INSERT INTO public.change (op, "user", "by", did)
        VALUES ($1::uuid, $2::text, $3::text, $4::text) RETURNING id
        """, change(of: write))
      try connection.run(
        """
        INSERT INTO public.change_account (change, place, key, entry)
        SELECT $1::int8, place, key, entry FROM pg_temp.noted
        """, [.number(change.number(0, 0) ?? 0)], patience: patience)
    }

    /// Sends what is to be written, before anything is locked: a server waits for a client that stops in
    /// a COPY without end.
    private static func send(
      _ write: Write, _ connection: Connection, patience: Int
    ) throws(Failure) {
      let numbers = Dictionary(write.replaced.map { ($0.key, $0.number) }) { first, _ in first }
      let (plan, id) = (write.plan, Parameter.id(write.operation).bytes)
      if plan.rows.count + plan.added > 0 {
        try connection.run(
          """
          CREATE TEMPORARY TABLE incoming ON COMMIT DROP AS
          SELECT \(columns), op, version FROM public.account WITH NO DATA
          """)
        try connection.copy(
          "COPY pg_temp.incoming FROM STDIN (FORMAT binary)",
          rows: plan.rows.count + plan.added, patience: patience
        ) { index in
          let row =
            index < plan.rows.count
            ? plan.rows[index] : plan.added(index - plan.rows.count, today: write.today)
          guard let row else { return [] }
          let version = Parameter.number((numbers[row.key] ?? 0) &+ 1)
          return row.parameters.map(\.bytes) + [id, version.bytes]
        }
      }
      try connection.run(
        "CREATE TEMPORARY TABLE noted (place int, key text, entry text) ON COMMIT DROP")
      try connection.copy(
        "COPY pg_temp.noted FROM STDIN (FORMAT binary)", rows: plan.recorded, patience: patience
      ) { index in
        let entry = write.entry(index)
        return [Int32(clamping: index).wireBytes, Array(entry.key.utf8), Array(entry.text.utf8)]
      }
    }

    /// Locks the tables before anything is read, always in this order: accounts, then changes.
    private static func lock(_ write: Write, _ connection: Connection) throws(Failure) {
      if write.rules != nil {
        // Nobody may register under the old rulebook meanwhile.
        try connection.run("LOCK TABLE public.account IN SHARE ROW EXCLUSIVE MODE")
      } else {
        // Who changes the rulebook locks this table too: behind it, what is in force stays so.
        try connection.run("LOCK TABLE public.account IN ROW EXCLUSIVE MODE")
      }
      if write.basis != nil {
        // Every write has a change: nothing comes between what is seen from here on and the commit.
        // Those that are not done yet are waited for, but others do not wait long behind this one.
        try connection.run("LOCK TABLE public.change IN SHARE ROW EXCLUSIVE MODE")
      } else {
        try connection.run("LOCK TABLE public.change IN ROW EXCLUSIVE MODE")
      }
    }
  }

  extension AccountRow {
    /// The values of the columns.
    var parameters: [Parameter] {
      [
        .text(key), .text(email), .text(username), .text(firstName), .text(password),
        .text(document), .flag(isClosed), .flag(isDisabled), .day(validFrom), .day(validUntil),
      ]
    }
  }

  extension RowSnapshot.RowVersion {
    fileprivate var parameters: [Parameter] { [.text(key), .number(number), .id(operation)] }
  }
#endif
