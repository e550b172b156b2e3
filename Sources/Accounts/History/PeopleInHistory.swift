/// Whose changes a history has of those who ever had some names, or have some ids.
///
/// Who has an id is known by it, under whichever names. An account without one that counted is known
/// by the names in its record alone.
public struct PeopleInHistory {
  /// The ids of these people.
  public private(set) var ids: Set<AccountID>
  private let asked: Set<String>
  /// All names that the history has of them, and the ones asked for, in comparable form.
  public private(set) var names: Set<String>

  /// - Parameters:
  ///   - names: names that these people have or had.
  ///   - ids: ids that they have.
  ///   - entries: the changes, in any order.
  public init(_ names: [AccountName], _ ids: [AccountID], in entries: some Sequence<HistoryEntry>) {
    (asked, self.names) = (Set(names.map(\.key)), Set(names.map(\.key)))
    self.ids = Set(ids)
    for account in entries.lazy.flatMap(\.accounts) {
      if let id = account.id, account.has(asked) { self.ids.insert(id) }
    }
    for account in entries.lazy.flatMap(\.accounts) {
      guard account.id.map(self.ids.contains) ?? account.has(asked) else { continue }
      self.names.formUnion(account.allNames.map { AccountName($0).key })
    }
  }

  /// The positions of a change's accounts that are theirs, and whether it was made in their session.
  func changes(in entry: HistoryEntry) -> (accounts: [Int], isBy: Bool) {
    let accounts = entry.accounts.indices.filter { index in
      let account = entry.accounts[index]
      return account.id.map(ids.contains) ?? account.has(asked)
    }
    let isBy =
      entry.byID.map(ids.contains) ?? entry.by.map { asked.contains(AccountName($0).key) } ?? false
    return (accounts, isBy)
  }
}

extension AccountRecord {
  /// Whether the record has one of some names, in comparable form.
  package func has(_ names: Set<String>) -> Bool {
    allNames.contains { names.contains(AccountName($0).key) }
  }
}
