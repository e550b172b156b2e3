import Accounts
import AccountsDocument
import AccountsFile

extension PostgresStore {
  /// Fills empty tables, up to the commit; returns why not.
  static func fill(
    _ connection: Connection, with rows: CopiedRows, _ attribution: Attribution
  ) throws(Failure) -> CopyFault? {
    let contents = rows.contents
    // At this level, whatever others committed before they gave up their locks is seen; the role
    // may begin with another one.
    try connection.begin("ISOLATION LEVEL READ COMMITTED READ WRITE")
    for setting in [
      "statement_timeout = '\(longPatience)s'", "lock_timeout = '\(Connection.patience)s'",
    ] {
      try connection.run("SET LOCAL \(setting)")
    }
    for table in Schema.guarded {
      try connection.run("LOCK TABLE public.\(table) IN SHARE ROW EXCLUSIVE MODE")
    }
    try connection.refuseForeignCode()
    _ = try connection.base()
    let state = try connection.run(
      """
      SELECT EXISTS (SELECT FROM public.account),
        EXISTS (SELECT FROM public.change_account)
          OR EXISTS (SELECT FROM public.change WHERE did <> 'register'),
        EXISTS (SELECT FROM public.attempt WHERE key <> '')
          OR EXISTS (SELECT FROM public.seen WHERE key <> ''),
        (SELECT coalesce(max(id), 0) FROM public.change)
      """)
    if state.flag(0, 0) { return .notEmpty(nil) }
    if state.flag(0, 1) { return .notEmpty("change") }
    if state.flag(0, 2) { return .notEmpty("attempt") }

    try connection.run(
      "UPDATE public.base SET rules = $1::text, own = $2::text, version = version + 1",
      [.text(contents.accounts.rulebook.tableText), .text(rows.own)])
    let operation = OperationID()
    let columns = Schema.columnsOfRow.split(separator: ", ").map { "i.\($0)" }.joined(
      separator: ", ")
    try connection.run(
      """
      CREATE TEMPORARY TABLE incoming ON COMMIT DROP AS
      SELECT \(Schema.columnsOfRow), id, id_name FROM public.account WITH NO DATA
      """)
    try connection.copy(
      "COPY pg_temp.incoming FROM STDIN (FORMAT binary)", of: rows.count, patience: longPatience
    ) { [rows.row($0).map { $0.parameters + $0.parametersOfID } ?? []] }
    try connection.run(
      """
      INSERT INTO public.account (\(Schema.columnsOfRow), id, id_name, op, fingerprint)
      SELECT \(columns), coalesce(i.id, gen_random_uuid()), i.id_name, $1::uuid,
        \(Schema.fingerprint(of: "i"))
      FROM pg_temp.incoming i
      """, [.id(operation)], patience: longPatience)
    let history = try fill(
      connection, with: contents.history, behind: state.number(0, 3) ?? 0, rows.count,
      attribution, operation)
    try fill(connection, withLoginsOf: contents)
    // An account that comes has no login of one that was here before.
    try connection.run("DELETE FROM public.session")
    return try differs(connection, from: rows, history) ? .differs : nil
  }

  /// Writes the changes, and the copy as the last one; returns them as they are numbered now.
  ///
  /// - Parameter before: the number of the last change that is there, which concerns no account.
  private static func fill(
    _ connection: Connection, with lines: HistoryLines, behind before: Int, _ accounts: Int,
    _ attribution: Attribution, _ operation: OperationID
  ) throws(Failure) -> HistoryLines {
    let copy = try connection.run(
      """
      INSERT INTO public.change (op, "user", "by", via, did, by_id)
      VALUES ($1::uuid, $2::text, $3::text, $4::text, $5::text, $6) RETURNING id
      """,
      [
        .id(operation), .text(attribution.user), .text(attribution.by),
        .text(attribution.via?.word), .text(attribution.did.word), .id(attribution.byID),
      ])
    var number = copy.number(0, 0) ?? 0
    var history = lines
    // Changes keep their numbers, unless the next one would have a number out of all proportion.
    if before >= history.first || history.last > number + 100 * (lines.count + 10_000) {
      history = lines.renumbered(from: before + 1)
    }
    if number <= history.last {
      // Each attempt takes a number, and is refused.
      try connection.run(
        """
        INSERT INTO public.change (op, did) SELECT $1::uuid, ''
        FROM generate_series(1, $2::int8) ON CONFLICT DO NOTHING
        """, [.id(operation), .number(history.last - number)], patience: longPatience)
      number =
        try connection.run(
          "UPDATE public.change SET id = DEFAULT WHERE op = $1::uuid RETURNING id",
          [.id(operation)]
        ).number(0, 0) ?? 0
    }
    let entries = history
    try connection.copy(
      "COPY public.change (id, at, op, \"user\", \"by\", via, did, by_id) FROM STDIN (FORMAT binary)",
      of: entries.count, patience: longPatience
    ) { index in
      guard let entry = entries.entry(index) else { return [] }
      return [
        [
          .number(entry.number), .time(entry.time), .id(OperationID()), .text(entry.user),
          .text(entry.by), .text(entry.via?.word), .text(entry.did.word), .id(entry.byID),
        ]
      ]
    }
    try connection.copy(
      "COPY public.change_account (change, place, key, entry) FROM STDIN (FORMAT binary)",
      of: entries.count, patience: longPatience
    ) { entries.entry($0)?.rows ?? [] }
    try connection.run(
      """
      INSERT INTO public.change_account (change, place, key, entry)
      VALUES ($1::int8, $2::int4, '', $3::text)
      """,
      [
        .number(number), .place(ChangeRemainder.place),
        .text(ChangeRemainder(count: accounts, document: nil).text),
      ])
    return history
  }

