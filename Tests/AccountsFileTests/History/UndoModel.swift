import LosslessJSON

@testable import Accounts

/// A model of accounts and their history, kept in memory as plainly as can be: a list of accounts,
/// and for each change what it did to which keys.
struct UndoModel {
  /// The value of a key.
  struct Value: Equatable {
    var literal: JSONLiteral
    /// The number of the password, in any form; 0 for a value that is not a password.
    var secret = 0

    /// A hash that is not known before the file shows it.
    static let unknown = JSONLiteral.string("?")
  }

  typealias Members = [String: Value]
  /// The members of a file beside its accounts.
  typealias Around = [String: JSONLiteral]

  struct Account: Equatable {
    /// Tells it from all others, under any name.
    let id: Int
    var members: Members
    /// The UUID of its id, or `?` and a number before the file shows it; `~` where an id may be or
    /// not.
    var uuid: String?
    /// The name in its id, as the file shows it.
    var claim: String?

    func text(_ key: String) -> String? {
      if case .string(let text)? = members[key]?.literal { text } else { nil }
    }
    var name: String { text("email") ?? "" }
    /// An account whose last name is no text is closed.
    var isClosed: Bool { members["lastName"] != nil && text("lastName") == nil }
    var password: String { text("password") ?? "" }
    var isTyped: Bool { !["$", "!", "*", "?"].contains { password.hasPrefix($0) } }
  }

  struct Change {
    /// The number of its owner.
    let id: Int
    let old: String?
    let new: String?
    var pairs: [String: (old: Value?, new: Value?)]
    /// The UUID of an account that comes or goes.
    var uuid: String?
  }

  struct Entry {
    let did: ChangeKind
    let by: String?
    /// The account in whose session it was made.
    var byID: Int?
    /// Whether its owner made it without a session of the terminal.
    var isOwners = false
    /// The changes that it took back.
    var undid: [Int] = []
    var changes: [Change]
    let before: [Account]
    var around: [String: (old: JSONLiteral?, new: JSONLiteral?)] = [:]

    var isUndone: Bool {
      ![.seal, .rehash, .byHand].contains(did)
        && (!changes.isEmpty || !around.isEmpty || !undid.isEmpty)
    }
  }

  /// An edit that is open: of the first name.
  struct Draft: Equatable {
    /// The account for which it was begun, and its name then.
    let id: Int
    let begun: String
    let old: String?
    let new: String?
  }

  /// An obstacle to taking changes back.
  struct Conflict: Error, Equatable {
    let name: String
    let reason: Refusal.Reason
    /// The numbers of the later changes that set the keys.
    var later: [String: Int] = [:]
  }

  private(set) var accounts: [Account] = []
  private(set) var around: Around = ["rules": .string("register")]
  private(set) var entries: [Entry] = []
  /// Whether the file was written by hand since the last entry.
  private(set) var isPending = false
  var session: String? {
    didSet {
      let named = session.flatMap { index($0) }.map { accounts[$0].id }
      sessionHolder = session == nil ? nil : named ?? sessionHolder
    }
  }
  var draft: Draft?
  /// The account of the session, as it was when that was written.
  private var sessionHolder: Int?
  /// The account whose session is open; nil where that is gone, whoever has the name.
  private var sessionAccount: Account? {
    session == nil ? nil : accounts.first { $0.id == sessionHolder }
  }
  var sessionID: Int? { sessionAccount?.id }
  /// The account of the draft; nil where that is gone.
  var draftAccount: Account? {
    accounts.first { $0.id == draft?.id }
  }
  /// Each password, by its secret.
  private(set) var passwords: [Int: String] = [:]
  private var (lastID, unknownIDs) = (0, 0)

  func index(_ name: String, in accounts: [Account]? = nil) -> Int? {
    (accounts ?? self.accounts).firstIndex { $0.name.lowercased() == name.lowercased() }
  }

  func isTaken(_ key: String, _ text: String?, besides id: Int? = nil, in all: [Account]? = nil)
    -> Bool
  {
    guard let text else { return false }
    return (all ?? accounts).contains {
      $0.id != id && $0.text(key)?.lowercased() == text.lowercased()
    }
  }

  mutating func account(_ members: Members) -> Account {
    lastID += 1
    return Account(id: lastID, members: members)
  }

