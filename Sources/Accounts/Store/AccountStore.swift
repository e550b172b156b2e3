/// A store of accounts: a file, a database, memory.
///
/// Every store has the first four functions. Each is one operation, which reads and writes once,
/// and happens completely or not at all, even beside others. Values are kept and compared byte by
/// byte, names as ``AccountName`` and first names as ``PersonName`` compare them. The other
/// functions are abilities, which a store may leave out: then they throw
/// ``AccountsError/lacks(_:)``, and so do the functions of a registry that need them.
///
/// | ability | functions | of a store |
/// | - | - | - |
/// | `history` | `history`, `forget` | that records its changes |
/// | `loginRecord` | `add`, `lastLogins`, `forgetLogins` | that keeps a record of logins |
/// | `sealing` | `typedPasswords`, `seal` | that holds passwords as they were typed |
/// | `checking` | `check` | that others can write past the rules |
/// | `creating` | `create` | that is begun under a rulebook |
/// | `blocklistFile` | `blocklisted` | that has the list which a rulebook names |
/// | `sessions` | `begin`, `session`, `browserLogins`, `endLogins`, `endSoon` | with sessions |
///
/// Each function throws `fileInvalid` or `rulebookBroken` if the accounts cannot be used, `store`
/// if the disk or the connection fails, and `busy` if a lock was held for too long. In a cancelled
/// task it may throw `cancelled` until it has written something; from then on it continues to its
/// end.
///
/// <doc:WritingAStore> shows how to write a store, and how to test it with the library
/// `StoreSuite`.
public protocol AccountStore: Sendable {
  /// The rulebook that the accounts keep. Functions that find accounts return it too.
  func rulebook() async throws(AccountsError) -> Rulebook

  /// The accounts that match a lookup, closed ones included, in the order of the store.
  ///
  /// Only other programs can write accounts past the rules. An account that breaks them has its
  /// problems. Accounts that share an email or a user name all have a problem with the rule
  /// `unique` there.
  func find(_ lookup: Lookup) async throws(AccountsError) -> LookupResult

  /// The same, and how long an attempt has to wait, as ``LoginThrottle/secondsToWait(for:)`` says
  /// it, in one visit; nil if the store does not tell both at once, as by default.
  func find(
    _ lookup: Lookup, for attempt: LoginAttempt
  ) async throws(AccountsError) -> (found: LookupResult, wait: Int?)

  /// A page of accounts, closed ones included, in the order of the store: at most the request's
  /// limit. See ``Page/Cursor`` for concurrent writes.
  func page(_ request: PageRequest) async throws(AccountsError) -> Page

  /// Changes accounts: all in order or, if one change is refused, none.
  ///
  /// Changes are judged against the accounts and the rulebook at the time of the write; a new
  /// account's own values only if they were judged under another rulebook. Refusals are returned,
  /// not thrown, for every change that has one:
  ///
  /// - `missing`: no account has the id. An ``NameKey`` is made of a name: after the name has
  /// changed, the old id finds nothing.
  /// - `closed`: several accounts have the id. They are neither edited nor removed.
  /// - `conflict`: the account differs from `ifStill`, see `FieldValues.differences(from:)`, or a
  /// field no longer holds the edit's old value. Setting the present value is not a conflict, and
  /// has the effect `unchanged`; see ``EditedValues``. All changes conflict if another rulebook
  /// than `judgedUnder` is in force.
  /// - `changedSince`: an own key no longer holds the edit's old value.
  /// - `invalid`: the account would break rules, unless `mayBreakRules`.
  /// - `taken`: another account has the email or the user name, and no change of the list takes it
  ///   away.
  /// - `repeats`: an earlier change of the list concerns the same account or name.
  ///
  /// An edit leaves other fields and keys. The effects and accounts of the result have one entry
  /// for each change; `changes` has each account that differs now, for sessions and failed logins
  /// to follow. With `isDryRun` nothing is written, and the result is the same. Throws
  /// `alreadyInitialised` if the options name a rulebook, and the store has accounts under another.
  /// A write that may not survive a power cut has a notice.
  ///
  /// A list of changes of kind `restore` undoes changes, over ``WriteOptions/undo``; then
  /// `historyMovedOn` is thrown if the history is no longer there. A change is refused if the
  /// account's id counts nowhere (`missing`), or if its name or a key differs from what the recorded
  /// change left (`changedSince`). A password that was only hashed since counts as
  /// unchanged if the change allows it. It is also refused if another account has a restored name
  /// (`taken`), unless both had it before and the change allows that. Restored accounts may break the
  /// rules. An undo of nothing is recorded, too.
  func apply(
    _ changes: [AccountChange], _ options: WriteOptions
  ) async throws(AccountsError) -> Outcome<Applied>

