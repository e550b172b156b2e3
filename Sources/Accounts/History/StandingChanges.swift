package import LosslessJSON

/// The keys that later changes set, as far as these changes stand. An undo of one change leaves
/// such a key alone, whatever value it has now.
///
/// Changes are passed from the newest to the oldest. The id in a change tells whose account it
/// concerns; one without an id may concern each account that has a name in it.
struct StandingChanges {
  /// What one change set of one account, or around the accounts.
  fileprivate struct Setting {
    let change: Int
    /// The oldest change that it took back; nil if it is not an undo.
    let undone: Int?
    /// The keys; nil for all, because the history does not have them.
    let paths: [[String]]?
  }

  /// The changes that later undos took back.
  private(set) var takenBack = TakenBack()
  private var accounts: [AccountID: [Setting]] = [:]
  /// The settings of changes without an id, and their places here by the names in those changes.
  private var unproven: [(names: Set<String>, setting: Setting)] = []
  private var named: [String: [Int]] = [:]
  private var ofAll: [Setting] = []
  private var around: [Setting] = []

  /// Goes to before a change.
  ///
  /// Hashing, new ids, changes by hand and copies set nothing. A removal or a return that stands sets
  /// all keys. A forgotten account and one without a name are left out.
  mutating func pass(_ entry: HistoryEntry) {
    let stands = takenBack.undo(of: entry.number) == nil
    takenBack.pass(entry)
    guard stands, let number = entry.number, entry.did.keepsValues else { return }
    func setting(_ paths: [[String]]?) -> Setting {
      Setting(change: number, undone: entry.undid.min(), paths: paths)
    }
    if entry.accounts.count < entry.count { ofAll.append(setting(nil)) }
    for account in entry.accounts where account.name != nil && !account.isOfNewID {
      let one = setting(account.kind == .changed ? account.changes?.map { [$0.key] } : nil)
      if let id = account.id {
        accounts[id, default: []].append(one)
      } else {
        let names = Set(account.allNames.map { AccountName($0).key })
        for name in names { named[name, default: []].append(unproven.count) }
        unproven.append((names, one))
      }
    }
    if let paths = entry.document?.paths { around.append(setting(paths)) }
  }

  /// The settings of one account after a change. It has, or had, some names, in comparable form.
  func settings(
    of id: AccountID, named names: Set<String>, after change: Int?
  ) -> LaterSettings {
    // A change that tells no id may have renamed the account.
    var (known, open, places) = (names, Array(names), Set<Int>())
    while let name = open.popLast() {
      for place in named[name] ?? [] where places.insert(place).inserted {
        open += unproven[place].names.subtracting(known)
        known.formUnion(unproven[place].names)
      }
    }
    let byName = places.map { unproven[$0].setting }
    return LaterSettings(ofAll + (accounts[id] ?? []) + byName, after: change)
  }

  /// What was set around the accounts after a change.
  func settingsAround(after change: Int?) -> LaterSettings { LaterSettings(around, after: change) }
}

/// What standing later changes set of one account, or around the accounts.
struct LaterSettings {
  private var settings: [StandingChanges.Setting] = []

  /// Nothing was set.
  init() {}

  /// Leaves out the undos of changes that came later than the one at hand: together they set
  /// nothing.
  fileprivate init(_ all: [StandingChanges.Setting], after change: Int?) {
    settings = all.filter { setting in
      guard let undone = setting.undone, let change else { return true }
      return undone < change
    }
  }

  /// The newest change that set a key, one below it, or the one that it is in; nil if none did.
  func change(of path: [String]) -> Int? {
    settings.filter { setting in
      setting.paths?.contains { $0.starts(with: path) || path.starts(with: $0) } ?? true
    }.map(\.change).max()
  }

  /// The keys that are known to be set.
  var keys: [String] { settings.flatMap { ($0.paths ?? []).compactMap(\.first) } }

  /// Leaves one change out.
  func without(_ change: Int?) -> LaterSettings {
    var left = self
    left.settings.removeAll { $0.change == change }
    return left
  }
}

extension DocumentRecord {
  /// The paths of the keys that it set: each key beside the accounts, in the rulebook each down to
  /// a list.
  var paths: [[String]] {
    lostKeys.map { [$0] }
      + changes.flatMap { change in
        guard change.key == "rules" else { return [[change.key]] }
        return Self.differences(
          from: change.old?.ofRulebook, to: change.new?.ofRulebook, at: [change.key])
      }
  }

  private static func differences(
    from old: JSONLiteral?, to new: JSONLiteral?, at path: [String]
  ) -> [[String]] {
    guard old != new else { return [] }
    let (before, after) = (old?.keyed, new?.keyed)
    guard before != nil || old == nil, after != nil || new == nil else { return [path] }
    let keys = Set(before?.keys.map(\.self) ?? []).union(after?.keys.map(\.self) ?? [])
    let below = keys.sorted().flatMap { key in
      differences(from: before?[key], to: after?[key], at: path + [key])
    }
    return below.isEmpty ? [path] : below
  }
}

extension AccountRecord.Change {
  /// A rulebook, present now, without what this change made of it; nil if a key that it set is not as
  /// the change left it.
  package func takenBack(from present: JSONLiteral) -> JSONLiteral? {
    guard let old, let new, present != new else { return present == new ? old : nil }
    return Self.takenBack(old.ofRulebook, new.ofRulebook, from: present.ofRulebook) ?? nil
  }

  /// Nil if something differs from what was left; nil in it is a key that goes.
  private static func takenBack(
    _ old: JSONLiteral?, _ new: JSONLiteral?, from present: JSONLiteral?
  ) -> JSONLiteral?? {
    if old == new { return .some(present) }
    if present == new { return .some(old) }
    guard let before = old?.keyed, let after = new?.keyed, case .object(var members)? = present
    else {
      return nil
    }
    for key in Set(before.keys).union(after.keys).sorted() {
      let place = members.firstIndex { $0.key == key }
      let value = takenBack(before[key], after[key], from: place.map { members[$0].value })
      guard let value else { return nil }
      switch (place, value) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil): members.remove(at: place)
      case (nil, let value?): members.append(.init(key, value))
      case (nil, nil): break
      }
    }
    return .some(.object(members))
  }
}

extension JSONLiteral {
  /// The name of a built-in rulebook as the object that begins from it.
  fileprivate var ofRulebook: JSONLiteral {
    if case .string = self { .object([.init("from", self)]) } else { self }
  }

  /// The members of an object; nil for any other value.
  fileprivate var keyed: [String: JSONLiteral]? {
    guard case .object(let members) = self else { return nil }
    return Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
  }
}
