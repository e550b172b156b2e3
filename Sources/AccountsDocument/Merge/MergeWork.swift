// The work of a merge, step by step: who is who in the three texts (`MatchedAccounts`); each
// account, each key beside them and the rulebook settled, or in conflict; the texts built
// (`MergedVersion`); and the merged accounts judged (`MergeJudgement`), which may find more
// conflicts.

import Accounts
import LosslessJSON

/// The results of a merge, collected as it goes.
struct MergeWork {
  /// The accounts in conflict, with their places in the list of all.
  private var conflicts: [(place: Int, conflict: AccountConflict)] = []
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
  /// Groups of accounts that share names on a side.
  private var sharing: [[Int]] = []
  /// The accounts in conflict that a side keeps out.
  private var shut: Set<Int> = []
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

  var accountConflicts: [AccountConflict] { conflicts.map(\.conflict) }

  /// The only side that changed the rulebook; nil for none or both.
  var rulebookChanger: MergeSide? { rulebookChangers.count == 1 ? rulebookChangers.first : nil }

  mutating func settleAccounts() {
    settlements.reserveCapacity(accounts.all.count)
    for (place, account) in accounts.all.enumerated() {
      let (settlement, conflict) = settlement(of: account)
      settlements.append(settlement)
      if let conflict { conflicts.append((place, conflict)) }
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
      let isOne = conflicts.isEmpty && conflictingKeys.isEmpty
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

  /// The accounts in conflict, as they are in both texts. Accounts that share names stand together,
  /// and so do the keys that say who may log in, or all of an account that a side keeps out: parts
  /// of two sides would be a text that neither has.
  var conflictPlaces: [ConflictPlace] {
    let here = version(of: .mine).positions(of: accounts.all)
    let there = version(of: .theirs).positions(of: accounts.all)
    let groups = sharing.map { group in
      let members = group.filter { settlements[$0].isConflict }
      return ConflictPlace(
        mine: members.flatMap { here[$0] }, theirs: members.flatMap { there[$0] }, keys: nil)
    }
    return groups
      + settlements.indices.compactMap { index in
        switch settlements[index] {
        case .mine, .theirs: nil
        case .conflict: ConflictPlace(mine: here[index], theirs: there[index], keys: nil)
        case .fields(_, let conflicting):
          shut.contains(index)
            || Field.ofAccess.contains(where: { conflicting.contains($0.key) })
            ? ConflictPlace(mine: here[index], theirs: there[index], keys: conflicting) : nil
        }
      }
  }

  /// Judges the merged accounts, except unchanged ones of mine. Accounts that the merge itself
  /// would close or open become conflicts, which are judged in turn.
  mutating func judge() throws(AccountsError) {
    guard rulebookChanger == .theirs || settlements.contains(where: { !$0.isMine }) else { return }
    var turns = 0
    while !isWhole {
      let merged = try mine.withText(document.bytes)
      guard merged.faults.isEmpty, merged.rulebookFaults.isEmpty else {
        isWhole = true
        return
      }
      let hasOther = !conflicts.isEmpty || !conflictingKeys.isEmpty
      let theirVersion = try hasOther ? mine.withText(other.bytes) : nil
      let judgement = MergeJudgement(
        accounts, settlements, base: old, mine: mine, theirs: theirs,
        merged: (merged, version(of: .mine).positions(of: accounts.all)),
        // Nobody is let in by a text that cannot be read.
        other: theirVersion.flatMap { other -> MergeJudgement.Text? in
          other.faults.isEmpty ? (other, version(of: .theirs).positions(of: accounts.all)) : nil
        }, today: today)
      (sharing, shut) = (judgement.sharing, judgement.shut)
      let verdicts = judgement.verdicts.sorted { $0.key < $1.key }
      let new = verdicts.filter { settlements[$0.key].isByKeys }
      // If whole accounts of one side let somebody in whom neither side lets in, only whole files
      // are safe.
      let isUnsafe = new.isEmpty && verdicts.contains { $0.value == .wouldOpen }
      turns += 1
      guard !isUnsafe, turns < Self.mostTurns || new.isEmpty else {
        isWhole = true
        return
      }
      guard !new.isEmpty else { return }
      conflicts.removeAll { judgement.verdicts[$0.place] != nil && settlements[$0.place].isByKeys }
      for (place, reason) in new {
        settlements[place] = .conflict
        conflicts.append((place, conflict(over: accounts.all[place], reason)))
      }
      try build()
      // A conflict without different lines can only be marked as a whole.
      if document.bytes == other.bytes { isWhole = true }
    }
  }

  /// The most times that a merge is judged.
  private static let mostTurns = 8
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
  /// False for a conflict of the whole account.
  var isByKeys: Bool { if case .conflict = self { false } else { true } }

  var isConflict: Bool {
    switch self {
    case .conflict: true
    case .fields(_, let conflicting): !conflicting.isEmpty
    case .mine, .theirs: false
    }
  }
}
