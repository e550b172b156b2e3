/// Where accounts are kept: a file, a database, memory.
///
/// Every store has these four functions. Each is one whole operation: it reads what it needs, writes
/// what it changes, once, and happens completely or not at all, whatever others do at the same time.
/// Values are kept and compared byte by byte, names as ``AccountName`` and first names as
/// ``PersonName`` compare them. What only some stores can do is a protocol of its own:
///
/// | ability | of a store | without it, `lacks` is thrown by |
/// | - | - | - |
/// | ``HistoryStore`` | that records its changes | `history`, `undo`, `forgetHistory` |
/// | ``LoginRecordStore`` | that keeps a record of logins | `lastLogins`, `inactiveAccounts` |
/// | ``SealingStore`` | that holds passwords as they were typed | `seal` |
/// | ``CheckableStore`` | that others can write past the rules | `check` |
/// | ``CreatableStore`` | that is begun under a rulebook | `initialise` |
/// | ``BlocklistStore`` | that has the list which a rulebook names | a new password under such a rulebook |
/// | ``WatchableStore`` | that can be asked at once whether it changed | none: `status` is nil |
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
  /// - `conflict`: a field no longer holds what the edit started from. Who sets what is there already
  ///   has no conflict, and the effect `unchanged`; see ``EditedValues``.
  /// - `changedSince`: so does a key of the owner's.
  /// - `invalid`: the account would break rules, unless `mayBreakRules`.
  /// - `taken`: another account has the email or the user name, and no change of the list takes it away.
  /// - `repeats`: an earlier change of the list concerns the same account or name.
  ///
  /// An edit leaves the other fields and keys as they are. Of the list's effects and
  /// accounts there is one for each change. With `isDryRun` nothing is written, and the answer is the
  /// same. Throws `alreadyInitialised` where the options name a rulebook, and the store has accounts
  /// under another. A write that may not survive a power cut has a notice.
  func apply(
    _ changes: [AccountChange], _ options: WriteOptions
  ) async throws(AccountsError) -> Outcome<Applied>
}

/// A store that can hold passwords as a person typed them, and replace them with hashes.
public protocol SealingStore: AccountStore {
  /// The passwords that were typed by hand, what is wrong with those that break the rules, and the
  /// names of copies left by hand edits that may have some too.
  func typedPasswords() async throws(AccountsError) -> (
    allowed: [TypedPassword], refused: [Problem], copies: [String]
  )

  /// Puts hashes in the places of typed passwords that are still there; returns those put.
  func seal(
    _ hashes: [SealedPassword], by attribution: Attribution
  ) async throws(AccountsError) -> Outcome<[SealedPassword]>
}

/// A store whose accounts others can write, past the rules.
public protocol CheckableStore: AccountStore {
  /// Everything that is wrong, and everything worth a warning. Which hashes are weak, the hasher's
  /// judge under the rulebook tells.
  func check(_ hasher: PasswordHasher) async throws(AccountsError) -> CheckReport
}

/// A store that has the list of passwords which a rulebook may name, ``PasswordRule/blocklistFile``.
///
/// Passwords are asked for when they are set, sealed, or typed by hand and proved at login. What finds
/// accounts does not ask: it would take long, and tell who has a typed password.
public protocol BlocklistStore: AccountStore {
  /// Those of the passwords that are on the list; none where the rulebook names no list. A list that
  /// cannot be read is an error, `rulebookBroken`.
  func listed(_ passwords: [PasswordText]) async throws(AccountsError) -> Set<PasswordText>
}

/// A store that can be begun.
public protocol CreatableStore: AccountStore {
  /// Creates the store with a rulebook and accounts; throws `alreadyInitialised` if it exists.
  func create(
    _ rulebook: Rulebook, accounts: [FieldValues], by attribution: Attribution
  ) async throws(AccountsError) -> Outcome<Void>
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