  /// Gives an id to an account that has none.
  mutating func identify(_ account: inout Account) {
    guard account.uuid == nil else { return }
    unknownIDs += 1
    account.uuid = "?\(unknownIDs)"
  }

  /// A new password, as it is kept.
  mutating func password(_ text: String, as literal: JSONLiteral = Value.unknown) -> Value {
    let secret = passwords.count + 1
    passwords[secret] = text
    return Value(literal: literal, secret: secret)
  }
}

extension UndoModel {
  /// A hand in the file.
  mutating func byHand(_ new: [Account], around newAround: Around? = nil) {
    accounts = new
    around = newAround ?? around
    // A history that has no line yet notes nothing.
    isPending = !entries.isEmpty
  }

  /// A change made through regapp, which gives ids to the accounts that it adds or changes, or all;
  /// one that it removes has one in its record. `hashesTyped`: whether a typed password is recorded
  /// as a hash.
  mutating func write(
    _ did: ChangeKind, _ new: [Account], around newAround: Around? = nil, hashesTyped: Bool = false,
    evenIfSame: Bool = false, byOwner owner: Account? = nil
  ) {
    var (before, new) = (accounts, new)
    for index in new.indices {
      let same = accounts.first { $0.id == new[index].id }?.members.mapValues(\.literal)
      if did == .seal || same != new[index].members.mapValues(\.literal) {
        identify(&new[index])
      } else if did == .editFile, new[index].uuid == nil {
        // A hand may have moved its keys.
        new[index].uuid = "~"
      }
    }
    for index in before.indices where !new.contains(where: { $0.id == before[index].id }) {
      identify(&before[index])
    }
    let changes = difference(from: before, to: new, hashesTyped)
    let isRecorded = ![.seal, .rehash].contains(did)
    guard new != accounts || evenIfSame else { return }
    note(did, isRecorded ? changes : [], around: newAround ?? around, byOwner: owner)
    accounts = new
  }

  private mutating func note(
    _ did: ChangeKind, _ changes: [Change], around new: Around, byOwner owner: Account? = nil
  ) {
    let by = owner?.name ?? sessionAccount?.name
    if isPending { entries.append(Entry(did: .byHand, by: by, changes: [], before: [])) }
    isPending = false
    var entry = Entry(did: did, by: by, changes: changes, before: accounts)
    (entry.byID, entry.isOwners) = (owner?.id ?? sessionID, owner != nil)
    for key in Set(around.keys).union(new.keys) where around[key] != new[key] {
      entry.around[key] = (around[key], new[key])
    }
    entries.append(entry)
    around = new
  }

  private func recorded(_ value: Value?, _ hashesTyped: Bool = false) -> Value? {
    guard var value, value.secret > 0, case .string(let text) = value.literal else { return value }
    let isTyped = !["$", "!", "*", "?"].contains { text.hasPrefix($0) }
    if isTyped { value.literal = hashesTyped ? Value.unknown : .string("*") }
    return value
  }

  private func change(_ old: Account?, _ new: Account?, _ hashesTyped: Bool) -> Change? {
    var pairs: [String: (Value?, Value?)] = [:]
    for key in Set(old?.members.keys.map(\.self) ?? []).union(new?.members.keys.map(\.self) ?? [])
    where old?.members[key]?.literal != new?.members[key]?.literal {
      pairs[key] = (
        recorded(old?.members[key], hashesTyped), recorded(new?.members[key], hashesTyped)
      )
    }
    return pairs.isEmpty
      ? nil
      : Change(
        id: old?.id ?? new?.id ?? 0, old: old?.name, new: new?.name, pairs: pairs,
        uuid: old == nil ? new?.uuid : new == nil ? old?.uuid : nil)
  }

  private func difference(
    from before: [Account], to after: [Account], _ hashesTyped: Bool
  ) -> [Change] {
    before.compactMap { old in change(old, after.first { $0.id == old.id }, hashesTyped) }
      + after.filter { new in !before.contains { $0.id == new.id } }
      .compactMap { change(nil, $0, hashesTyped) }
  }

