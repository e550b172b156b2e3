import Accounts
package import LosslessJSON

/// An account that is put back.
package struct RestoredAccount: Sendable {
  /// Where it stood.
  let place: AccountRecord.Place?
  package let account: JSONLiteral
}

/// The order in which accounts come back that were removed, in linear time.
struct RestoredOrder {
  /// What an account comes back behind.
  enum Place: Hashable {
    /// An account of the file, or -1 for the beginning.
    case row(Int)
    /// Another one that comes back.
    case restored(Int)
    /// What is there.
    case end
  }

  private let accounts: [JSONLiteral]
  /// The accounts that come back behind each place; the last of them is directly behind it.
  private var behind: [Place: [Int]] = [:]

  init(
    _ restored: [RestoredAccount], in file: AccountsDocument
  ) {
    accounts = restored.map(\.account)
    let names = NameTable(file, isAskedOften: restored.count > 8)
    var back: [String: Int] = [:]
    for (index, account) in restored.enumerated() {
      // What was removed later comes back first, and what stood before it goes before it.
      behind[Self.place(account.place, names, back), default: []].append(index)
      guard case .object(let members) = account.account else { continue }
      for member in members {
        guard let field = Field(rawValue: member.key), Field.keys.contains(field),
          case .string(let name) = member.value
        else { continue }
        back[AccountName(name).key] = index
      }
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
      let row = Field.keys.lazy.compactMap { names.rows(AccountID($0, name)).first }.first
      return row.map { .row($0) } ?? .end
    }
  }

  /// The accounts of the file behind which others come back; -1 for the beginning.
  var rows: [Int] {
    behind.keys.compactMap { if case .row(let row) = $0 { row } else { nil } }
  }

  /// What comes back behind something, in its order.
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
