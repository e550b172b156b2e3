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
      // The account that a removed one followed was there before the change.
      var order = Set(
        entry.accounts.compactMap { account -> Int? in
          if case .behind(let name)? = account.place { person([name]) } else { nil }
        })
      let accounts = entry.accountsInSteps.flatMap { people(of: $0) }
      order.formUnion(entry.document?.names.map { person([$0]) } ?? [])
      people.append((accounts, by, order))
    }
  }

  /// Identifies the people of accounts that changed at once, and gives them the names that they
  /// have then: names may change hands.
  private mutating func people(of accounts: ArraySlice<AccountRecord>) -> [Int?] {
    var found: [Int?] = []
    found.reserveCapacity(accounts.count)
    for account in accounts {
      let isThere = account.name != nil && account.kind != .added
      found.append(isThere ? person(account.names(before: true)) : nil)
    }
    for (account, one) in zip(accounts, found) {
      guard let one, account.kind == .changed else { continue }
      let kept = Set(account.names(before: false).map { AccountName($0).key })
      for old in account.names(before: true).map({ AccountName($0).key })
      where !kept.contains(old) && holders[old] == one { holders[old] = nil }
    }
    for (account, one) in zip(accounts, found) {
      if let one, account.kind == .changed { give(account.names(before: false), to: one) }
    }
    for (index, account) in zip(0..., accounts) where account.kind == .added {
      found[index] = person(account.names(before: false))
    }
    return found
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
  /// the order changed, or a removed account followed them.
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

extension AccountRecord {
  /// The names on one side of the change.
  fileprivate func names(before: Bool) -> [String] {
    let first = before ? name : newName ?? name
    return [first, otherName].compactMap(\.self) + names(before ? \.old : \.new)
  }
}
