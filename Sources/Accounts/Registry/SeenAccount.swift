/// An account as the user saw it, to guard against its name having passed to another account.
///
/// ``Registry/expecting(_:)`` acts only while it is the same account: it still has the email and
/// the user name that were shown, and no change in the history removed, added or passed on one of
/// them, even if it was given back. If the history cannot tell, as after a change by hand, the
/// password decides: the same text as before, or a hash of what was typed.
public struct SeenAccount: Sendable, Hashable {
  /// The name under which it was seen.
  public let name: String
  package let trace: AccountTrace
  /// The end of the history before the account was read; nil without a history.
  let moment: HistoryMoment?

  /// - Parameters:
  ///   - moment: ``Registry/moment()``, from before the account was read.
  package init(_ name: String, _ trace: AccountTrace, at moment: HistoryMoment?) {
    (self.name, self.trace, self.moment) = (name, trace, moment)
  }

  /// The account after its viewer has given it a password.
  package func having(_ password: PasswordText) -> SeenAccount {
    SeenAccount(name, AccountTrace(trace, having: password), at: moment)
  }

  /// The same account by another of its names.
  package func named(_ name: String) -> SeenAccount { SeenAccount(name, trace, at: moment) }
}

/// Equal if the same account was seen, at whatever time.
extension SeenAccount {
  public static func == (left: SeenAccount, right: SeenAccount) -> Bool {
    sameText(left.name, right.name) && left.trace == right.trace
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(trace) }
}

/// Hashes of an account's names and password, to recognise it later. They hold in this process
/// only, and take less memory than the texts.
package struct AccountTrace: Sendable, Hashable {
  let names: Int
  let password: Int
  /// The password if known: typed by hand, which a login hashes, or just set.
  let typed: PasswordText?

  fileprivate init(_ trace: AccountTrace, having typed: PasswordText) {
    (names, password, self.typed) = (trace.names, trace.password, typed)
  }

  package init(_ account: StoredAccount) {
    var hasher = Hasher()
    for field in Field.keys {
      hasher.combine(account.withUTF8(of: field) { AccountName.combine($0, into: &hasher) } != nil)
    }
    names = hasher.finalize()
    hasher = Hasher()
    hasher.combine(
      account.withUTF8(of: .password) { utf8 in
        utf8.withUnsafeBytes { hasher.combine(bytes: $0) }
      } != nil)
    password = hasher.finalize()
    typed =
      if account.hash == .typed, case .typed(let typed)? = account.password { typed } else { nil }
  }
}

/// The end of a history, by its newest change.
package struct HistoryMoment: Sendable, Hashable {
  let number: Int
  /// Nil if it was not found.
  let change: ChangeTrace?
  /// True if the accounts were as that change left them.
  let isUpToDate: Bool
}

/// Hashes of a change, to tell it from one of the same number in another history.
struct ChangeTrace: Hashable {
  private let hash: Int

  init(_ entry: HistoryEntry) {
    var hasher = Hasher()
    hasher.combine(entry.time)
    hasher.combine(entry.user)
    hasher.combine(entry.by)
    hasher.combine(entry.via)
    hasher.combine(entry.did)
    hasher.combine(entry.count)
    hasher.combine(entry.accounts.first?.names(\.old))
    hasher.combine(entry.accounts.first?.names(\.new))
    hash = hasher.finalize()
  }
}

extension Registry {
  /// The end of the history; nil without one, or if it cannot be read.
  package func moment() async -> HistoryMoment? {
    guard let page = try? await store.history(below: nil, limit: 1, accounts: 1),
      page.position.number > 0
    else { return nil }
    let newest = page.entries.first { $0.number == page.position.number }
    return HistoryMoment(
      number: page.position.number, change: newest.map { ChangeTrace($0) },
      isUpToDate: page.position.isUpToDate && newest != nil)
  }

  /// Remembers the account that has a name now, to act on later by this name.
  public func seen(_ name: String) async throws(AccountsError) -> SeenAccount {
    let moment = await moment()
    return SeenAccount(name, AccountTrace(try await named(name).account), at: moment)
  }

  /// Guards operations on these accounts: if a name no longer means the account that was seen,
  /// `notMeant` is thrown and nothing is done.
  public func expecting(_ seen: [SeenAccount]) -> Registry {
    var registry = self
    for one in seen { registry.expected[AccountName(one.name)] = one }
    return registry
  }

  /// Throws `notMeant` if a found account is not the one that was seen.
  ///
  /// - Parameter missing: names without an account.
  func checkMeant(
    _ targets: [(name: AccountName, account: StoredAccount)], missing: [AccountName] = []
  ) async throws(AccountsError) {
    let accounts = targets.compactMap { target in
      expected[target.name].map { (seen: $0, now: target.account) }
    }
    let others = try await strangers(among: accounts).map(\.name)
    guard others.isEmpty, missing.isEmpty else { throw .notMeant(missing.map(\.text) + others) }
  }

