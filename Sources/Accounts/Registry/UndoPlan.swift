// Effects of an undo besides restoring values:
// - Accounts that moved return to their old order, in the places that they have now. Accounts that
//   are gone are left out; accounts that came since stay. If the accounts no longer have the order
//   that the change left, that is a conflict. An undo that moved some accounts while others came
//   or went records the names of all.
// - Keys around the accounts come back under the same rule as fields.
// - Passed over are sealing, `rehash`, `byHand`, `copy`, an `edit-file` that changed spacing alone
//   or a file that could not be read before, and changes of forgotten accounts alone. A change
//   whose values were lost is not passed over.

import LosslessJSON

/// Plans an undo while the history is read, the newest change first.
struct UndoPlan {
  /// The changes to take back, the newest first.
  private(set) var entries: [HistoryEntry] = []
  /// The newer changes that stay, the newest first.
  private(set) var passedOver: [HistoryEntry] = []
  private var closed: [UndoStep] = []
  /// The step that takes further changes; no two concern the same account.
  private var open: [AccountChange] = []
  /// The accounts of all steps in order; nil for the file around them.
  private(set) var accounts: [AccountRecord?] = []

  /// The steps, to be done in order.
  var steps: [UndoStep] { closed + (open.isEmpty ? [] : [.accounts(open)]) }

  /// All names of the last step's accounts, before the last change.
  private var concerned: Set<String> = []
  /// All names of the last change's accounts; true if the account is called so before or after it.
  private var ofEntry: [String: Bool] = [:]
  /// The anchors after which removed accounts return in the last step, and the names that disappear
  /// in it.
  private var anchors: Set<String> = []
  private var gone: Set<String> = []
  /// Accounts whose password was only hashed, or was replaced, after the change at hand, by their
  /// names at that time.
  private var rehashed: Set<String> = []
  private var replaced: Set<String> = []
  private var changesByHand = 0
  /// False below a change by hand, or one with a forgotten account.
  private var isAllKnown = true
  /// `changesByHand` at the oldest change in the plan that sets the password of an account.
  private var handsBefore: [String: Int] = [:]

  /// Passes an older change, which stays.
  mutating func pass(_ entry: HistoryEntry) {
    passedOver.append(entry)
    if entry.did == .byHand { changesByHand += 1 }
    noteUnknown(in: entry)
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
    noteUnknown(in: entry)
    concerned.formUnion(ofEntry.keys)
    ofEntry = Dictionary(minimumCapacity: entry.accounts.count)
    gone.reserveCapacity(gone.count + entry.accounts.count)
    for account in entry.accounts.reversed() {
      guard let now = account.newName, let then = account.name else { continue }
      let (name, earlier) = (AccountName(now).key, AccountName(then).key)
      let password = account.changes?[.password]
      let isKnown =
        !replaced.contains(name) && changesByHand == handsBefore[name, default: 0]
      let mayDiffer = isKnown && (rehashed.contains(name) || password?.new == .string("*"))
      add(account, from: earlier, to: name, passwordMayDiffer: password != nil && mayDiffer)
      if password != nil || account.kind != .changed {
        rehashed.remove(name)
        replaced.remove(name)
        if changesByHand > 0 { handsBefore[name] = changesByHand }
      }
      rename(name, earlier)
    }
    // An order names all accounts, so these come back first.
    if let document = entry.document {
      closeStep()
      closed.append(.document(document))
      accounts.append(nil)
    }
  }

  private mutating func noteUnknown(in entry: HistoryEntry) {
    let areNamed =
      entry.accounts.count == entry.count && !entry.accounts.contains { $0.name == nil }
    if entry.did == .byHand || !areNamed { isAllKnown = false }
  }

  private mutating func add(
    _ account: AccountRecord, from earlier: String, to name: String, passwordMayDiffer: Bool
  ) {
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
      goes.map(anchors.contains) != true && anchor.map(gone.contains) != true
    // Within one change, names may change hands.
    let isFree =
      !names.contains(where: concerned.contains) && !own.contains { ofEntry[$0] == true }
    if !isFree || !isPlaced { closeStep() }
    for name in own { ofEntry[name] = true }
    for name in names.dropFirst(own.count) where ofEntry[name] == nil { ofEntry[name] = false }
    if let anchor { anchors.insert(anchor) }
    if let goes { gone.insert(goes) }
    open.append(
      .takeBack(account, passwordMayDiffer: passwordMayDiffer, mayShare: isAllKnown))
    accounts.append(account)
  }

  private mutating func closeStep() {
    closed = steps
    open = []
    (concerned, anchors, gone, ofEntry) = ([], [], [], [:])
  }

  private mutating func rename(_ name: String, _ earlier: String) {
    guard name != earlier else { return }
    if rehashed.remove(name) != nil { rehashed.insert(earlier) }
    if replaced.remove(name) != nil { replaced.insert(earlier) }
    handsBefore[earlier] = handsBefore.removeValue(forKey: name)
  }
}
