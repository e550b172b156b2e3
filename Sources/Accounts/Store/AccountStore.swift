/// Where accounts are kept: a file, a database, memory.
///
/// Every store has the first four functions. Each is one whole operation: it reads what it needs, writes
/// what it changes, once, and happens completely or not at all, whatever others do at the same time.
/// Values are kept and compared byte by byte, names as ``AccountName`` and first names as
/// ``PersonName`` compare them. The other functions are abilities, which a store may leave out: then
/// they throw ``AccountsError/lacks(_:)``, and so does what a registry does with them.
///
/// | ability | functions | of a store |
/// | - | - | - |
/// | `history` | `history`, `undo`, `forget` | that records its changes |
/// | `loginRecord` | `add`, `lastLogins`, `forgetLogins` | that keeps a record of logins |
/// | `sealing` | `typedPasswords`, `seal` | that holds passwords as they were typed |
/// | `checking` | `check` | that others can write past the rules |
/// | `creating` | `create` | that is begun under a rulebook |
/// | `blocklistFile` | `listed` | that has the list which a rulebook names |
///
/// Each function throws `fileInvalid` or `rulebookBroken` where the accounts cannot be used, `store`
/// where what they are on fails, and `busy` where a lock was held for too long. In a cancelled task
/// it may throw `cancelled` until it has written something; from then on it goes on to its end.
///
/// <doc:WritingAStore> shows how to write a store, and how to test it with the library `StoreSuite`.
public protocol AccountStore: Sendable {
  /// The rulebook that the accounts keep. What finds accounts returns it too.
  func rulebook() async throws(AccountsError) -> Rulebook

  /// The accounts that are looked for, closed ones included, in the order of the store; none where
  /// there are none.
  ///
  /// Accounts get past the rules only by another hand. One that breaks them has its problems. Those
  /// that share an email or a user name have a problem with the rule `unique` there, all of them.
  func find(_ lookup: Lookup) async throws(AccountsError) -> LookupResult

  /// Some of the accounts, closed ones included, in the order of the store: at most as many as the
  /// request's limit. See ``Page/Cursor`` for what pages promise while others write.
  func page(_ request: PageRequest) async throws(AccountsError) -> Page

  /// Changes accounts: all in the order listed or, if one change is refused, none.
  ///
  /// Every change is judged by the accounts and the rulebook as they are when it is written; a new
  /// account by itself only if it was judged under another rulebook. What refuses a change is not
  /// thrown, but returned, for each change that has anything against it:
  ///
  /// - `missing`: no account has the id. An ``AccountID`` is made of a name: after an account's name
  ///   has changed, the old id finds nothing.
  /// - `closed`: several accounts have the id. They are neither edited nor removed.
  /// - `conflict`: the account no longer is as `ifStill` says, see `FieldValues.differences(from:)`, or a
  ///   field no longer holds what the edit started from. Who sets what is there already
  ///   has no conflict, and the effect `unchanged`; see ``EditedValues``.
  /// - `changedSince`: so does a key of the owner's.
  /// - `invalid`: the account would break rules, unless `mayBreakRules`.
  /// - `taken`: another account has the email or the user name, and no change of the list takes it away.
  /// - `repeats`: an earlier change of the list concerns the same account or name.
  ///
  /// An edit leaves the other fields and keys as they are. Of the list's effects and
  /// accounts there is one for each change; `changes` has each account that is another now, by its keys, which
  /// sessions and the count of failed logins follow. With `isDryRun` nothing is written, and the answer is the
  /// same. Throws `alreadyInitialised` where the options name a rulebook, and the store has accounts
  /// under another. A write that may not survive a power cut has a notice.
  func apply(
    _ changes: [AccountChange], _ options: WriteOptions
  ) async throws(AccountsError) -> Outcome<Applied>

  // MARK: History

