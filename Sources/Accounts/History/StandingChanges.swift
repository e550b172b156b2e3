import LosslessJSON

/// The keys that later changes set, as far as these changes stand. An undo of one change leaves
/// such a key alone, whatever value it has now.
///
/// Changes are passed from the newest to the oldest. Whose account a change concerns says the
/// caller, by names that are nobody else's.
struct StandingChanges {
  /// What one change set of one account, or around the accounts.
  fileprivate struct Setting {
    let change: Int
    /// The oldest change that it took back; nil if it is not an undo.
    let undone: Int?
    /// The keys; nil for all, because the history does not have them.
    let paths: [[String]]?
    /// The account's names.
    var names: [String] = []
  }

  /// The changes that later undos took back.
  private(set) var takenBack = TakenBack()
  private var accounts: [String: [Setting]] = [:]
  private var ofAll: [Setting] = []
  private var around: [Setting] = []

  /// Goes to before a change.
  ///
  /// Hashing, new ids, changes by hand and copies set nothing. Neither does a removal, nor a return:
  /// nobody sets a key of an account that is gone. An account that was forgotten, or that had no
  /// name, is not one that is still named.
  mutating func pass(_ entry: HistoryEntry, names: (AccountRecord) -> [String]) {
    let stands = takenBack.undo(of: entry.number) == nil
    takenBack.pass(entry)
    guard stands, let number = entry.number, entry.did.keepsValues else { return }
    func setting(_ paths: [[String]]?, of names: [String] = []) -> Setting {
      Setting(change: number, undone: entry.undid.min(), paths: paths, names: names)
    }
    if entry.accounts.count < entry.count { ofAll.append(setting(nil)) }
    for account in entry.mergedAccounts
    where account.kind == .changed && account.name != nil && !account.isOfNewID {
      let names = names(account)
      let one = setting(account.changes?.map { [$0.key] }, of: names)
      for name in names { accounts[name, default: []].append(one) }
    }
    if let paths = entry.document?.paths { around.append(setting(paths)) }
  }

  /// True if nothing was set.
  var isEmpty: Bool { accounts.isEmpty && ofAll.isEmpty }

  /// What was set of the account with some names after a change.
  func settings(of names: [String], after change: Int?) -> LaterSettings {
    var (found, new, seen) = (ofAll, names, Set<String>())
    // A change names an account by its key, which another rulebook may have exchanged.
    while let name = new.popLast() {
      guard seen.insert(name).inserted, let known = accounts[name] else { continue }
      found += known
      new += known.flatMap(\.names)
    }
    return LaterSettings(found, after: change)
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

  var isEmpty: Bool { settings.isEmpty }

  /// Leaves one change out.
  func without(_ change: Int?) -> LaterSettings {
    var left = self
    left.settings.removeAll { $0.change == change }
    return left
  }
}

extension DocumentRecord {
  /// The paths of the keys that it set: each key beside the accounts, in the rulebook each down to
  /// a list, and `accounts` for the order of these.
  var paths: [[String]] {
    lostKeys.map { [$0] } + (order == nil ? [] : [["accounts"]])
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
