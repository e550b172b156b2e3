// Effects of an undo besides restoring values:
// - Accounts that moved return to their old order, in the places that they have now. Accounts that
//   are gone are left out; accounts that came since stay. If the accounts no longer have the order
//   that the change left, that is a conflict. An undo that moved some accounts while others came or
//   went records the names of all; so does a change that renamed some.
// - If later changes stay, accounts, places and orders are followed to the names that those left.
// - Keys around the accounts come back under the same rule as fields.
// - Passed over are sealing, `rehash`, `byHand`, `copy`, an `edit-file` that changed spacing alone
//   or a file that could not be read before, and changes of forgotten accounts alone. A change
//   whose values were lost is not passed over.

import LosslessJSON

/// Plans an undo while the history is read, the newest change first.
///
/// `pass` reads a change that stays, `add` a change that is taken back. The plan only grows; what
/// is known of the changes after the one at hand follows the walk back through the names.
struct UndoPlan {
  /// The step that takes further changes, until one of them would meet another of it.
  private struct OpenStep {
    /// Its changes; no two concern the same account.
    var changes: [AccountChange] = []
    /// All names of its accounts.
    var names: Set<String> = []
    /// The names behind which removed accounts return in it.
    var anchors: Set<String> = []
    var removedNames: Set<String> = []
  }

  /// The change to take back alone, of which ``passedOver`` does not name what came since; nil for
  /// the newest ones.
  private let only: Int?

  // MARK: What is planned

  /// The changes to take back, the newest first.
  private(set) var entries: [HistoryEntry] = []
  private var closed: [UndoStep] = []
  private var open = OpenStep()
  /// The accounts of all steps in order; nil for the file around them.
  private(set) var accounts: [AccountRecord?] = []
  /// The present names of these accounts; empty for the file around them.
  private(set) var presentNames: [String] = []
  /// Accounts that a later change removed, or brought back, so their present values are not those
  /// that the change left.
  private(set) var missing: [Refusal] = []

  // MARK: What is known of later changes

  /// All changes that were read, the newest first.
  private var read: [HistoryEntry] = []
  /// The newer changes that stay, the newest first.
  private(set) var passedOver: [HistoryEntry] = []
  /// The changes that the later undos took back.
  private(set) var takenBack = TakenBack()
  /// The names, as the later changes that stay left them.
  private var later = LaterNames()
  /// The changes that ended invitations, by the hashes of their codes.
  private var ended: [String: AccountRecord] = [:]
  /// False below a change by hand, or one with a forgotten account.
  private var takesBackAllLater = true

  // MARK: What is known of passwords
  // Accounts are named here as at the change at hand: `rename` takes the names on.

  /// Accounts whose password was only hashed after that.
  private var rehashed: Set<String> = []
  /// Accounts whose password was replaced after that.
  private var replaced: Set<String> = []
  /// How many changes by hand were read: each may have replaced any password.
  private var changesByHand = 0
  /// `changesByHand` at the oldest change in the plan that sets the password of an account.
  private var handsBefore: [String: Int] = [:]

  /// The steps, to be done in order.
  var steps: [UndoStep] { closed + (open.changes.isEmpty ? [] : [.accounts(open.changes)]) }

  init(of only: Int? = nil) { self.only = only }

  /// Passes an older change, which stays.
  mutating func pass(_ entry: HistoryEntry) {
    if only == nil { passedOver.append(entry) }
    read.append(entry)
    let isNothing = isTakenBack(entry)
    takenBack.pass(entry)
    if entry.did == .byHand { changesByHand += 1 }
    noteUnknown(in: entry)
    // A change that stays may have given names away.
    if entry.isUndone { takesBackAllLater = false }
    later.pass(entry)
    if entry.did == .uninvite, !isNothing {
      for account in entry.accounts {
        if case .string(let code)? = account.changes?[.password]?.old { ended[code] = account }
      }
    }
    for step in entry.accountsInSteps.reversed() {
      for account in step {
        guard let now = account.newName else { continue }
        if entry.did == .rehash || entry.did == .seal {
          rehashed.insert(AccountName(now).key)
        } else if !isNothing, account.changes.map({ $0[.password] != nil }) ?? true {
          replaced.insert(AccountName(now).key)
        }
      }
      rename(step)
    }
  }

  /// True if a change and another that was passed, or will be, cancel each other: it was taken
  /// back, or took back only what came after the change at hand.
  private func isTakenBack(_ entry: HistoryEntry) -> Bool {
    if takenBack.undo(of: entry.number) != nil { return true }
    guard let only else { return false }
    return !entry.undid.isEmpty && entry.undid.allSatisfy { $0 > only }
  }

  /// Adds an older change, which is to be undone. Its values must be kept.
  mutating func add(_ entry: HistoryEntry) {
    entries.append(entry)
    read.append(entry)
    noteUnknown(in: entry)
    let document = later.followed(entry.document, of: entry)
    open.removedNames.reserveCapacity(open.removedNames.count + entry.accounts.count)
    for step in entry.accountsInSteps.reversed() {
      add(step.reversed().compactMap { returning($0, of: entry) })
      later.restore(step)
      rename(step)
    }
    // An order names all accounts, so these come back first.
    if let document {
      closeStep()
      closed.append(.document(document))
      accounts.append(nil)
      presentNames.append("")
    }
  }

  /// An account that is to be taken back.
  private struct Returning {
    let account: AccountRecord
    /// The name under which it is found; nil if it is not as the change left it.
    let present: String?
    let passwordMayDiffer: Bool
    /// All its names; the name of it that disappears, and that of the account behind which it comes
    /// back.
    var names: [String] = []
    var goes: String?
    var anchor: String?
  }

