import Accounts
import AccountsText

/// A listing that has begun and not ended: a connection that sees the accounts as they were when it
/// began, whatever others write.
struct OpenListing {
  let number: Int
  let connection: Connection
  /// The rulebook's text.
  let rules: String
}

/// A page's end.
private struct PagePlace: Sendable {
  var listing = 0
  /// The key behind which rows are read on; nil if there are no others.
  var key: String? = ""
  /// The accounts that were found before that, and are on no page yet.
  var found: ArraySlice<StoredAccount> = []
  var rulebook: Rulebook?
}

extension PostgresStore {
  func page(_ request: PageRequest) async throws(AccountsError) -> Page {
    var place = PagePlace()
    if let token = request.cursor?.token {
      guard let known = token as? PagePlace else { throw .internalFault }
      place = known
    }
    let isNarrowed = request.text != nil || request.group != nil
    while place.found.count < request.limit || place.rulebook == nil, place.key != nil {
      // Of a long listing, no more than some rows are here at a time.
      let most = isNarrowed ? Self.mostRowsAtOnce : max(0, request.limit - place.found.count)
      let today = today()
      let rows = try await part(behind: &place, most: min(most, Self.mostRowsAtOnce))
      place.rulebook = place.rulebook ?? rows.rulebook
      var (listing, _) = rows.file.listing(request, today: today, sharing: false)
      place.found += listing.popFirst(
        .max, today: today, withOwnKeys: request.includesOwnKeys)
    }
    let accounts = Array(place.found.prefix(request.limit))
    place.found = place.found.dropFirst(request.limit)
    let isLast = place.key == nil && place.found.isEmpty
    return Page(
      rulebook: place.rulebook ?? .register, accounts: accounts,
      next: isLast ? nil : Page.Cursor(place))
  }

  /// Calls `body` with all rows, some at a time, as they are when it begins.
  func forEachPart(
    _ body: (RowSet) throws(AccountsError) -> Void
  ) async throws(AccountsError) {
    var place = PagePlace()
    while place.key != nil {
      try body(try await part(behind: &place, most: Self.mostRowsAtOnce))
    }
  }

  /// The most rows that are read at once.
  static let mostRowsAtOnce = 5_000

  /// The rows behind a place, which becomes the one behind them: at most as many, in the order of their
  /// keys.
  private func part(
    behind place: inout PagePlace, most: Int
  ) async throws(AccountsError) -> RowSet {
    // Another server goes on behind the same key.
    var deadline: TimeLimit?
    while true {
      try checkCancellation()
      let listing = try await listing(place.listing)
      let (rows, next): (TableRows, String?)
      do throws(Failure) {
        (rows, next) = try Self.rows(behind: place.key ?? "", most: most, listing.connection)
      } catch {
        leave(listing.connection)
        self.listing = nil
        let until = deadline ?? TimeLimit(seconds: patience)
        deadline = until
        guard error.isOfServer, !until.isPast else { throw error.error(.read, address.subject) }
        continue
      }
      (place.listing, place.key) = (listing.number, next)
      if next == nil { endListing(listing.number) }
      return try RowSet(
        source: address.subject, rules: listing.rules, rows.map { ($0.document, $0.password) },
        today: today())
    }
  }

  typealias TableRows = [(key: String, document: String, password: String?)]

  /// The rows behind a key, at most as many, and the key of the last of them; nil if there are no others.
  static func rows(
    behind key: String, most: Int, _ connection: Connection, patience: Int? = nil
  ) throws(Failure) -> (rows: TableRows, next: String?) {
    // One more than can be taken shows whether there are others behind.
    let rows = try connection.run(
      """
      SELECT key, doc, password FROM public.account WHERE key > $1 ORDER BY key LIMIT $2
      """, [.text(key), .number(most + 1)], patience: patience)
    let found = (0..<min(rows.count, most)).map { row in
      (key: rows[row, 0] ?? "", document: rows[row, 1] ?? "", password: rows[row, 2])
    }
    return (found, rows.count > most ? found.last?.key ?? key : nil)
  }

  /// The listing of a number, or a new one.
  private func listing(_ number: Int) async throws(AccountsError) -> OpenListing {
    if let listing, listing.number == number { return listing }
    // A listing that was left off gives its connection to this one.
    if let listing { endListing(listing.number) }
    let number = listings + 1
    let begun = try await reading { connection throws(Failure) in
      try connection.begin("ISOLATION LEVEL REPEATABLE READ READ ONLY")
      let rules: String
      do throws(Failure) { rules = try connection.base().rules } catch {
        connection.rollBack()
        throw error
      }
      return OpenListing(number: number, connection: takeConnection(connection), rules: rules)
    }
    (listings, listing) = (number, begun)
    return begun
  }

  private func endListing(_ number: Int) {
    guard let listing, listing.number == number else { return }
    self.listing = nil
    if (try? listing.connection.run("COMMIT")) != nil { giveBack(listing.connection) }
  }
}
