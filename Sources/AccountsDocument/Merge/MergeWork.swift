// The work of a merge, step by step: who is who in the three texts (`MatchedAccounts`); each
// account, each key beside them and the rulebook settled, or in conflict; the texts built
// (`MergedVersion`); and the merged accounts judged (`MergeJudgement`), which may find more
// conflicts.

import Accounts
import LosslessJSON

/// The results of a merge, collected as it goes.
struct MergeWork {
  private(set) var accountConflicts: [AccountConflict] = []
  private(set) var conflictingKeys: [String] = []
  private(set) var isWhole = false
  private(set) var document: JSONDocument
  private(set) var other: JSONDocument
  /// True if they changed a repeated key beside the accounts, or one that cannot be decoded.
  private(set) var isAmbiguous = false

  private let old: AccountsDocument
  let mine: AccountsDocument
  let theirs: AccountsDocument
  let accounts: MatchedAccounts
  private let today: CalendarDay
  /// The sides that changed the rulebook, if they did not change it alike.
  private let rulebookChangers: Set<MergeSide>
  private var settlements: [Settlement] = []
  /// The keys beside the accounts that they changed.
  private var keysBeside: [MergedKey] = []

  /// - Parameter isNew: whether each of the texts is new, and `old` an empty one.
  init(
    from old: AccountsDocument, isNew: Bool, mine: AccountsDocument, theirs: AccountsDocument,
    today: CalendarDay
  ) {
    (self.old, self.mine, self.theirs, self.today) = (old, mine, theirs, today)
    (document, other) = (mine.document, mine.document)
    accounts = MatchedAccounts(
      base: old, mine: mine, theirs: theirs, by: (isNew ? mine : old).rulebook.key)
    var changers: Set<MergeSide> = []
    if mine.rulebook != theirs.rulebook {
      if isNew || old.rulebook != mine.rulebook { changers.insert(.mine) }
      if isNew || old.rulebook != theirs.rulebook { changers.insert(.theirs) }
    }
    rulebookChangers = changers
  }

  /// The only side that changed the rulebook; nil for none or both.
  var rulebookChanger: MergeSide? { rulebookChangers.count == 1 ? rulebookChangers.first : nil }

  mutating func settleAccounts() {
    settlements.reserveCapacity(accounts.all.count)
    for account in accounts.all {
      let (settlement, conflict) = settlement(of: account)
      settlements.append(settlement)
      if let conflict { accountConflicts.append(conflict) }
    }
  }

  /// Settles the keys beside the accounts, each value as a whole.
  mutating func settleKeysBeside() {
    let before = KeyedMembers(around: old)
    let (here, there) = (KeyedMembers(around: mine), KeyedMembers(around: theirs))
    guard before != there, here != there else { return }
    isAmbiguous = ![before, here, there].allSatisfy(\.isUnambiguous)
    isWhole = isAmbiguous
    guard !isAmbiguous else { return }
    keysBeside = MergedKey.all(before, here, there)
      .filter { $0.isDifferent && $0.old != $0.theirs }
    conflictingKeys = keysBeside.filter(\.isConflict).map(\.name)
  }

  /// Two new rulebooks leave only the whole texts to compare.
  mutating func settleRulebook() {
    guard rulebookChangers.count == 2 else { return }
    isWhole = true
    if !conflictingKeys.contains("rules") { conflictingKeys.append("rules") }
  }

  /// Makes the merged text, once with my version of conflicts and once with theirs.
  mutating func build() throws(AccountsError) {
    do throws(JSONSyntaxError) {
      let (mine, theirs) = (version(of: .mine), version(of: .theirs))
      isWhole = isWhole || !theirs.isComplete
      document = try mine.document(over: self.mine)
      // Without conflicts, both texts are equal.
      let isOne = accountConflicts.isEmpty && conflictingKeys.isEmpty
      other = isOne ? document : try theirs.document(over: self.mine)
    } catch {
      throw .internalFault
    }
  }

  /// The text with one side's version of conflicts.
  private func version(of side: MergeSide) -> MergedVersion {
    var version = MergedVersion(mine: mine, theirs: theirs, base: accounts.base)
    for (index, (account, settlement)) in zip(accounts.all, settlements).enumerated() {
      switch settlement {
      case .mine: break
      case .theirs: version.replace(account, index)
      case .conflict: if side == .theirs { version.replace(account, index) }
      case .fields(let taken, let conflicting):
        let keys = side == .theirs ? taken + conflicting : taken
        let isTheirs = side == .theirs || conflicting.isEmpty
        version.edit(account, keys, isTheirs: isTheirs)
      }
    }
    let keys = keysBeside.filter { side == .theirs || !$0.isConflict }
    version.takeBesideAccounts(keys.map(\.name))
    return version
  }

  /// The accounts in conflict, as they are in both texts.
  var conflictPlaces: [ConflictPlace] {
    let here = version(of: .mine).positions(of: accounts.all)
    let there = version(of: .theirs).positions(of: accounts.all)
    return settlements.indices.compactMap { index in
      switch settlements[index] {
      case .mine, .theirs: nil
      case .conflict: ConflictPlace(mine: here[index], theirs: there[index], keys: nil)
      case .fields(_, let conflicting):
        Field.ofAccess.contains(where: { conflicting.contains($0.rawValue) })
          ? ConflictPlace(mine: here[index], theirs: there[index], keys: conflicting) : nil
      }
    }
  }

  /// Judges the merged accounts, except unchanged ones of mine. Accounts that the merge itself
  /// would close or open become conflicts.
  mutating func judge() throws(AccountsError) {
    guard !isWhole, rulebookChanger == .theirs || settlements.contains(where: { !$0.isMine }) else {
      return
    }
    let merged = try mine.withText(document.bytes)
    guard merged.faults.isEmpty, merged.rulebookFaults.isEmpty else {
      isWhole = true
      return
    }
    let judgement = MergeJudgement(
      accounts, version(of: .mine).positions(of: accounts.all), settlements, base: old, mine: mine,
      theirs: theirs, merged: merged, today: today)
    guard !judgement.verdicts.isEmpty else { return }
    for (index, reason) in judgement.verdicts.sorted(by: { $0.key < $1.key }) {
      let account = accounts.all[index]
      settlements[index] = .conflict
      accountConflicts.append(conflict(over: account, reason))
    }
    try build()
    // A conflict without different lines can only be marked as a whole.
    if document.bytes == other.bytes { isWhole = true }
  }
}

enum MergeSide: Sendable { case mine, theirs }

enum Settlement: Sendable {
  /// My version.
  case mine
  /// Their version.
  case theirs
  /// By keys: those to take from theirs, and the conflicting ones.
  case fields(taken: [String], conflicting: [String])
  /// A conflict of the whole account.
  case conflict

  var isMine: Bool { if case .mine = self { true } else { false } }

  var isConflict: Bool {
    switch self {
    case .conflict: true
    case .fields(_, let conflicting): !conflicting.isEmpty
    case .mine, .theirs: false
    }
  }
}
