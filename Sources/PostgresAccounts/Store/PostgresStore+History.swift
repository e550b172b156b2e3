import Accounts
import AccountsDocument

extension PostgresStore {
  /// The numbers of changes are the database's: some may be missing.
  func history(below number: Int?, limit: Int) async throws(AccountsError) -> HistoryPage {
    try await history(below: number, limit: limit, accounts: .max)
  }

  func history(
    below number: Int?, limit: Int, accounts most: Int
  ) async throws(AccountsError) -> HistoryPage {
    var entries: [HistoryEntry] = []
    var newest: HistoryPosition?
    var below = number
    while entries.count < limit {
      try checkCancellation()
      let (end, count) = (below, min(limit - entries.count, Self.mostChangesAtOnce))
      let (some, first) = try await onServer { connection throws(Failure) in
        try Self.changes(
          .before(end), limit: count, accounts: most, connection, keepsDocuments: false)
      }
      if number == nil { newest = newest ?? first }
      entries += some
      guard some.count == Self.mostChangesAtOnce, let last = some.last?.number else { break }
      below = last
    }
    let position = if let newest { newest } else { try await self.position() }
    return HistoryPage(entries.filter { !$0.isBeginning }, at: position)
  }

  /// The columns of a change in every answer. Its places count its accounts: an index finds the
  /// last one of any number.
  private static let head = """
    c.id, CASE WHEN isfinite(c.at)
      THEN floor(extract(epoch FROM c.at))::int8 END,
    c."user", c."by", c.via, c.did, (SELECT n.place FROM public.change_account n
      WHERE n.change = c.id ORDER BY n.place DESC LIMIT 1),
    (SELECT r.entry FROM public.change_account r
      WHERE r.change = c.id AND r.place = \(ChangeRemainder.place)),
    c.op, c.by_id
    """

  /// How many accounts of each change come with it; most have no more.
  private static let few = 100
  /// How many accounts one statement reads: no change is too large for the time it has.
  private static let accountsAtOnce = 10_000

  /// How many changes one statement reads.
  static let mostChangesAtOnce = 200

  /// The changes to read: those before a number, the newest first, or those behind one, the oldest
  /// first.
  enum ChangePlace {
    case before(Int?)
    case after(Int)
  }

  /// Some changes, and what the first of them is.
  ///
  /// - Parameter keepsDocuments: whether what was around the accounts of a file has its values.
  static func changes(
    _ place: ChangePlace, limit: Int, accounts most: Int, _ connection: Connection,
    keepsDocuments: Bool, patience: Int? = nil
  ) throws(Failure) -> (entries: [HistoryEntry], first: HistoryPosition?) {
    let few = min(most, Self.few)
    let (number, isNext, order) =
      switch place {
      case .before(let number): (number, "id < $1", "DESC")
      case .after(let number): (number, "id > $1", "ASC")
      }
    let rows = try connection.run(
      """
      SELECT \(head), a.place, a.entry
      FROM (SELECT * FROM public.change WHERE $1 IS NULL OR \(isNext)
        ORDER BY id \(order) LIMIT $2) c
      LEFT JOIN LATERAL (SELECT place, entry FROM public.change_account
        WHERE change = c.id AND place >= 0
        ORDER BY place LIMIT $3) a ON true
      ORDER BY c.id \(order), a.place
      """, [.number(number), .number(limit), .number(few)], patience: patience)
    var entries: [HistoryEntry] = []
    var row = 0
    while row < rows.count {
      let first = row
      var accounts: [AccountRecord] = []
      while row < rows.count, rows.number(row, 0) == rows.number(first, 0) {
        if let entry = rows[row, 11] { accounts.append(AccountRecord(row: entry)) }
        row += 1
      }
      let last = rows.number(first, 6) ?? -1
      var place = rows.number(row - 1, 10) ?? last
      // The caller tells a cancelled task.
      while place < last, accounts.count >= few, accounts.count < most, !Task.isCancelled {
        let more = try connection.run(
          """
          SELECT place, entry FROM public.change_account
          WHERE change = $1 AND place > $2 ORDER BY place LIMIT $3
          """,
          [
            .number(rows.number(first, 0)), .number(place),
            .number(min(most - accounts.count, accountsAtOnce)),
          ], patience: patience)
        accounts += (0..<more.count).map { AccountRecord(row: more[$0, 1] ?? "") }
        place = more.count > 0 ? more.number(more.count - 1, 0) ?? last : last
      }
      entries.append(
        HistoryEntry(
          rows, first, accounts, isExcerpt: accounts.count >= most, keepsDocuments: keepsDocuments
        ))
    }
    return (entries, rows.count > 0 ? rows.position(operation: 8) : nil)
  }