  /// Takes what the file shows for ids and hashes that were not known.
  mutating func learn(_ shown: [Account]) {
    for (index, account) in shown.enumerated() {
      accounts[index].claim = account.claim
      if accounts[index].uuid == "~" { accounts[index].uuid = account.uuid }
      if let old = accounts[index].uuid, old.hasPrefix("?"), let new = account.uuid {
        accounts[index].uuid = new
        for entry in entries.indices {
          for place in entries[entry].changes.indices
          where entries[entry].changes[place].uuid == old {
            entries[entry].changes[place].uuid = new
          }
        }
      }
      guard let old = accounts[index].members["password"], old.literal == Value.unknown,
        let new = account.members["password"]
      else { continue }
      accounts[index].members["password"]?.literal = new.literal
      for entry in entries.indices {
        for place in entries[entry].changes.indices {
          let change = entries[entry].changes[place]
          guard var pair = change.pairs["password"] else { continue }
          func learned(_ value: Value?) -> Value? {
            value == old ? Value(literal: new.literal, secret: old.secret) : value
          }
          pair = (learned(pair.old), learned(pair.new))
          entries[entry].changes[place].pairs["password"] = pair
        }
      }
    }
  }

  mutating func reorder(like names: [String]) {
    accounts.sort {
      names.firstIndex(of: $0.name) ?? 0 < names.firstIndex(of: $1.name) ?? 0
    }
  }
}

extension UndoModel {
  /// The entries that undo counts, the newest first.
  var undoable: [Int] { entries.indices.reversed().filter { entries[$0].isUndone } }

  /// Takes back the last changes. Returns the names of those that come back locked.
  mutating func undo(_ count: Int) throws(Conflict) -> Set<String> {
    try restore(Array(undoable.prefix(count)), .undo)
  }

  /// The change that `cancel` takes back; nil if there is none.
  var cancelled: Int? {
    let mine = entries.indices.reversed().first { index in
      let entry = entries[index]
      return ![.seal, .rehash, .byHand].contains(entry.did)
        && (!entry.changes.isEmpty || !entry.around.isEmpty) && !entry.isOwners
        && entry.byID == sessionID
        && (sessionID != nil || entry.by == nil)
    }
    return mine.flatMap { entries[$0].did == .edit ? $0 : nil }
  }

  mutating func cancel(_ entry: Int) throws(Conflict) {
    _ = try restore([entry], .cancel, follows: true)
  }

  /// Takes back one change alone. Returns the names of those that come back locked.
  mutating func undo(change entry: Int) throws(Conflict) -> Set<String> {
    try restore([entry], .undo, follows: true)
  }

  /// The undo that took back an entry; nil if none did, or if it was restored.
  func takenBack(_ entry: Int) -> Int? {
    var undos: [Int: Int] = [:]
    for index in entries.indices.reversed() where undos[index] == nil {
      for one in entries[index].undid where undos[one] == nil { undos[one] = index }
    }
    return undos[entry]
  }

  /// Whether taking back some entries needs `--theirs`.
  func areOthers(_ chosen: [Int]) -> Bool {
    chosen.contains { index in
      let entry = entries[index]
      return entry.isOwners && entry.byID != sessionID
        && entry.changes.contains { $0.id == entry.byID && $0.old != nil }
    }
  }

  /// What is to be taken back of one account.
  private struct Net {
    var change: Change?
    var isJoined = false
    /// The name that it has now, by the entries.
    let present: String
    /// The newest of the entries that set its password, and what that left.
    var setsPassword: (entry: Int, left: Value?)?
    var since: [String: Int] = [:]
  }

  /// The changes of an account as one; nil if they cancel each other.
  private func joined(_ first: Change, _ later: Change) -> Change? {
    var pairs = first.pairs
    for (key, pair) in later.pairs { pairs[key] = (pairs[key].map(\.old) ?? pair.old, pair.new) }
    // Whoever came had nothing before, and whoever went has nothing afterwards, whatever a hand did.
    if first.old == nil { pairs = pairs.mapValues { (nil, $0.new) } }
    if later.new == nil { pairs = pairs.mapValues { ($0.old, nil) } }
    if first.old == nil, later.new == nil { return nil }
    return Change(
      id: first.id, old: first.old, new: later.new, pairs: pairs, uuid: first.uuid ?? later.uuid)
  }

