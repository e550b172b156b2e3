import LosslessJSON

/// Groups the names in a history by person, across renames. Who has an id is known by it, and who
/// has another one is somebody else.
public struct HistoryNames {
  /// For each change, the people behind its accounts, its session and its order.
  private var people: [(accounts: [Int?], by: Int?, order: Set<Int>)] = []
  /// The present holder of each name.
  private var holders: [String: Int] = [:]
  /// All people who ever had a name, with the last change that tells so.
  private var owners: [String: [Int: Int]] = [:]
  private var ids: [Int: AccountID] = [:]
  private var peopleByID: [AccountID: Int] = [:]
  private var count = 0

  /// - Parameter entries: the changes, the oldest first.
  public init(_ entries: some Sequence<HistoryEntry>) {
    for entry in entries {
      let by = entry.by.map { person([$0], entry.byID) }
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
      found.append(isThere ? person(account.names(before: true), account.id) : nil)
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
      found[index] = person(account.names(before: false), account.id)
    }
    return found
  }

  /// The person with an id, or the one who has one of the names; gives all of them to this person.
  private mutating func person(_ names: [String], _ id: AccountID? = nil) -> Int {
    let known =
      id.flatMap { peopleByID[$0] }
      ?? names.compactMap { holders[AccountName($0).key] }.first { isOne($0, with: id) }
    if known == nil { count += 1 }
    let one = known ?? count
    if let id { (ids[one], peopleByID[id]) = (id, one) }
    give(names, to: one)
    return one
  }

  private mutating func give(_ names: [String], to one: Int) {
    for name in names.map({ AccountName($0).key }) {
      holders[name] = one
      owners[name, default: [:]][one] = people.count
    }
  }

  private func people(of names: [AccountName]) -> Set<Int> {
    names.reduce(into: []) { $0.formUnion(owners[$1.key]?.keys.map(\.self) ?? []) }
  }

  /// True if a person may be the one with an id; anybody may if it is nil.
  private func isOne(_ person: Int, with id: AccountID?) -> Bool {
    guard let id, let known = ids[person] else { return true }
    return known == id
  }

  /// The last change at which somebody with another id had a name; nil if nobody had.
  package func lastChange(of name: AccountName, without id: AccountID) -> Int? {
    owners[name.key]?.filter { !isOne($0.key, with: id) }.values.max()
  }

  /// All names, in comparable form, of the people who have or had one of the given names.
  public func names(of names: [AccountName]) -> Set<String> {
    let wanted = people(of: names)
    return Set(owners.filter { $0.value.keys.contains(where: wanted.contains) }.map(\.key))
  }

  /// The changes that concern the people who have or had one of the names: indices into each
  /// change's accounts, and whether the session was theirs. Both may be empty: then their place in
  /// the order changed, or a removed account followed them.
  ///
  /// - Parameters:
  ///   - names: the names.
  ///   - id: leaves out people who have another one; nil for none.
  public func changes(
    of names: [AccountName], with id: AccountID? = nil
  ) -> [(index: Int, accounts: [Int], isBy: Bool)] {
    var wanted = people(of: names).filter { isOne($0, with: id) }
    if let one = id.flatMap({ peopleByID[$0] }) { wanted.insert(one) }
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
