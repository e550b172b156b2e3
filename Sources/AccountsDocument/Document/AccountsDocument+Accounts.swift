package import Accounts
package import LosslessJSON

extension AccountsDocument {
  /// The accounts of some rows, in their order, counting lines once for all. No list in a file is
  /// read.
  package func accounts(
    _ rows: [Row], _ sharers: Sharers = Sharers([]), today: CalendarDay, withOwnKeys: Bool = false
  ) -> [StoredAccount] {
    let found = placed(
      rows.map { row in
        problems(of: row, today: today)
          + sharers.of(row.index).map { problem(of: $0.field, sharedAt: $0.place) }
      })
    return zip(rows, found).map { row, problems in
      var account = StoredAccount(
        row.values(in: self), problems: problems, ownKeys: withOwnKeys ? ownKeys(of: row) : [],
        under: rulebook, today: today)
      account.sharesID = sharers.sharesID(row.index)
      return account
    }
  }

  /// The problem of an account that has another's email or user name.
  ///
  /// - Parameter line: where the first of them is, if it is to be said.
  package func problem(
    of field: Field, sharedAt index: Int, firstAt line: Int? = nil
  ) -> LocatedProblem {
    let row = Row(self, index)
    let name = row.fields[field] ?? row.value
    let rule = line.map { FieldRule.uniqueInFile(line: $0) } ?? .unique
    return LocatedProblem(.field(field), .field(rule), at: name.range.lowerBound)
  }

  package func indices(of names: [AccountName]) -> [Int] {
    let table = NameTable(self, isAskedOften: names.count > 8)
    return Set(names.flatMap { table.find($0).rows }).sorted()
  }

  /// Groups of accounts with the same email or user name, each in the order of the file.
  package func sharedNames() -> [SharedName] { NameTable(self, isAskedOften: true).shared }

  /// The accounts that share a name or the UUID of an id.
  package func sharers() -> Sharers {
    let table = NameTable(self, isAskedOften: true)
    return Sharers(table.shared + table.sharedIDs)
  }

  /// What accounts of one name share with any others: that name, their other ones, and the UUIDs of
  /// ids that were given to them.
  package func shared(by rows: [Int], of id: NameKey) -> [SharedName] {
    var others = Set(rows.flatMap { nameKeys(of: self.rows[$0]) }.filter { $0.field != id.field })
    for row in rows {
      if let id = Row(self, row).claimedID(in: self) { others.insert(NameKey(id)) }
    }
    // Many who share one name may have as many others.
    let table = NameTable(self, isAskedOften: others.count > 8)
    let shared = others.map { SharedName(field: $0.field, rows: table.rows($0)) }
    return ([SharedName(field: id.field, rows: rows)] + shared).filter { $0.rows.count > 1 }
  }

  /// All identities under which an account can be found.
  package func nameKeys(of row: JSONValue) -> [NameKey] {
    Field.keys.compactMap { field in name(of: row, in: field).map { NameKey(field, $0) } }
  }

  /// The name of an account in a field; by default, in the rulebook's key.
  package func name(of row: JSONValue, in field: Field? = nil) -> AccountName? {
    let field = field ?? rulebook.key
    return document.value(for: FieldKeys[field], in: row).flatMap(document.string).map {
      AccountName($0)
    }
  }

  /// The own keys of an account once some of them are set or removed.
  func ownKeys(
    of row: Row, after changes: [AccountRecord.Change]
  ) -> [JSONLiteral.Member] {
    let changes = changes.filter { $0.field == nil }
    let changed = Set(changes.map { Array($0.key.utf8) })
    let stay = ownKeys(of: row).filter { !changed.contains(Array($0.key.utf8)) }
    return stay + changes.compactMap { change in change.new.map { .init(change.key, $0) } }
  }

  /// The own keys of an account with their values, except those that no text can hold.
  func ownKeys(of row: Row) -> [JSONLiteral.Member] {
    guard row.hasOwnKeys else { return [] }
    return document.members(of: row.value).compactMap { member in
      let isField = FieldKeys.all.contains { document.isKey(member.key, $0.key) }
      guard !isField, let key = document.string(member.key),
        let value = document.literal(member.value)
      else { return nil }
      return JSONLiteral.Member(key, value)
    }
  }
}

/// Accounts with the same email or user name, or with the same UUID in ids that were given to them.
package struct SharedName: Sendable {
  package let field: Field
  /// Their positions, in the order of the file.
  package internal(set) var rows: [Int]
}

/// The shared names and UUIDs, by position.
package struct Sharers: Sendable {
  private var names: [Int: [(field: Field, place: Int)]] = [:]
  private var ids: Set<Int> = []

  package init(_ shared: [SharedName]) {
    for name in shared {
      guard name.field != .id else {
        ids.formUnion(name.rows)
        continue
      }
      for index in name.rows {
        // For the first account, the problem is at the second.
        let place = index == name.rows[0] ? name.rows[1] : index
        names[index, default: []].append((name.field, place))
      }
    }
  }

  /// The fields in which an account shares a name, with the places of the problems.
  func of(_ index: Int) -> [(field: Field, place: Int)] { names.isEmpty ? [] : names[index] ?? [] }

  /// Whether an account has a name that another one has, too.
  package func sharesName(_ index: Int) -> Bool { !of(index).isEmpty }

  /// Whether an account has, beside its name, the UUID that another one has so.
  func sharesID(_ index: Int) -> Bool { !ids.isEmpty && ids.contains(index) }
}