  /// The name of an account in the newest change of it.
  private func lastName(of id: Int) -> String {
    let newest = entries.last { $0.changes.contains { $0.id == id } }
    let change = newest?.changes.last { $0.id == id }
    return change?.new ?? change?.old ?? ""
  }

  /// - Parameter follows: whether later changes stay.
  private mutating func restore(
    _ chosen: [Int], _ did: ChangeKind, follows: Bool = false
  ) throws(Conflict) -> Set<String> {
    var (nets, order) = ([Int: Net](), [Int]())
    var beside = around
    var (around, sinceAround) = (
      [String: (old: JSONLiteral?, new: JSONLiteral?)](), [String: Int]()
    )
    for entry in chosen {
      for change in entries[entry].changes.reversed() {
        let (change, end) = follows ? whole(change, of: entry) : (change, nil)
        let known = nets[change.id]
        if known == nil { order.append(change.id) }
        var net =
          known
          ?? Net(
            present: change.new == nil ? change.old ?? "" : lastName(of: change.id))
        if net.setsPassword == nil, let pair = change.pairs["password"] {
          net.setsPassword = (entry, pair.new)
        }
        net.since = follows ? setSince(entry, of: change, but: end) : [:]
        if let later = net.change {
          (net.change, net.isJoined) = (joined(change, later), true)
        } else {
          net.change = change
        }
        nets[change.id] = net
      }
      if follows { sinceAround = setAround(since: entry) }
      for (key, pair) in entries[entry].around {
        around[key] = (pair.old, around[key].map(\.new) ?? pair.new)
      }
    }
    var (work, changes) = (accounts, [Change]())
    // The names that come back. Only the result must not have another account under one of them.
    var back: [(account: String, field: Field, name: String)] = []
    for net in order.compactMap({ nets[$0] }) {
      guard var change = net.change else { continue }
      if net.isJoined {
        change.pairs = change.pairs.filter { $0.value.old?.literal != $0.value.new?.literal }
      }
      if change.pairs.isEmpty { continue }
      let (old, new) = try restore(change, net, in: &work)
      for field in [Field.email, .username] {
        guard let pair = change.pairs[field.key], case .string(let name)? = pair.old?.literal
        else { continue }
        back.append((net.present, field, name))
      }
      if let back = self.change(old, new, false) { changes.append(back) }
    }
    for (account, field, name) in back {
      let holders = work.count { $0.text(field.key)?.lowercased() == name.lowercased() }
      if holders > 1 { throw Conflict(name: account, reason: .taken(field)) }
    }
    around = around.filter { $0.value.old != $0.value.new }
    let changed = around.filter { beside[$0.key] != $0.value.new || sinceAround[$0.key] != nil }
      .keys
    guard changed.isEmpty else { throw Conflict(changed.map(\.self), of: "", sinceAround) }
    for (key, pair) in around { beside[key] = pair.old }
    // Also if nothing differs.
    note(did, changes, around: beside)
    entries[entries.count - 1].undid = chosen
    let locked = work.filter { account in
      let before = accounts.first { $0.id == account.id }
      return account.password == "*" && before?.password != "*"
    }
    accounts = work
    if changes.contains(where: { $0.id == sessionHolder && $0.new == nil }) { session = nil }
    if changes.contains(where: { $0.id == draft?.id && $0.new == nil }) { draft = nil }
    return Set(locked.map(\.name))
  }

  private mutating func restore(
    _ change: Change, _ net: Net, in work: inout [Account]
  ) throws(Conflict) -> (old: Account?, new: Account?) {
    guard change.new != nil else {
      guard net.since["email"] == nil || work.contains(where: { $0.id == change.id }) else {
        throw Conflict(["email"], of: change.old ?? "", net.since)
      }
      let back = Account(
        id: change.id, members: change.pairs.compactMapValues(\.old), uuid: change.uuid)
      work.append(back)
      return (nil, back)
    }
    guard let index = work.firstIndex(where: { $0.id == change.id }) else {
      throw Conflict(name: net.present, reason: .missing)
    }
    let old = work[index]
    var keys = change.pairs.filter { key, pair in
      old.members[key]?.literal != pair.new?.literal
        && !(key == "password"
          && net.setsPassword.map { isOnlyHashed(old, since: $0.entry, $0.left) } == true)
    }.map(\.key)
    if change.old == nil {
      keys += old.members.keys.filter { change.pairs[$0] == nil }
      if old.uuid != change.uuid { keys.append("id") }
    }
    keys += net.since.keys.filter { key in
      (change.old == nil || change.pairs[key] != nil) && !keys.contains(key)
    }
    guard keys.isEmpty else { throw Conflict(keys, of: net.present, net.since) }
    guard change.old != nil else {
      work.remove(at: index)
      return (old, nil)
    }
    for (key, pair) in change.pairs { work[index].members[key] = pair.old }
    identify(&work[index])
    return (old, work[index])
  }

