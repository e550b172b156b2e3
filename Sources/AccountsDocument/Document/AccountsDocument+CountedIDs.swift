import Accounts

extension AccountsDocument {
  /// How many accounts have ids, if a host of the rulebook asks for one.
  var countedIDs: CountedIDs {
    guard rulebook.serve.hosts.requireIDs else { return CountedIDs() }
    let parts = onAllCores { rows in
      var ids = CountedIDs()
      for index in rows {
        let row = Row(self, index)
        guard row.fields[.id] != nil else {
          ids.addNone()
          continue
        }
        // One of a wrong form closes its account, which is told with the errors.
        guard let given = row.withUTF8(of: .id, in: self, { GivenID($0) }) ?? nil else { continue }
        ids.add(given.isOf { row[text: $0, in: self] } ? given.id : nil)
      }
      return ids
    }
    return parts.reduce(into: CountedIDs()) { $0.add($1) }
  }
}
