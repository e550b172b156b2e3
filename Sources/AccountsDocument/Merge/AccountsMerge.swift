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
  package let accountConflicts: [AccountConflict]
  /// The keys beside the accounts that both sides changed differently.
  package let conflictingKeys: [String]
  /// True if only the whole texts can be compared: their rulebooks differ, or an account cannot be
  /// decoded.
  package let isWhole: Bool
  /// The merged text, with my version of conflicts.
  package let document: JSONDocument
  /// The merged text, with their version of conflicts.
  package let other: JSONDocument
  /// True if both sides changed something outside the accounts, such as the rulebook.
  package let conflictsBesideAccounts: Bool

  let mine: AccountsDocument
  let theirs: AccountsDocument
  let conflictPlaces: [ConflictPlace]
  private let commentsBefore: [ArraySlice<UInt8>]

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
        path: mine.path, bytes: Array(#"{"accounts": []}"#.utf8), dialect: .json,
        needsRules: false)
    }
    var work = MergeWork(from: old, isNew: base == nil, mine: mine, theirs: theirs, today: today)
    work.settleAccounts()
    work.settleKeysBeside()
    work.settleRulebook()
    try work.build()
    try work.judge()
    (self.mine, self.theirs, commentsBefore) = (mine, theirs, old.document.comments)
    (accountConflicts, conflictingKeys) = (work.accountConflicts, work.conflictingKeys)
    (isWhole, document, other) = (work.isWhole, work.document, work.other)
    conflictPlaces = isWhole ? [] : work.conflictPlaces
    conflictsBesideAccounts = !work.conflictingKeys.isEmpty || work.isAmbiguous
  }

  package var isClean: Bool { accountConflicts.isEmpty && conflictingKeys.isEmpty && !isWhole }
  /// Their changes of the conflicting accounts.
  package var conflicts: [AccountRecord] { accountConflicts.flatMap(\.theirs) }
  package var merged: AccountsDocument {
    get throws(AccountsError) { try mine.withText(document.bytes) }
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
}

/// The positions of an account in conflict, in the texts with my and with their version.
struct ConflictPlace: Sendable {
  let mine: [Int]
  let theirs: [Int]
  /// The keys of which all are one side's; nil for the whole account.
  let keys: [String]?
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
    /// One side took its invitation out, and left the code as a password.
    case codeAsPassword
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
