/// Where accounts are kept: a file, a database, memory.
///
/// Each function is one whole operation: it reads what it needs, writes what it changes, once, and
/// happens completely or not at all, whatever else happens concurrently. In a task that is cancelled it
/// may throw `cancelled` as long as it has written nothing; from then on it goes on to its end. None of them knows of files: what only some stores can do is a separate protocol,
/// such as ``SealingStore``.
///
/// `StoreSuite`, in this package's tests, checks every promise made here.
public protocol AccountStore: Sendable {
  /// The rulebook that the accounts keep. What finds accounts returns it too.
  func rulebook() async throws(AccountsError) -> Rulebook

  /// The accounts that are looked for, closed ones included, in the order of the store.
  func find(_ lookup: Lookup) async throws(AccountsError) -> Found

  /// Some of the accounts, in the order of the store.
  func page(_ request: PageRequest) async throws(AccountsError) -> Page

  /// Changes accounts: all in the order listed or, if one change is refused, none.
  ///
  /// Every change is checked against the accounts and the rulebook as they are when it is written;
  /// a new account by itself only if it was judged under another rulebook. No two changes of one
  /// list may concern the same account. A write that may not survive a power cut has a notice.
  func apply(
    _ changes: [AccountChange], _ options: WriteOptions
  ) async throws(AccountsError) -> Done<Applied>
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
  ) async throws(AccountsError) -> Done<[SealedPassword]>
}

/// A store whose accounts others can write, past the rules.
public protocol CheckableStore: AccountStore {
  /// Everything that is wrong, and everything worth a warning.
  func check(_ judge: HashJudge) async throws(AccountsError) -> CheckReport
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
  ) async throws(AccountsError) -> Done<Void>
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