  /// The names of accounts that are not the ones that were seen.
  package func others(among seen: [SeenAccount]) async throws(AccountsError) -> Set<String> {
    do throws(AccountsError) {
      _ = try await expecting(seen).named(seen.map(\.name))
      return []
    } catch .notMeant(let names) {
      return Set(names)
    } catch .accountClosed {
      // Several have the name: nothing is done to any of them.
      return []
    }
  }

  /// The accounts that were seen, as they are now, if their names were changed since: by the names
  /// under which they were seen. Left out are those of which the history does not tell all since
  /// then, and those that are gone.
  package func renamed(among seen: [SeenAccount]) async -> [String: SeenAccount] {
    let moment = await moment()
    guard moment?.isUpToDate == true else { return [:] }
    let names = await presentNames(of: seen)
    var registry = self
    registry.expected = [:]
    guard !names.isEmpty, let found = try? await registry.named(Array(names.values)) else {
      return [:]
    }
    var accounts: [AccountName: StoredAccount] = [:]
    for account in found.accounts {
      for field in Field.keys {
        if let name = account[text: field] { accounts[AccountName(name)] = account }
      }
    }
    return names.compactMapValues { name in
      accounts[AccountName(name)].map { account in
        SeenAccount(
          found.rulebook.anyName(of: account) ?? name, AccountTrace(account), at: moment)
      }
    }
  }

  /// The present names of accounts, by the names under which they were seen.
  private func presentNames(of seen: [SeenAccount]) async -> [String: String] {
    // The history is read from its end: those that were seen last are come to first.
    var sought = seen.compactMap { one in one.moment.map { (name: one.name, moment: $0) } }
      .sorted { $0.moment.number < $1.moment.number }
    guard let oldest = sought.first?.moment.number else { return [:] }
    var (changes, later, names) = (NameChanges(), LaterNames(), [String: String]())
    do throws(AccountsError) {
      let position = try await readHistory { entry in
        changes.add(entry, since: oldest)
        while let one = sought.last, let number = entry.number, number <= one.moment.number {
          sought.removeLast()
          guard changes.areKnown(since: one.moment), case .now(let name) = later.resolve(one.name)
          else { continue }
          names[one.name] = name
        }
        later.pass(entry)
        return !sought.isEmpty
      }
      return position.isUpToDate ? names : [:]
    } catch {
      return [:]
    }
  }

  /// The accounts that are not the ones that were seen.
  package func strangers(
    among accounts: [(seen: SeenAccount, now: StoredAccount)]
  ) async throws(AccountsError) -> [SeenAccount] {
    guard !accounts.isEmpty else { return [] }
    let changes = await nameChanges(since: accounts.compactMap(\.seen.moment?.number).min())
    var strangers: [SeenAccount] = []
    for (seen, now) in accounts {
      let trace = AccountTrace(now)
      let names = Field.keys.compactMap { now[text: $0].map { AccountName($0) } }
      guard trace.names == seen.trace.names, !changes.concern(names, since: seen.moment) else {
        strangers.append(seen)
        continue
      }
      if changes.areKnown(since: seen.moment) || trace.password == seen.trace.password { continue }
      if let typed = seen.trace.typed, let password = now.password,
        try await hasher.fits(typed, password)
      {
        continue
      }
      strangers.append(seen)
    }
    return strangers
  }

  /// Reads the changes of names down to a change's number.
  private func nameChanges(since oldest: Int?) async -> NameChanges {
    var changes = NameChanges()
    guard let oldest else { return changes }
    do throws(AccountsError) {
      let position = try await readHistory { entry in
        changes.add(entry, since: oldest)
        return entry.number.map { $0 > oldest } ?? true
      }
      if !position.isUpToDate { changes.unknown = .max }
    } catch {
      changes.unknown = .max
    }
    return changes
  }
}

/// The names that were removed, added or passed on, and when.
private struct NameChanges {
  private var changes: [Int: ChangeTrace] = [:]
  private var newest: [AccountName: Int] = [:]
  /// The number of the newest change whose effect on names is unknown.
  var unknown = 0

  mutating func add(_ entry: HistoryEntry, since oldest: Int) {
    guard let number = entry.number else { return }
    changes[number] = ChangeTrace(entry)
    guard number > oldest else { return }
    if [.byHand, .copy].contains(entry.did) || !entry.did.isKnown
      || entry.accounts.count < entry.count
    {
      unknown = max(unknown, number)
    }
    for account in entry.accounts {
      if account.changes == nil, entry.did.keepsValues { unknown = max(unknown, number) }
      let old = Set(account.names(\.old).map { AccountName($0) })
      // Another spelling of a name is the same name.
      for name in old.symmetricDifference(account.names(\.new).map { AccountName($0) }) {
        newest[name] = max(newest[name] ?? 0, number)
      }
    }
  }

  func concern(_ names: [AccountName], since moment: HistoryMoment?) -> Bool {
    guard let moment else { return false }
    return names.contains { newest[$0].map { $0 > moment.number } ?? false }
  }

  func areKnown(since moment: HistoryMoment?) -> Bool {
    guard let moment, moment.isUpToDate, let change = changes[moment.number] else {
      return false
    }
    return change == moment.change && unknown <= moment.number
  }
}
