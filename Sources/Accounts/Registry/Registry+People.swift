extension Registry {
  /// A page of accounts. Consecutive pages repeat no account and leave none out.
  ///
  /// - Parameters:
  ///   - cursor: where to continue; nil for the first page.
  ///   - limit: the most accounts to return.
  ///   - text: only accounts whose email, user name, name or a group contains it; nil for all.
  ///   - group: only accounts in this group; nil for all.
  ///   - state: only accounts in this state; nil for all.
  ///   - over: only accounts whose invitation is over on that day.
  ///   - day: the day for which states are computed; nil for today.
  ///   - weak: only accounts whose hash is ``HashStrength/weak``. With this, a state or a kind of
  ///     hash, a page may be shorter than `limit` or empty although more follow.
  ///   - hash: only accounts whose password is stored this way; nil for all.
  ///   - withOwnKeys: also reads the keys beside the fields.
  public func list(
    from cursor: Page.Cursor? = nil, limit: Int, holding text: String? = nil,
    in group: String? = nil, state: AccountState? = nil, invitationOver over: Bool = false,
    on day: CalendarDay? = nil, weak: Bool = false, hash: HashKind? = nil, withOwnKeys: Bool = false
  ) async throws(AccountsError) -> Page {
    try checkCancellation()
    var page = try await store.page(
      PageRequest(
        after: cursor, limit: limit, holding: text, in: group, includesOwnKeys: withOwnKeys))
    if let day {
      for index in page.accounts.indices {
        page.accounts[index].state = page.accounts[index].state(on: day)
      }
    }
    if let state { page.accounts.removeAll { $0.state != state } }
    if over {
      let day = day ?? today()
      page.accounts.removeAll { account in
        account.state != .invited || account.invitedUntil.map { $0 >= day } ?? false
      }
    }
    if let hash { page.accounts.removeAll { $0.hash != hash } }
    if weak {
      let judge = hasher.judge(under: page.rulebook)
      page.accounts.removeAll { stored in
        guard case .hash(let hash) = stored.password else { return true }
        return judge.strength(of: hash) != .weak
      }
    }
    return page
  }

  /// The account with a name, closed or not.
  public func account(_ name: String) async throws(AccountsError) -> StoredAccount {
    try await named(name).account
  }

  /// The names that an account has in the field whose form they have. A name in the rulebook's key
  /// that has another field's form does not count.
  package func takenByForm(_ names: [AccountName]) async throws(AccountsError) -> Set<AccountName> {
    guard !names.isEmpty else { return [] }
    let found = try await store.find(.names(names)).accounts
    return Set(
      found.flatMap { account in
        Field.keys.compactMap { field in
          account[text: field].flatMap { name in
            Rulebook.field(of: name) == field ? AccountName(name) : nil
          }
        }
      }
    ).intersection(names)
  }

  /// Hashes of passwords typed by hand, for the history.
  func hashesOfTyped(
    in accounts: [StoredAccount], under rulebook: Rulebook
  ) async throws(AccountsError) -> [PasswordText: PasswordHash] {
    var (kept, broken) = (Set<PasswordText>(), Set<PasswordText>())
    for account in accounts {
      guard case .typed(let typed) = account.password else { continue }
      // A password that breaks the rules is not sealed: it would come back as if it kept them.
      if rulebook.brokenRules(typed, of: account.values).isEmpty {
        kept.insert(typed)
      } else {
        broken.insert(typed)
      }
    }
    kept.subtract(broken)
    guard !kept.isEmpty, let listed = try? await blocklisted(Array(kept), under: rulebook) else {
      return [:]
    }
    let passwords = Array(kept.subtracting(listed))
    let hashes = try await hasher.under(rulebook).hashes(of: passwords)
    return Dictionary(zip(passwords, hashes)) { first, _ in first }
  }

  /// Removes an account, and any edit of it. Logs out if it is the session's. Returns the account
  /// before its removal.
  public func remove(_ name: String) async throws(AccountsError) -> Outcome<StoredAccount> {
    let done = try await remove([name])
    return Outcome(done.value[0], notices: done.notices)
  }

  /// Removes accounts, all in one write or none, as ``remove(_:)`` removes one.
  /// Progress and an end before the write are as for ``disable(_:reason:until:)``.
  public func remove(
    _ names: [String]
  ) async throws(AccountsError) -> Outcome<[StoredAccount]> {
    try await change(names, .remove) { found throws(AccountsError) in
      let list = try found.accounts.enumerated().map { index, target throws(AccountsError) in
        (index, AccountChange.remove(try target.foundNameKey(), ifStill: target.values.identity))
      }
      return ChangesOfFound(list: list) { $0?.accounts ?? [] }
    }
  }
}
