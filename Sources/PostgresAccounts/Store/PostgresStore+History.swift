#if Postgres
  import Accounts
  import AccountsText

  extension PostgresStore: HistoryStore {
    /// The numbers of changes are the database's: some may be missing. Nothing tells of a change past
    /// regapp, so the history is always up to date.
    func history(below number: Int?, limit: Int) async throws(AccountsError) -> HistoryPage {
      var entries: [HistoryEntry] = []
      var below = number
      while entries.count < limit {
        try checkCancellation()
        let some = try await changes(below: below, limit: min(limit - entries.count, 200))
        entries += some
        guard some.count == 200, let last = some.last?.number else { break }
        below = last
      }
      let newest = number == nil ? entries.first?.number ?? 0 : try await newestChange()
      // A database that was begun without accounts has that as a change, which is none of any account.
      let shown = entries.filter { $0.did != .register || !$0.accounts.isEmpty }
      return HistoryPage(shown, at: HistoryPosition(number: newest, isUpToDate: true))
    }

    private func changes(
      below number: Int?, limit: Int
    ) async throws(AccountsError) -> [HistoryEntry] {
      let rows = try await reading { connection throws(Failure) in
        try connection.run(
          """
          SELECT c.id, CASE WHEN pg_catalog.isfinite(c.at)
            THEN pg_catalog.floor(extract(epoch FROM c.at))::pg_catalog.int8 END,
            c."user", c."by", c.did, a.entry
          FROM (SELECT * FROM public.change WHERE $1 IS NULL OR id \(Operator.less) $1
            ORDER BY id DESC LIMIT $2) c
          LEFT JOIN public.change_account a ON a.change \(Operator.equal) c.id
          ORDER BY c.id DESC, a.place
          """, [.number(number), .number(limit)])
      }
      var entries: [HistoryEntry] = []
      var row = 0
      while row < rows.count {
        let first = row
        var accounts: [AccountRecord] = []
        while row < rows.count, rows.number(row, 0) == rows.number(first, 0) {
          if let entry = rows[row, 5] {
            accounts.append(AccountRecord(recorded: entry) ?? AccountRecord(name: nil, nil))
          }
          row += 1
        }
        entries.append(
          HistoryEntry(
            number: rows.number(first, 0), time: rows.number(first, 1), user: rows[first, 2],
            by: rows[first, 3], did: rows[first, 4].flatMap(ChangeKind.init) ?? .byHand,
            accounts: accounts))
      }
      return entries
    }

    private func newestChange() async throws(AccountsError) -> Int {
      try await reading { connection throws(Failure) in try Self.newestChange(connection) }
    }

    static func newestChange(_ connection: Connection) throws(Failure) -> Int {
      try connection.run("SELECT pg_catalog.max(id) FROM public.change").number(0, 0) ?? 0
    }

    func undo(
      _ steps: [UndoStep], at position: HistoryPosition, _ options: WriteOptions
    ) async throws(AccountsError) -> Outcome<UndoResult> {
      let ids = steps.flatMap(\.changes).flatMap(\.ids)
      let basis = Write.Basis(newest: position.number, ids: ids)
      return try await writing(options, on: basis) { () async throws(AccountsError) in
        guard try await self.newestChange() == position.number else { throw .historyMovedOn }
        let table = try await self.table(of: ids)
        let (plan, result) = try table.accounts.takingBack(steps, options)
        return (table, plan, Outcome(result), nil)
      }
    }

    func forget(_ names: [AccountName]) async throws(AccountsError) -> ForgetReport {
      let entries = Array(try await history(below: nil, limit: .max).entries.reversed())
      let known = HistoryNames(entries)
      let (found, gone) = (known.changes(of: names), known.names(of: names))
      guard !found.isEmpty else { return ForgetReport() }
      let nothing = AccountRecord(name: nil, nil).recordedText
      var (changes, places, byNobody): ([Int], [Int], [Int]) = ([], [], [])
      for (index, accounts, isBy) in found {
        guard let number = entries[index].number else { continue }
        changes += accounts.map { _ in number }
        places += accounts
        if isBy { byNobody.append(number) }
      }
      let (rows, positions, numbers) = (changes, places, byNobody)
      try await owning { connection throws(Failure) in
        try connection.run("SET LOCAL statement_timeout = '\(Self.longPatience)s'")
        try connection.run(
          """
          UPDATE public.change_account a SET key = '', entry = $3::text
          FROM unnest($1::int8[], $2::int8[]) AS gone (change, place)
          WHERE a.change = gone.change AND a.place = gone.place
          """, [.numbers(rows), .numbers(positions), .text(nothing)], patience: Self.longPatience)
        try connection.run(
          "UPDATE public.change SET \"by\" = NULL WHERE id = ANY ($1::int8[])", [.numbers(numbers)],
          patience: Self.longPatience)
      }
      return ForgetReport(changes: found.count, names: gone.sorted())
    }
  }
#endif
