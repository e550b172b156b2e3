import Accounts
import LosslessJSON

/// What a merge would do to who can log in: the accounts that it would close or open, though no side did.
///
/// Only accounts that differ between the sides are looked at, and those that would share a name. What one
/// side did to accounts that the other has in the same words, such as by a rulebook, is that side's own.
struct MergeJudgement {
  /// By their places in the list of all accounts.
  private(set) var verdicts: [Int: AccountConflict.Reason] = [:]

  /// - Parameter positions: where each account is in the merged text.
  init(
    _ accounts: MatchedAccounts, _ positions: [[Int]], _ settlements: [Settlement],
    base: AccountsDocument, mine: AccountsDocument, theirs: AccountsDocument,
    merged: AccountsDocument, today: CalendarDay
  ) {
    let all = accounts.all
    var doubtful: Set<Int> = []
    for (index, account) in all.enumerated() where !settlements[index].isConflict {
      let isSame = accounts.mine.isEqualIgnoringSpacing(
        account.mine, as: account.theirs, in: accounts.theirs)
      if !isSame { doubtful.insert(index) }
    }
    guard !doubtful.isEmpty else { return }
    // Names that more accounts have than on either side.
    let shared = merged.sharedNames()
    let places = shared.isEmpty ? [:] : Self.places(positions)
    let (myNames, theirNames) = (
      NameTable(mine, isAskedOften: !shared.isEmpty),
      NameTable(theirs, isAskedOften: !shared.isEmpty)
    )
    for name in shared {
      guard let first = name.rows.first,
        let id = merged.ids(of: merged.rows[first]).first(where: { $0.field == name.field }),
        name.rows.count > max(myNames.rows(id).count, theirNames.rows(id).count)
      else { continue }
      for index in name.rows.compactMap({ places[$0] }) where doubtful.contains(index) {
        verdicts[index] = .wouldClose
      }
    }
    let left = doubtful.filter { verdicts[$0] == nil }.sorted()
    func states(_ file: AccountsDocument, _ rows: (Int) -> [Int]) -> [[AccountState]] {
      let positions = left.map(rows)
      let states = file.states(at: positions.flatMap(\.self), today: today)
      var rest = states[...]
      return positions.map { rows in
        defer { rest = rest.dropFirst(rows.count) }
        return Array(rest.prefix(rows.count))
      }
    }
    let before = states(base) { all[$0].base }
    let here = states(mine) { all[$0].mine }
    let there = states(theirs) { all[$0].theirs }
    let now = states(merged) { positions[$0] }
    for (place, index) in left.enumerated() where !now[place].isEmpty {
      func isOpen(_ states: [[AccountState]]) -> Bool { states[place].contains(.open) }
      func isKeptOut(_ states: [[AccountState]]) -> Bool {
        !states[place].isEmpty && !isOpen(states)
      }
      if isOpen(now) {
        if isKeptOut(here) || isKeptOut(there), !isKeptOut(before) { verdicts[index] = .wouldOpen }
      } else if isOpen(here) || isOpen(there), now[place].contains(.closed) {
        verdicts[index] = .wouldClose
      }
    }
  }

  /// Which account a position of the merged text has.
  private static func places(_ positions: [[Int]]) -> [Int: Int] {
    var places: [Int: Int] = [:]
    for (index, positions) in positions.enumerated() {
      for position in positions { places[position] = index }
    }
    return places
  }
}

extension AccountsDocument {
  /// The states of the accounts at some positions.
  fileprivate func states(at positions: [Int], today: CalendarDay) -> [AccountState] {
    guard !positions.isEmpty else { return [] }
    return accounts(
      positions.map { Row(self, $0) }, shared: sharedNames(), today: today
    ).map(\.state)
  }
}
