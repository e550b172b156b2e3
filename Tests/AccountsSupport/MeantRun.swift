import Accounts
import TestSupport

/// A random history of commands and hands over one store, and who references are in it: each that
/// was taken at any time is asked for after each later step.
///
/// An account is somebody, whom only the run knows. A hand may say in the file's own words that an
/// account is somebody else: it writes an id so that it fits, or writes back the name that an id
/// has.
package struct MeantRun {
  /// What was answered, and how often.
  package struct Answers: Sendable {
    package var (right, nobody, wrong, byTheFile, twins, refused) = (0, 0, 0, 0, 0, 0)

    package init() {}

    package mutating func add(_ other: Answers) {
      right += other.right
      nobody += other.nobody
      wrong += other.wrong
      byTheFile += other.byTheFile
      twins += other.twins
      refused += other.refused
    }
  }

  /// Whom an account is of, and what a hand did to its id.
  private struct Owner {
    var person: Int
    var hasIDByHand = false
    var isByTheFile = false
    var fitted = false
  }

  private struct Reference {
    let ref: AccountRef
    let person: Int
    let isByTheFile: Bool
  }

  private let store: any AccountStore
  private let registry: Registry
  private let replant: @Sendable ([FieldValues]) async throws -> Void
  /// Whether two accounts may have one UUID.
  private let mayShareIDs: Bool

  private var dice: Dice
  private var accounts: [StoredAccount] = []
  private var owners: [String: Owner] = [:]
  private var persons = 0
  private var personsOfIDs: [AccountID: Int] = [:]
  private var references: [Reference] = []
  private var removed: [(record: AccountRecord, name: String, owner: Owner)] = []
  private var renames: [(id: AccountID, old: String, new: String)] = []
  private var takenOut: [GivenID] = []
  private var backups: [(accounts: [FieldValues], owners: [String: Owner])] = []
  package private(set) var answers = Answers()

  /// - Parameter replant: puts accounts in the place of all, past every check.
  package init(
    _ registry: Registry, seed: UInt64, mayShareIDs: Bool = true,
    replant: @escaping @Sendable ([FieldValues]) async throws -> Void
  ) {
    (self.registry, self.replant) = (registry, replant)
    self.mayShareIDs = mayShareIDs
    store = registry.store
    dice = Dice(seed)
  }

  private static let names = ["ada", "bob", "eve", "joe", "kim", "lea"].map { "\($0)@b.co" }

  /// Goes through the history.
  package mutating func run() async throws {
    try await replant([])
    for _ in 0..<3 { try await add(byHand: dice.below(2) == 0) }
    for _ in 0..<14 { try await step() }
  }

  private var free: [String] {
    Self.names.filter { name in !accounts.contains { $0.values.email == name } }
  }

  private mutating func step() async throws {
    for account in accounts where dice.below(10) < 3 {
      guard let name = account.values.email, let owner = owners[name] else { continue }
      references.append(
        Reference(
          ref: AccountRef(account, named: name), person: owner.person,
          isByTheFile: owner.isByTheFile))
    }
    if dice.below(5) == 0 { backups.append((accounts.map(\.values), owners)) }
    for name in owners.keys { owners[name]?.fitted = false }
    for account in accounts where account.claimedID != nil {
      if let name = account.values.email { owners[name]?.fitted = true }
    }
    guard !accounts.isEmpty else { return try await add(byHand: false) }
    let action = dice.below(21)
    if action <= 10 { try await command(action) } else { try await hand(action) }
    try await ask()
  }

  // MARK: - Commands

  private mutating func command(_ action: Int) async throws {
    let account = dice.pick(accounts)
    guard let name = account.values.email else { return }
    let free = free.isEmpty ? nil : dice.pick(free)
    switch action {
    case 0: try await add(byHand: false)
    case 1: try await add(byHand: true)
    case 2, 3: if let free { try await rename(name, to: free) }
    case 4:
      guard let owner = owners[name],
        let applied = try await change(.remove(Self.key(name))), let record = applied.changes.first
      else { return }
      removed.append((record, name, owner))
    case 5:
      guard let (record, name, owner) = removed.popLast() else { return }
      guard try await change(.restore(record, passwordMayDiffer: false)) != nil else { return }
      owners[name] = owner
    case 6:
      guard let (id, old, new) = renames.popLast(),
        accounts.contains(where: { $0.id == id && $0.values.email == new })
      else { return }
      try await rename(new, to: old)
    case 7:
      let edit = AccountRecord.Change(
        .password, from: account.values.password, to: newPassword())
      try await change(.edit(Self.key(name), [edit]))
    case 8:
      let edit = AccountRecord.Change(
        .firstName, from: account.values.firstName, to: "A\(dice.below(1_000_000))")
      try await change(.edit(Self.key(name), [edit]))
    case 9: try await giveID(.random(), to: name, account)
    default:
      let known = personsOfIDs.filter { id, person in
        person == owners[name]?.person && !accounts.contains { $0.claimedID == id }
      }.keys.sorted { $0.description < $1.description }
      if !known.isEmpty { try await giveID(dice.pick(known), to: name, account) }
    }
  }

  private mutating func add(byHand: Bool) async throws {
    guard !free.isEmpty else { return }
    let name = dice.pick(free)
    var values = FieldValues(email: name)
    values.password = newPassword()
    persons += 1
    owners[name] = Owner(person: persons)
    if byHand {
      try await plant(accounts.map(\.values) + [values])
    } else {
      try await change(.add(NewAccount(values)))
    }
  }

  private mutating func rename(_ old: String, to new: String) async throws {
    let owner = owners[old]
    let edit = AccountRecord.Change(.email, from: old, to: new)
    guard try await change(.edit(Self.key(old), [edit]), moving: (old, new)) != nil else { return }
    owners[new] = owners[new] ?? owner
    if let id = accounts.first(where: { $0.values.email == new })?.id {
      renames.append((id, old, new))
    }
  }

  private mutating func giveID(
    _ id: AccountID, to name: String, _ account: StoredAccount
  ) async throws {
    let edit = AccountRecord.Change(
      .id, from: account.values[text: .id], to: GivenID(id, to: name).text)
    guard try await change(.edit(Self.key(name), [edit])) != nil else { return }
    owners[name]?.hasIDByHand = false
    owners[name]?.isByTheFile = false
  }

  /// Applies a change; returns nil if it is refused.
  @discardableResult
  private mutating func change(
    _ change: AccountChange, moving: (old: String, new: String)? = nil
  ) async throws -> Applied? {
    var options = WriteOptions()
    options.newID = { .random() }
    let applied = try await store.apply([change], options).value
    guard applied.refusals.isEmpty else {
      answers.refused += 1
      return nil
    }
    if let moving { owners[moving.new] = owners.removeValue(forKey: moving.old) }
    let before = accounts
    try await read()
    for account in accounts {
      guard let name = account.values.email, let id = account.claimedID else { continue }
      let old = moving.map { $0.new == name ? $0.old : name } ?? name
      let had = before.first { $0.values.email == old }?.givenID
      // An account without an id got one.
      if had == nil {
        owners[name]?.hasIDByHand = false
        owners[name]?.isByTheFile = false
      }
      if personsOfIDs[id] == nil { personsOfIDs[id] = owners[name]?.person }
    }
    return applied
  }

  // MARK: - Hands

  private mutating func hand(_ action: Int) async throws {
    var all = accounts.map(\.values)
    let (first, second) = (dice.below(all.count), dice.below(all.count))
    guard let name = all[first].email, let other = all[second].email else { return }
    let free = free.isEmpty ? nil : dice.pick(free)
    switch action {
    case 11:
      (all[first][.id], all[second][.id]) = (all[second][.id], all[first][.id])
      for name in [name, other] { owners[name]?.hasIDByHand = true }
    case 12:
      (all[first].email, all[second].email) = (other, name)
      (owners[name], owners[other]) = (owners[other], owners[name])
    case 13:
      guard let free, var copy = owners[name] else { return }
      persons += 1
      (copy.person, copy.hasIDByHand) = (persons, true)
      var values = all[first]
      values.email = free
      if dice.below(10) >= 3 { values.password = newPassword() }
      if dice.below(5) == 0, let id = values.givenID?.id {
        values[text: .id] = GivenID(id, to: free).text
      }
      if !mayShareIDs { values[.id] = nil }
      owners[free] = copy
      all.append(values)
    case 14:
      if let id = all[first].givenID { takenOut.append(id) }
      all[first][.id] = nil
      owners[name]?.hasIDByHand = true
    case 15:
      guard !takenOut.isEmpty else { return }
      let id = dice.pick(takenOut)
      guard mayShareIDs || !all.contains(where: { $0.givenID?.id == id.id }) else { return }
      all[first][text: .id] = id.text
      owners[name]?.hasIDByHand = true
    case 16, 17:
      guard let free, var owner = owners.removeValue(forKey: name) else { return }
      all[first].email = free
      if dice.below(2) == 0 {
        persons += 1
        owner.person = persons
        if dice.below(10) < 7 { all[first].password = newPassword() }
      }
      if dice.below(5) == 0, let id = all[first].givenID?.id {
        all[first][text: .id] = GivenID(id, to: free).text
        owner.hasIDByHand = true
      }
      owners[free] = owner
    case 18:
      all.remove(at: first)
      owners[name] = nil
    case 19:
      guard !backups.isEmpty else { return }
      let backup = dice.pick(backups)
      owners = backup.owners
      return try await plant(backup.accounts)
    default:
      guard let id = all[first].givenID?.id else { return }
      all[first][text: .id] = GivenID(id, to: name).text
      owners[name]?.hasIDByHand = true
    }
    try await plant(all)
    for account in accounts where account.claimedID != nil {
      guard let name = account.values.email, var owner = owners[name] else { continue }
      if owner.hasIDByHand || !owner.fitted { owner.isByTheFile = true }
      owners[name] = owner
    }
  }

  private mutating func plant(_ values: [FieldValues]) async throws {
    try await replant(values)
    try await read()
  }

  private mutating func read() async throws {
    accounts = try await store.page(PageRequest(limit: 100)).accounts
  }

  // MARK: - Answers

  private mutating func ask() async throws {
    for (reference, found) in zip(references, try await registry.who(references.map(\.ref))) {
      guard let found, let owner = found.values.email.flatMap({ owners[$0] }) else {
        answers.nobody += 1
        continue
      }
      if owner.person == reference.person {
        answers.right += 1
      } else if owner.isByTheFile || reference.isByTheFile {
        answers.byTheFile += 1
      } else if reference.ref.id == nil {
        // A hand left two people one password text, one after the other, and no id that counts.
        answers.twins += 1
      } else {
        answers.wrong += 1
      }
    }
  }

  private static func key(_ name: String) -> NameKey { NameKey(.email, AccountName(name)) }

  private mutating func newPassword() -> String {
    let text = String(UInt64.random(in: .min ... .max, using: &dice), radix: 16)
    return "$5$abcdefgh$0SD0b8d1dsfQumXtowD6Y5j7mqe1\(String((text + "0000000000").prefix(11)))AyyA"
      .prefix(56) + ""
  }
}