  private mutating func returning(
    _ recorded: AccountRecord, of entry: HistoryEntry
  ) -> Returning? {
    var account = recorded
    // The end of an invitation is a part of it: so the password before it comes back.
    if entry.did == .invite, case .string(let code)? = account.changes?[.password]?.new,
      let end = ended[code]
    {
      account = account.ended(by: end)
    }
    guard let now = account.newName, let then = account.name else { return nil }
    let (name, earlier) = (AccountName(now).key, AccountName(then).key)
    let password = account.changes?[.password]
    let isKnown =
      !replaced.contains(name) && changesByHand == handsBefore[name, default: 0]
    let mayDiffer = isKnown && (rehashed.contains(name) || password?.new == .string("*"))
    if password != nil || account.kind != .changed {
      // An account that the undo removes comes back with the hash that it has.
      if account.kind == .changed { rehashed.remove(name) }
      replaced.remove(name)
      if changesByHand > 0 { handsBefore[name] = changesByHand }
    }
    let present = later.presentName(of: account)
    var back = Returning(
      account: present == nil ? account : later.followed(account), present: present,
      passwordMayDiffer: password != nil && mayDiffer)
    guard let present else { return back }
    let found = later.isEmpty ? name : AccountName(present).key
    // Few names each, and most of them the same.
    back.names = back.account.allNames.reduce(into: earlier == found ? [found] : [earlier, found]) {
      names, text in
      let key = AccountName(text).key
      if !names.contains(key) { names.append(key) }
    }
    if account.kind == .added || account.kind == .changed && found != earlier { back.goes = found }
    if case .behind(let name)? = back.account.place { back.anchor = AccountName(name).key }
    return back
  }

  /// Adds the accounts of a step, among which names may change hands: they stay together.
  private mutating func add(_ step: [Returning]) {
    // A place can be found while the account before it has the name that it had.
    let isFree = step.allSatisfy { account in
      !account.names.contains(where: open.names.contains)
        && account.goes.map(open.anchors.contains) != true
        && account.anchor.map(open.removedNames.contains) != true
    }
    if !isFree { closeStep() }
    for back in step {
      guard let present = back.present else {
        let reason: Refusal.Reason = back.account.kind == .removed ? .changedSince([]) : .missing
        missing.append(Refusal(accounts.count, of: back.account.newName ?? "", reason))
        continue
      }
      open.names.formUnion(back.names)
      if let anchor = back.anchor { open.anchors.insert(anchor) }
      if let goes = back.goes { open.removedNames.insert(goes) }
      let isFollowed = !sameText(back.account.newName, present)
      open.changes.append(
        .restore(
          back.account, passwordMayDiffer: back.passwordMayDiffer,
          mayShareNames: takesBackAllLater, under: isFollowed ? present : nil))
      accounts.append(back.account)
      presentNames.append(present)
    }
  }

  /// True if a change was made in the session of the account that is called so now, or by nobody if
  /// that is nil.
  func isMade(_ entry: HistoryEntry, inSessionOf name: String?) -> Bool {
    guard let name else { return entry.by == nil }
    guard case .now(let present)? = later.resolve(sessionOf: entry) else { return false }
    return AccountName(present) == AccountName(name)
  }

  private mutating func noteUnknown(in entry: HistoryEntry) {
    let areNamed =
      entry.accounts.count == entry.count && !entry.accounts.contains { $0.name == nil }
    if entry.did == .byHand || !areNamed { takesBackAllLater = false }
  }

  private mutating func closeStep() { (closed, open) = (steps, OpenStep()) }

  /// Goes to the names that accounts had before a step, in which names may change hands.
  private mutating func rename(_ step: ArraySlice<AccountRecord>) {
    var moved: [(earlier: String, isRehashed: Bool, isReplaced: Bool, hands: Int?)] = []
    for account in step {
      guard let now = account.newName, let then = account.name else { continue }
      let (name, earlier) = (AccountName(now).key, AccountName(then).key)
      guard name != earlier else { continue }
      moved.append(
        (
          earlier, rehashed.remove(name) != nil, replaced.remove(name) != nil,
          handsBefore.removeValue(forKey: name)
        ))
    }
    for (earlier, isRehashed, isReplaced, hands) in moved {
      if isRehashed { rehashed.insert(earlier) }
      if isReplaced { replaced.insert(earlier) }
      handsBefore[earlier] = hands
    }
  }
}

extension UndoPlan {
  /// The changes to take back that an account's own session made of it, with what became of the
  /// session's name, the newest first.
  var changesOfOwners: [(entry: HistoryEntry, account: AccountRecord, owner: LaterNames.Resolved)] {
    let numbers = Set(entries.lazy.filter { $0.changeOfOwner != nil }.map(\.number))
    guard !numbers.isEmpty else { return [] }
    var names = LaterNames()
    var found: [(HistoryEntry, AccountRecord, LaterNames.Resolved)] = []
    for entry in read {
      if numbers.contains(entry.number), let account = entry.changeOfOwner,
        let owner = names.resolve(sessionOf: entry)
      {
        found.append((entry, account, owner))
      }
      names.pass(entry)
    }
    return found
  }
}

extension AccountRecord {
  /// An invitation and its end as one change; names stay as they were at its beginning.
  fileprivate func ended(by end: AccountRecord) -> AccountRecord {
    let both = changesJoined(with: (end.changes ?? []).filter { !$0.isOfName })
    return AccountRecord(name: name, otherName: otherName, both, place: place)
  }
}
