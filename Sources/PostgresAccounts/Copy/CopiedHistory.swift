#if Postgres
  import Accounts
  import AccountsFile
  import AccountsText
  import LosslessJSON

  /// What a table has of a change besides what became of accounts: how many they were, where they are not
  /// named, and what became of the text around them. It is an entry before the first one.
  ///
  /// A change made in a database has none.
  struct ChangeRemainder: Sendable {
    static let place = -1

    var count: Int?
    var document: DocumentRecord?

    init(count: Int?, document: DocumentRecord?) { (self.count, self.document) = (count, document) }

    init(_ text: String) {
      let object = JSONObject(parsing: Array(text.utf8))
      count = object?.integer("count")
      document = object.flatMap { object in
        object["document"].flatMap { DocumentRecord(recorded: $0, in: object.document) }
      }
    }

    var text: String {
      var members: [JSONLiteral.Member] = []
      if let count { members.append(.init("count", .integer(count))) }
      if let document { members.append(.init("document", document.json)) }
      return JSONLiteral.object(members).text(style: .compact)
    }
  }

  /// The rows of the table of what changes did to accounts, one after another, for changes in their order.
  struct EntryRows {
    typealias Row = (change: Int, place: Int, key: String, text: String)

    private let history: HistoryLines
    private var index = 0
    private var rows: ArraySlice<Row> = []

    init(_ history: HistoryLines) { self.history = history }

    static func rows(of entry: HistoryEntry) -> [Row] {
      let number = entry.number ?? 0
      var rows: [Row] = entry.accounts.enumerated().map { place, account in
        let key = (account.newName ?? account.name).map { AccountName($0).key } ?? ""
        // Who has such a name is found by no index.
        let isFound = !key.utf8.contains(0) && key.utf8.count <= AccountRow.longestName
        return (number, place, isFound ? key : "", account.recordedText)
      }
      let count = entry.count > entry.accounts.count ? entry.count : nil
      if count != nil || entry.document != nil || rows.isEmpty {
        let rest = ChangeRemainder(count: count, document: entry.document)
        rows.insert((number, ChangeRemainder.place, "", rest.text), at: 0)
      }
      return rows
    }

    /// How many there are.
    var count: Int {
      (0..<history.count).reduce(0) { sum, index in
        guard let entry = history.entry(index) else { return sum }
        let hasRest =
          entry.accounts.isEmpty || entry.count > entry.accounts.count || entry.document != nil
        return sum + entry.accounts.count + (hasRest ? 1 : 0)
      }
    }

    mutating func next() -> Row? {
      while rows.isEmpty {
        guard index < history.count else { return nil }
        if let entry = history.entry(index) { rows = Self.rows(of: entry)[...] }
        index += 1
      }
      return rows.popFirst()
    }
  }

  extension UndoStep {
    /// The same for a table, which has no order, no comments and no shared names: changes that were copied
    /// from a file have.
    var withoutPlaces: UndoStep {
      guard case .accounts(let changes) = self else { return self }
      return .accounts(
        changes.map { change in
          guard case .takeBack(var account, let passwordMayDiffer, _) = change else {
            return change
          }
          account.place = nil
          return .takeBack(account, passwordMayDiffer: passwordMayDiffer)
        })
    }
  }
#endif
