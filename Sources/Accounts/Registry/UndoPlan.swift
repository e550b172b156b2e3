// Effects of an undo besides restoring values:
// - It is one net change of each account, composed by id: the first old value, the last new one. A
//   removal and its return cancel.
// - Keys around the accounts come back under the same rule as fields.
// - No key comes back that a later change set which stays: `StandingChanges`.
// - A line without an id proves nobody: only the removal in it is undone.
// - Passed over are sealing, `rehash`, `byHand`, `copy`, an `edit-file` that changed spacing or the
//   order alone or a file that could not be read before, and changes of forgotten accounts alone. A
//   change whose values were lost is not passed over.

import LosslessJSON

/// Plans an undo while the history is read, the newest change first.
///
/// `pass` reads a change that stays, `add` a change that is taken back.
package struct UndoPlan {
  /// What is to be taken back of one account.
  private struct Net {
    /// All of it as one change, with keys that come to what they were; nil if somebody came and went.
    var all: AccountRecord?
    var isJoined = false
    /// The name that the account has now, by the history.
    let present: String
    /// Whether its password may be another hash of the same one.
    var passwordMayDiffer = false
    /// Whether all later changes are taken back, too, so that names that it shares then were shared.
    var mayShareNames = false
    /// Why it cannot be taken back, whatever the store says.
    var refusal: Refusal.Reason?
    /// What standing later changes set of it, and which of the keys to restore.
    var settings = LaterSettings()
    var keysSetAgain: [String] = []

    /// All of it as one change; nil if it comes to nothing.
    var account: AccountRecord? {
      guard isJoined, let all else { return all }
      let changes = (all.changes ?? []).filter { $0.old != $0.new }
      return changes.isEmpty ? nil : all.with(changes)
    }
  }

  /// The change to take back alone; nil for the newest ones. Of what came since it, ``passedOver``
  /// names the changes by hand: of those nothing tells what they set.
  private let only: Int?

  // MARK: What is planned

  /// The changes to take back, the newest first.
  private(set) var entries: [HistoryEntry] = []
  private var nets: [Net] = []
  private var places: [AccountID: Int] = [:]
  /// The change of the file around the accounts, and which of its keys standing later changes set,
  /// with the newest of each.
  private(set) var around: DocumentRecord?
  private var setAround: [String: Int] = [:]

  // MARK: What is known of later changes

  /// The newer changes that stay, the newest first.
  private(set) var passedOver: [HistoryEntry] = []
  private var standing = StandingChanges()
  /// The name of each account in its newest change, and all names that the changes have of it.
  private var names: [AccountID: (now: String, all: Set<String>)] = [:]
  /// The names now of accounts that were renamed.
  private var followers: [String: String] = [:]
  /// The changes that ended invitations, by the hashes of their codes.
  private var ended: [String: (change: Int?, account: AccountRecord)] = [:]
  /// Accounts whose password was only hashed after that.
  private var rehashed: Set<AccountID> = []
  /// Whether a change by hand was read: it may have replaced any password.
  private var isByHand = false
  /// False below a change by hand, or one with a forgotten account.
  private var takesBackAllLater = true

  package init(of only: Int? = nil) { self.only = only }

  /// The undo that took back a change, if all newer changes were passed; nil if it is in force.
  func undo(of number: Int?) -> Int? { standing.takenBack.undo(of: number) }

  /// Passes an older change, which stays.
  mutating func pass(_ entry: HistoryEntry) {
    if only == nil || entry.did == .byHand { passedOver.append(entry) }
    standing.pass(entry)
    if entry.did == .byHand { isByHand = true }
    noteUnknown(in: entry)
    // A change that stays may have given names away, or an id.
    if entry.isUndone || entry.accounts.contains(where: \.setsID) { takesBackAllLater = false }
    if entry.did == .uninvite, undo(of: entry.number) == nil {
      for account in entry.accounts {
        guard case .string(let code)? = account.changes?[.password]?.old else { continue }
        ended[code] = (entry.number, account)
      }
    }
    for account in entry.accounts {
      noteNames(of: account)
      if let name = account.name.map({ AccountName($0).key }), let new = account.newName,
        account.kind == .changed, AccountName(new).key != name
      {
        followers[name] = followers[AccountName(new).key] ?? new
      }
      if [.rehash, .seal].contains(entry.did), let id = account.id { rehashed.insert(id) }
    }
  }

  /// Adds an older change, which is to be undone. Its values must be kept.
  package mutating func add(_ entry: HistoryEntry) {
    entries.append(entry)
    noteUnknown(in: entry)
    for account in entry.accounts.reversed() {
      noteNames(of: account)
      add(account, of: entry)
    }
    guard let document = entry.document else { return }
    let settings = standing.settingsAround(after: entry.number)
    for path in document.paths {
      guard let key = path.first, let later = settings.change(of: path) else { continue }
      setAround[key] = max(setAround[key] ?? later, later)
    }
    around = around.map { document.joined(with: $0) } ?? document
  }

  private mutating func add(_ recorded: AccountRecord, of entry: HistoryEntry) {
    // Only another setting of its id takes back that an account has another one.
    var account = recorded.withoutChangeOfID
    guard let name = account.newName, !recorded.isOfNewID,
      account == recorded || account.changes?.isEmpty == false
    else { return }
    guard let id = account.id else {
      var net = Net(all: account, present: name)
      if account.kind != .removed { net.refusal = .unproven(account.changes ?? []) }
      net.mayShareNames = takesBackAllLater
      nets.append(net)
      return
    }
    let all = names[id]?.all ?? []
    var settings = standing.settings(of: id, named: all, after: entry.number)
    let isReplaced = settings.change(of: [Field.password.key]) != nil
    // The end of an invitation is a part of it: so the password before it comes back.
    if entry.did == .invite, case .string(let code)? = account.changes?[.password]?.new,
      let end = ended[code]
    {
      account = account.ended(by: end.account)
      settings = settings.without(end.change)
    }
    let known = places[id]
    let place = known ?? nets.count
    if known == nil {
      places[id] = place
      // Somebody who was removed comes back under the name of then.
      nets.append(Net(present: account.kind == .removed ? name : names[id]?.now ?? name))
    }
    var net = nets[place]
    if net.all?.changes?[.password] == nil, let password = account.changes?[.password] {
      net.passwordMayDiffer =
        !isReplaced && !isByHand && (rehashed.contains(id) || password.new == .string("*"))
    }
    net.mayShareNames = takesBackAllLater
    net.settings = settings
    net.keysSetAgain += account.keysSetAgain(by: settings)
    if let later = net.all {
      (net.all, net.isJoined) = (account.joined(with: later), true)
    } else {
      net.all = known == nil ? account.followed(followers) : account
    }
    nets[place] = net
  }

  /// Notes the names of an account: a store finds it under the newest one alone, and a later change
  /// that tells no id may be of any of them.
  private mutating func noteNames(of account: AccountRecord) {
    guard let id = account.id, let name = account.newName else { return }
    let all = account.allNames.map { AccountName($0).key }
    names[id, default: (name, [])].all.formUnion(all)
  }

  private mutating func noteUnknown(in entry: HistoryEntry) {
    let areNamed =
      entry.accounts.count == entry.count && !entry.accounts.contains { $0.name == nil }
    if entry.did == .byHand || !areNamed { takesBackAllLater = false }
  }
}

