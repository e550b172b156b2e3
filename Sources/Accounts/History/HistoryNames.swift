import LosslessJSON

/// Groups the names in a history by person, across renames.
public struct HistoryNames {
  /// For each change, the people behind its accounts, its session and its order.
  private var people: [(accounts: [Int?], by: Int?, order: Set<Int>)] = []
  /// The present holder of each name.
  private var holders: [String: Int] = [:]
  /// All people who ever had a name.
  private var owners: [String: Set<Int>] = [:]
  private var count = 0

  /// - Parameter entries: the changes, the oldest first.
  public init(_ entries: some Sequence<HistoryEntry>) {
    for entry in entries {
      let by = entry.by.map { person([$0]) }
      var accounts: [Int?] = []
      accounts.reserveCapacity(entry.accounts.count)
      for account in entry.accounts { accounts.append(person(of: account)) }
      let order = Set(entry.document?.names.map { person([$0]) } ?? [])
      people.append((accounts, by, order))
    }
  }

  /// Identifies the person, and gives them the names that the change left.
  private mutating func person(of account: AccountRecord) -> Int? {
    guard let name = account.name else { return nil }
    let other = account.otherName.map { [$0] } ?? []
    let before = [name] + account.names(\.old) + other
    let after = [account.newName ?? name] + account.names(\.new) + other
    let one = person(account.kind == .added ? after : before)
    guard account.kind == .changed else { return one }
    let kept = Set(after.map { AccountName($0).key })
    for old in before.map({ AccountName($0).key }) where !kept.contains(old) {
      if holders[old] == one { holders[old] = nil }
    }
    give(after, to: one)
    return one
  }

  /// The person who has one of the names; gives all of them to this person.
  private mutating func person(_ names: [String]) -> Int {
    let known = names.compactMap { holders[AccountName($0).key] }.first
    if known == nil { count += 1 }
    let one = known ?? count
    give(names, to: one)
    return one
  }

  private mutating func give(_ names: [String], to one: Int) {
    for name in names.map({ AccountName($0).key }) {
      holders[name] = one
      owners[name, default: []].insert(one)
    }
  }

  private func people(of names: [AccountName]) -> Set<Int> {
    names.reduce(into: []) { $0.formUnion(owners[$1.key] ?? []) }
  }

  /// All names, in comparable form, of the people who have or had one of the given names.
  public func names(of names: [AccountName]) -> Set<String> {
    let wanted = people(of: names)
    return Set(owners.filter { !$0.value.isDisjoint(with: wanted) }.map(\.key))
  }

  /// The changes that concern the people who have or had one of the names: indices into each
  /// change's accounts, and whether the session was theirs. Both may be empty: then their place in
  /// the order changed.
  public func changes(
    of names: [AccountName]
  ) -> [(index: Int, accounts: [Int], isBy: Bool)] {
    let wanted = people(of: names)
    guard !wanted.isEmpty else { return [] }
    return people.enumerated().compactMap { index, who in
      let accounts = who.accounts.indices.filter { place in
        who.accounts[place].map(wanted.contains) == true
      }
      let isBy = who.by.map(wanted.contains) == true
      let isOrdered = !who.order.isDisjoint(with: wanted)
      return accounts.isEmpty && !isBy && !isOrdered ? nil : (index, accounts, isBy)
    }
  }
}
