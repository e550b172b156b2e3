// Effects of an undo besides restoring values:
// - Accounts that moved return to their old order, in the places that they have now. Accounts that
//   are gone are left out; accounts that came since stay. If the accounts no longer have the order
//   that the change left, that is a conflict. An undo that moved some accounts while others came or
//   went records the names of all; so does a change that renamed some.
// - If later changes stay, accounts, places and orders are followed to the names that those left.
// - Keys around the accounts come back under the same rule as fields.
// - No key comes back that a later change set which stays: `StandingChanges`.
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

  /// The change to take back alone; nil for the newest ones. Of what came since it, ``passedOver``
  /// names the changes by hand: of those nothing tells what they set.
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
  private var missing: [Refusal] = []
  /// What standing later changes set of these accounts, and which of the keys to restore.
  private var setSince: [Int: (settings: LaterSettings, keys: [String])] = [:]

  // MARK: What is known of later changes

  /// All changes that were read, the newest first.
  private var read: [HistoryEntry] = []
  /// The newer changes that stay, the newest first.
  private(set) var passedOver: [HistoryEntry] = []
  private var standing = StandingChanges()
  /// The names, as the later changes that stay left them.
  private var later = LaterNames()
  /// The changes that ended invitations, by the hashes of their codes.
  private var ended: [String: (change: Int?, account: AccountRecord)] = [:]
  /// False below a change by hand, or one with a forgotten account.
  private var takesBackAllLater = true

  // MARK: What is known of passwords
  // Accounts are named here as at the change at hand: `rename` takes the names on.

  /// Accounts whose password was only hashed after that.
  private var rehashed: Set<String> = []
  /// How many changes by hand were read: each may have replaced any password.
  private var changesByHand = 0
  /// `changesByHand` at the oldest change in the plan that sets the password of an account.
  private var handsBefore: [String: Int] = [:]

  /// The steps, to be done in order.
  var steps: [UndoStep] { closed + (open.changes.isEmpty ? [] : [.accounts(open.changes)]) }

  init(of only: Int? = nil) { self.only = only }

  /// The undo that took back a change, if all newer changes were passed; nil if it is in force.
  func undo(of number: Int?) -> Int? { standing.takenBack.undo(of: number) }

  /// Passes an older change, which stays.
  mutating func pass(_ entry: HistoryEntry) {
    if only == nil || entry.did == .byHand { passedOver.append(entry) }
    read.append(entry)
    standing.pass(entry) { [later] account in later.presentNames(of: account.namesAfter) }
    if entry.did == .byHand { changesByHand += 1 }
    noteUnknown(in: entry)
    // A change that stays may have given names away, or an id.
    if entry.isUndone || entry.accounts.contains(where: \.setsID) { takesBackAllLater = false }
    later.pass(entry)
    if entry.did == .uninvite, undo(of: entry.number) == nil {
      for account in entry.accounts {
        guard case .string(let code)? = account.changes?[.password]?.old else { continue }
        ended[code] = (entry.number, account)
      }
    }
    for step in entry.accountsInSteps.reversed() {
      for account in step where entry.did == .rehash || entry.did == .seal {
        if let now = account.newName { rehashed.insert(AccountName(now).key) }
      }
      rename(step)
    }
  }

  /// Adds an older change, which is to be undone. Its values must be kept.
  mutating func add(_ entry: HistoryEntry) {
    entries.append(entry)
    read.append(entry)
    noteUnknown(in: entry)
    let document = later.followed(entry.document, of: entry)
    open.removedNames.reserveCapacity(open.removedNames.count + entry.accounts.count)
    var settings = settings(of: entry)[...]
    for step in entry.accountsInSteps.reversed() {
      add(
        step.reversed().compactMap { account in
          returning(account, of: entry, settings.popFirst() ?? LaterSettings())
        })
      later.restore(step)
      rename(step)
    }
    // An order names all accounts, so these come back first.
    if let document {
      closeStep()
      closed.append(.document(document))
      let settings = standing.settingsAround(after: entry.number)
      let paths = document.paths.filter { settings.change(of: $0) != nil }
      note(settings, settingAgain: paths.compactMap(\.first))
      accounts.append(nil)
      presentNames.append("")
    }
  }

  /// What was set since of the accounts of a change, from the last one to the first.
  private func settings(of entry: HistoryEntry) -> [LaterSettings] {
    guard !standing.isEmpty else { return [] }
    var settings: [LaterSettings] = []
    // The names between the steps of an undo, with those that its last step left.
    var last: [String: String] = [:]
    for step in entry.accountsInSteps.reversed() {
      for account in step.reversed() {
        let names = account.namesAfter.map { last[AccountName($0).key] ?? $0 }
        settings.append(
          standing.settings(of: later.presentNames(of: names), after: entry.number))
      }
      let moved = step.flatMap { account in
        (account.changes ?? []).compactMap { change -> (old: String, new: String)? in
          guard change.isOfName, let old = change.oldValue?.text,
            let new = change.newValue?.text ?? account.newName
          else { return nil }
          return (AccountName(old).key, last[AccountName(new).key] ?? new)
        }
      }
      for (old, new) in moved { last[old] = new }
    }
    return settings
  }

  /// Notes what was set since of the account that comes next.
  private mutating func note(_ settings: LaterSettings, settingAgain keys: [String]) {
    if !settings.isEmpty { setSince[accounts.count] = (settings, keys) }
  }

  /// An account that is to be taken back.
  private struct Returning {
    let account: AccountRecord
    /// The name under which it is found; nil if it is not as the change left it.
    let present: String?
    let passwordMayDiffer: Bool
    /// What standing later changes set of it.
    let settings: LaterSettings
    /// All its names; the name of it that disappears, and that of the account behind which it comes
    /// back.
    var names: [String] = []
    var goes: String?
    var anchor: String?

    /// The keys to restore that later changes set. Of an account that goes, that is any key.
    var keysSetAgain: [String] {
      if account.kind == .removed { return [] }
      let keys = (account.changes ?? []).map(\.key) + (account.kind == .added ? settings.keys : [])
      return keys.filter { settings.change(of: [$0]) != nil }
    }
  }

  private mutating func returning(
    _ recorded: AccountRecord, of entry: HistoryEntry, _ since: LaterSettings
  ) -> Returning? {
    var (account, settings) = (recorded.withoutChangeOfID, since)
    // Only another setting of its id takes back that an account has another one.
    guard !recorded.isOfNewID, account == recorded || account.changes?.isEmpty == false else {
      return nil
    }
    let isReplaced = settings.change(of: [Field.password.key]) != nil
    // The end of an invitation is a part of it: so the password before it comes back.
    if entry.did == .invite, case .string(let code)? = account.changes?[.password]?.new,
      let end = ended[code]
    {
      account = account.ended(by: end.account)
      settings = settings.without(end.change)
    }
    guard let now = account.newName, let then = account.name else { return nil }
    let (name, earlier) = (AccountName(now).key, AccountName(then).key)
    let password = account.changes?[.password]
    let isKnown = !isReplaced && changesByHand == handsBefore[name, default: 0]
    let mayDiffer = isKnown && (rehashed.contains(name) || password?.new == .string("*"))
    if password != nil || account.kind != .changed {
      // An account that the undo removes comes back with the hash that it has.
      if account.kind == .changed { rehashed.remove(name) }
      if changesByHand > 0 { handsBefore[name] = changesByHand }
    }
    let present = later.presentName(of: account)
    var back = Returning(
      account: present == nil ? account : later.followed(account), present: present,
      passwordMayDiffer: password != nil && mayDiffer, settings: settings)
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
      note(back.settings, settingAgain: back.keysSetAgain)
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
    var moved: [(earlier: String, isRehashed: Bool, hands: Int?)] = []
    for account in step {
      guard let now = account.newName, let then = account.name else { continue }
      let (name, earlier) = (AccountName(now).key, AccountName(then).key)
      guard name != earlier else { continue }
      moved.append(
        (earlier, rehashed.remove(name) != nil, handsBefore.removeValue(forKey: name)))
    }
    for (earlier, isRehashed, hands) in moved {
      if isRehashed { rehashed.insert(earlier) }
      handsBefore[earlier] = hands
    }
  }
}