  /// Takes keys that no field is out of all accounts and out of what is around them, all or none,
  /// as one change: also while such keys around the accounts keep these from being used, of which
  /// others may stay. Its accounts and changes are those of the accounts that had one, in the same
  /// order. Nil if nothing is around the accounts, as by default: then edits do the same.
  func drop(
    _ keys: [String], _ options: WriteOptions
  ) async throws(AccountsError) -> Outcome<Applied>?

  // MARK: History

  /// Changes, the newest first, at most `limit`: those below a number, or all. If the accounts are
  /// not as the last change left them, a change without a number comes first.
  ///
  /// Each call of `apply`, `seal` or `create` that writes is one change, numbered from 1,
  /// with its ``Attribution`` and the values of its accounts. Calls that change no account, are
  /// refused or are dry runs are not recorded.
  func history(below number: Int?, limit: Int) async throws(AccountsError) -> HistoryPage

  /// Changes with their first `most` accounts, for callers that do not need all. By default, all
  /// accounts are returned.
  func history(
    below number: Int?, limit: Int, accounts most: Int
  ) async throws(AccountsError) -> HistoryPage

  /// Removes the history of everyone who has one of the ids, or in a change had one of the names,
  /// and of accounts without an id under these names: see ``PeopleInHistory``.
  func forget(_ names: [AccountName], _ ids: [AccountID]) async throws(AccountsError)
    -> ForgetReport

  // MARK: Record of logins

  /// Records an attempt to log in, with the time. Throws if that fails, but only once for the same
  /// reason.
  ///
  /// The record keeps attempts for some months, and for each account the last success and the
  /// failures since. It never prevents a login, even if it is damaged. It follows the accounts:
  /// removed accounts are dropped, renamed ones are found under the new name, and a restored
  /// account starts afresh.
  func add(_ outcome: LoginOutcome) async throws(AccountsError)

  /// The recorded logins of accounts; nil if there is no record.
  ///
  /// - Parameter names: the names that will be looked up; nil for all.
  func lastLogins(of names: [AccountName]?) async throws(AccountsError) -> LastLogins?

  /// Removes the record of the accounts with some names; returns whether there was any.
  func forgetLogins(of names: [AccountName]) async throws(AccountsError) -> Bool

  // MARK: Logins in browsers

  // Each call that writes and changes the password, the state, the days or a name of an account, or
  // removes or adds it, ends the logins under its names in the same step, and says so in a notice:
  // neither an opposite change nor `undo` brings one back.

  /// Begins a session: of a new or an existing login. It is on the disk before the answer.
  ///
  /// Returns nil, and writes nothing, if the account is not there, cannot be logged in to or has
  /// another password, or if there is no such login. Old sessions go as ``SessionLimits`` says.
  /// Throws `tooManySessions` if there is no room.
  func begin(_ session: NewSession) async throws(AccountsError) -> StoredSession?

  /// The session with a token's digest; nil if there is none, or its login has ended. It may be
  /// over. A notice tells of sessions that cannot be read, once. If it costs less, its account
  /// comes along.
  func session(of digest: TokenDigest) async throws(AccountsError) -> Outcome<StoredSession?>

