import Accounts
import LosslessJSON

/// Finds accounts that a merge itself would close or open, though neither side did, with either
/// side's version of the conflicts.
///
/// Accounts that are equal on both sides are not judged closed: one side's change, such as of the
/// rulebook, is that side's own. Any account may be judged open.
struct MergeJudgement {
  /// The verdicts, by places in the list of all accounts.
  private(set) var verdicts: [Int: AccountConflict.Reason] = [:]
  /// The accounts in conflict that a side keeps out.
  private(set) var shut: Set<Int> = []
  /// Groups of accounts that share names on a side, with those that have such a name on the other:
  /// each of a group is open or closed by the names of the others.
  let sharing: [[Int]]

  /// A merged text, and the positions of each account in it.
  typealias Text = (file: AccountsDocument, positions: [[Int]])

  /// - Parameters:
  ///   - merged: the merged text with my version of conflicts.
  ///   - other: the one with theirs; nil without conflicts.
  init(
    _ accounts: MatchedAccounts, _ settlements: [Settlement],
    base: AccountsDocument, mine: AccountsDocument, theirs: AccountsDocument,
    merged: Text, other: Text?, today: CalendarDay
  ) {
    let all = accounts.all
    let different = Set(
      all.indices.filter { index in
        !accounts.mine.isEqualIgnoringSpacing(
          all[index].mine, as: all[index].theirs, in: accounts.theirs)
      })
    let names = (NameTable(mine, isAskedOften: true), NameTable(theirs, isAskedOften: true))
    var groups = LinkedAccounts()
    groups.link(names.0.shared, of: mine, all.map(\.mine), names.1, all.map(\.theirs))
    groups.link(names.1.shared, of: theirs, all.map(\.theirs), names.0, all.map(\.mine))
    sharing = groups.all
    judgeShared(
      merged.file.sharedNames(), in: merged.file, merged.positions, different, names.0, names.1)
    // Equal words mean another thing only under another rulebook, or beside others with the same
    // name.
    let isSameRulebook = mine.rulebook == theirs.rulebook
    let sharers = Set(sharing.joined())
    let left = all.indices.filter { index in
      verdicts[index] == nil
        && (different.contains(index) || !isSameRulebook || sharers.contains(index))
    }
    func stored(_ file: AccountsDocument, _ rows: (Int) -> [Int]) -> [[StoredAccount]] {
      file.stored(left.map(rows), today: today)
    }
    let before = stored(base) { all[$0].base }
    let here = stored(mine) { all[$0].mine }
    let there = stored(theirs) { all[$0].theirs }
    let now = stored(merged.file) { merged.positions[$0] }
    let chosen = other.map { other in stored(other.file) { other.positions[$0] } }
    for (place, index) in left.enumerated() {
      func isOpen(_ accounts: [[StoredAccount]]) -> Bool {
        accounts[place].contains { $0.state == .open }
      }
      func isKeptOut(_ accounts: [[StoredAccount]]) -> Bool {
        !accounts[place].isEmpty && !isOpen(accounts)
      }
      // If names went from one account to another, each of several is judged by its names.
      func isOpenedAmongSeveral() -> Bool {
        now[place].contains { account in
          func isKeptOut(_ accounts: [[StoredAccount]]) -> Bool {
            let same = accounts[place].filter { $0.sharesName(with: account) }
            return !same.isEmpty && !same.contains { $0.state == .open }
          }
          return account.state == .open && (isKeptOut(here) || isKeptOut(there))
            && !isKeptOut(before)
        }
      }
      let sides =
        here[place].map { ($0, mine.rulebook) } + there[place].map { ($0, theirs.rulebook) }
      func letsIn(_ accounts: [[StoredAccount]], _ file: AccountsDocument) -> Bool {
        Self.letIn(accounts[place].map { ($0, file.rulebook) }, unlike: sides, from: today)
      }
      if letsIn(now, merged.file) || chosen.map({ letsIn($0, merged.file) }) == true {
        verdicts[index] = .wouldOpen
      }
      // In a conflict a person chooses, and an account that one side shut is that side's choice.
      guard !settlements[index].isConflict else {
        if !isOpen(here) || !isOpen(there) { shut.insert(index) }
        continue
      }
      let isOpened =
        isOpen(now) && (isKeptOut(here) || isKeptOut(there)) && !isKeptOut(before)
        || all[index].isSplit && isOpenedAmongSeveral()
      if isOpened {
        verdicts[index] = .wouldOpen
      } else if verdicts[index] == nil, different.contains(index), isOpen(here) || isOpen(there),
        now[place].contains(where: \.isClosed),
        !accounts.isClosedBySide(all[index], here[place], there[place])
      {
        verdicts[index] = .wouldClose
      }
    }
    // The version of a side that shut them by their names has all of these names.
    for group in sharing where group.contains(where: { verdicts[$0] == .wouldOpen }) {
      for index in group where different.contains(index) { verdicts[index] = .wouldOpen }
    }
  }

