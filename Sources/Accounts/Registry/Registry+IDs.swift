/// For whom applications will take an account that gets an id.
public enum NewIDMeaning: Sendable, Hashable {
  /// For the same person: the id counts there already.
  case same
  /// For somebody new.
  case somebodyNew
  /// For whoever has or had the account with another name: the id was given to that.
  case holder(of: String)
  /// For whoever had the id.
  case holderOfID
}

extension Registry {
  /// Says for whom applications will take an account that gets an id. Throws `taken` if the id is
  /// another account's.
  package func meaning(
    of id: EditRequest.NewID, for name: String
  ) async throws(AccountsError) -> NewIDMeaning {
    let account = try await named(name).account
    guard case .given(let given) = id else { return .somebodyNew }
    guard account.id != given else { return .same }
    let holders = try await checkFree(given, for: account)
    let names = holders.compactMap(\.givenID).filter { given in
      !given.isOf { account[text: $0] }
    }.map(\.name)
    return names.first.map { .holder(of: $0) } ?? .holderOfID
  }

  /// The id that a request gives an account; nil if it gives none, or if the account has it already.
  func newID(
    for request: EditRequest, of target: StoredProfile
  ) async throws(AccountsError) -> AccountID? {
    guard let asked = request.id, !request.isOwn, request.draftUse != .kept else { return nil }
    guard case .given(let given) = asked else { return ids() }
    guard target.account.id != given else { return nil }
    _ = try await checkFree(given, for: target.account)
    return given
  }

  /// Throws `taken` if an id is another account's, or would be two accounts'. Returns all accounts in
  /// whose ids it stands.
  private func checkFree(
    _ id: AccountID, for account: StoredAccount
  ) async throws(AccountsError) -> [StoredAccount] {
    let holders = try await store.find(.ids([id])).accounts
    let isTaken = holders.contains { $0.claimedID == id && $0.nameKey != account.nameKey }
    guard !isTaken else { throw .taken(.id) }
    return holders
  }

  /// The account of a new draft with the id that it gets first if it has none. Throws
  /// `idDoesNotCount` if none counts: nothing else would tell for whom the draft was begun.
  func identified(
    _ account: StoredAccount, for draft: EditDraft?
  ) async throws(AccountsError) -> Outcome<StoredAccount> {
    guard let draft, account.id == nil else { return Outcome(account) }
    guard account.values[.id] == nil else {
      throw .idDoesNotCount(name: draft.name, id: try await uncounted(account))
    }
    let same = AccountChange.edit(
      try account.foundNameKey(), [], mayBreakRules: true, ifStill: account.values.identity)
    let given = try await apply(same, of: draft.name, .rehash, identifies: true)
    guard given.value.id != nil else { throw .idDoesNotCount(name: draft.name) }
    return given
  }
}