extension UndoPlan {
  /// The accounts that are taken back, each once.
  var accounts: [AccountRecord] { nets.compactMap(\.account) }

  /// The list of changes that takes them back.
  package var changes: [AccountChange] {
    nets.compactMap { net in
      net.account.map {
        .restore(
          $0, passwordMayDiffer: net.passwordMayDiffer, mayShareNames: net.mayShareNames,
          under: net.present)
      }
    }
  }

  /// True if it cannot be done, whatever the store says.
  var isRefused: Bool {
    nets.contains { $0.refusal != nil || !$0.keysSetAgain.isEmpty } || !setAround.isEmpty
  }

  /// Why it cannot be done: by the later changes, and by what a store said of its list, behind which
  /// the file around the accounts comes.
  func refusals(with ofStore: [Refusal]) -> [Refusal] {
    var all: [Refusal] = []
    let there = nets.filter { $0.account != nil }
    let byStore = Dictionary(grouping: ofStore, by: \.index)
    for (index, net) in there.enumerated() {
      let told = byStore[index] ?? []
      if let reason = net.refusal {
        all.append(Refusal(index, of: net.present, reason))
        continue
      }
      // Whether somebody is there says more than what set their keys.
      let isThere = net.account?.kind == .removed && !told.isEmpty
      let isGone = told.contains { $0.reason == .missing }
      let changed =
        ((isThere || isGone ? [] : net.keysSetAgain) + told.flatMap(\.changedKeys)).eachOnce
      if !changed.isEmpty || told.contains(where: { $0.reason == .changedSince([]) }) {
        all.append(Refusal(changed, index, of: net.present, net.settings))
      }
      all += told.filter { $0.changedKeys.isEmpty && $0.reason != .changedSince([]) }
        .map { Refusal(index, of: net.present, $0.reason) }
    }
    for net in nets where net.account == nil {
      if let reason = net.refusal { all.append(Refusal(there.count, of: net.present, reason)) }
    }
    let told = ofStore.filter { $0.index >= there.count }
    let changed = (setAround.keys.sorted() + told.flatMap(\.changedKeys)).eachOnce
    if !changed.isEmpty {
      all.append(
        Refusal(there.count, of: "", .changedSince(changed), laterChanges: setAround))
    }
    all += told.filter(\.changedKeys.isEmpty).map { Refusal(there.count, of: "", $0.reason) }
    return all
  }