  /// Closes differing accounts whose name the merge gives to more accounts than either side had.
  private mutating func judgeShared(
    _ shared: [SharedName], in merged: AccountsDocument, _ positions: [[Int]],
    _ different: Set<Int>, _ mine: NameTable, _ theirs: NameTable
  ) {
    guard !shared.isEmpty else { return }
    var places: [Int: Int] = [:]
    for (index, positions) in positions.enumerated() {
      for position in positions { places[position] = index }
    }
    for name in shared {
      guard let first = name.rows.first,
        let id = merged.nameKeys(of: merged.rows[first]).first(where: { $0.field == name.field }),
        name.rows.count > max(mine.rows(id).count, theirs.rows(id).count)
      else { continue }
      for index in name.rows.compactMap({ places[$0] }) where different.contains(index) {
        verdicts[index] = .wouldClose
      }
    }
  }

  /// True if an account lets somebody in whom the same account lets in on neither side: on some day
  /// from today, by one of its names with that password, and without having to change it; or if a
  /// code is good that is good on neither side. Each is judged by the rulebook of its version.
  private static func letIn(
    _ accounts: [(StoredAccount, Rulebook)], unlike sides: [(StoredAccount, Rulebook)],
    from today: CalendarDay
  ) -> Bool {
    let bounds = (accounts + sides).flatMap { $0.bounds(under: $1) }
    let days = [today] + bounds.filter { today < $0 }
    return accounts.contains { account, rulebook in
      days.contains { day in
        // A password may have gone from one account to another: each name counts by itself.
        func isKnown(_ letsIn: (StoredAccount, Rulebook) -> Bool) -> Bool {
          let names = account.values.nameKeys
          guard !names.isEmpty else { return sides.contains { letsIn($0, $1) } }
          return names.allSatisfy { name in
            sides.contains { $0.values.nameKeys.contains(name) && letsIn($0, $1) }
          }
        }
        return account.letsIn(on: day, under: rulebook)
          && !isKnown { $0.letsIn(on: day, under: $1) && $0.hasPassword(of: account) }
          || account.takesCode(on: day)
            && !isKnown { side, rulebook in
              (side.takesCode(on: day) || side.letsIn(on: day, under: rulebook))
                && sameText(side[text: .password], account[text: .password])
            }
      }
    }
  }
}

/// Groups of accounts, by their places in the list of all.
private struct LinkedAccounts {
  private var groups: [Int: [Int]] = [:]
  /// The first account of the group that an account is in.
  private var firsts: [Int: Int] = [:]

  /// The groups of several accounts.
  var all: [[Int]] {
    groups.values.filter { $0.count > 1 }.map { $0.sorted() }.sorted { $0[0] < $1[0] }
  }

  /// Links the accounts that share a name in a file, and those that have the name in another one.
  ///
  /// - Parameters:
  ///   - rows: the rows of each account in the file.
  ///   - others: the names of the other one, with the rows of each account in it.
  mutating func link(
    _ names: [SharedName], of file: AccountsDocument, _ rows: [[Int]],
    _ others: NameTable, _ otherRows: [[Int]]
  ) {
    guard !names.isEmpty else { return }
    func places(_ rows: [[Int]]) -> [Int: Int] {
      Dictionary(
        rows.enumerated().flatMap { index, rows in rows.map { ($0, index) } },
        uniquingKeysWith: { first, _ in first })
    }
    let (here, there) = (places(rows), places(otherRows))
    for name in names {
      let id = file.nameKeys(of: file.rows[name.rows[0]]).first { $0.field == name.field }
      let others = id.map(others.rows) ?? []
      join(name.rows.compactMap { here[$0] } + others.compactMap { there[$0] })
    }
  }

