/// The accounts of a list, one after another; they are read in pages while they are asked for.
///
///     for try await account in registry.accounts(in: "ops") { print(account.values.email ?? "") }
public struct AccountSequence: AsyncSequence, Sendable {
  let page: @Sendable (Page.Cursor?) async throws(AccountsError) -> Page

  /// Goes through the accounts once.
  public struct Iterator: AsyncIteratorProtocol {
    let page: @Sendable (Page.Cursor?) async throws(AccountsError) -> Page
    private var rest: ArraySlice<StoredAccount> = []
    private var cursor: Page.Cursor?
    private var isAtEnd = false

    init(_ page: @escaping @Sendable (Page.Cursor?) async throws(AccountsError) -> Page) {
      self.page = page
    }

    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(AccountsError) -> StoredAccount? {
      while rest.isEmpty, !isAtEnd {
        let page = try await page(cursor)
        (rest, cursor, isAtEnd) = (page.accounts[...], page.next, page.next == nil)
      }
      return rest.popFirst()
    }
  }

  public func makeAsyncIterator() -> Iterator { Iterator(page) }
}

extension Registry {
  /// The accounts, closed ones included, in the order of the store. None comes twice, and none that is
  /// there throughout is left out, whatever others add and remove meanwhile. A list that is narrowed
  /// is read whole all the same.
  ///
  /// - Parameters:
  ///   - text: only those whose email, user name or name contains it; nil for all.
  ///   - group: only those in it; nil for all.
  ///   - state: only those in it; nil for all.
  ///   - day: on which day the states are to be told; nil is today.
  ///   - weak: whether only those whose hash is ``HashStrength/weak``.
  ///   - hash: only those whose password is kept as this; nil for all.
  ///   - withOwnKeys: whether to read the keys beside the fields too.
  public func accounts(
    holding text: String? = nil, in group: String? = nil, state: AccountState? = nil,
    on day: CalendarDay? = nil, weak: Bool = false, hash: HashKind? = nil,
    withOwnKeys: Bool = false
  ) -> AccountSequence {
    AccountSequence { cursor throws(AccountsError) in
      try await list(
        from: cursor, limit: 1_000, holding: text, in: group, state: state, on: day, weak: weak,
        hash: hash,
        withOwnKeys: withOwnKeys)
    }
  }
}
