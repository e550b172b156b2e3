import Accounts
package import LosslessJSON

/// The order of restored accounts, in linear time.
struct RestoredOrder {
  /// The place after which an account is restored.
  enum Place: Hashable {
    /// An account of the file; -1 for the beginning.
    case row(Int)
    /// Another restored account.
    case restored(Int)
    /// The end of the file's accounts.
    case end
  }

  private let accounts: [JSONLiteral]
  /// The accounts restored at each place; the last one directly follows it.
  private var behind: [Place: [Int]] = [:]

  init(
    _ restored: [AccountRecord], in file: AccountsDocument
  ) {
    accounts = restored.map { .object($0.oldMembers) }
    let names = NameTable(file, isAskedOften: restored.count > 8)
    var back: [String: Int] = [:]
    for (index, account) in restored.enumerated() {
      // Accounts removed later come back first; those removed earlier are placed before them.
      behind[Self.place(account.place, names, back), default: []].append(index)
      for name in account.names(\.old) { back[AccountName(name).key] = index }
    }
  }

  private static func place(
    _ place: AccountRecord.Place?, _ names: NameTable, _ back: [String: Int]
  ) -> Place {
    switch place {
    case .first: return .row(-1)
    case nil: return .end
    case .behind(let name):
      let name = AccountName(name)
      if let index = back[name.key] { return .restored(index) }
      let row = Field.keys.lazy.compactMap { names.rows(NameKey($0, name)).first }.first
      return row.map { .row($0) } ?? .end
    }
  }

  /// The positions of accounts after which others are restored; -1 for the beginning.
  var rows: [Int] {
    behind.keys.compactMap { if case .row(let row) = $0 { row } else { nil } }
  }

  /// The accounts restored after a place, in order.
  func accounts(behind place: Place) -> [JSONLiteral] {
    var ordered: [JSONLiteral] = []
    var waiting = behind[place, default: []]
    while let index = waiting.popLast() {
      ordered.append(accounts[index])
      waiting += behind[.restored(index), default: []]
    }
    return ordered
  }
}

extension AccountRecord {
  /// The keys and values of a removed account.
  package var oldMembers: [JSONLiteral.Member] {
    (changes ?? []).compactMap { change in change.old.map { .init(change.key, $0) } }
  }
}