  /// Changes, the newest first: those numbered below a number, or all; at most as many as `limit`.
  /// Where the accounts are not as the last change left them, that comes first, without a number.
  ///
  /// A call of `apply`, `undo`, `seal` or `create` that writes is one change, numbered from 1 on, with
  /// its ``Attribution`` and the values of the accounts that it concerns. What concerns no account, is
  /// refused or is a dry run is not recorded.
  func history(below number: Int?, limit: Int) async throws(AccountsError) -> HistoryPage

  /// The same for who does not need all accounts of a change: of one that concerns more than `most`, the
  /// first ones are enough. By default, all are given.
  func history(
    below number: Int?, limit: Int, accounts most: Int
  ) async throws(AccountsError) -> HistoryPage

  /// The changes, the oldest first, that tell what became of whoever has or had one of some names, under
  /// all names that they had. Other changes may be missing, and other accounts of these. By default, all
  /// changes are given.
  func history(concerning names: [AccountName]) async throws(AccountsError) -> [HistoryEntry]

  /// Takes accounts back to what they were: the steps one after another, each on what the ones before
  /// it left, all in one write or not at all; that is recorded as one change. Throws `historyMovedOn`
  /// if the history is no longer at `position`.
  ///
  /// A step is refused, as a change of `apply` is, where a key that the recorded change left holds
  /// something else by now (`changedSince` names the keys), or where after all steps another account has
  /// the name that came back, and had not before (`taken`), unless the step says that both may. A password
  /// that was only hashed since is as it was, if the step says so. What comes back may break the rules.
  func undo(
    _ steps: [UndoStep], at position: HistoryPosition, _ options: WriteOptions
  ) async throws(AccountsError) -> Outcome<Applied>

  /// Removes what the history keeps of whoever has or had one of some names, under all their names.
  func forget(_ names: [AccountName]) async throws(AccountsError) -> ForgetReport

  // MARK: Record of logins

  /// Adds what became of an attempt to log in, with the time. Throws if that cannot be done; what fails
  /// for the same reason again is not thrown again.
  ///
  /// The record keeps each attempt for some months, and for each account its last success and the
  /// failures since. It serves the accounts: whatever is wrong with it, people can log in. It follows
  /// what the store does to accounts: of a removed account nothing is kept, and what is kept of one that
  /// gets another name is found under that. Nothing comes back with an account that was removed.
  func add(_ outcome: LoginOutcome) async throws(AccountsError)

  /// What is kept of the logins of accounts; nil where there is no record.
  ///
  /// - Parameter names: the accounts' names, by which an answer can be asked; nil for all.
  func lastLogins(of names: [AccountName]?) async throws(AccountsError) -> LastLogins?

  /// Removes what the record keeps of the accounts of some names; returns whether there was anything.
  func forgetLogins(of names: [AccountName]) async throws(AccountsError) -> Bool

  // MARK: Typed passwords

  /// The passwords that were typed by hand, and what is wrong with those that break the rules.
  func typedPasswords() async throws(AccountsError) -> (
    allowed: [TypedPassword], refused: [Problem]
  )

  /// Edits by hand that were begun and not ended: what is typed there is not in the accounts yet.
  func unfinishedEdits() async -> [UnfinishedEdit]

  /// Puts hashes in the places of typed passwords that are still there; returns those put.
  func seal(
    _ hashes: [SealedPassword], by attribution: Attribution
  ) async throws(AccountsError) -> Outcome<[SealedPassword]>

  // MARK: Rulebook and state

  /// Creates the store with a rulebook and accounts; throws `alreadyInitialised` if it exists.
  func create(
    _ rulebook: Rulebook, accounts: [FieldValues], by attribution: Attribution
  ) async throws(AccountsError) -> Outcome<Void>

  /// Everything that is wrong, and everything worth a warning. Which hashes are weak, the hasher's
  /// judge under the rulebook tells.
  func check(_ hasher: PasswordHasher) async throws(AccountsError) -> CheckReport

  /// Those of the passwords that are on the list which the rulebook may name,
  /// ``PasswordRule/blocklistFile``; none where it names no list. A list that cannot be read is an
  /// error, `rulebookBroken`.
  ///
  /// Passwords are asked for when they are set, sealed, or typed by hand and proved at login. What finds
  /// accounts does not ask: it would take long, and tell who has a typed password.
  func listed(_ passwords: [PasswordText]) async throws(AccountsError) -> Set<PasswordText>

