import Accounts

/// Some rows of the table, and the rulebook, as one statement read them.
struct RowSnapshot: Sendable {
  private(set) var accounts: RowSet
  /// The version of each row; a write names the one that it saw.
  let versions: [RowVersion]
  /// Whether the user may write accounts.
  let mayWrite: Bool
  /// Whether there are no accounts at all.
  let isEmpty: Bool
  /// The number of the rulebook: another one has another number. Nil if nobody asks.
  let rulebookVersion: Int?
  /// The text of what else is around the accounts.
  let own: String?

  /// This empty table under another rulebook.
  func under(
    _ rules: String, _ source: String, today: CalendarDay
  ) throws(AccountsError) -> RowSnapshot {
    var table = self
    table.accounts = try RowSet(source: source, rules: rules, own: own, [], today: today)
    return table
  }

  /// A row at one time.
  struct RowVersion: Sendable, Hashable {
    let key: String
    /// The email and user name columns; nil if the statement did not read them.
    let (email, username): (String?, String?)
    let number: Int
    let operation: OperationID
    /// The value of the column `id`, also where it says nothing; nil if the statement did not read
    /// it.
    let id: AccountID?

    /// To `==` of texts, a letter and its accent are one.
    static func == (left: RowVersion, right: RowVersion) -> Bool {
      left.operation == right.operation && left.number == right.number
        && sameText(left.key, right.key)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(key)
      hasher.combine(number)
    }

    /// Whether another row in its place would have the same names.
    func keepsNames(as row: AccountRow) -> Bool {
      sameText(key, row.key) && sameText(email, row.email) && sameText(username, row.username)
    }
  }
}

extension PostgresStore {
  /// Whether this user writes accounts. An owner's role may have a right to columns alone.
  static let mayWrite = "has_any_column_privilege('public.account', 'UPDATE')"

  private static let found = """
    SELECT schema, rules, \(mayWrite), is_empty, key, doc, password, version, op, held, own, given
    FROM regapp_api.regapp_find($1, $2, $3) ORDER BY key
    """

  /// The accounts that have any of some names or UUIDs, each once, in any order.
  static func rowsNamed(_ emails: String, _ usernames: String, ids: String? = nil) -> String {
    """
    SELECT e.* FROM public.account e
    WHERE e.email_key = ANY (\(emails)) OR e.username_key = ANY (\(usernames))\
    \(ids.map { " OR e.id = ANY (\($0))" } ?? "")
    """
  }

  /// The same, and how long attempts under a name have to wait.
  private static let foundWithWait = """
    SELECT f.schema, f.rules, \(mayWrite), f.is_empty, f.key, f.doc, f.password, f.version, f.op,
      f.held, f.own, f.given, w.rest
    FROM regapp_api.regapp_find($1, $2, $3) f, regapp_api.regapp_rest($4, $5) w (rest)
    ORDER BY f.key
    """

  /// What is around the accounts may be long, and comes once.
  private static let named = """
    SELECT b.schema, b.rules, \(mayWrite),
      (SELECT key FROM public.account ORDER BY key LIMIT 1) IS NULL, a.key, a.doc, a.password,
      a.version, a.op, \(Schema.held(of: "a")),
      CASE WHEN row_number() OVER (ORDER BY a.key) = 1 THEN b.own END,
      \(Schema.given(of: "a")), b.version, a.email_key, a.username_key, a.id
    FROM public.base b LEFT JOIN LATERAL (\(rowsNamed("$1", "$2", ids: "$3"))) a ON true
    ORDER BY a.key
    """

  /// The rows that have a name, by statements that a login server may make; those of several names
  /// by one that an administrator may.
  func table(_ lookup: Lookup) async throws(AccountsError) -> RowSnapshot {
    try await table(lookup, Self.found)
  }

  /// The same, and how long an attempt has to wait.
  func table(
    _ lookup: Lookup, for attempt: LoginAttempt
  ) async throws(AccountsError) -> (table: RowSnapshot, wait: Int?) {
    var wait: Int?
    let table = try await table(lookup, Self.foundWithWait, Self.counted(attempt)) { rows in
      wait = rows.number(0, 12)
    }
    return (table, wait)
  }

