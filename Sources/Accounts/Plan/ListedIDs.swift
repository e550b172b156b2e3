/// The ids that the accounts of a list bring, to compare them with those that are there. An entry is
/// found by its key: an id never makes it another account's.
struct ListedIDs: Sendable {
  private struct Entry {
    let index: Int
    let name: String
    let id: AccountID
    /// The account with the name; nil if there is none.
    let account: StoredAccount?
  }

  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  /// All of them, as often as they come.
  var all: [AccountID] { entries.map(\.id) }

  /// Adds the id of an entry, and the account that has its name; nil if there is none.
  mutating func add(_ index: Int, _ name: String, _ id: AccountID, at account: StoredAccount?) {
    entries.append(Entry(index: index, name: name, id: id, account: account))
  }

  /// The entries whose account has another id, or one that does not count; or whose id is that of
  /// another account, or of an earlier entry.
  ///
  /// - Parameter accounts: at least those in whose ids one of these stands.
  func refusals(among accounts: [StoredAccount], by key: Field) -> [Refusal] {
    let sought = Set(all)
    var owners: [AccountID: [StoredAccount]] = [:]
    for account in accounts {
      if let id = account.claimedID, sought.contains(id) { owners[id, default: []].append(account) }
    }
    var earlier: [AccountID: String] = [:]
    return entries.compactMap { entry in
      let first = earlier.updateValue(entry.name, forKey: entry.id)
      if let first { earlier[entry.id] = first }
      guard let fault = fault(of: entry, first, owners[entry.id] ?? [], by: key) else { return nil }
      let problem = Problem(.field(.id), .column(.id(fault)))
      return Refusal(entry.index, of: entry.name, .invalid([problem]))
    }
  }

  private func fault(
    of entry: Entry, _ earlier: String?, _ owners: [StoredAccount], by key: Field
  ) -> ListedIDFault? {
    let name = AccountName(entry.name)
    let others = owners.filter { $0[text: key].map { AccountName($0) } != name }
    if let other = others.first {
      let shown = other[text: key] ?? Field.keys.lazy.compactMap { other[text: $0] }.first
      return .ofOther(shown ?? "", not: entry.name)
    }
    if let earlier { return .ofOther(earlier, not: entry.name) }
    guard let account = entry.account, account.hasID else { return nil }
    guard let present = account.id else { return .countsNot(entry.name) }
    return present == entry.id ? nil : .differs(entry.name)
  }
}

extension Registry {
  /// The accounts with the names of entries that bring ids, and those in whose ids these stand.
  func there(
    with ids: [(name: AccountName, id: AccountID)], under rulebook: Rulebook
  ) async throws(AccountsError) -> (named: [AccountName: StoredAccount], all: [StoredAccount]) {
    var named: [AccountName: StoredAccount] = [:]
    for account in try await store.find(.names(ids.map(\.name))).accounts {
      guard let name = account[text: rulebook.key] else { continue }
      named[AccountName(name)] = account
    }
    return (named, try await store.find(.ids(ids.map(\.id))).accounts)
  }
}
