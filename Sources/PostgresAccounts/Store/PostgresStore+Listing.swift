#if Postgres
  import Accounts
  import AccountsText

  /// A listing that has begun and not ended: a connection that sees the accounts as they were when it
  /// began, whatever others write.
  struct OpenListing {
    let number: Int
    let connection: Connection
    /// The rulebook's text.
    let rules: String
    /// Rows that were read with those before.
    var ahead: RowsAhead?
  }

  /// Rows of which the first have been taken.
  struct RowsAhead {
    let rows: Rows
    /// How many there are to take.
    let count: Int
    var taken = 0
    /// Whether there are no others behind them.
    let isLast: Bool

    /// - Parameters:
    ///   - rows: with one more than `most` where there are others behind.
    init(_ rows: Rows, most: Int) {
      self.rows = rows
      count = min(rows.count, most)
      isLast = rows.count <= most
    }

    /// Whether the next row is the one behind a key.
    func goesOn(behind key: String) -> Bool {
      taken > 0 && sameText(rows[taken - 1, 0], key)
    }
  }

  /// A page's end.
  private struct PagePlace: Sendable {
    var listing = 0
    var key = ""
    /// Up to which key one statement searches, where that is known; nil within for the last of all.
    var stretch: String??
  }

  extension PostgresStore {
    func page(_ request: PageRequest) async throws(AccountsError) -> Page {
      var place = PagePlace()
      if let token = request.cursor?.token {
        guard let known = token as? PagePlace else { throw .internalFault }
        place = known
      }
      let filter = RowFilter(request)
      var accounts: [StoredAccount] = []
      var rulebook: Rulebook?
      while true {
        try checkCancellation()
        // Of a long listing, no more than some rows are here at a time.
        let wanted = min(max(0, request.limit - accounts.count), Self.mostRowsAtOnce)
        let today = today()
        let part = try await part(behind: place, most: wanted, filter)
        // What the server leaves may be more than is meant: case and the form of letters are the
        // library's.
        var (listing, _) = part.rows.file.listing(request, today: today, sharing: false)
        accounts += listing.popFirst(
          .max, today: today, withOwnKeys: request.includesOwnKeys)
        rulebook = rulebook ?? part.rows.rulebook
        place = part.end
        guard part.isLast || accounts.count >= request.limit else { continue }
        if part.isLast { endListing(place.listing) }
        return Page(
          rulebook: rulebook ?? .register, accounts: accounts,
          next: part.isLast ? nil : Page.Cursor(place))
      }
    }

    /// Calls `body` with all rows, some at a time, as they are when it begins.
    func forEachPart(
      _ body: (RowSet) throws(AccountsError) -> Void
    ) async throws(AccountsError) {
      var place = PagePlace()
      while true {
        try checkCancellation()
        let part = try await part(behind: place, most: Self.mostRowsAtOnce, nil)
        place = part.end
        if part.isLast { endListing(place.listing) }
        try body(part.rows)
        if part.isLast { return }
      }
    }

    /// The most rows that are read at once.
    static let mostRowsAtOnce = 1_000
    /// The most rows that are read and not taken yet.
    static let mostReadAhead = 5_000
    /// How many rows one statement searches: it takes no longer than a statement may.
    static let mostSearchedAtOnce = 50_000

    /// The rows behind a place: at most as many, in the order of their keys.
    private func part(
      behind place: PagePlace, most: Int, _ filter: RowFilter?
    ) async throws(AccountsError) -> (rows: RowSet, end: PagePlace, isLast: Bool) {
      // Another server goes on behind the same key.
      for _ in 0..<Self.attempts {
        var listing = try await listing(place.listing)
        var end = place
        end.listing = listing.number
        let (rows, range, isLast): (Rows, Range<Int>, Bool)
        do throws(Failure) {
          (rows, range, isLast) = try Self.rows(behind: &end, most: most, filter, &listing)
          self.listing = listing
        } catch {
          self.listing = nil
          guard error.isOfServer else { throw error.error(.read, address.subject) }
          continue
        }
        return (
          try rows.set(range, under: listing.rules, address.subject, today: today()), end, isLast
        )
      }
      throw Failure.lost(inTime: true).error(.read, address.subject)
    }

    /// The rows behind a place, and whether there are no others.
    ///
    /// - Parameter place: becomes the place behind the last of them.
    private static func rows(
      behind place: inout PagePlace, most: Int, _ filter: RowFilter?, _ listing: inout OpenListing
    ) throws(Failure) -> (rows: Rows, range: Range<Int>, isLast: Bool) {
      guard let filter else {
        var ahead: RowsAhead
        if let known = listing.ahead, known.goesOn(behind: place.key) {
          ahead = known
        } else {
          // Who goes on is likely to go on: on a busy machine, each answer is waited for.
          let isFirst = place.key.isEmpty
          let count = isFirst ? most : min(most * 5, max(most, mostReadAhead))
          ahead = RowsAhead(
            try listing.connection.run(
              """
              SELECT key, doc, password FROM public.account
              WHERE key > $1 ORDER BY key LIMIT $2
              """, [.text(place.key), .number(count + 1)]), most: count)
        }
        let range = ahead.taken..<min(ahead.taken + most, ahead.count)
        ahead.taken = range.upperBound
        place.key = ahead.rows.lastKey(range) ?? place.key
        listing.ahead = ahead.taken < ahead.count ? ahead : nil
        return (ahead.rows, range, ahead.isLast && ahead.taken == ahead.count)
      }
      // One more than can be taken shows whether there are others behind.
      let parameters = [Parameter.text(place.key), .number(most + 1)]
      let connection = listing.connection
      let last: String?
      if let known = place.stretch {
        last = known
      } else {
        let end = try connection.run(
          """
          SELECT key FROM public.account
          WHERE key > $1 ORDER BY key OFFSET $2 LIMIT 1
          """, [.text(place.key), .number(mostSearchedAtOnce - 1)])
        last = end.count > 0 ? end[0, 0] : nil
      }
      let rows = try connection.run(
        """
        SELECT key, doc, password FROM public.account
        WHERE key > $1 AND ($3 IS NULL OR key <= $3)
          AND \(filter.condition(from: 4)) ORDER BY key LIMIT $2
        """, parameters + [.text(last)] + filter.parameters)
      let range = 0..<min(rows.count, most)
      guard rows.count <= most else {
        place.key = rows.lastKey(range) ?? place.key
        place.stretch = .some(last)
        return (rows, range, false)
      }
      place.key = last ?? place.key
      place.stretch = nil
      return (rows, range, last == nil)
    }

    /// The listing of a number, or a new one.
    private func listing(_ number: Int) async throws(AccountsError) -> OpenListing {
      if let listing, listing.number == number { return listing }
      // A listing that was left off gives its connection to this one.
      if let listing { endListing(listing.number) }
      let number = listings + 1
      let (begun, schema) = try await reading { connection throws(Failure) in
        try connection.begin("ISOLATION LEVEL REPEATABLE READ READ ONLY")
        let base = try connection.run("SELECT schema, rules FROM public.base")
        let listing = OpenListing(
          number: number, connection: takeConnection(connection), rules: base[0, 1] ?? "")
        return (listing, base.number(0, 0))
      }
      try checkSchema(schema)
      (listings, listing) = (number, begun)
      return begun
    }

    private func endListing(_ number: Int) {
      guard let listing, listing.number == number else { return }
      self.listing = nil
      if (try? listing.connection.run("COMMIT")) != nil { giveBack(listing.connection) }
    }
  }

  extension Rows {
    /// The key of the last of some rows.
    fileprivate func lastKey(_ range: Range<Int>) -> String? { range.last.flatMap { self[$0, 0] } }

    /// Some of the rows, of whose columns the second is the text, and the third the password.
    fileprivate func set(
      _ range: Range<Int>, under rules: String, _ source: String, today: CalendarDay
    ) throws(AccountsError) -> RowSet {
      var text = RowsText(rules: rules)
      for row in range {
        withBytes(row, 1) { document in
          withBytes(row, 2) { password in
            guard let document else { return }
            if let password {
              text.append(document.span, password: password.span)
            } else {
              text.append(document.span, password: nil)
            }
          }
        }
      }
      return try RowSet(source: source, text, today: today)
    }
  }

  /// What the server can tell of the rows that a listing is to have: none of those that it leaves out
  /// is meant, but not each of the others is.
  private struct RowFilter {
    /// Words that the texts of the accounts hold, in lower case.
    private var words: [String] = []
    /// The group as JSON writes it.
    private var group: String?

    /// Nil where the server can tell nothing.
    init?(_ request: PageRequest) {
      func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
      }
      if let text = request.text?.lowercased(), isPlain(text) {
        // The name is looked for as a whole, and kept in two parts.
        words = text.split(separator: " ").prefix(8).map(String.init)
      }
      if let name = request.group, isPlain(name) { group = "\"\(name)\"" }
      if words.isEmpty, group == nil { return nil }
    }

    /// - Parameter from: its parameters begin here.
    func condition(from: Int) -> String {
      let words = words.indices.map { index in
        "strpos(lower(doc COLLATE \"C\"), $\(from + 1 + index)) > 0"
      }
      let groups = (group.map { [$0] } ?? []).map { _ in
        "strpos(doc, $\(from + 1 + words.count)) > 0"
      }
      // What is written with escapes or with other letters may be the same.
      return """
        (\((words + groups).joined(separator: " AND "))
          OR strpos(doc, $\(from)) > 0
          OR octet_length(doc) <> length(doc))
        """
    }

    var parameters: [Parameter] {
      (["\\"] + words + (group.map { [$0] } ?? [])).map { Parameter.text($0) }
    }
  }
#endif
