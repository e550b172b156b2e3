/// An account as it was shown to whoever acts on it, which may have become another's name since.
///
/// ``Registry/meaning(_:)`` acts on it only while it is the same account: it still has the email and the user
/// name that were shown, and no change in the history removed, added or gave one of them to another,
/// even if it was given back. Where the history cannot say, as after a change by hand, the password tells:
/// its text is the one that was read, or a hash of what was typed there.
public struct SeenAccount: Sendable, Hashable {
  /// What the account was called.
  public let name: String
  package let trace: AccountTrace
  /// How far the history had come before the account was read; nil where there is none.
  let moment: HistoryMoment?

  /// - Parameters:
  ///   - moment: ``Registry/moment()``, asked for before the account was read.
  package init(_ name: String, _ trace: AccountTrace, at moment: HistoryMoment?) {
    (self.name, self.trace, self.moment) = (name, trace, moment)
  }

  /// The same account, once whoever saw it has given it a password.
  package func having(_ password: PasswordText) -> SeenAccount {
    SeenAccount(name, AccountTrace(trace, having: password), at: moment)
  }
}

/// Two looks at the same account are equal, whenever they were.
extension SeenAccount {
  public static func == (left: SeenAccount, right: SeenAccount) -> Bool {
    sameText(left.name, right.name) && left.trace == right.trace
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(trace) }
}

/// What tells an account from others that get its names, as numbers that mean something in this process
/// alone: of a long list, the texts would take much memory.
package struct AccountTrace: Sendable, Hashable {
  let names: Int
  let password: Int
  /// The password, if it is known: typed by hand, which a login makes a hash, or just given.
  let typed: PasswordText?

  fileprivate init(_ trace: AccountTrace, having typed: PasswordText) {
    (names, password, self.typed) = (trace.names, trace.password, typed)
  }

  package init(_ account: StoredAccount) {
    var hasher = Hasher()
    for field in Field.keys { hasher.combine(account[text: field].map { AccountName($0) }) }
    names = hasher.finalize()
    hasher = Hasher()
    hasher.combine(account[text: .password].map { Array($0.utf8) })
    password = hasher.finalize()
    typed =
      if account.hash == .typed, case .typed(let typed)? = account.password { typed } else { nil }
  }
}

/// How far a history had come, told by its newest change.
package struct HistoryMoment: Sendable, Hashable {
  let number: Int
  let time: Int?
  /// Whether the accounts were as that change left them.
  let isUpToDate: Bool
}

extension Registry {
  /// How far the history has come; nil where there is none, or it cannot be read.
  package func moment() async -> HistoryMoment? {
    guard let page = try? await store.history(below: nil, limit: 1, accounts: 0),
      page.position.number > 0
    else { return nil }
    let newest = page.entries.first { $0.number == page.position.number }
    return HistoryMoment(
      number: page.position.number, time: newest?.time,
      isUpToDate: page.position.isUpToDate && newest != nil)
  }

  /// The account of a name as it is now, to be acted on later by this name.
  public func seen(_ name: String) async throws(AccountsError) -> SeenAccount {
    let moment = await moment()
    return SeenAccount(name, AccountTrace(try await named(name).account), at: moment)
  }

  /// The same accounts; what is done to one of these by its name is done only if that still is the account
  /// that was seen. Otherwise `notMeant` is thrown, and nothing is done to any.
  public func meaning(_ seen: [SeenAccount]) -> Registry {
    var registry = self
    for one in seen { registry.meant[AccountName(one.name)] = one }
    return registry
  }

  /// Throws `notMeant` where one of the accounts that were found is not the one that was meant.
  ///
  /// - Parameter missing: names of which no account was found.
  func checkMeant(
    _ targets: [(name: AccountName, account: StoredAccount)], missing: [AccountName] = []
  ) async throws(AccountsError) {
    let accounts = targets.compactMap { target in
      meant[target.name].map { (seen: $0, now: target.account) }
    }
    let others = try await strangers(among: accounts).map(\.name)
    guard others.isEmpty, missing.isEmpty else { throw .notMeant(missing.map(\.text) + others) }
  }

  /// The names of those of some accounts that are not the ones that were seen.
  package func others(among seen: [SeenAccount]) async throws(AccountsError) -> Set<String> {
    do throws(AccountsError) {
      _ = try await meaning(seen).named(seen.map(\.name))
      return []
    } catch .notMeant(let names) {
      return Set(names)
    } catch .accountClosed {
      // Several have the name: nothing is done to any of them.
      return []
    }
  }

  /// Those of some accounts that are not the ones that were seen.
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

  /// What the history says of names, down to the change of a number.
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

/// Which names were removed, added or given to others, and when the history fell silent.
private struct NameChanges {
  private var times: [Int: Int?] = [:]
  private var newest: [AccountName: Int] = [:]
  /// The number of the newest change of which the history does not say what it did to names.
  var unknown = 0

  mutating func add(_ entry: HistoryEntry, since oldest: Int) {
    guard let number = entry.number else { return }
    times[number] = .some(entry.time)
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
    guard let moment, moment.isUpToDate, let time = times[moment.number] else { return false }
    return time == moment.time && unknown <= moment.number
  }
}
