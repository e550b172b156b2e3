import LosslessJSON

@testable import Accounts
@testable import AccountsDocument

extension AccountsDocument {
  /// A text, as if it stood in a file.
  static func read(_ bytes: [UInt8]) throws -> AccountsDocument {
    try AccountsDocument(path: "/accounts.json", bytes: bytes)
  }

  /// The accounts, each with its keys sorted, whatever their order is.
  var sortedAccounts: [[UInt8]] {
    rows.map { row in
      guard case .object(let members)? = document.literal(row) else { return [] }
      return JSONLiteral.object(members.sorted { $0.key < $1.key }).bytes(style: .oneLine)
    }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The number of an account, by which a test knows it again whatever its names are.
  func number(of account: JSONValue) -> String? {
    document.value(for: JSONKey("x-n"), in: account).flatMap { document.number($0) }
  }

  /// The people who are let in on each day: the number, the password, and whether it must be
  /// changed.
  func letIn(on days: [CalendarDay]) -> [Set<[String]>] {
    let all = rows.indices.map { Row(self, $0) }
    let sharers = Sharers(sharedNames())
    return days.map { day in
      var people: Set<[String]> = []
      for (row, account) in zip(all, accounts(all, sharers, today: day))
      where account.state == .open {
        guard let password = account[text: .password] else { continue }
        let number = number(of: row.value) ?? "?"
        people.insert([number, password, account.mustChangePassword ? "must" : ""])
      }
      return people
    }
  }
}
