// All accounts are judged while others write, and those that become others are kept. Then the
// table is locked, and what transactions wrote that had not ended before (`xmin`) is judged too.
// Others wait as long as the writing takes: the more accounts open or close, the longer.

public import Accounts
import AccountsFile

extension Database {
  /// Puts another rulebook in force, and judges every account by it, while others write. If the key
  /// is another field, each account must have it: otherwise nothing is changed, and the error names
  /// all that lack it. A list of passwords by a relative path is refused as `rulebookBroken`: a
  /// database is in no directory.
  ///
  /// - Returns: how many accounts there are, and how many of them are closed under it.
  public func setRules(
    _ rulebook: Rulebook, today: CalendarDay
  ) async throws(AccountsError) -> (accounts: Int, closed: Int) {
    if let problem = rulebook.problemInTable { throw .rulebookBroken([problem]) }
    let store = PostgresStore(address, today: { today }, libpq: libpq)
    return try await store.owning { connection throws(Failure) in
      try Self.judge(under: rulebook, today, store.address.subject, connection)
    }
  }

  /// Judges all rows while others write, and then, behind a lock, those that others wrote
  /// meanwhile.
  private static func judge(
    under rulebook: Rulebook, _ today: CalendarDay, _ source: String, _ connection: Connection
  ) throws(Failure) -> (accounts: Int, closed: Int) {
    var judgement = Judgement(rulebook, today, source, connection)
    try judgement.begin()
    let count = try judgement.judge()
    // The rows written meanwhile are few, or become few.
    for _ in 0..<5 { if try judgement.judge() < 1_000 { break } }
    try judgement.run("SELECT \(Schema.timeLimit(30 + count / 2_000))")
    try judgement.run("LOCK TABLE public.account IN EXCLUSIVE MODE")
    try judgement.judge()
    return try judgement.write()
  }

  /// Judges all rows anew, by the rulebook in force, and opens or closes those that were judged
  /// otherwise, by an earlier version or on another day, or that another program wrote. Rows that
  /// others write meanwhile were judged by them.
  ///
  /// - Parameter believed: the fields of which the text counts, as their columns were lost: it throws
  ///   if nothing can fill them.
  /// - Returns: how many rows that were, and how many say something else than their texts, which
  ///   stay as they are.
  static func judgeAnew(
    _ today: CalendarDay, _ source: String, believing believed: Set<Field>,
    _ connection: Connection
  ) throws(Failure) -> (written: Int, contradicted: Int) {
    let rules = try connection.base().rules
    guard RowSet.isReadable(rules: rules) else {
      // Columns that stayed empty would contradict their texts from then on, and close everybody.
      if !believed.isEmpty { throw .unfit(.rulebookUnreadable) }
      // Accounts that no rulebook judges are shown by `status`.
      return (0, 0)
    }
    var judgement = Judgement(rules: rules, today, source, connection)
    judgement.believed = believed
    try judgement.begin()
    try judgement.judge(leavingUnstorable: true)
    return (try judgement.writeVerdicts(), judgement.contradicted)
  }

  /// The rows as a rulebook has them.
  private struct Judgement {
    let rules: String
    let today: CalendarDay
    let source: String
    let connection: Connection
    /// The transaction before which all rows are judged; nil before the first time.
    private var seen: String?
    var believed: Set<Field> = []
    /// The rulebook in force, by which rows were written.
    private var inForce = ""
    /// How many rows said something else than their texts.
    private(set) var contradicted = 0

    init(
      _ rulebook: Rulebook, _ today: CalendarDay, _ source: String, _ connection: Connection
    ) {
      self.init(rules: rulebook.tableText, today, source, connection)
    }

    init(rules: String, _ today: CalendarDay, _ source: String, _ connection: Connection) {
      self.rules = rules
      (self.today, self.source, self.connection) = (today, source, connection)
    }

    @discardableResult
    func run(_ statement: String, _ parameters: [Parameter] = []) throws(Failure) -> Rows {
      try connection.run(statement, parameters, patience: PostgresStore.longPatience)
    }

    mutating func begin() throws(Failure) {
      try connection.refuseForeignCode()
      try run("SET LOCAL statement_timeout = '\(PostgresStore.longPatience)s'")
      inForce = try connection.base().rules
      if !RowSet.isReadable(rules: inForce) { inForce = rules }
      try run(
        """
        CREATE TEMPORARY TABLE judged ON COMMIT DROP AS
        SELECT key AS old, \(Schema.columnsOfRow) FROM public.account LIMIT 0
        """)
    }

