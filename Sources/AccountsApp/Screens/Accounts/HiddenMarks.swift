import AccountsFile
import CommandKit

/// The obstacles and states of marked accounts, as seen before a search or a state hid them.
struct HiddenMarks: Equatable {
  private struct Seen: Equatable {
    let obstacles: Obstacles
    let state: AccountState
  }

  private var seen: [String: Seen] = [:]

  func obstacles(of name: String) -> Obstacles? { seen[name]?.obstacles }

  func state(of name: String) -> AccountState? { seen[name]?.state }

  mutating func forget(_ names: Set<String>) { for name in names { seen[name] = nil } }

  /// Keeps what the rows tell of marked accounts, which the next rows may not have.
  mutating func remember(_ marked: [String: AccountRef], in rows: AccountListing?) {
    seen = seen.filter { marked[$0.key] != nil }
    guard !marked.isEmpty, let rows else { return }
    for row in 0..<rows.count {
      let name = rows.name(of: row)
      guard marked[name] != nil else { continue }
      seen[name] = Seen(obstacles: rows.obstacles(of: row), state: rows.state(of: row))
    }
  }
}

extension AccountListState {
  /// The state of an account in the list, or of a marked one that is hidden; nil if it is not there.
  func state(of account: AccountRef) -> AccountState? {
    rows.flatMap { rows in rows.row(of: account.name).map(rows.state) }
      ?? hidden.state(of: account.name)
  }

  /// Why an operation cannot be done to some of several accounts, by their names.
  func obstacles(to operation: Operation, among accounts: [AccountRef]) -> [String: Phrase] {
    guard accounts.count > 1, let rows else { return [:] }
    var left = Set(accounts.map(\.name))
    var reasons: [String: Phrase] = [:]
    for row in 0..<rows.count {
      let name = rows.name(of: row)
      guard left.remove(name) != nil else { continue }
      reasons[name] = operation.disabledReason(rows.obstacles(of: row))
    }
    for name in left {
      reasons[name] = hidden.obstacles(of: name).flatMap(operation.disabledReason)
    }
    return reasons
  }
}
