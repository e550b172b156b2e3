// Effects of an undo besides restoring values:
// - Accounts that moved return to their old order, in the places that they have now. Accounts that
//   are gone are left out; accounts that came since stay. If the accounts no longer have the order
//   that the change left, that is a conflict. An undo that moved some accounts while others came
//   or went records the names of all; so does one that renamed some.
// - Where later changes stay, accounts, places and orders are followed to the names that those left.
// - Keys around the accounts come back under the same rule as fields.
// - Passed over are sealing, `rehash`, `byHand`, `copy`, an `edit-file` that changed spacing alone
//   or a file that could not be read before, and changes of forgotten accounts alone. A change
//   whose values were lost is not passed over.

import LosslessJSON

/// Plans an undo while the history is read, the newest change first.
struct UndoPlan {
  /// True for one change alone: then ``passedOver`` does not name what came since.
  let isOfOne: Bool
  /// The changes to take back, the newest first.
  private(set) var entries: [HistoryEntry] = []
  /// The newer changes that stay, the newest first.
  private(set) var passedOver: [HistoryEntry] = []
  private var closed: [UndoStep] = []
  /// The step that takes further changes; no two concern the same account.
  private var open: [AccountChange] = []
  /// The accounts of all steps in order; nil for the file around them.
  private(set) var accounts: [AccountRecord?] = []
  /// The present names of these accounts; empty for the file around them.
  private(set) var presentNames: [String] = []
  /// Accounts that a later change removed: what is to be taken back is not there.
  private(set) var missing: [Refusal] = []
  /// All changes that were read, the newest first.
  private var read: [HistoryEntry] = []
  /// What the later changes that stay made of the names.
  private var later = LaterNames()

  /// The steps, to be done in order.
  var steps: [UndoStep] { closed + (open.isEmpty ? [] : [.accounts(open)]) }

  /// All names of the last step's accounts, before the last change.
  private var concerned: Set<String> = []
  /// All names of the last change's accounts; true if the account is called so before or after it.
  private var ofEntry: [String: Bool] = [:]
  /// The anchors after which removed accounts return in the last step, and the names that disappear
  /// in it.
  private var anchors: Set<String> = []
  private var removedNames: Set<String> = []
  /// Accounts whose password was only hashed, or was replaced, after the change at hand, by their
  /// names at that time.
  private var rehashed: Set<String> = []
  private var replaced: Set<String> = []
  private var changesByHand = 0
  /// False below a change by hand, or one with a forgotten account.
  private var takesBackAllLater = true
  /// `changesByHand` at the oldest change in the plan that sets the password of an account.
  private var handsBefore: [String: Int] = [:]

  init(isOfOne: Bool = false) { self.isOfOne = isOfOne }

  /// Passes an older change, which stays.
  mutating func pass(_ entry: HistoryEntry) {
    if !isOfOne { passedOver.append(entry) }
    read.append(entry)
    if entry.did == .byHand { changesByHand += 1 }
    noteUnknown(in: entry)
    // What stays may have given names away.
    if entry.isUndone { takesBackAllLater = false }
    defer { later.pass(entry) }
    for account in entry.accounts {
      guard let now = account.newName, let then = account.name else { continue }
      let (name, earlier) = (AccountName(now).key, AccountName(then).key)
      if entry.did == .rehash || entry.did == .seal {
        rehashed.insert(name)
      } else if account.changes.map({ $0[.password] != nil }) ?? true {
        replaced.insert(name)
      }
      rename(name, earlier)
    }
  }

  /// Adds an older change, which is to be undone. Its values must be kept.
  mutating func add(_ entry: HistoryEntry) {
    entries.append(entry)
    read.append(entry)
    noteUnknown(in: entry)
    let document = later.followed(entry.document, of: entry)
    concerned.formUnion(ofEntry.keys)
    ofEntry = Dictionary(minimumCapacity: entry.accounts.count)
    removedNames.reserveCapacity(removedNames.count + entry.accounts.count)
    for account in entry.accounts.reversed() {
      guard let now = account.newName, let then = account.name else { continue }
      let (name, earlier) = (AccountName(now).key, AccountName(then).key)
      let password = account.changes?[.password]
      let isKnown =
        !replaced.contains(name) && changesByHand == handsBefore[name, default: 0]
      let mayDiffer = isKnown && (rehashed.contains(name) || password?.new == .string("*"))
      if let present = later.presentName(of: account) {
        add(
          later.followed(account), from: earlier, to: name, present,
          passwordMayDiffer: password != nil && mayDiffer)
      } else {
        missing.append(Refusal(accounts.count, of: now, .missing))
      }
      later.restore(account)
      if password != nil || account.kind != .changed {
        rehashed.remove(name)
        replaced.remove(name)
        if changesByHand > 0 { handsBefore[name] = changesByHand }
      }
      rename(name, earlier)
    }
    // An order names all accounts, so these come back first.
    if let document {
      closeStep()
      closed.append(.document(document))
      accounts.append(nil)
      presentNames.append("")
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

  /// - Parameter present: the name under which the account is found.
  private mutating func add(
    _ account: AccountRecord, from earlier: String, to name: String, _ present: String,
    passwordMayDiffer: Bool
  ) {
    let name = later.isEmpty ? name : AccountName(present).key
    let isFollowed = account.newName.map { !sameText($0, present) } == true
    // Few names each, and most of them the same.
    let own = earlier == name ? [name] : [earlier, name]
    let names = account.allNames.reduce(into: own) { names, text in
      let key = AccountName(text).key
      if !names.contains(key) { names.append(key) }
    }
    var anchor: String?
    if case .behind(let name)? = account.place { anchor = AccountName(name).key }
    let isGone = account.kind == .added || account.kind == .changed && name != earlier
    let goes = isGone ? name : nil
    // A place can be found while the account before it has the name that it had.
    let isPlaced =
      goes.map(anchors.contains) != true && anchor.map(removedNames.contains) != true
    // Within one change, names may change hands.
    let isFree =
      !names.contains(where: concerned.contains) && !own.contains { ofEntry[$0] == true }
    if !isFree || !isPlaced { closeStep() }
    for name in own { ofEntry[name] = true }
    for name in names.dropFirst(own.count) where ofEntry[name] == nil { ofEntry[name] = false }
    if let anchor { anchors.insert(anchor) }
    if let goes { removedNames.insert(goes) }
    open.append(
      .restore(
        account, passwordMayDiffer: passwordMayDiffer, mayShareNames: takesBackAllLater,
        under: isFollowed ? present : nil))
    accounts.append(account)
    presentNames.append(present)
  }

  private mutating func closeStep() {
    closed = steps
    open = []
    (concerned, anchors, removedNames, ofEntry) = ([], [], [], [:])
  }

  private mutating func rename(_ name: String, _ earlier: String) {
    guard name != earlier else { return }
    if rehashed.remove(name) != nil { rehashed.insert(earlier) }
    if replaced.remove(name) != nil { replaced.insert(earlier) }
    handsBefore[earlier] = handsBefore.removeValue(forKey: name)
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
