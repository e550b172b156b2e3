/// Which accounts of a history are the same person's, whatever they were called at the time.
package struct HistoryNames {
  /// For each change: whose account is meant by each of its accounts, and by its session.
  private var people: [(accounts: [Int?], by: Int?)] = []
  /// Who has a name at the time.
  private var current: [String: Int] = [:]
  /// All who ever had a name.
  private var owners: [String: Set<Int>] = [:]
  private var count = 0

  /// - Parameter entries: the changes, the oldest first.
  package init(_ entries: some Sequence<HistoryEntry>) {
    for entry in entries {
      let by = entry.by.map { person($0) }
      var accounts: [Int?] = []
      accounts.reserveCapacity(entry.accounts.count)
      for account in entry.accounts {
        guard let name = account.name else {
          accounts.append(nil)
          continue
        }
        let one = person(name)
        accounts.append(one)
        guard let new = account.newName, new != name else { continue }
        current[AccountName(name).key] = nil
        current[AccountName(new).key] = one
        owners[AccountName(new).key, default: []].insert(one)
      }
      people.append((accounts, by))
    }
  }

  private mutating func person(_ name: String) -> Int {
    let key = AccountName(name).key
    if let known = current[key] { return known }
    count += 1
    current[key] = count
    owners[key, default: []].insert(count)
    return count
  }

  /// All the names, as they compare, of the account that has or had a name.
  package func names(of name: AccountName) -> Set<String> {
    let wanted = owners[name.key] ?? []
    return Set(owners.filter { !$0.value.isDisjoint(with: wanted) }.map(\.key))
  }

  /// The changes of the account that has or had a name, by their places: which accounts of each are
  /// it, and whether it was its session.
  package func changes(
    of name: AccountName
  ) -> [(index: Int, accounts: [Int], isBy: Bool)] {
    let wanted = owners[name.key] ?? []
    guard !wanted.isEmpty else { return [] }
    return people.enumerated().compactMap { index, who in
      let accounts = who.accounts.indices.filter { place in
        who.accounts[place].map(wanted.contains) == true
      }
      let isBy = who.by.map(wanted.contains) == true
      return accounts.isEmpty && !isBy ? nil : (index, accounts, isBy)
    }
  }
}