  /// Writes the record of logins.
  private static func fill(
    _ connection: Connection, withLoginsOf contents: StoreContents
  ) throws(Failure) {
    let (attempts, logins) = (contents.attempts, contents.lastLogins)
    guard contents.loginsSince != nil || !attempts.isEmpty else { return }
    let begin = contents.loginsSince ?? attempts.map(\.time).min()
    try connection.run(
      "SELECT regapp_api.regapp_copy_logins($1, $2, $3, $4, $5, $6, $7, $8, $9)",
      [
        .number(begin), .numbers(attempts.map(\.time)),
        .texts(attempts.map { $0.folded.account ?? "" }),
        .texts(attempts.map(\.answer)), .texts(attempts.map { $0.service ?? "" }),
        .texts(attempts.map { $0.address ?? "" }), .texts(logins.map(\.name.key)),
        .numbers(logins.map { $0.login.success ?? -1 }), .numbers(logins.map(\.login.failures)),
      ], patience: longPatience)
  }

  /// Whether the tables hold something else than the copied rows.
  private static func differs(
    _ connection: Connection, from rows: CopiedRows, _ history: HistoryLines
  ) throws(Failure) -> Bool {
    var (count, isSame) = (0, true)
    try readAccounts(connection) { key, account in
      let wanted = rows.places[Array(key.utf8)].flatMap(rows.row)
      count += 1
      func isEqual(_ text: String?, _ other: String?) -> Bool {
        text.map { Array($0.utf8) } == other.map { Array($0.utf8) }
      }
      // The columns beside the text may differ as well.
      if !isEqual(account.document, wanted?.document)
        || !isEqual(account.password, wanted?.password)
        || !isEqual(account.given, wanted?.id?.text) || account.held != nil
      {
        isSame = false
      }
    }
    guard isSame, count == rows.count else { return true }
    let base = try connection.base()
    guard base.rules == rows.file.rulebook.tableText, base.own == rows.own else { return true }
    let lines = try readHistory(connection).lines
    guard lines.dropLast().elementsEqual(history.lines) else { return true }
    // Attempts under names that are nobody's may come meanwhile.
    let (attempts, logins) = (
      try readAttempts(connection),
      try logins(of: nil, connection, patience: longPatience).logins
    )
    var missing: [RecordedAttempt: Int] = [:]
    for attempt in rows.contents.attempts { missing[attempt.folded, default: 0] += 1 }
    for attempt in attempts { missing[attempt.folded, default: 0] -= 1 }
    guard missing.values.allSatisfy({ $0 <= 0 }) else { return true }
    var there: [[UInt8]: LastLogin] = [:]
    for (key, login) in logins { there[Array(key.utf8)] = login }
    return rows.contents.lastLogins.contains { name, login in
      there[Array(name.key.utf8)] != login
    }
  }
}

extension RecordedAttempt {
  /// This attempt as a table has it: with the account's key for its name, and without its id. A name
  /// that no index takes counts as unknown.
  fileprivate var folded: RecordedAttempt {
    let key = account.map { AccountName($0).key }
    let fits = key.map { $0.utf8.count <= AccountRow.longestName } == true
    var attempt = self
    (attempt.account, attempt.id) = (fits ? key : nil, nil)
    return attempt
  }
}

extension Parameter {
  /// A moment, in seconds since 1970; one that is not known is before all others.
  fileprivate static func time(_ seconds: Int?) -> Parameter {
    // Microseconds are counted from the year 2000 on.
    let time = seconds.map { Int64($0 - 946_684_800).multipliedReportingOverflow(by: 1_000_000) }
    let isKnown = time?.overflow == false
    return Parameter(
      type: 1184, bytes: (isKnown ? time?.partialValue ?? .min : .min).wireBytes)
  }
}
