import Accounts
import AccountsDocument
import Synchronization

/// A listing that has begun and not ended: a connection that sees the accounts as they were when it
/// began, while others write.
struct OpenListing: Sendable {
  let number: Int
  let connection: PooledConnection
  /// The rulebook's text, and that of what else is around the accounts.
  let base: (rules: String, own: String?)
}

/// A page's end.
private struct ListingCursor: Sendable {
  var listing = 0
  /// The key behind which rows are read on; nil if there are no others.
  var key: String? = ""
  /// Reads the rows behind that key meanwhile.
  var ahead: Task<Result<Part, AccountsError>?, Never>?
  /// The accounts that were found before that, and are on no page yet.
  var found: ArraySlice<StoredAccount> = []
  var rulebook: Rulebook?
  /// Throws if what is around the accounts makes them unusable.
  var isUsable = true
}

/// Some rows of a listing.
private struct Part: Sendable {
  let listing: Int
  let rows: RowSet
  /// The key behind which there are others; nil if there are none.
  let next: String?
}

// The rows of a listing are read by the store, parsed and judged outside of it. While some are
// judged, the next ones are read and parsed.
extension PostgresStore {
  func page(_ request: PageRequest) async throws(AccountsError) -> Page {
    var place = ListingCursor()
    if let token = request.cursor?.token {
      guard let known = token as? ListingCursor else { throw .internalFault }
      place = known
    }
    let isNarrowed = request.text != nil || request.group != nil
    while place.found.count < request.limit || place.rulebook == nil, place.key != nil {
      // No more than some rows of a long listing are here at a time.
      let most = isNarrowed ? Self.mostRowsAtOnce : max(0, request.limit - place.found.count)
      let today = today()
      let rows = try await rows(behind: &place, most: min(most, Self.mostRowsAtOnce))
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
  ///
  /// - Parameter isUsable: throws if what is around the accounts makes them unusable.
  func forEachPart(
    isUsable: Bool = true, _ body: (RowSet) throws(AccountsError) -> Void
  ) async throws(AccountsError) {
    var place = ListingCursor(isUsable: isUsable)
    while place.key != nil {
      try body(try await rows(behind: &place, most: Self.mostRowsAtOnce))
    }
  }

  /// The most rows that are read at once.
  static let mostRowsAtOnce = 5_000

  /// The rows behind a place, which becomes the one behind them, in the order of their keys: at
  /// most as many, or those that were read ahead.
  private func rows(
    behind place: inout ListingCursor, most: Int
  ) async throws(AccountsError) -> RowSet {
    var read: Result<Part, AccountsError>?
    if let ahead = place.ahead {
      read = await withTaskCancellationHandler {
        await ahead.value
      } onCancel: {
        ahead.cancel()
      }
    }
    try checkCancellation()
    let part: Part
    if let read {
      part = try read.get()
    } else {
      part = try self.part(
        try await text(behind: place.key ?? "", of: place.listing, most: most),
        isUsable: place.isUsable)
    }
    (place.listing, place.key, place.ahead) = (part.listing, part.next, nil)
    if let next = part.next, most > 0 {
      // A reader who goes on is likely to read much, so each part is longer than the one before.
      let most = min(4 * most, Self.mostRowsAtOnce)
      let isUsable = place.isUsable
      place.ahead = Task {
        await partAhead(behind: next, of: part.listing, most: most, isUsable: isUsable)
      }
    }
    return part.rows
  }

  private func part(_ read: ReadText, isUsable: Bool) throws(AccountsError) -> Part {
    let rows = try RowSet(
      source: address.subject, read.text, today: today(), isUsable: isUsable)
    return Part(listing: read.listing, rows: rows, next: read.next)
  }

  /// The rows behind a key of a listing that goes on; nil if the listing or its server is gone, so
  /// that who needs the rows reads them again.
  private func partAhead(
    behind key: String, of number: Int, most: Int, isUsable: Bool
  ) async -> Result<Part, AccountsError>? {
    do throws(AccountsError) {
      guard let read = try await textAhead(behind: key, of: number, most: most) else { return nil }
      return .success(try part(read, isUsable: isUsable))
    } catch {
      return .failure(error)
    }
  }

  private typealias ReadText = (listing: Int, text: RowsText, next: String?)

  private func textAhead(
    behind key: String, of number: Int, most: Int
  ) async throws(AccountsError) -> ReadText? {
    let open = memory.withLock { $0.listing }
    guard let open, open.number == number else { return nil }
    do throws(Failure) { return try await text(behind: key, most: most, open) } catch {
      guard error.mayWorkElsewhere else { throw error.error(.read, address.subject) }
      return nil
    }
  }

  private func text(
    behind key: String, of number: Int, most: Int
  ) async throws(AccountsError) -> ReadText {
    // Another server goes on behind the same key.
    var deadline: TimeLimit?
    while true {
      try checkCancellation()
      let listing = try await listing(number)
      do throws(Failure) { return try await text(behind: key, most: most, listing) } catch {
        let until = deadline ?? TimeLimit(seconds: patience)
        deadline = until
        guard error.mayWorkElsewhere, !until.isPast else {
          throw error.error(.read, address.subject)
        }
      }
    }
  }

  /// Reads rows of a listing, which ends with the last of them, or if they cannot be read.
  private func text(
    behind key: String, most: Int, _ listing: OpenListing
  ) async throws(Failure) -> ReadText {
    do throws(Failure) {
      let rows = try await listing.connection.goOn { connection throws(Failure) in
        try Self.rows(behind: key, most: most, connection)
      }
      if rows.next == nil { await endListing(listing.number) }
      var text = RowsText(rules: listing.base.rules, own: listing.base.own)
      for row in 0..<rows.count {
        rows.all.withBytes(row, 1) { document in
          rows.all.withBytes(row, 2) {
            text.append(
              document ?? UnsafeBufferPointer(start: nil, count: 0), password: $0,
              given: rows.all[row, 4], held: rows.all[row, 3])
          }
        }
      }
      return (listing.number, text, rows.next)
    } catch {
      memory.withLock { $0.listing = nil }
      throw error
    }
  }

  /// Reads rows behind a key, each with key, document, password, `Schema.held` and `Schema.given`. The first
  /// `count` belong to this part; `next` is the key of the last of them, nil at the end.
  static func rows(
    behind key: String, most: Int, _ connection: Connection, patience: Int? = nil
  ) throws(Failure) -> (all: Rows, count: Int, next: String?) {
    // One more than can be taken shows whether there are others behind.
    let rows = try connection.run(
      """
      SELECT a.key, a.doc, a.password, \(Schema.held(of: "a")), \(Schema.given(of: "a"))
      FROM public.account a WHERE a.key > $1 ORDER BY a.key LIMIT $2
      """, [.text(key), .number(most + 1)], patience: patience)
    let count = min(rows.count, most)
    guard rows.count > most else { return (rows, count, nil) }
    return (rows, count, count > 0 ? rows[count - 1, 0] ?? key : key)
  }

  /// The listing of a number, or a new one.
  private func listing(_ number: Int) async throws(AccountsError) -> OpenListing {
    let open = memory.withLock { $0.listing }
    if let open, open.number == number { return open }
    // A listing that was left off gives its connection to this one.
    if let open { await endListing(open.number) }
    let taken = try await pool.take(.reading)
    let base: (rules: String, own: String?)
    do throws(AccountsError) {
      base = try await taken.connection.ask(.reading) { connection throws(Failure) in
        try connection.begin("ISOLATION LEVEL REPEATABLE READ READ ONLY")
        do throws(Failure) { return try connection.base() } catch {
          connection.rollBack()
          throw error
        }
      }
    } catch {
      pool.giveBack(taken)
      throw error
    }
    // It is the listing's alone until that ends.
    pool.giveAway(taken)
    return memory.withLock { memory in
      memory.listings += 1
      let begun = OpenListing(
        number: memory.listings, connection: taken.connection, base: base)
      memory.listing = begun
      return begun
    }
  }

  private func endListing(_ number: Int) async {
    let ended = memory.withLock { memory -> OpenListing? in
      guard let open = memory.listing, open.number == number else { return nil }
      memory.listing = nil
      return open
    }
    guard let connection = ended?.connection else { return }
    let over = try? await connection.goOn { connection throws(Failure) in
      try connection.run("COMMIT")
    }
    if over != nil { pool.takeBack(connection) }
  }
}