  /// Some logins in browsers with their hosts, the oldest first; those that are over are among
  /// them.
  func browserLogins(_ logins: ChosenLogins) async throws(AccountsError) -> ListedLogins

  /// Ends logins, and returns those that were there. A notice tells of sessions that cannot be read
  /// and end with them. If the end cannot be written it throws, and this process refuses them from
  /// then on, as far as it knows them.
  func endLogins(_ logins: ChosenLogins) async throws(AccountsError) -> Outcome<[BrowserLogin]>

  /// Refuses logins from now on, and writes their ends within about a second, several together.
  func endSoon(_ logins: [BrowserLogin]) async

  // MARK: Typed passwords

  /// The passwords typed by hand, the problems of those that break rules, and whether an account
  /// that can have an id has none.
  func typedPasswords() async throws(AccountsError) -> (
    allowed: [TypedPassword], refused: [Problem], lackIDs: Bool
  )

  /// Edits by hand that were begun and not finished; their text is not in the accounts yet.
  func unfinishedEdits() async -> [UnfinishedEdit]

  /// Replaces typed passwords with their hashes, unless they have changed, and gives an id to each
  /// account that has none; returns the replaced ones, and how many got an id. Returns nil, and
  /// writes nothing, if another rulebook is in force than the one that allowed them.
  func seal(
    _ hashes: [SealedPassword], giving newID: @escaping @Sendable () -> AccountID,
    under rulebook: Rulebook, by attribution: Attribution
  ) async throws(AccountsError) -> Outcome<(sealed: [SealedPassword], identified: Int)>?

  // MARK: Rulebook and state

  /// Creates the store with a rulebook and accounts; throws `alreadyInitialised` if it exists.
  func create(
    _ rulebook: Rulebook, accounts: [FieldValues], by attribution: Attribution
  ) async throws(AccountsError) -> Outcome<Void>

  /// All problems and all warnings. Weak hashes are those that the hasher's judge finds weak under
  /// the rulebook.
  func check(_ hasher: PasswordHasher) async throws(AccountsError) -> CheckReport

  /// The passwords that are on the rulebook's list, ``PasswordRule/blocklistFile``; empty if it
  /// names none. Throws `rulebookBroken` if the list cannot be read.
  ///
  /// Called when passwords are set or sealed, or were typed by hand and proved at login. Lookups do
  /// not call it: the time would tell which accounts have a typed password.
  func blocklisted(_ passwords: [PasswordText]) async throws(AccountsError) -> Set<PasswordText>

  /// The store with writes that throw `storeMissing` if it does not exist, instead of creating it.
  /// By default the store itself, which always exists.
  func existing() -> any AccountStore

  /// The store's status, without reading accounts; by default nil, for unknown. Takes no lock and
  /// writes nothing: a program may ask once a second.
  func status() async -> StoreStatus?
}

/// Defaults for stores without an ability. They are not `async`, or the compiler would prefer them
/// to an actor's own functions that are not. In a closure that calls one, write `async`: without
/// it, these are called, with a warning that nothing is waited for.
extension AccountStore {
  /// The store itself: it always exists.
  public func existing() -> any AccountStore { self }

  /// Nil: nothing is around the accounts.
  public func drop(_ keys: [String], _ options: WriteOptions) -> Outcome<Applied>? { nil }

  /// The accounts alone: the store tells the wait apart.
  public func find(
    _ lookup: Lookup, for attempt: LoginAttempt
  ) async throws(AccountsError) -> (found: LookupResult, wait: Int?) {
    (try await find(lookup), nil)
  }

  /// Throws `lacks`: the store has no history.
  public func history(below number: Int?, limit: Int) throws(AccountsError) -> HistoryPage {
    throw .lacks(.history)
  }

