extension Registry {
  /// The recorded logins of an account; nil if the rulebook disables the record. Pass the rulebook
  /// if it is known, to save reading it.
  public func lastLogin(
    of account: StoredAccount, under rulebook: Rulebook? = nil
  ) async throws(AccountsError) -> LastLogin? {
    try await lastLogin(of: account.recordNames, under: rulebook)
  }

  /// The recorded logins of an account; nil if the rulebook disables the record. Pass the rulebook
  /// if it is known, to save reading it.
  public func lastLogin(
    of account: Account, under rulebook: Rulebook? = nil
  ) async throws(AccountsError) -> LastLogin? {
    let names = [account.email?.text, account.username?.text].compactMap(\.self)
    return try await lastLogin(of: names.map { AccountName($0) }, under: rulebook)
  }

  private func lastLogin(
    of names: [AccountName], under known: Rulebook?
  ) async throws(AccountsError) -> LastLogin? {
    var rulebook = known
    if rulebook == nil { rulebook = try await store.rulebook() }
    guard rulebook?.login.log == true else { return nil }
    do throws(AccountsError) {
      return try await store.lastLogins(of: names)?.login(under: names)
    } catch .lacks {
      return nil
    }
  }

  /// The recorded logins of all accounts; nil if there is no record, or if the rulebook disables
  /// it.
  public func lastLogins() async throws(AccountsError) -> LastLogins? {
    guard try await store.rulebook().login.log else { return nil }
    return try await store.lastLogins(of: nil)
  }

  /// Finds accounts without a login since a time; nil if the record is too young to tell.
  ///
  /// - Parameter time: the time, in seconds since 1970.
  public func inactivity(since time: Int) async throws(AccountsError) -> Inactivity? {
    guard let logins = try await lastLogins(), logins.begin < time else { return nil }
    var ages = AccountAges()
    do throws(AccountsError) {
      _ = try await readHistory { entry in
        ages.add(entry)
        return true
      }
    } catch .lacks {
      // The record alone says how old they are.
    }
    return Inactivity(logins: logins, time: time, ages: ages)
  }
}

/// Tells which accounts have not logged in since a time.
public struct Inactivity: Sendable {
  /// The record of logins.
  public let logins: LastLogins
  fileprivate let time: Int
  fileprivate let ages: AccountAges

  /// True if the account's last successful login was before the time or, without one, if the
  /// account is older than that. Its age is that of its first line in the history or else of the
  /// record.
  public func includes(_ account: StoredAccount) -> Bool {
    if let success = logins[account].success { return success < time }
    let ages = account.recordNames.compactMap { self.ages[$0] }
    return (ages.min() ?? logins.begin) < time
  }
}

/// The age of accounts, as far as a history tells.
struct AccountAges: Sendable {
  /// The oldest known time of an account, by its present name.
  private var times: [AccountName: Int] = [:]
  /// Accounts whose first line was found: older changes under the name concern others.
  private var settled: Set<AccountName> = []
  /// The present name by a former one.
  private var names: [AccountName: AccountName] = [:]

  subscript(name: AccountName) -> Int? { times[name] }

  /// Adds a change older than all before.
  mutating func add(_ entry: HistoryEntry) {
    for account in entry.accounts.reversed() {
      guard let old = account.name.map({ AccountName($0) }),
        let new = account.newName.map({ AccountName($0) })
      else { continue }
      let now = names[new] ?? new
      names[new] = nil
      guard !settled.contains(now) else { continue }
      switch account.kind {
      case .removed: settled.insert(now)
      case .added:
        if let time = entry.time { times[now] = time }
        settled.insert(now)
      case .changed:
        if let time = entry.time { times[now] = time }
        names[old] = now
      }
    }
  }
}

extension StoredAccount {
  /// The names under which the record may have the account.
  var recordNames: [AccountName] {
    Field.keys.compactMap { values[text: $0].map { AccountName($0) } }
  }
}

extension LastLogins {
  /// The record of an account; empty if there is none.
  public subscript(account: StoredAccount) -> LastLogin { login(under: account.recordNames) }
}
