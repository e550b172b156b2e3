package import Accounts
package import LosslessJSON

/// Merges two texts of the accounts that were changed apart, by account and field.
///
/// `mine` is kept, spacing included; what only `theirs` changed is put into it. If both changed the same
/// thing differently, it is a conflict. So is what nobody should decide but a person: one side takes access
/// away from an account that the other changes, or the accounts that come of the merge are closed, or open,
/// where they were not. A hand edit merges with the changes of others by it, and git with those of a branch.
///
/// Takes time linear in the size of the texts, however much changed: the file is locked during it.
package struct AccountsMerge: Sendable {
  /// The accounts that cannot be merged.
  package private(set) var accountConflicts: [AccountConflict] = []
  /// The keys beside the accounts that both sides changed in different ways.
  package private(set) var conflictingKeys: [String] = []
  /// Whether only the two texts as wholes can be put side by side: they have different rulebooks, or an
  /// account that cannot be decoded.
  package private(set) var isWhole = false
  /// The merged text, with my version of what is in conflict.
  package private(set) var document: JSONDocument
  /// The merged text, with their version of what is in conflict.
  package private(set) var other: JSONDocument

  /// What the others made of the accounts that are in conflict.
  package var conflicts: [AccountRecord] { accountConflicts.flatMap(\.theirs) }
  /// Whether both sides changed something outside the accounts, such as the rulebook.
  package var conflictsBesideAccounts: Bool { !conflictingKeys.isEmpty || envelope.isAmbiguous }
  /// The merged text as a file of accounts.
  package var merged: AccountsDocument {
    get throws(AccountsError) {
      try AccountsDocument(path: mine.path, bytes: document.bytes, dialect: mine.dialect)
    }
  }
  /// How many comments they wrote that the merged text has not.
  package var commentsLeftOut: Int {
    var known = Dictionary(
      (commentsBefore + document.comments).map { ($0, 1) }, uniquingKeysWith: +)
    return theirs.document.comments.count { comment in
      let isKnown = known[comment, default: 0] > 0
      if isKnown { known[comment, default: 0] -= 1 }
      return !isKnown
    }
  }
  package var isClean: Bool { accountConflicts.isEmpty && conflictingKeys.isEmpty && !isWhole }

  let mine: AccountsDocument
  let theirs: AccountsDocument
  private let commentsBefore: [ArraySlice<UInt8>]
  let accounts: MatchedAccounts
  let today: CalendarDay
  /// The one side that changed the rulebook, if only one did.
  let rulebookChanger: MergeSide?
  /// How each of the accounts is settled.
  private var settlements: [Settlement]
  private var envelope = MergedEnvelope()

  /// - Parameters:
  ///   - base: what both texts began from; nil if each of them is new.
  ///   - today: the day on which the accounts are judged.
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
    envelope = MergedEnvelope(
      KeyedMembers(around: old), KeyedMembers(around: mine), KeyedMembers(around: theirs))
    conflictingKeys = envelope.conflicts
    isWhole = envelope.isAmbiguous
    if !isSame, isChangedByMe, isChangedByThem {
      isWhole = true
      if !conflictingKeys.contains("rules") { conflictingKeys.append("rules") }
    }
    try build()
    try judge(from: old)
  }

  private mutating func build() throws(AccountsError) {
    do throws(JSONSyntaxError) {
      let (mine, theirs) = (version(of: .mine), version(of: .theirs))
      isWhole = isWhole || !theirs.isComplete
      document = try mine.document(over: self.mine)
      // The same text need not be made twice.
      let isOne = accountConflicts.isEmpty && conflictingKeys.isEmpty
      other = isOne ? document : try theirs.document(over: self.mine)
    } catch {
      throw .internalFault
    }
  }

  /// The text with one side's version of what is in conflict.
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
    version.envelope = envelope
    version.takesConflictingKeys = side == .theirs
    return version
  }

  /// Judges the accounts that come of the merge, unless they are mine as I have them, and makes conflicts
  /// of those that the merge itself would close or let in.
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
    // What differs in nothing that can be marked is the whole file's.
    if document.bytes == other.bytes { isWhole = true }
  }
}

/// One of the two texts that are merged.
enum MergeSide: Sendable { case mine, theirs }

/// How an account is settled.
enum Settlement: Sendable {
  /// As I have it.
  case mine
  /// As they have it.
  case theirs
  /// By its keys: those that are taken from them, and those that are in conflict.
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
    /// Both sides changed it, or added it, in different ways.
    case bothChanged
    /// One side removed what the other changed.
    case removed
    /// One side takes access away, and the other changes something else.
    case accessTaken
    /// One side changed the rulebook, and the other this account.
    case rulebookChanged
    /// It was open on a side, and would be closed.
    case wouldClose
    /// It was kept out on a side, and would be open.
    case wouldOpen
  }

  /// Its name in its comparison form; empty if it has none.
  package let name: String
  package let reason: Reason
  /// The fields and other keys that are in conflict; all of it, where none.
  package let keys: [String]
  /// What the others made of it.
  package let theirs: [AccountRecord]
}
