import Accounts
import AccountsDocument
import AccountsFile

extension PostgresStore {
  /// Throws unless this user owns the database, or is a superuser.
  func refuseUnlessOwner() async throws(AccountsError) {
    let isOwner = try await onServer { connection throws(Failure) in
      try connection.run("SELECT \(Schema.isOwner)").flag(0, 0)
    }
    guard isOwner else {
      throw .store(StoreFault(.write, address.subject, PostgresFault.forOwner))
    }
  }
}

extension PostgresStore: CopyableStore {
  func contents() async throws(AccountsError) -> StoreContents {
    let subject = address.subject
    let read = try await onServer { connection throws(Failure) in try Self.read(connection) }
    try checkCancellation()
    guard read.text.count > 0 else { throw CopyFault.noAccounts.error(subject) }
    guard read.text.unsupported.isEmpty else {
      throw CopyFault.unsupported(read.text.unsupported).error(subject)
    }
    let document = try read.text.document(subject)
    let contradicted = read.held.sorted { $0.key < $1.key }.flatMap { index, held in
      let name = AccountsDocument.Row(document, index).anyName(in: document)
      return held.contradictions(by: index, of: document, today: today()).map {
        UnsupportedValue(.contradicted, of: name, $0.key)
      }
    }
    guard contradicted.isEmpty else {
      throw CopyFault.unsupported(contradicted).error(subject)
    }
    var contents = StoreContents(document)
    (contents.history, contents.mark) = (read.history, read.mark)
    // A record has the names and the ids as its accounts do. No two rows have one UUID.
    let file = contents.accounts
    var known: [[UInt8]: (name: String, id: AccountID?)] = [:]
    for index in file.rows.indices {
      let values = AccountsDocument.Row(file, index).values(in: file)
      if let name = values[text: file.rulebook.key] {
        known[Array(AccountName(name).key.utf8)] = (name, values.claimedID)
      }
    }
    func name(_ key: String) -> String { known[Array(key.utf8)]?.name ?? key }
    contents.attempts = read.attempts
    for index in contents.attempts.indices {
      guard let key = contents.attempts[index].account else { continue }
      contents.attempts[index].account = name(key)
      contents.attempts[index].id = known[Array(key.utf8)]?.id
    }
    contents.loginsSince = read.since
    contents.lastLogins = read.logins.map { (AccountName(name($0.key)), $0.login) }
    return contents
  }

  func mark() async throws(AccountsError) -> [String] {
    try await onServer { connection throws(Failure) in try Self.mark(connection) }
  }

  func begin(
    with contents: StoreContents, by attribution: Attribution,
    checking: @Sendable () async throws(AccountsError) -> Void
  ) async throws(AccountsError) -> [Notice] {
    let subject = address.subject
    if let problem = contents.accounts.rulebook.problemInTable {
      throw .rulebookBroken([problem])
    }
    let rows = CopiedRows(contents, today: today())
    guard rows.unsupported.isEmpty else {
      throw CopyFault.unsupported(rows.unsupported).error(subject)
    }
    try await pool.with(.writing) { connection throws(AccountsError) in
      // Waits for a server that answers, before anything is sent.
      try await connection.ask(.reading) { _ in }
      let fault = try await connection.once { connection throws(Failure) in
        try Self.fill(connection, with: rows, attribution)
      }
      do throws(AccountsError) {
        if let fault { throw fault.error(subject) }
        try await checking()
      } catch {
        // An uncommitted transaction ends with the connection.
        await connection.disconnect()
        throw error
      }
      do throws(Failure) {
        try await connection.goOn { connection throws(Failure) in
          try connection.commit(patience: Self.longPatience)
        }
      } catch {
        let reason = error.mayWorkElsewhere ? .warned : await connection.explained(error)
        throw reason.error(.write, subject)
      }
    }
    return []
  }
}

// MARK: Reading

extension PostgresStore {
  /// Everything that the tables hold.
  struct TableContents {
    var text = CopiedText(rules: "\"register\"", own: nil)
    /// The values in the columns of rows that another program wrote, by position.
    var held: [Int: HeldColumns] = [:]
    var history = HistoryLines()
    var attempts: [RecordedAttempt] = []
    var since: Int?
    var logins: [(key: String, login: LastLogin)] = []
    var mark: [String] = []
  }

  /// Values that differ once anything was written.
  private static func mark(_ connection: Connection) throws(Failure) -> [String] {
    let rows = try connection.run(
      """
      SELECT b.version, (SELECT max(id) FROM public.change),
        a.count, a.sum, a.max, b.rules, b.own, c.count, c.sum
      FROM public.base b, (
        SELECT count(*), sum(version), max(changed_at) FROM public.account) a, (
        SELECT count(*), sum(length(key) + length(entry))
        FROM public.change_account) c
      """, patience: longPatience)
    return (0..<rows.columns).map { rows.count > 0 ? rows[0, $0] ?? "" : "" }
  }

  static func read(_ connection: Connection) throws(Failure) -> TableContents {
    try transaction(
      connection, "ISOLATION LEVEL REPEATABLE READ READ ONLY", patience: longPatience
    ) { connection throws(Failure) in
      try connection.run("SET LOCAL statement_timeout = '\(longPatience)s'")
      var contents = TableContents()
      let base = try connection.base()
      contents.mark = try mark(connection)
      contents.text = CopiedText(rules: base.rules, own: base.own)
      try readAccounts(connection) { key, account in
        let hasID = account.given.flatMap { GivenID($0) } != nil
        if let held = account.held {
          contents.held[contents.text.count] = HeldColumns(held, hasID: hasID)
        }
        contents.text.add(key: key, account)
      }
      contents.history = try readHistory(connection)
      contents.attempts = try readAttempts(connection)
      (contents.since, contents.logins) = try logins(of: nil, connection, patience: longPatience)
      return contents
    }
  }

  /// Calls `body` with the rows of all accounts, in the order of their keys.
  static func readAccounts(
    _ connection: Connection,
    _ body: (_ key: String, RowSet.Account) -> Void
  ) throws(Failure) {
    var key: String? = ""
    while let known = key {
      let rows = try self.rows(
        behind: known, most: mostRowsAtOnce, connection, patience: longPatience)
      for row in 0..<rows.count {
        let all = rows.all
        body(
          all[row, 0] ?? "",
          (
            document: all[row, 1] ?? "", password: all[row, 2], given: all[row, 4],
            held: all[row, 3]
          ))
      }
      key = rows.next
    }
  }

  /// The changes, but for that of a database which was begun without accounts.
  static func readHistory(_ connection: Connection) throws(Failure) -> HistoryLines {
    var history = HistoryLines()
    var number: Int? = 0
    while let known = number {
      let entries = try changes(
        .after(known), limit: mostChangesAtOnce, accounts: .max, connection, keepsDocuments: true,
        patience: longPatience
      ).entries
      for entry in entries where !entry.isBeginning { history.append(entry) }
      number = entries.count == mostChangesAtOnce ? entries.last?.number : nil
    }
    return history
  }

  static func readAttempts(_ connection: Connection) throws(Failure) -> [RecordedAttempt] {
    let rows = try connection.run(
      """
      SELECT floor(extract(epoch FROM at))::int8, key, answer, service, host(address)
      FROM public.attempt ORDER BY id
      """, patience: longPatience)
    return (0..<rows.count).map { row in
      RecordedAttempt(
        time: rows.number(row, 0) ?? 0, account: rows[row, 1], answer: rows[row, 2] ?? "",
        service: rows[row, 3], address: rows[row, 4])
    }
  }
}