    /// Judges the rows that were written since this was done last, and keeps in `judged` those that
    /// become others.
    ///
    /// A row that a transaction wrote which had ended before is as it was. That shows in the row
    /// itself, for any writer.
    ///
    /// - Returns: how many rows that were.
    @discardableResult
    mutating func judge(leavingUnstorable: Bool = false) throws(Failure) -> Int {
      let since = seen
      // Our own transaction, which is in progress too, writes no account before the end.
      seen = try run(
        """
        SELECT coalesce((SELECT x FROM pg_snapshot_xip(s) AS x ORDER BY x LIMIT 1),
          pg_snapshot_xmax(s))::xid::text
        FROM pg_current_snapshot() AS s
        """)[0, 0]
      try run(
        """
        DECLARE account_rows NO SCROLL CURSOR FOR
        SELECT a.key, a.doc, a.password, a.closed, \(Schema.held(of: "a")) FROM public.account a
        WHERE $1::text IS NULL OR age(a.xmin) <= age($1::text::xid)
        """, [.text(since)])
      var count = 0
      var problems: [(key: String, problem: Problem)] = []
      while true {
        let rows = try run("FETCH 1000 FROM account_rows")
        guard rows.count > 0 else { break }
        count += rows.count
        if since != nil {
          try run(
            "DELETE FROM judged WHERE old = ANY ($1::text[])",
            [.texts((0..<rows.count).compactMap { rows[$0, 0] })])
        }
        try keep(rows, &problems)
      }
      try run("CLOSE account_rows")
      guard problems.isEmpty || leavingUnstorable else {
        throw .invalid(.invalid(problems.sorted { $0.key < $1.key }.map(\.problem)))
      }
      return count
    }

    private mutating func keep(
      _ rows: Rows, _ problems: inout [(key: String, problem: Problem)]
    ) throws(Failure) {
      let accounts: RowSet
      // If a row and its text differ, no rulebook says which of the two is right.
      let contradictions: Set<Int>
      do throws(AccountsError) {
        let byHand = (0..<rows.count).filter { rows[$0, 4] != nil }
        let known = try RowSet(
          source: source, rules: inForce,
          byHand.map { (rows[$0, 1] ?? "", rows[$0, 2], nil, rows[$0, 4]) }, today: today,
          believing: believed)
        contradictions = Set(
          byHand.enumerated().filter { known.isContradicted($0.offset) }.map(\.element))
        accounts = try RowSet(
          source: source, rules: rules,
          (0..<rows.count).map { (rows[$0, 1] ?? "", rows[$0, 2], nil, nil) }, today: today)
      } catch {
        throw .invalid(error)
      }
      var judged: [(old: String, row: AccountRow)] = []
      for index in 0..<rows.count {
        let key = rows[index, 0] ?? ""
        if contradictions.contains(index) {
          contradicted += 1
          continue
        }
        guard let row = accounts.row(index) else {
          // A row without an account goes by the table's name for it.
          let problem = accounts.unstorable(index)
          problems.append(
            (key, Problem(problem.subject, problem.rule, of: problem.account ?? key)))
          continue
        }
        let isSame =
          sameText(row.key, key) && row.isClosed == rows.flag(index, 3) && rows[index, 4] == nil
        if !isSame { judged.append((key, row)) }
      }
      guard !judged.isEmpty else { return }
      let found = judged
      try connection.copy(
        "COPY judged FROM STDIN (FORMAT binary)", of: found.count,
        patience: PostgresStore.longPatience
      ) { [[.text(found[$0].old)] + found[$0].row.parameters] }
    }

    /// Writes who is closed, and what else is beside the texts, into the rows that are as they were
    /// judged. Those are held in the order of their names first, as two that do this must not wait
    /// for each other.
    func writeVerdicts() throws(Failure) -> Int {
      let written = try run(
        """
        WITH held AS MATERIALIZED (
          SELECT judged.* FROM public.account a JOIN judged
            ON a.key = judged.old AND a.key = judged.key AND a.doc = judged.doc
            AND a.password IS NOT DISTINCT FROM judged.password
            AND (a.closed <> judged.closed OR a.by_hand)
          ORDER BY a.key FOR NO KEY UPDATE OF a),
        written AS (
          UPDATE public.account a
          SET (\(Schema.columnsOfRow), fingerprint, version)
            = ROW (\(Self.columns("held")), \(Schema.fingerprint(of: "held")), a.version + 1)
          FROM held WHERE a.key = held.key RETURNING 1)
        SELECT count(*) FROM written
        """)
      try connection.refuseForeignCode()
      return written.number(0, 0) ?? 0
    }

    /// Puts the rulebook in force, and what it makes of the rows.
    func write() throws(Failure) -> (accounts: Int, closed: Int) {
      // Names may change hands between accounts: all rows go before any comes.
      try run(
        """
        CREATE TEMPORARY TABLE before ON COMMIT DROP AS SELECT account.* FROM public.account
        JOIN judged ON judged.old = account.key
        """)
      try run("DELETE FROM public.account USING before WHERE account.key = before.key")
      try run(
        """
        INSERT INTO public.account (\(Schema.columnsOfRow), version, op, fingerprint, id, id_name)
        SELECT \(Self.columns("judged")), before.version + 1, before.op,
          \(Schema.fingerprint(of: "judged")), before.id, before.id_name
        FROM judged JOIN before ON before.key = judged.old
        """)
      try run("UPDATE public.base SET rules = $1::text, version = version + 1", [.text(rules)])
      // A trigger that is made from here on waits for the tables that were written.
      try connection.refuseForeignCode()
      let counts = try run(
        "SELECT count(*), count(*) FILTER (WHERE closed OR by_hand) FROM public.account")
      return (counts.number(0, 0) ?? 0, counts.number(0, 1) ?? 0)
    }

    private static func columns(_ row: String) -> String {
      Schema.columnsOfRow.split(separator: ", ").map { "\(row).\($0)" }.joined(separator: ", ")
    }
  }
}