  public func history(
    below number: Int?, limit: Int, accounts most: Int
  ) async throws(AccountsError) -> HistoryPage {
    try await history(below: number, limit: limit)
  }

  /// Throws `lacks`: the store has no history.
  public func forget(
    _ names: [AccountName], _ ids: [AccountID]
  ) throws(AccountsError) -> ForgetReport { throw .lacks(.history) }

  /// Throws `lacks`: the store has no record of logins.
  public func add(_ outcome: LoginOutcome) throws(AccountsError) {
    throw .lacks(.loginRecord)
  }

  /// Throws `lacks`: the store has no record of logins.
  public func lastLogins(of names: [AccountName]?) throws(AccountsError) -> LastLogins? {
    throw .lacks(.loginRecord)
  }

  /// Throws `lacks`: the store has no record of logins.
  public func forgetLogins(of names: [AccountName]) throws(AccountsError) -> Bool {
    throw .lacks(.loginRecord)
  }

  /// Throws `lacks`: the store keeps no logins in browsers.
  public func begin(_ session: NewSession) throws(AccountsError) -> StoredSession? {
    throw .lacks(.sessions)
  }

  /// Throws `lacks`: the store keeps no logins in browsers.
  public func session(
    of digest: TokenDigest
  ) throws(AccountsError) -> Outcome<StoredSession?> { throw .lacks(.sessions) }

  /// Throws `lacks`: the store keeps no logins in browsers.
  public func browserLogins(_ logins: ChosenLogins) throws(AccountsError) -> ListedLogins {
    throw .lacks(.sessions)
  }

  /// Throws `lacks`: the store keeps no logins in browsers.
  public func endLogins(_ logins: ChosenLogins) throws(AccountsError) -> Outcome<[BrowserLogin]> {
    throw .lacks(.sessions)
  }

  /// Does nothing: the store keeps no logins in browsers.
  public func endSoon(_ logins: [BrowserLogin]) {}

  /// Throws `lacks`: the store cannot seal passwords.
  public func typedPasswords() throws(AccountsError) -> (
    allowed: [TypedPassword], refused: [Problem], lackIDs: Bool
  ) { throw .lacks(.sealing) }

  /// Empty: accounts here are not edited by hand.
  public func unfinishedEdits() -> [UnfinishedEdit] { [] }

  /// Throws `lacks`: the store cannot seal passwords.
  public func seal(
    _ hashes: [SealedPassword], giving newID: @escaping @Sendable () -> AccountID,
    under rulebook: Rulebook, by attribution: Attribution
  ) throws(AccountsError) -> Outcome<(sealed: [SealedPassword], identified: Int)>? {
    throw .lacks(.sealing)
  }

  /// Throws `lacks`: the store cannot be created.
  public func create(
    _ rulebook: Rulebook, accounts: [FieldValues], by attribution: Attribution
  ) throws(AccountsError) -> Outcome<Void> { throw .lacks(.creating) }

  /// Throws `lacks`: the store cannot be checked.
  public func check(_ hasher: PasswordHasher) throws(AccountsError) -> CheckReport {
    throw .lacks(.checking)
  }

  /// Throws `lacks`: the store has no lists of passwords.
  public func blocklisted(_ passwords: [PasswordText]) throws(AccountsError) -> Set<PasswordText> {
    throw .lacks(.blocklistFile)
  }

  /// Nil: unknown.
  public func status() -> StoreStatus? { nil }
}

/// A password typed by hand, and the account that has it.
public struct TypedPassword: Sendable, Hashable {
  /// The account's email and user name.
  public let names: FieldValues
  /// The password.
  public let password: PasswordText

  /// A password of the account with these fields.
  public init(of values: FieldValues, password: PasswordText) {
    var names = FieldValues()
    for field in Field.keys { names[field] = values[field] }
    self.names = names
    self.password = password
  }
}

/// A typed password and its hash.
public typealias SealedPassword = (typed: TypedPassword, hash: PasswordHash)