  /// The changes to take back that an account's own session made of it, the newest first.
  var changesOfOwners: [(entry: HistoryEntry, account: AccountRecord)] {
    entries.compactMap { entry in entry.changeOfOwner.map { (entry, $0) } }
  }
}

extension Refusal {
  /// Keys that are not as the change left them, with the later changes that set them.
  fileprivate init(_ keys: [String], _ index: Int, of name: String, _ settings: LaterSettings) {
    var later: [String: Int] = [:]
    for key in keys { later[key] = settings.change(of: [key]) }
    self.init(index, of: name, .changedSince(keys), laterChanges: later)
  }

  fileprivate var changedKeys: [String] {
    if case .changedSince(let keys) = reason { keys } else { [] }
  }
}

extension AccountRecord {
  /// The keys to restore that later changes set. Of an account that goes, that is any key; of one
  /// that was removed its name, for a later removal or return.
  fileprivate func keysSetAgain(by settings: LaterSettings) -> [String] {
    let all = (changes ?? []).map(\.key).filter { $0 != Field.id.key }
    let keys =
      switch kind {
      case .added: all + settings.keys
      case .removed: Array(all.filter { Field($0).map(Field.keys.contains) == true }.prefix(1))
      case .changed: all
      }
    let again = keys.filter { settings.change(of: [$0]) != nil }
    // Each store has its own order of the keys.
    let fields = Field.allCases.map(\.key).filter(again.contains)
    return fields + again.filter { Field($0) == nil }
  }

  /// An invitation and its end as one change; names stay as they were at its beginning.
  fileprivate func ended(by end: AccountRecord) -> AccountRecord {
    let ending = (end.changes ?? []).filter { !$0.isOfName }
    return with(changes?.joined(with: ending).filter { $0.old != $0.new })
  }

  /// The record with the present name of the account that it followed.
  fileprivate func followed(_ names: [String: String]) -> AccountRecord {
    guard case .behind(let name)? = place, let now = names[AccountName(name).key] else {
      return self
    }
    var record = self
    record.place = .behind(now)
    return record
  }

  /// Two changes of one account as one; nil if somebody came and went. A hand may have set keys in
  /// between: somebody who came has none before, and somebody who went has none afterwards.
  fileprivate func joined(with later: AccountRecord) -> AccountRecord? {
    if kind == .added, later.kind == .removed { return nil }
    var both = (changes ?? []).joined(with: later.changes ?? [])
    var name = name
    if kind == .added {
      both = both.filter { $0.new != nil }.map { .init($0.key, from: nil, to: $0.new) }
      name = both.name(\.new, like: later.newName)
    } else if later.kind == .removed {
      both = both.filter { $0.old != nil }.map { .init($0.key, from: $0.old, to: nil) }
      name = both.name(\.old, like: name)
      // The name in the id of an account that comes back follows its name.
      if let place = both.firstIndex(where: { $0.field == .id }),
        case .string(let text)? = both[place].old, let given = GivenID(text), given.id == id
      {
        let own = both[Rulebook.field(of: given.name)]?.oldValue?.text ?? name ?? given.name
        both[place].old = .string(GivenID(given.id, to: own).text)
      }
    }
    return AccountRecord(name: name, both, place: later.place ?? place, id: later.id)
  }
}

extension [AccountRecord.Change] {
  /// A name on one side of the changes: this one if it is there.
  fileprivate func name(
    _ side: (AccountRecord.Change) -> JSONLiteral?, like name: String?
  ) -> String? {
    let all = filter(\.isOfName).compactMap { side($0)?.fieldValue?.text }
    return name.flatMap { name in all.first { sameText($0, name) } } ?? all.first
  }
}

extension DocumentRecord {
  fileprivate func joined(with later: DocumentRecord) -> DocumentRecord? {
    DocumentRecord(changes.joined(with: later.changes).filter { $0.old != $0.new })
  }
}

extension [AccountRecord.Change] {
  /// These changes and later ones as one; the later ones come first.
  fileprivate func joined(with later: Self) -> Self {
    var both = later
    // A key that comes twice is joined each time that it comes.
    var joined: Set<Int> = []
    for change in self {
      let known = both.indices.first { !joined.contains($0) && sameText(both[$0].key, change.key) }
      joined.insert(known ?? both.count)
      if let known { both[known].old = change.old } else { both.append(change) }
    }
    return both
  }
}
