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

  /// Goes by indexes from name to name, as accounts took them and left them. An account that took a
  /// name has it still, or a change tells that it went.
  func history(concerning names: [AccountName]) async throws(AccountsError) -> [HistoryEntry] {
    var (new, known) = (Set(names.map(\.key)), Set<String>())
    var found: [Int: [Int: AccountRecord]] = [:]
    while !new.isEmpty {
      known.formUnion(new)
      for (number, place, account) in try await accounts(under: Array(new)) {
        found[number, default: [:]][place] = account
      }
      let names = found.values.joined().flatMap { $0.value.allNames.map { AccountName($0).key } }
      new = Set(names).union(try await self.names(with: Array(new))).subtracting(known)
    }
    let numbers = Parameter.numbers(found.keys.sorted())
    let rows = try await onServer { connection throws(Failure) in
      try connection.run(
        "SELECT \(Self.head) FROM public.change c WHERE c.id = ANY ($1) ORDER BY c.id",
        [numbers])
    }
    return (0..<rows.count).map { row in
      let accounts = found[rows.number(row, 0) ?? 0] ?? [:]
      return HistoryEntry(
        rows, row, accounts.sorted { $0.key < $1.key }.map(\.value), isExcerpt: true,
        keepsDocuments: false)
    }
  }

  /// All the names of the accounts that have some names.
  private func names(with names: [String]) async throws(AccountsError) -> [String] {
    let parameters = [Parameter.texts(names)]
    let rows = try await onServer { connection throws(Failure) in
      try connection.run(
        "SELECT email_key, username_key FROM (\(Self.rowsNamed("$1", "$1"))) a", parameters)
    }
    return (0..<rows.count).flatMap { row in [rows[row, 0], rows[row, 1]].compactMap(\.self) }
  }

  /// The records of accounts that a change left some names, or that had them before it.
  private func accounts(
    under names: [String]
  ) async throws(AccountsError) -> [(change: Int, place: Int, account: AccountRecord)] {
    try checkCancellation()
    // An empty text stands for a name that cannot be kept, or that was forgotten.
    let names = names.filter { !$0.isEmpty }
    let old = Field.keys.map { field in
      """
      UNION ALL
      SELECT change, place, entry FROM public.change_account
      WHERE \(Schema.hasOld(field)) AND \(Schema.old(field)) = ANY ($2)
      """
    }
    let rows = try await onServer { connection throws(Failure) in
      try connection.run(
        """
        SELECT change, place, entry FROM public.change_account
        WHERE key = ANY ($1)
        \(old.joined(separator: "\n"))
        """, [.texts(names), .texts(names.map(Schema.old))])
    }
    return (0..<rows.count).map { row in
      (
        rows.number(row, 0) ?? 0, rows.number(row, 1) ?? 0,
        AccountRecord(row: rows[row, 2] ?? "")
      )
    }
  }

  private func position() async throws(AccountsError) -> HistoryPosition {
    try await onServer { connection throws(Failure) in
      try connection.run("SELECT id, op FROM public.change ORDER BY id DESC LIMIT 1")
    }.position(operation: 1)
  }

  func undo(
    _ steps: [UndoStep], at position: HistoryPosition, _ options: WriteOptions
  ) async throws(AccountsError) -> Outcome<Applied> {
    let steps = steps.map(\.withoutPlaces)
    let changes = steps.flatMap(\.changes)
    let names = changes.flatMap(\.nameKeys)
    return try await writing(options, on: (position, names), about: names.count) {
      () async throws(AccountsError) in
      guard try await self.position() == position else { throw .historyMovedOn }
      let table = try await self.table(of: names, ids: changes.flatMap(\.ids))
      let plan = try table.accounts.reversing(steps, options.ofRows)
      return (table, plan, Outcome(plan.applied), nil)
    }
  }

  func forget(_ names: [AccountName]) async throws(AccountsError) -> ForgetReport {
    let entries = Array(try await history(below: nil, limit: .max).entries.reversed())
    let known = HistoryNames(entries)
    let (found, forgotten) = (known.changes(of: names), known.names(of: names))
    guard !found.isEmpty else { return ForgetReport() }
    var left = entries
    for (index, accounts, isBy) in found { left[index].forget(accounts, isBy: isBy) }
    // A record that was copied from a file also says behind whom accounts stood.
    for index in left.indices { _ = left[index].forgetPlaces(behind: forgotten) }
    var changed: [(change: Int, place: Int, text: String)] = []
    for (old, new) in zip(entries, left) {
      for (place, account) in new.accounts.enumerated() where account != old.accounts[place] {
        changed.append((new.number ?? 0, place, account.recordedText))
      }
    }
    let byNobody = Parameter.numbers(found.filter(\.isBy).compactMap { left[$0.index].number })
    let logins = Parameter.texts(Array(forgotten.union(names.map(\.key))))
    let lines = changed
    let removed = try await inTime(about: entries.count) { () async throws(AccountsError) in
      try await self.owning(commitLimit: self.patience) { connection throws(Failure) in
        try connection.run("SET LOCAL statement_timeout = '\(Self.longPatience)s'")
        let changed = try lines + Self.orders(without: forgotten, connection)
        return try connection.run(
          "SELECT regapp_api.regapp_forget($1, $2, $3, $4, $5)",
          [
            .numbers(changed.map(\.change)),
            .array(changed.map { .place($0.place) }, of: Parameter.place(0).type),
            .texts(changed.map(\.text)), byNobody, logins,
          ], patience: Self.longPatience
        ).number(0, 0) ?? 0
      }
    }
    var report = ForgetReport(changes: found.count, names: forgotten.sorted())
    report.forgotLogins = removed > 0
    return report
  }

  /// The rest of each change that is about no account, its orders without some names.
  private static func orders(
    without names: Set<String>, _ connection: Connection
  ) throws(Failure) -> [(change: Int, place: Int, text: String)] {
    let rows = try connection.run(
      "SELECT change, entry FROM public.change_account WHERE place = \(ChangeRemainder.place)",
      patience: longPatience)
    return (0..<rows.count).compactMap { row in
      let text = rows[row, 1] ?? ""
      var rest = ChangeRemainder(text)
      guard let document = rest.document else { return nil }
      rest.document = document.forgetting(names)
      return rest.text == text
        ? nil : (rows.number(row, 0) ?? 0, ChangeRemainder.place, rest.text)
    }
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
      undid: rest?.undid ?? [], steps: rest?.steps ?? [])
    byID = rows[row, 9].flatMap { AccountID($0) }
  }

  /// Whether it only says that a database was begun without accounts: it concerns no account.
  var isBeginning: Bool { did == .register && count == 0 && document == nil }
}

extension DocumentRecord {
  /// The change as it can be taken back here. A table has no order, and its rulebook is its owner's.
  fileprivate var ofTable: DocumentRecord {
    let others = ["regapp", "rules", "accounts"]
    return order == nil && !keys.contains(where: others.contains) ? self : withoutValues
  }
}

extension AccountRecord {
  /// The record in a row; an empty one if another hand wrote something else.
  fileprivate init(row: String) {
    self = AccountRecord(recorded: row) ?? AccountRecord(name: nil, nil)
  }
}