  /// The changes that came after an entry and stand.
  private func standing(since entry: Int) -> [Int] {
    entries.indices.dropFirst(entry + 1).filter { index in
      ![.seal, .rehash, .byHand].contains(entries[index].did) && !isNothing(index, since: entry)
    }
  }

  private func setAround(since entry: Int) -> [String: Int] {
    standing(since: entry).reduce(into: [:]) { found, index in
      for key in entries[index].around.keys { found[key] = index + 1 }
    }
  }

  /// The keys of an account that standing later changes set, with the newest of each.
  private func setSince(_ entry: Int, of change: Change, but left: Int?) -> [String: Int] {
    let all = later(change, of: entry)
    return standing(since: entry).reduce(into: [:]) { found, index in
      guard index != left, let its = all[index] else { return }
      // A removal or a return sets all.
      let setsAll = its[0].old == nil || its.last?.new == nil
      for key in setsAll ? Set(change.pairs.keys).union(found.keys) : Set(its.flatMap(\.pairs.keys))
      {
        let pairs = its.compactMap { $0.pairs[key] }
        if setsAll || pairs.first?.old != pairs.last?.new { found[key] = index + 1 }
      }
    }
  }

  /// What later entries did to an account of an entry, each in order.
  private func later(_ change: Change, of entry: Int) -> [Int: [Change]] {
    var found: [Int: [Change]] = [:]
    for index in entries.indices.dropFirst(entry + 1) {
      let its = entries[index].changes.filter { $0.id == change.id }
      if !its.isEmpty { found[index] = its }
    }
    return found
  }

  /// An invitation together with its end, and that one's entry, if it was ended since.
  private func whole(_ change: Change, of entry: Int) -> (Change, end: Int?) {
    guard entries[entry].did == .invite, let code = change.pairs["password"]?.new else {
      return (change, nil)
    }
    let end = entries.indices.dropFirst(entry + 1).lazy.filter { index in
      entries[index].did == .uninvite && takenBack(index) == nil
    }.compactMap { index in
      entries[index].changes.first { $0.id == change.id && $0.pairs["password"]?.old == code }
        .map { (index, $0) }
    }.first
    guard let (index, end) = end else { return (change, nil) }
    var both = change
    for (key, pair) in end.pairs {
      both.pairs[key] = (both.pairs[key].map(\.old) ?? pair.old, pair.new)
    }
    both.pairs = both.pairs.filter { $0.value.old != $0.value.new }
    return (both, index)
  }

  /// Whether an entry and another one cancel each other, for somebody who looks back to an earlier
  /// one.
  private func isNothing(_ index: Int, since entry: Int) -> Bool {
    let undid = entries[index].undid
    return takenBack(index) != nil || !undid.isEmpty && undid.allSatisfy { $0 > entry }
  }

  /// Whether an account has the password that an entry left, and nobody but regapp wrote it.
  private func isOnlyHashed(_ account: Account, since entry: Int, _ left: Value?) -> Bool {
    guard let now = account.members["password"], now.secret == left?.secret else { return false }
    let isReplaced = entries.indices.dropFirst(entry + 1).contains { index in
      entries[index].did == .byHand
        || !isNothing(index, since: entry)
          && entries[index].changes.contains { $0.pairs["password"]?.old?.secret == now.secret }
    }
    return !isReplaced && !isPending
  }
}

extension UndoModel.Conflict {
  fileprivate init(_ keys: [String], of name: String, _ since: [String: Int]) {
    self.init(
      name: name, reason: .changedSince(keys.sorted()),
      later: since.filter { keys.contains($0.key) })
  }
}