  /// - Parameter further: the parameters behind the three names.
  private func table(
    _ lookup: Lookup, _ statement: String, _ further: [Parameter] = [],
    _ readFurther: (Rows) -> Void = { _ in }
  ) async throws(AccountsError) -> RowSnapshot {
    var (email, username, first): (String?, String?, String?)
    switch lookup {
    case .name(let name, let field):
      // Without a field it may be any: which one it is, the rulebook decides, which comes along.
      if field != .username { email = name.key }
      if field != .email { username = name.key }
    case .names(let names):
      return try await table(
        of: names.lazy.flatMap { name in Field.keys.map { NameKey($0, name) } })
    case .firstName(let name): first = PersonName.key(of: name)
    case .ids(let ids): return try await table(of: EmptyCollection<NameKey>(), ids: ids)
    case .onlyAccount: break
    }
    let parameters = [email, username, first].map { Parameter.text($0) }
    let (rows, today) = (
      try await onServer { connection throws(Failure) in
        try connection.run(statement, parameters + further, isFrequent: true)
      }, today()
    )
    if rows.columns > 12, rows.count > 0 { readFurther(rows) }
    return try table([rows], today: today, hasNames: false)
  }

  /// The rows that have any of some names, emails and user names, or of some UUIDs.
  ///
  /// - Parameter isUsable: throws if what is around the accounts makes them unusable.
  func table(
    of names: some Sequence<NameKey>, ids: some Sequence<AccountID> = EmptyCollection<AccountID>(),
    isUsable: Bool = true
  ) async throws(AccountsError) -> RowSnapshot {
    let today = today()
    var answers: [Rows] = []
    var (restOfNames, restOfIDs) = (names.makeIterator(), ids.makeIterator())
    while true {
      // A million are many statements, none of which takes long.
      var (names, ids): ([NameKey], [AccountID]) = ([], [])
      while names.count < 50_000, let name = restOfNames.next() { names.append(name) }
      while names.count + ids.count < 50_000, let id = restOfIDs.next() { ids.append(id) }
      if names.isEmpty, ids.isEmpty, !answers.isEmpty { break }
      // For many, the server is to look at how many there are.
      let isFew = names.count + ids.count <= 200
      let parameters = Self.names(of: names) + [.ids(ids)]
      answers.append(
        try await onServer { connection throws(Failure) in
          try connection.run(Self.named, parameters, isFrequent: isFew)
        })
      // Without accounts, nobody has a name.
      if answers[0].flag(0, 3) { break }
    }
    return try table(answers, today: today, hasNames: true, isUsable: isUsable)
  }

  /// The emails and the user names among some names.
  static func names(of ids: [NameKey]) -> [Parameter] {
    Field.keys.map { field in .texts(ids.filter { $0.field == field }.map(\.key)) }
  }

  /// - Parameters:
  ///   - hasNames: whether the rulebook's version and the rows' names are in the answers.
  ///   - isUsable: throws if what is around the accounts makes them unusable.
  func table(
    _ answers: [Rows], today: CalendarDay, hasNames: Bool, isUsable: Bool = true
  ) throws(AccountsError) -> RowSnapshot {
    guard let first = answers.first else { throw .internalFault }
    do throws(Failure) { try Schema.check(version: first.number(0, 0)) } catch {
      throw error.error(.read, address.subject)
    }
    var versions: [RowSnapshot.RowVersion] = []
    var accounts: [RowSet.Account] = []
    // An account may have come with two answers. To `==`, a letter and its accent are one.
    var seen: Set<[UInt8]> = []
    for rows in answers {
      for row in 0..<rows.count {
        guard let key = rows[row, 4], seen.insert(Array(key.utf8)).inserted,
          let document = rows[row, 5],
          let number = rows.number(row, 7), let operation = rows[row, 8].flatMap(OperationID.init)
        else { continue }
        accounts.append((document, rows[row, 6], rows[row, 11], rows[row, 9]))
        versions.append(
          RowSnapshot.RowVersion(
            key: key, email: hasNames ? rows[row, 13] : nil,
            username: hasNames ? rows[row, 14] : nil, number: number, operation: operation,
            id: hasNames ? rows[row, 15].flatMap { AccountID($0) } : nil))
      }
    }
    return RowSnapshot(
      accounts: try RowSet(
        source: address.subject, rules: first[0, 1] ?? "", own: first[0, 10], accounts,
        today: today, isUsable: isUsable),
      versions: versions, mayWrite: first.flag(0, 2), isEmpty: first.flag(0, 3),
      rulebookVersion: hasNames ? first.number(0, 12) : nil, own: first[0, 10])
  }
}
