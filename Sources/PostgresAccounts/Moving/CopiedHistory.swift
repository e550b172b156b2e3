import Accounts
import AccountsDocument

extension HistoryEntry {
  /// The rows that it has in the table of what changes did to accounts.
  var rows: [[Parameter]] {
    func row(_ place: Int, _ key: String, _ text: String) -> [Parameter] {
      [.number(number ?? 0), .place(place), .text(key), .text(text)]
    }
    var rows = accounts.enumerated().map { place, account in
      let key = (account.newName ?? account.name).map { AccountName($0).key } ?? ""
      // No index finds such a name.
      let isFound = !key.utf8.contains(0) && key.utf8.count <= AccountRow.longestName
      return row(place, isFound ? key : "", account.recordedText)
    }
    let count = count > accounts.count ? count : nil
    let rest = ChangeRemainder(count: count, document: document, undid: undid)
    if !rest.isEmpty || rows.isEmpty {
      rows.insert(row(ChangeRemainder.place, "", rest.text), at: 0)
    }
    return rows
  }
}

extension AccountChange {
  /// The change without a place. A table has no order, no comments and no shared names; changes that
  /// were copied from a file have.
  var withoutPlace: AccountChange {
    guard case .restore(var account, let passwordMayDiffer, _, let name) = self else { return self }
    account.place = nil
    return .restore(account, passwordMayDiffer: passwordMayDiffer, under: name)
  }
}
