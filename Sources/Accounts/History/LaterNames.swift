package import LosslessJSON

/// Tells what became of the names that accounts had at some change, by the later changes that stay.
///
/// Changes are passed from the newest to the oldest. The changes of one entry happen at once, and
/// so do those of each step of an undo.
struct LaterNames {
  /// The fate of a name.
  enum Resolved: Equatable {
    /// Its account is called this now.
    case now(String)
    /// Its account was removed; or, by what the history tells, no account had the name.
    case removed
    /// Nothing tells whether the account that has the name, or got another one, is still the same.
    case unknown
  }

  /// True if what only the key of an account tells is not believed: for sessions, and not for
  /// values.
  var isDoubting = false

  /// The names that mean something else now, by their comparable form.
  private var resolved: [String: Resolved] = [:]
  /// Removed accounts that an undo brought back, by each of their names.
  private var returned: [WholeAccount: Resolved] = [:]

  /// True if no name means something else.
  var isEmpty: Bool { resolved.isEmpty }

  /// Tells what became of a name that an account had after the change at hand.
  func resolve(_ name: String) -> Resolved {
    if resolved.isEmpty { return .now(name) }
    return resolved[AccountName(name).key] ?? .now(name)
  }

  /// Tells what became of the account in whose session a change was made, which may have renamed
  /// it; nil without a session. The change itself was not passed.
  func resolve(sessionOf entry: HistoryEntry) -> Resolved? {
    guard let by = entry.by else { return nil }
    let name = AccountName(by)
    guard let account = entry.mergedAccounts.first(where: { $0.namesBefore.contains(name) }) else {
      return resolve(by)
    }
    if account.kind == .removed { return returned[WholeAccount(by, account, \.old)] ?? .removed }
    let change = account.changes?.first { change in
      change.isOfName && change.oldValue?.text.map { AccountName($0) } == name
    }
    guard let change else { return resolve(by) }
    return (change.newValue?.text ?? account.otherName ?? account.newName).map(resolve) ?? .removed
  }

  /// Goes to before a change that stays.
  mutating func pass(_ entry: HistoryEntry) {
    for step in entry.accountsInSteps.reversed() { pass(step, isInSteps: entry.did.isInSteps) }
    guard isDoubting else { return }
    for name in entry.doubtful.flatMap(\.namesBefore) { resolved[name.key] = .unknown }
  }

  /// Goes to before a step that was taken back: its accounts have their old names again.
  mutating func restore(_ step: ArraySlice<AccountRecord>) {
    guard !resolved.isEmpty else { return }
    // The name that an account kept may have led to the one that it gives back.
    for account in step where account.kind == .changed {
      guard let kept = account.otherName.map({ AccountName($0).key }),
        case .now(let present)? = resolved[kept]
      else { continue }
      for change in account.changes ?? [] where change.isOfName {
        guard let new = change.newValue?.text, AccountName(new) == AccountName(present) else {
          continue
        }
        resolved[kept] = change.oldValue?.text.map(Resolved.now)
      }
    }
    for account in step {
      for name in account.names(\.new) { resolved[AccountName(name).key] = .removed }
    }
    for account in step {
      for name in account.names(\.old) { resolved[AccountName(name).key] = nil }
    }
  }

  private mutating func pass(_ accounts: ArraySlice<AccountRecord>, isInSteps: Bool) {
    var (before, new) = ([(String, Resolved)](), [String]())
    for account in accounts {
      switch account.kind {
      case .added:
        for name in account.names(\.new) {
          returned[WholeAccount(name, account, \.new)] = isInSteps ? resolve(name) : nil
          new.append(name)
        }
      case .removed:
        for name in account.names(\.old) {
          before.append(
            (name, returned.removeValue(forKey: WholeAccount(name, account, \.old)) ?? .removed))
        }
      case .changed:
        for change in account.changes ?? [] where change.isOfName {
          let (old, now) = (change.oldValue?.text, change.newValue?.text)
          if let now { new.append(now) }
          // If the name was cleared, the account has its other one.
          if let old, let left = now ?? account.otherName ?? account.newName {
            before.append((old, resolve(left)))
          }
        }
        // It was there, under the names that it kept.
        let given = (account.changes ?? []).filter(\.isOfName).compactMap { $0.oldValue?.text }
        for name in [account.name, account.otherName].compactMap(\.self)
        where !given.contains(where: { sameText($0, name) }) {
          before.append((name, resolve(name)))
        }
      }
    }
    for name in new { resolved[AccountName(name).key] = .removed }
    for (name, resolution) in before { resolved[AccountName(name).key] = resolution }
  }
}

/// An account that was removed or added, by all that it had, its password included: an undo brings
/// back the accounts that were removed.
package struct WholeAccount: Hashable {
  private let name: String
  private let values: [String: JSONLiteral]

  package init(
    _ name: String, _ account: AccountRecord, _ side: (AccountRecord.Change) -> JSONLiteral?
  ) {
    self.name = AccountName(name).key
    var values: [String: JSONLiteral] = [:]
    for change in account.changes ?? [] { values[change.key] = side(change) }
    self.values = values
  }
}

extension LaterNames {
  /// The name under which a change that is taken back finds its account; nil if that is gone.
  func presentName(of account: AccountRecord) -> String? {
    guard let name = account.newName else { return nil }
    if account.kind == .removed { return isThere(account, called: name) ? nil : name }
    return present(name)
  }

  /// The names now of an account that a change left under some names, in comparable form; none if
  /// it is gone.
  func presentNames(of names: [String]) -> [String] {
    names.compactMap(present).reduce(into: []) { found, name in
      let key = AccountName(name).key
      if !found.contains(key) { found.append(key) }
    }
  }

  /// The name now of the account that had a name; nil if it is gone.
  private func present(_ name: String) -> String? {
    if case .now(let present) = resolve(name) { present } else { nil }
  }

  /// True if an account that a change removed is there all the same: it came back, or by what the
  /// history tells had its name when the change was over.
  private func isThere(_ account: AccountRecord, called name: String) -> Bool {
    if case .now? = returned[WholeAccount(name, account, \.old)] { return true }
    if case .now? = resolved[AccountName(name).key] { return true }
    return false
  }

  /// The record with the present names of what it did not change: the account's other name, and the
  /// account that it followed.
  func followed(_ account: AccountRecord) -> AccountRecord {
    guard !isEmpty else { return account }
    var place = account.place
    if case .behind(let name)? = place { place = present(name).map { .behind($0) } }
    var followed = AccountRecord(
      name: account.name, otherName: account.otherName.flatMap(present), account.changes,
      place: place, id: account.id)
    followed.isWhole = account.isWhole
    return followed
  }

  /// The change around the accounts of an entry, with the names that these have once its accounts
  /// are taken back.
  func followed(_ document: DocumentRecord?, of entry: HistoryEntry) -> DocumentRecord? {
    guard var document, case .names(let old, let new) = document.order else { return document }
    var (before, back) = ([String: String](), Set<String>())
    for account in entry.mergedAccounts {
      guard let name = account.name, account.kind != .added else { continue }
      back.insert(AccountName(name).key)
      if let now = account.newName, account.kind == .changed { before[AccountName(now).key] = name }
    }
    document.order = .names(
      old: old.compactMap { back.contains(AccountName($0).key) ? $0 : present($0) },
      new: new.compactMap { before[AccountName($0).key] ?? present($0) })
    return document
  }
}