  private func position() async throws(AccountsError) -> HistoryPosition {
    try await onServer { connection throws(Failure) in
      try connection.run("SELECT id, op FROM public.change ORDER BY id DESC LIMIT 1")
    }.position(operation: 1)
  }

  /// Undoes changes, if the history is where that was planned.
  func undo(
    _ changes: [AccountChange], _ basis: UndoBasis, _ options: WriteOptions
  ) async throws(AccountsError) -> Outcome<Applied> {
    let changes = changes.map(\.withoutPlace)
    let (names, ids) = (changes.flatMap(\.nameKeys), changes.flatMap(\.ids))
    return try await writing(options, on: (basis.position, names, ids), about: names.count) {
      () async throws(AccountsError) in
      guard try await self.position() == basis.position else { throw .historyMovedOn }
      let table = try await self.table(of: names, ids: ids)
      let plan = try table.accounts.undoing(changes, basis, options.ofRows)
      return (table, plan, Outcome(plan.applied), nil)
    }
  }

  func forget(
    _ names: [AccountName], _ ids: [AccountID]
  ) async throws(AccountsError) -> ForgetReport {
    let entries = Array(try await history(below: nil, limit: .max).entries.reversed())
    let people = PeopleInHistory(names, ids, in: entries)
    var (left, found, byNobody) = (entries, 0, [Int]())
    for index in left.indices {
      // A record that was copied from a file also says behind whom accounts stood.
      if left[index].forget(people) { found += 1 }
      if left[index].by != entries[index].by, let number = left[index].number {
        byNobody.append(number)
      }
    }
    guard found > 0 else { return ForgetReport() }
    var changed: [(change: Int, place: Int, text: String)] = []
    for (old, new) in zip(entries, left) {
      for (place, account) in new.accounts.enumerated() where account != old.accounts[place] {
        changed.append((new.number ?? 0, place, account.recordedText))
      }
    }
    let numbers = Parameter.numbers(byNobody)
    let logins = Parameter.texts(Array(people.names))
    let lines = changed
    let removed = try await inTime(about: entries.count) { () async throws(AccountsError) in
      try await self.owning(commitLimit: self.patience) { connection throws(Failure) in
        try connection.run("SET LOCAL statement_timeout = '\(Self.longPatience)s'")
        return try connection.run(
          "SELECT regapp_api.regapp_forget($1, $2, $3, $4, $5)",
          [
            .numbers(lines.map(\.change)),
            .array(lines.map { .place($0.place) }, of: Parameter.place(0).type),
            .texts(lines.map(\.text)), numbers, logins,
          ], patience: Self.longPatience
        ).number(0, 0) ?? 0
      }
    }
    var report = ForgetReport(changes: found, names: people.names.sorted())
    report.forgotLogins = removed > 0
    return report
  }
}

extension Rows {
  /// The position at the change in the first row. A standby that takes the primary's place may give
  /// the number of a change that it never got to another one. Nothing tells of a change past
  /// regapp, so the history is always up to date.
  fileprivate func position(operation: Int) -> HistoryPosition {
    HistoryPosition(number: number(0, 0) ?? 0, isUpToDate: true, identity: self[0, operation])
  }
}

extension HistoryEntry {
  /// A change in a row that begins with `head`.
  fileprivate init(
    _ rows: Rows, _ row: Int, _ accounts: [AccountRecord], isExcerpt: Bool, keepsDocuments: Bool
  ) {
    let count = (rows.number(row, 6) ?? -1) + 1
    let rest = rows[row, 7].map(ChangeRemainder.init)
    self.init(
      number: rows.number(row, 0), time: rows.number(row, 1), user: rows[row, 2],
      by: rows[row, 3], via: rows[row, 4].map(ChangeOrigin.init(word:)),
      did: rows[row, 5].map(ChangeKind.init(word:)) ?? .byHand,
      accounts: accounts, count: rest?.count ?? count,
      isExcerpt: isExcerpt && count > accounts.count,
      document: keepsDocuments ? rest?.document : rest?.document?.ofTable,
      undid: rest?.undid ?? [])
    byID = rows[row, 9].flatMap { AccountID($0) }
  }

  /// Whether it only says that a database was begun without accounts: it concerns no account.
  var isBeginning: Bool { did == .register && count == 0 && document == nil }
}

extension DocumentRecord {
  /// The change as it can be taken back here: the rulebook is the owner's.
  fileprivate var ofTable: DocumentRecord {
    let others = ["regapp", "rules", "accounts"]
    return keys.contains(where: others.contains) ? withoutValues : self
  }
}

extension AccountRecord {
  /// The record in a row; an empty one if another hand wrote something else.
  fileprivate init(row: String) {
    self = AccountRecord(recorded: row) ?? AccountRecord(name: nil, nil)
  }
}
