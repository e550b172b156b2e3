/// The ids that names had before the present ones, as the end of a history tells: an old backup of
/// the file, or a program that did not know ids, took them out.
///
/// Changes are passed from the newest to the oldest. This is a convenience: nothing rests on it.
struct FormerIDs {
  /// An id that the account with a name had.
  typealias Former = (name: AccountName, id: AccountID, until: Int?, place: Int)

  private(set) var found: [Former] = []
  /// The oldest change in which each id is, by how many are newer.
  private var oldest: [AccountID: Int] = [:]
  private var count = 0
  /// Names whose older ids were ended on purpose: by a removal, an undo, or another id.
  private var ended: Set<String> = []
  private var bytes = 0

  /// About how many bytes of the history are looked through.
  private static let most = 4 << 20

  mutating func pass(_ entry: HistoryEntry) {
    guard bytes < Self.most else { return }
    count += 1
    for account in entry.accounts.reversed() {
      bytes += 100 * (1 + (account.changes?.count ?? 0))
      guard let name = account.newName.map({ AccountName($0) }) else { continue }
      if let id = account.id, oldest.updateValue(count, forKey: id) == nil,
        account.kind != .removed, !ended.contains(name.key)
      {
        found.append((name, id, entry.time, count))
      }
      if account.kind == .removed || account.setsID { ended.insert(name.key) }
    }
  }

  /// Whether an id came only between two times at which the account had its present one.
  func isBetween(_ former: Former, _ present: AccountID?) -> Bool {
    present.flatMap { oldest[$0] }.map { $0 > former.place } ?? false
  }
}

extension Registry {
  /// A warning for each account that had another id, which is nobody's now.
  func idsTakenOut(_ former: FormerIDs) async throws(AccountsError) -> [Problem] {
    guard !former.found.isEmpty else { return [] }
    let taken = Set(
      try await store.find(.ids(former.found.map(\.id))).accounts.compactMap(\.claimedID))
    // Of several, the newest one alone is told.
    var told: Set<String> = []
    let free = former.found.filter { !taken.contains($0.id) && told.insert($0.name.key).inserted }
    guard !free.isEmpty else { return [] }
    let accounts = try await store.find(.names(free.map(\.name))).accounts
    var named: [String: [StoredAccount]] = [:]
    for account in accounts {
      for name in account.recordNames { named[name.key, default: []].append(account) }
    }
    var warnings: [Problem] = []
    for one in free.reversed() {
      let (name, id, time) = (one.name, one.id, one.until)
      guard let account = named.removeValue(forKey: name.key)?.only,
        account.id != nil || account.values[.id] == nil, !former.isBetween(one, account.id)
      else { continue }
      warnings.append(
        Problem(
          .field(.id),
          .caution(.hadAnotherID(id, name: name.text, until: time.flatMap { CalendarDay(at: $0) })))
      )
    }
    return warnings
  }
}

extension Array {
  /// The only element; nil for none or several.
  fileprivate var only: Element? { count == 1 ? first : nil }
}