  private mutating func join(_ places: [Int]) {
    let found = Set(places.map { firsts[$0] ?? $0 }).map { first in
      (first, groups[first] ?? [first])
    }
    // The largest takes the others in.
    guard let (first, _) = found.max(by: { $0.1.count < $1.1.count }) else { return }
    for (other, members) in found where other != first {
      groups[other] = nil
      groups[first, default: [first]] += members
      for member in members { firsts[member] = first }
    }
  }
}

extension MatchedAccounts {
  /// True if one side alone changed an account, and closed it by that.
  fileprivate func isClosedBySide(
    _ account: Account, _ here: [StoredAccount], _ there: [StoredAccount]
  ) -> Bool {
    here.contains(where: \.isClosed)
      && base.isEqualIgnoringSpacing(account.base, as: account.theirs, in: theirs)
      || there.contains(where: \.isClosed)
        && base.isEqualIgnoringSpacing(account.base, as: account.mine, in: mine)
  }
}

extension StoredAccount {
  /// Days on which it may begin or cease to let somebody in.
  fileprivate func bounds(under rulebook: Rulebook) -> [CalendarDay] {
    let (birth, ages) = (day(.birthDate), rulebook.fields.birthDate)
    let days = [
      day(.validFrom), day(.validUntil), day(.invitedUntil), birth,
      birth?.adding(months: 12 * ages.minimumAge),
      birth?.adding(months: 12 * (min(ages.maximumAge, BirthDate.greatestAge) + 1)),
    ].compactMap(\.self)
    return days + days.compactMap { $0.adding(days: 1) }
  }

  fileprivate func letsIn(on day: CalendarDay, under rulebook: Rulebook) -> Bool {
    guard self[text: .password] != nil else { return false }
    guard self.day(.birthDate) != nil else { return state(on: day) == .open }
    let isClosedForAge = isClosed && !problems.isEmpty && problems.allSatisfy(\.isOfAge)
    let isClosed =
      isClosed && !isClosedForAge
      || rulebook.problems(with: values, today: day).contains(where: \.isOfAge)
    return state(on: day, isClosed: isClosed) == .open
  }

  /// True if its password is an invitation's code that is good on a day.
  fileprivate func takesCode(on day: CalendarDay) -> Bool {
    guard let last = invitedUntil, day <= last else { return false }
    return [.invited, .notYetValid].contains(state(on: day))
  }

  /// True if both have the same email, or the same user name.
  fileprivate func sharesName(with other: StoredAccount) -> Bool {
    Field.keys.contains { field in
      guard let mine = self[text: field], let theirs = other[text: field] else { return false }
      return sameText(AccountName(mine).key, AccountName(theirs).key)
    }
  }

  fileprivate func hasPassword(of other: StoredAccount) -> Bool {
    guard let mine = self[text: .password], let theirs = other[text: .password] else {
      return false
    }
    return sameText(mine, theirs) && (!mustChangePassword || other.mustChangePassword)
  }
}

extension Problem {
  /// True if it may pass with time, or come.
  fileprivate var isOfAge: Bool {
    switch (subject, rule) {
    case (.field(.birthDate), .field(.minimumAge)), (.field(.birthDate), .field(.maximumAge)),
      (.field(.birthDate), .field(.notInFuture)):
      true
    default: false
    }
  }
}

extension AccountsDocument {
  fileprivate func stored(_ positions: [[Int]], today: CalendarDay) -> [[StoredAccount]] {
    let rows = positions.flatMap(\.self).map { Row(self, $0) }
    var rest = accounts(rows, sharers(), today: today)[...]
    return positions.map { positions in
      defer { rest = rest.dropFirst(positions.count) }
      return Array(rest.prefix(positions.count))
    }
  }
}
