import Accounts

extension ChangePlan {
  /// For how many changes the names of new accounts are read at once.
  static let namesAhead = 16 * WriteOptions.step

  /// The identities and the UUID of the account that each change adds, read on all processors; empty for another
  /// change.
  static func newNames(of changes: ArraySlice<AccountChange>) -> [[NameKey]] {
    inParts(changes.count, of: WriteOptions.step) { part in
      changes.dropFirst(part.lowerBound).prefix(part.count).map { change in
        if case .add(let account, _) = change { account.claims } else { [] }
      }
    }.flatMap(\.self)
  }
}
