import Accounts
import Glibc

/// A record of logins in memory. A row keeps its number under any name, so what is kept follows it
/// by itself.
extension MemoryStore {
  public func add(_ outcome: LoginOutcome) {
    if recordBegin == nil { recordBegin = time(nil) }
    let name = outcome.counted.map { AccountName($0) }
    guard let row = rows.first(where: { row in name.map(row.has) == true }) else { return }
    if outcome.answer == .yes {
      logins[row.number] = LastLogin(success: time(nil))
    } else {
      logins[row.number, default: LastLogin()].failures += 1
    }
  }

  public func lastLogins(of names: [AccountName]?) -> LastLogins? {
    let kept = rows.map { (row: $0, login: logins[$0.number]) }
    return recordBegin.map { begin in
      LastLogins(since: begin) { name in kept.first { $0.row.has(name) }?.login }
    }
  }

  public func forgetLogins(of names: [AccountName]) -> Bool {
    var isFound = false
    for row in rows where names.contains(where: row.has) {
      if logins.removeValue(forKey: row.number) != nil { isFound = true }
    }
    return isFound
  }
}

extension MemoryStore.Row {
  fileprivate func has(_ name: AccountName) -> Bool {
    values.nameKeys.contains { $0.key == name.key }
  }
}