extension UndoPlan {
  /// True if it cannot be done, whatever the store says.
  var isRefused: Bool { !missing.isEmpty || setSince.values.contains { !$0.keys.isEmpty } }

  /// Why it cannot be done: by the later changes, and by what a store said of its steps.
  func refusals(with ofStore: [Refusal]) -> [Refusal] {
    var all = missing
    var changed = setSince.mapValues(\.keys).filter { !$0.value.isEmpty }
    for refusal in ofStore {
      if case .changedSince(let keys) = refusal.reason {
        changed[refusal.index, default: []] += keys
      } else {
        all.append(Refusal(refusal.index, of: presentNames[refusal.index], refusal.reason))
      }
    }
    // An undo may have changed an account several times.
    var told: [String: Set<String>] = [:]
    for (index, keys) in changed.sorted(by: { $0.key < $1.key }) {
      let (name, settings) = (presentNames[index], setSince[index]?.settings)
      let new = keys.filter { told[name, default: []].insert($0).inserted }
      guard !new.isEmpty || keys.isEmpty else { continue }
      var later: [String: Int] = [:]
      for key in new { later[key] = settings?.change(of: [key]) }
      all.append(Refusal(index, of: name, .changedSince(new), laterChanges: later))
    }
    return all.sorted { $0.index < $1.index }
  }

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
    return with(both)
  }
}
