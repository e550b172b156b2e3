package import Accounts
package import LosslessJSON

/// Merges two texts of the accounts that were changed separately, by account and field.
///
/// Keeps `mine`, spacing included, and adds the changes that only `theirs` made. If both changed
/// the same value differently, that is a conflict. So are merges that a person should decide: one
/// side takes access away from an account that the other changes, or the merge closes or opens an
/// account on its own. Hand edits and git use it.
///
/// Takes time linear in the size of the texts, however much changed: the file is locked during it.
package struct AccountsMerge: Sendable {
  package private(set) var accountConflicts: [AccountConflict] = []
  /// The keys beside the accounts that both sides changed differently.
  package private(set) var conflictingKeys: [String] = []
  /// True if only the whole texts can be compared: their rulebooks differ, or an account cannot be
  /// decoded.
  package private(set) var isWhole = false
  /// The merged text, with my version of conflicts.
  package private(set) var document: JSONDocument
  /// The merged text, with their version of conflicts.
  package private(set) var other: JSONDocument

  /// Their changes of the conflicting accounts.
  package var conflicts: [AccountRecord] { accountConflicts.flatMap(\.theirs) }
  /// True if both sides changed something outside the accounts, such as the rulebook.
  package var conflictsBesideAccounts: Bool { !conflictingKeys.isEmpty || isAmbiguous }
  /// The merged text as a file of accounts.
  package var merged: AccountsDocument {
    get throws(AccountsError) {
      try AccountsDocument(path: mine.path, bytes: document.bytes, dialect: mine.dialect)
    }
  }
  /// The number of their new comments that the merged text lacks.
  package var commentsLeftOut: Int {
    func new(_ file: JSONDocument) -> [ArraySlice<UInt8>: Int] {
      var counts = Dictionary(file.comments.map { ($0, 1) }, uniquingKeysWith: +)
      for comment in commentsBefore { counts[comment]? -= 1 }
      return counts
    }
    let merged = new(document)
    return new(theirs.document).reduce(0) { sum, comment in
      sum + max(0, comment.value - max(0, merged[comment.key] ?? 0))
    }
  }
  package var isClean: Bool { accountConflicts.isEmpty && conflictingKeys.isEmpty && !isWhole }

  let mine: AccountsDocument
  let theirs: AccountsDocument
  private let commentsBefore: [ArraySlice<UInt8>]
  let accounts: MatchedAccounts
  let today: CalendarDay
  /// The only side that changed the rulebook; nil for none or both.
  let rulebookChanger: MergeSide?
  private var settlements: [Settlement]
  /// The keys beside the accounts that they changed.
  private var keysBeside: [MergedKey] = []
  /// True if they changed a repeated key there, or one that cannot be decoded.
  private var isAmbiguous = false

  /// - Parameters:
  ///   - base: the common ancestor; nil if each of the texts is new.
  ///   - today: the day for judging the accounts.
  package init(
    base: AccountsDocument?, mine: AccountsDocument, theirs: AccountsDocument, today: CalendarDay
  ) throws(AccountsError) {
    let old: AccountsDocument
    if let base {
      old = base
    } else {
      old = try AccountsDocument(
        path: mine.path, bytes: Array(#"{"accounts": []}"#.utf8), dialect: .json)
    }
    (self.mine, self.theirs, self.today) = (mine, theirs, today)
    (document, other) = (mine.document, mine.document)
    commentsBefore = old.document.comments
    accounts = MatchedAccounts(
      base: old, mine: mine, theirs: theirs, by: (base ?? mine).rulebook.key)
    let isChangedByMe = base.map { $0.rulebook != mine.rulebook } ?? true
    let isChangedByThem = base.map { $0.rulebook != theirs.rulebook } ?? true
    let isSame = mine.rulebook == theirs.rulebook
    rulebookChanger =
      switch (isSame, isChangedByMe, isChangedByThem) {
      case (false, true, false): .mine
      case (false, false, true): .theirs
      default: nil
      }
    settlements = []
    settlements.reserveCapacity(accounts.all.count)
    for account in accounts.all {
      let (settlement, conflict) = settlement(of: account)
      settlements.append(settlement)
      if let conflict { accountConflicts.append(conflict) }
    }
    mergeKeysBeside(from: old)
    if !isSame, isChangedByMe, isChangedByThem {
      isWhole = true
      if !conflictingKeys.contains("rules") { conflictingKeys.append("rules") }
    }
    try build()
    try judge(from: old)
  }

  /// Merges the keys beside the accounts, each value as a whole.
  private mutating func mergeKeysBeside(from old: AccountsDocument) {
    let before = KeyedMembers(around: old)
    let (here, there) = (KeyedMembers(around: mine), KeyedMembers(around: theirs))
    guard before != there, here != there else { return }
    isAmbiguous = ![before, here, there].allSatisfy(\.isUnambiguous)
    isWhole = isAmbiguous
    guard !isAmbiguous else { return }
    keysBeside = MergedKey.different(before, here, there).filter { $0.old != $0.theirs }
    conflictingKeys = keysBeside.filter(\.isConflict).map(\.name)
  }

  private mutating func build() throws(AccountsError) {
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

  /// Judges the merged accounts, except unchanged ones of mine. Accounts that the merge itself
  /// would close or open become conflicts.
  private mutating func judge(from old: AccountsDocument) throws(AccountsError) {
    guard !isWhole, rulebookChanger == .theirs || settlements.contains(where: { !$0.isMine }) else {
      return
    }
    let merged = try merged
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

/// An account that cannot be merged.
package struct AccountConflict: Sendable {
  package enum Reason: Sendable, Hashable {
    /// Both sides changed or added it differently.
    case bothChanged
    /// One side removed it, and the other changed it.
    case removed
    /// One side takes access away, and the other changes something else.
    case accessTaken
    /// One side changed the rulebook, and the other this account.
    case rulebookChanged
    /// The merge would close an account that is open on one side.
    case wouldClose
    /// The merge would let somebody in whom neither side lets in.
    case wouldOpen
    /// One side gave its names or its password to other accounts, or replaced them, so that the
    /// other side's change may be another account's.
    case unclear
  }

  /// The name in comparable form; empty without one.
  package let name: String
  package let reason: Reason
  /// The conflicting keys; empty for the whole account.
  package let keys: [String]
  /// Their changes of the account.
  package let theirs: [AccountRecord]
}
