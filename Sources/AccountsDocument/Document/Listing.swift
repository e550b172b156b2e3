package import Accounts
import LosslessJSON
import TextTools

/// The accounts of a text to list, in its order.
package struct Listing: Sendable {
  private(set) var rows: ArraySlice<Row>
  let sharers: Sharers
  package let file: AccountsDocument

  struct Row: Sendable {
    let index: Int
    /// True if the account is plain and valid, apart from a name that it may share.
    let keepsRules: Bool

    init(_ row: AccountsDocument.Row, of file: AccountsDocument, today: CalendarDay) {
      index = row.index
      keepsRules = row.isPlain && file.problems(of: row, today: today).isEmpty
    }
  }

  package var isEmpty: Bool { rows.isEmpty }

  /// Removes and returns the first accounts. Plain ones that keep the rules stay unread.
  package mutating func popFirst(
    _ count: Int, today: CalendarDay, withOwnKeys: Bool
  ) -> [StoredAccount] {
    let page = rows.prefix(count)
    rows = rows.dropFirst(count)
    var unread: [FieldTable<JSONValue>] = []
    var read: [AccountsDocument.Row] = []
    unread.reserveCapacity(page.count)
    let isRead = page.map { found in
      let row = AccountsDocument.Row(file, found.index, isKnown: found.keepsRules)
      let isRead =
        !found.keepsRules || !sharers.of(row.index).isEmpty || withOwnKeys && row.hasOwnKeys
      if isRead { read.append(row) } else { unread.append(row.fields) }
      return isRead
    }
    let source = UnreadAccount.Source(unread, in: file.document, file.rulebook, today: today)
    var others = file.accounts(read, sharers, today: today, withOwnKeys: withOwnKeys).makeIterator()
    var next = 0
    return zip(page, isRead).compactMap { found, isRead in
      if isRead { return others.next() }
      defer { next += 1 }
      var account = StoredAccount(UnreadAccount(next, of: source))
      account.sharesID = sharers.sharesID(found.index)
      return account
    }
  }
}

extension AccountsDocument {
  /// Some accounts, in the order of their positions. Plain ones that keep the rules stay unread.
  package func accounts(
    at positions: [Int], _ sharers: Sharers = Sharers([]), today: CalendarDay
  ) -> [StoredAccount] {
    let rows = positions.map { Listing.Row(Row(self, $0), of: self, today: today) }
    var listing = Listing(rows: rows[...], sharers: sharers, file: self)
    return listing.popFirst(rows.count, today: today, withOwnKeys: false)
  }

  func allAccounts(today: CalendarDay) -> [StoredAccount] {
    var listing = listing(PageRequest(limit: rows.count), today: today).0
    return listing.popFirst(rows.count, today: today, withOwnKeys: false)
  }

  /// The accounts for a page and those after it. All rows are checked at once, on all cores.
  ///
  /// - Parameter sharing: false if no two accounts can share a name.
  package func listing(
    _ request: PageRequest, today: CalendarDay, sharing: Bool = true
  ) -> (Listing, Sharers) {
    let sought = request.text.map(SoughtText.init)
    let parts = onAllCores { part -> (listed: [Listing.Row], names: RowNames) in
      var listed: [Listing.Row] = []
      var names = RowNames()
      var buffer: [UInt8] = []
      for index in part {
        let row = Row(self, index)
        if sharing { names.note(row, of: self) }
        if let sought, !sought.isFound(in: row, of: self, &buffer) { continue }
        if let group = request.group, !row.groups(in: self).contains(group) { continue }
        listed.append(Listing.Row(row, of: self, today: today))
      }
      return (listed, names)
    }
    let table = sharing ? NameTable(self, parts.map(\.names)) : nil
    let sharers = Sharers(table.map { $0.shared + $0.sharedIDs } ?? [])
    let listed = parts.flatMap(\.listed)[...]
    return (Listing(rows: listed, sharers: sharers, file: self), sharers)
  }
}