  /// The same accounts, but a store that is missing is not begun by what is written: that throws
  /// `storeMissing`. By default the store itself, which cannot be missing.
  func existing() -> any AccountStore

  /// How the store is now, without reading its accounts; nil, as by default, where it cannot tell. It
  /// takes no lock and writes nothing: a program may ask once a second.
  func status() async -> StoreStatus?
}

/// What a store does that leaves an ability out. These are not `async`, or the compiler would prefer them to
/// an actor's own functions that are not. In a closure that calls one, write `async`: without it, these are
/// called, with a warning that nothing is waited for.
extension AccountStore {
  /// The store itself: it is there.
  public func existing() -> any AccountStore { self }

  /// Throws `lacks`: the store leaves the history out.
  public func history(below number: Int?, limit: Int) throws(AccountsError) -> HistoryPage {
    throw .lacks(.history)
  }

  public func history(
    below number: Int?, limit: Int, accounts most: Int
  ) async throws(AccountsError) -> HistoryPage {
    try await history(below: number, limit: limit)
  }

  public func history(
    concerning names: [AccountName]
  ) async throws(AccountsError) -> [HistoryEntry] {
    try await history(below: nil, limit: .max).entries.reversed()
  }

  /// Throws `lacks`: the store leaves the history out.
  public func undo(
    _ steps: [UndoStep], at position: HistoryPosition, _ options: WriteOptions
  ) throws(AccountsError) -> Outcome<Applied> { throw .lacks(.history) }

  /// Throws `lacks`: the store leaves the history out.
  public func forget(_ names: [AccountName]) throws(AccountsError) -> ForgetReport {
    throw .lacks(.history)
  }

  /// Throws `lacks`: the store leaves the record of logins out.
  public func add(_ outcome: LoginOutcome) throws(AccountsError) {
    throw .lacks(.loginRecord)
  }

  /// Throws `lacks`: the store leaves the record of logins out.
  public func lastLogins(of names: [AccountName]?) throws(AccountsError) -> LastLogins? {
    throw .lacks(.loginRecord)
  }

  /// Throws `lacks`: the store leaves the record of logins out.
  public func forgetLogins(of names: [AccountName]) throws(AccountsError) -> Bool {
    throw .lacks(.loginRecord)
  }

  /// Throws `lacks`: the store leaves sealing out.
  public func typedPasswords() throws(AccountsError) -> (
    allowed: [TypedPassword], refused: [Problem]
  ) { throw .lacks(.sealing) }

  /// None: nobody edits by hand there.
  public func unfinishedEdits() -> [UnfinishedEdit] { [] }

  /// Throws `lacks`: the store leaves sealing out.
  public func seal(
    _ hashes: [SealedPassword], by attribution: Attribution
  ) throws(AccountsError) -> Outcome<[SealedPassword]> { throw .lacks(.sealing) }

  /// Throws `lacks`: the store leaves beginning accounts out.
  public func create(
    _ rulebook: Rulebook, accounts: [FieldValues], by attribution: Attribution
  ) throws(AccountsError) -> Outcome<Void> { throw .lacks(.creating) }

  /// Throws `lacks`: the store leaves checking out.
  public func check(_ hasher: PasswordHasher) throws(AccountsError) -> CheckReport {
    throw .lacks(.checking)
  }

  /// Throws `lacks`: the store leaves lists of passwords out.
  public func listed(_ passwords: [PasswordText]) throws(AccountsError) -> Set<PasswordText> {
    throw .lacks(.blocklistFile)
  }

  /// Nil: the store cannot tell.
  public func status() -> StoreStatus? { nil }
}

/// A password that was typed by hand, and what its hash is to replace.
public struct TypedPassword: Sendable, Hashable {
  /// What names its account: its email and user name, as far as it has them.
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
