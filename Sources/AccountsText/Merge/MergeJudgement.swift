import Accounts
import LosslessJSON

/// Judges what a merge does to who can log in.
///
/// Nobody gets in by the merge alone: whoever can log in to an account of the result, on any day from today
/// on, could do so on that day with that password in the account that it is matched with on a side. And
/// an account that differs between the sides is neither closed nor opened against one of them.
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
    let (here, there, now) = (JudgedText(mine), JudgedText(theirs), JudgedText(merged))
    let isDifferent = all.map {
      !accounts.mine.isEqualIgnoringSpacing($0.mine, as: $0.theirs, in: accounts.theirs)
    }
    // Names that more accounts have than on either side.
    let places = now.names.shared.isEmpty ? [:] : Self.places(positions)
    for name in now.names.shared {
      guard let first = name.rows.first,
        let id = merged.ids(of: merged.rows[first]).first(where: { $0.field == name.field }),
        name.rows.count > max(here.names.rows(id).count, there.names.rows(id).count)
      else { continue }
      for index in name.rows.compactMap({ places[$0] })
      where isDifferent[index] && !settlements[index].isConflict {
        verdicts[index] = .wouldClose
      }
    }
    let hasOneRulebook = mine.rulebook == theirs.rulebook
    lazy var before = JudgedText(base)
    for (index, account) in all.enumerated()
    where verdicts[index] == nil && !settlements[index].isConflict {
      // The same account under the same rulebook has changed only if it shared a name.
      guard
        isDifferent[index] || !hasOneRulebook || here.isShared(account.mine)
          || there.isShared(account.theirs)
      else { continue }
      let (mine, theirs) = (here.accounts(account.mine), there.accounts(account.theirs))
      let result = now.accounts(positions[index])
      func isOpen(_ accounts: [JudgedAccount]) -> Bool {
        accounts.contains { $0.isOpen(on: today) }
      }
      func isKeptOut(_ accounts: [JudgedAccount]) -> Bool {
        !accounts.isEmpty && !isOpen(accounts)
      }
      if !result.allSatisfy({ $0.isAllowed(by: mine + theirs, from: today) }) {
        verdicts[index] = .wouldOpen
      } else if !isDifferent[index] {
        continue
      } else if isOpen(result) {
        if isKeptOut(mine) || isKeptOut(theirs), !isKeptOut(before.accounts(account.base)) {
          verdicts[index] = .wouldOpen
        }
      } else if isOpen(mine) || isOpen(theirs),
        result.contains(where: { $0.state(on: today) == .closed })
      {
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

/// A text whose accounts are judged.
private struct JudgedText {
  let file: AccountsDocument
  let names: NameTable
  private let sharers: Sharers

  init(_ file: AccountsDocument) {
    self.file = file
    names = NameTable(file, isAskedOften: true)
    sharers = Sharers(names.shared)
  }

  func isShared(_ rows: [Int]) -> Bool { rows.contains { !sharers.of($0).isEmpty } }

  func accounts(_ rows: [Int]) -> [JudgedAccount] {
    rows.map {
      JudgedAccount(row: AccountsDocument.Row(file, $0), file: file, isShared: isShared([$0]))
    }
  }
}

/// An account of one of the texts, on any day.
private struct JudgedAccount {
  let row: AccountsDocument.Row
  let file: AccountsDocument
  let isShared: Bool

  func state(on day: CalendarDay) -> AccountState {
    var problems = file.problems(of: row, today: day).map { Problem($0.subject, $0.rule) }
    if isShared { problems.append(Problem(.account, .field(.unique))) }
    return StoredAccount(row.values, problems: problems, under: file.rulebook, today: day).state
  }

  func isOpen(on day: CalendarDay) -> Bool { state(on: day) == .open }

  /// Whether one of these can be logged in to, with the same password, on each day on which this one can;
  /// and whether a password that must be changed is still to be changed.
  func isAllowed(by others: [JudgedAccount], from today: CalendarDay) -> Bool {
    let others = others.filter { sameText($0.row.values.password, row.values.password) }
    if !mustChange, !others.isEmpty, others.allSatisfy(\.mustChange) { return false }
    let days = [today] + (others + [self]).flatMap(\.bounds).filter { $0 > today }
    return Set(days).allSatisfy { day in
      !isOpen(on: day) || others.contains { $0.isOpen(on: day) }
    }
  }

  private var mustChange: Bool { row.values[.mustChange] == .flag(true) }

  /// The days on which its state may become another.
  private var bounds: [CalendarDay] {
    func day(_ field: Field) -> CalendarDay? { row.values[text: field].flatMap { CalendarDay($0) } }
    let ages = file.rulebook.fields.birthDate
    let years = [0, ages.minimumAge, min(ages.maximumAge, BirthDate.greatestAge) + 1]
    let birthdays = years.compactMap { day(.birthDate)?.adding(months: 12 * $0) }
    return [day(.validFrom), day(.validUntil)?.adding(days: 1)].compactMap(\.self) + birthdays
      + birthdays.compactMap { $0.adding(days: 1) }
  }
}
