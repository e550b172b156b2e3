#if Postgres
  import Accounts
  import AccountsFile
  import AccountsText

  extension PostgresStore: CopyableStore {
    func contents() async throws(AccountsError) -> StoreContents {
      let subject = address.subject
      let read = try await reading { connection throws(Failure) in try Self.read(connection) }
      guard read.text.count > 0 else { throw CopyFault.noAccounts.error(subject) }
      guard read.text.unheld.isEmpty else {
        throw CopyFault.unheld(read.text.unheld).error(subject)
      }
      var contents = StoreContents(try read.text.document(subject))
      (contents.history, contents.mark) = (read.history, read.mark)
      // A record has the names as its accounts do.
      let file = contents.accounts
      var names: [[UInt8]: String] = [:]
      for index in file.rows.indices {
        let values = AccountsDocument.Row(file, index).values(in: file)
        if let name = values[text: file.rulebook.key] {
          names[Array(AccountName(name).key.utf8)] = name
        }
      }
      func name(_ key: String) -> String { names[Array(key.utf8)] ?? key }
      contents.attempts = read.attempts.map { attempt in
        RecordedAttempt(
          time: attempt.time, account: attempt.account.map(name), answer: attempt.answer,
          service: attempt.service, address: attempt.address)
      }
      contents.loginsSince = read.since
      contents.lastLogins = read.logins.map { (AccountName(name($0.key)), $0.login) }
      return contents
    }

    func mark() async throws(AccountsError) -> [String] {
      try await reading { connection throws(Failure) in try Self.mark(connection) }
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
      guard rows.unheld.isEmpty else { throw CopyFault.unheld(rows.unheld).error(subject) }
      // Waits for a server that answers, before anything is sent.
      try await reading { _ in }
      let (connection, fault): (Connection, CopyFault?)
      do throws(Failure) {
        connection = try connected()
        fault = try Self.fill(connection, with: rows, attribution)
      } catch {
        disconnect()
        throw error.error(.write, subject)
      }
      do throws(AccountsError) {
        if let fault { throw fault.error(subject) }
        try await checking()
      } catch {
        // What was not committed goes with the connection.
        disconnect()
        throw error
      }
      do throws(Failure) {
        try connection.write("COMMIT", patience: Self.longPatience)
      } catch {
        disconnect()
        throw (error.isOfServer ? .warned : error).error(.write, subject)
      }
      return []
    }
  }

  // MARK: Reading

  extension PostgresStore {
    /// Everything that the tables hold.
    struct TableContents {
      var text = CopiedText(rules: "\"register\"", own: nil)
      var history = HistoryLines()
      var attempts: [RecordedAttempt] = []
      var since: Int?
      var logins: [(key: String, login: LastLogin)] = []
      var mark: [String] = []
    }

    /// What shows whether anything was written since.
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

    /// Runs what reads in one snapshot.
    private static func inSnapshot<Result>(
      _ connection: Connection, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try connection.begin("ISOLATION LEVEL REPEATABLE READ READ ONLY")
      do throws(Failure) {
        try connection.run("SET LOCAL statement_timeout = '\(longPatience)s'")
        let result = try body()
        try connection.run("COMMIT")
        return result
      } catch {
        connection.rollBack()
        throw error
      }
    }

    static func read(_ connection: Connection) throws(Failure) -> TableContents {
      try inSnapshot(connection) { () throws(Failure) in
        var contents = TableContents()
        let base = try connection.run("SELECT schema, rules, own FROM public.base")
        let schema = base.count > 0 ? base.number(0, 0) ?? 0 : 0
        guard schema == Schema.version else { throw .newerVersion(found: schema) }
        contents.mark = try mark(connection)
        contents.text = CopiedText(rules: base[0, 1] ?? "", own: base[0, 2])
        try readAccounts(connection) { rows, row in
          contents.text.add(key: rows[row, 0] ?? "", rows[row, 1] ?? "", password: rows[row, 2])
        }
        contents.history = try readHistory(connection)
        (contents.attempts, contents.since, contents.logins) = try readLogins(connection)
        return contents
      }
    }

    /// Calls `body` with the rows of all accounts, in the order of their keys.
    static func readAccounts(
      _ connection: Connection, _ body: (Rows, Int) -> Void
    ) throws(Failure) {
      var key = ""
      while true {
        let rows = try connection.run(
          """
          SELECT key, doc, password FROM public.account WHERE key > $1::text
          ORDER BY key LIMIT 1000
          """, [.text(key)], patience: longPatience)
        for row in 0..<rows.count { body(rows, row) }
        guard rows.count == 1_000, let last = rows[rows.count - 1, 0] else { return }
        key = last
      }
    }

    /// The changes, but for that of a database which was begun without accounts: it is none of any.
    static func readHistory(_ connection: Connection) throws(Failure) -> HistoryLines {
      var history = HistoryLines()
      var entries = StoredEntries(connection)
      var id = 0
      while true {
        let rows = try connection.run(
          """
          SELECT id, CASE WHEN isfinite(at) THEN floor(extract(epoch FROM at))::int8 END,
            "user", "by", did
          FROM public.change WHERE id > $1::int8 ORDER BY id LIMIT 1000
          """, [.number(id)], patience: longPatience)
        for row in 0..<rows.count {
          id = rows.number(row, 0) ?? id
          var rest: ChangeRemainder?
          var texts: [[UInt8]] = []
          while let entry = try entries.next(of: id) {
            if entry.place < 0 {
              rest = ChangeRemainder(entry.text)
            } else {
              let record = AccountRecord(recorded: entry.text) ?? AccountRecord(name: nil, nil)
              texts.append(Array(record.recordedText.utf8))
            }
          }
          let did = rows[row, 4].map(ChangeKind.init(word:)) ?? .byHand
          if did == .register, rest == nil, texts.isEmpty { continue }
          let entry = HistoryEntry(
            number: id, time: rows.number(row, 1), user: rows[row, 2], by: rows[row, 3], did: did,
            count: rest?.count ?? 0, document: rest?.document)
          let accounts = Array("[".utf8) + texts.joined(separator: ",".utf8) + Array("]".utf8)
          history.append(entry, accounts: accounts)
        }
        guard rows.count == 1_000 else { return history }
      }
    }

    static func readLogins(
      _ connection: Connection
    ) throws(Failure) -> ([RecordedAttempt], Int?, [(key: String, login: LastLogin)]) {
      var (attempts, since, logins) = ([RecordedAttempt](), Int?.none, [(String, LastLogin)]())
      var id = Int.min
      while true {
        let rows = try connection.run(
          """
          SELECT id, floor(extract(epoch FROM at))::int8, key, answer, service, host(address)
          FROM public.attempt WHERE id > $1::int8 ORDER BY id LIMIT 10000
          """, [.number(id)], patience: longPatience)
        for row in 0..<rows.count {
          id = rows.number(row, 0) ?? id
          attempts.append(
            RecordedAttempt(
              time: rows.number(row, 1) ?? 0, account: rows[row, 2], answer: rows[row, 3] ?? "",
              service: rows[row, 4], address: rows[row, 5]))
        }
        if rows.count < 10_000 { break }
      }
      var key: String?
      while true {
        let rows = try connection.run(
          """
          SELECT key, floor(extract(epoch FROM since))::int8,
            floor(extract(epoch FROM success))::int8, failures::int8
          FROM public.seen WHERE $1::text IS NULL OR key > $1 ORDER BY key LIMIT 10000
          """, [.text(key)], patience: longPatience)
        for row in 0..<rows.count {
          key = rows[row, 0]
          if key == "" { since = rows.number(row, 1) }
          guard let key, !key.isEmpty else { continue }
          logins.append(
            (key, LastLogin(success: rows.number(row, 2), failures: rows.number(row, 3) ?? 0)))
        }
        if rows.count < 10_000 { return (attempts, since, logins) }
      }
    }
  }

  /// What changes did to accounts, read on and on.
  private struct StoredEntries {
    private let connection: Connection
    private var rows: Rows?
    private var row = 0
    private var last = (change: 0, place: Int(Int32.min))

    init(_ connection: Connection) { self.connection = connection }

    /// The next one of a change; nil if there are no more of it.
    mutating func next(of change: Int) throws(Failure) -> (place: Int, text: String)? {
      while true {
        if let rows, row < rows.count {
          let found = rows.number(row, 0) ?? 0
          guard found <= change else { return nil }
          defer { row += 1 }
          last = (found, rows.number(row, 1) ?? 0)
          if found == change { return (last.place, rows[row, 2] ?? "") }
          continue
        }
        if let rows, rows.count < 2_000 { return nil }
        rows = try connection.run(
          """
          SELECT change, place::int8, entry FROM public.change_account
          WHERE (change, place) > ($1::int8, $2::int8) ORDER BY change, place LIMIT 2000
          """, [.number(last.change), .number(last.place)], patience: PostgresStore.longPatience)
        row = 0
        if rows?.count == 0 { return nil }
      }
    }
  }
#endif
