#if Postgres
  import Accounts
  import AccountsText

  extension PostgresStore: AccountStore {
    func rulebook() async throws(AccountsError) -> Rulebook {
      try await table(.onlyAccount).readRulebook
    }

    /// No account opens here without a login: a database is not one person's.
    func find(_ lookup: Lookup) async throws(AccountsError) -> LookupResult {
      let table = try await table(lookup)
      let accounts = table.accounts.accounts()
      return LookupResult(
        rulebook: table.readRulebook,
        accounts: table.accounts.positions(lookup).map { accounts[$0] },
        storeIsEmpty: table.isEmpty)
    }

    static let pageOfRows = """
      SELECT b.schema, b.rules, true, a.key IS NULL, a.key, a.doc, a.password, a.version, a.op
      FROM public.base b LEFT JOIN LATERAL (
        SELECT * FROM public.account WHERE key \(Operator.greater) $1 ORDER BY key LIMIT $2
      ) a ON true
      """

    /// A page's end, in a listing that sees the accounts as they were when it began.
    private struct PagePlace: Sendable {
      let listing: Int
      let key: String
    }

    func page(_ request: PageRequest) async throws(AccountsError) -> Page {
      var key = ""
      let listing: Int
      if let token = request.cursor?.token {
        guard let place = token as? PagePlace else { throw .internalFault }
        (listing, key) = (place.listing, place.key)
      } else {
        listing = try await beginListing()
      }
      let sought = request.text?.lowercased()
      let isNarrowed = sought != nil || request.group != nil
      var accounts: [StoredAccount] = []
      while true {
        try checkCancellation()
        // One more than can be taken shows whether there are others behind. What is narrowed down is
        // looked for here: case and the form of letters are the library's.
        let wanted = isNarrowed ? 1_000 : min(request.limit - accounts.count, 1_000) + 1
        let today = today()
        let table = try table([try await listed(listing, key, wanted)], today: today)
        let found = table.accounts.accounts(withOwnKeys: request.includesOwnKeys)
        var isEnd = found.count < wanted
        for (account, version) in zip(found, table.versions) {
          if accounts.count >= request.limit {
            isEnd = false
            break
          }
          key = version.key
          let holdsText = sought.map { account.values.contains($0) } ?? true
          let isMember = request.group.map { account.values.groups.contains($0) } ?? true
          if holdsText, isMember { accounts.append(account) }
        }
        guard isEnd || accounts.count >= request.limit else { continue }
        if isEnd { endListing(listing) }
        let next = isEnd ? nil : Page.Cursor(PagePlace(listing: listing, key: key))
        return Page(rulebook: table.readRulebook, accounts: accounts, next: next)
      }
    }

    /// A connection that sees the accounts as they are now, whatever others write.
    private func beginListing() async throws(AccountsError) -> Int {
      // A listing that was left off gives its connection to this one.
      if let listing { endListing(listing.number) }
      let connection = try await reading { connection throws(Failure) in
        try connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        return takeConnection(connection)
      }
      listings += 1
      listing = (listings, connection)
      return listings
    }

    private func endListing(_ number: Int) {
      guard let listing, listing.number == number else { return }
      self.listing = nil
      if (try? listing.connection.run("COMMIT")) != nil { giveBack(listing.connection) }
    }

    private func listed(
      _ number: Int, _ key: String, _ limit: Int
    ) async throws(AccountsError) -> Rows {
      let parameters = [Parameter.text(key), .number(limit)]
      if let listing, listing.number == number {
        do throws(Failure) { return try listing.connection.run(Self.pageOfRows, parameters) } catch
        {
          self.listing = nil
          // Another server goes on behind the same key.
          guard error.isOfServer else { throw error.error(.read, address.subject) }
        }
      }
      return try await reading { connection throws(Failure) in
        try connection.run(Self.pageOfRows, parameters)
      }
    }
  }

  extension RowSnapshot {
    /// The rulebook to log in by: a user who may not write makes no accounts, and no better hashes.
    var readRulebook: Rulebook {
      var rulebook = accounts.rulebook
      if !mayWrite {
        rulebook.login.unknown = .refuse
        rulebook.login.upgradesHashes = false
      }
      return rulebook
    }
  }
#endif
