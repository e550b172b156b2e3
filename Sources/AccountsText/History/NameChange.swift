package import Accounts
import LosslessJSON

/// A name that an account lost, got or changed.
package struct NameChange: Sendable {
  /// The name before; nil for a new one.
  package let old: AccountName?
  /// The name after; nil for a removed one.
  package let new: AccountName?
}

extension HistoryDraft {
  /// True if a change adds accounts, which `nameChanges` may leave out.
  package var addsAccounts: Bool {
    accounts.contains { if case .added = $0 { true } else { false } }
  }

  /// The changes of names.
  ///
  /// - Parameter addsAll: includes all added accounts, of which there may be a million.
  package func nameChanges(addsAll: Bool) -> [NameChange] {
    var changes: [NameChange] = []
    for (index, item) in accounts.enumerated() {
      switch item {
      case .added(let change):
        guard addsAll, case .add(let new, _) = self.changes[change] else { continue }
        for name in Field.keys.compactMap({ new.text(of: $0) }) {
          changes.append(NameChange(old: nil, new: AccountName(name)))
        }
      case .account:
        for change in account(index).changes ?? [] where change.isOfName {
          let (old, new) = (change.old?.accountName, change.new?.accountName)
          if old != new { changes.append(NameChange(old: old, new: new)) }
        }
      }
    }
    return changes
  }
}

extension JSONLiteral {
  fileprivate var accountName: AccountName? {
    if case .string(let text) = self { AccountName(text) } else { nil }
  }
}
