#if canImport(Testing)
import Accounts
import Testing

/// A store to test, and how to write it past its own rules.
public struct TestedStore: Sendable {
  /// The store: without accounts, under ``Promise/rulebook``, and for the day ``dayOfPromises``.
  public let store: any AccountStore
  /// Puts another rulebook in force.
  public let use: @Sendable (Rulebook) async throws -> Void
  /// Adds accounts past every check, at the end. If that cannot be, leave out the promises that
  /// have a ``Promise/need``.
  public let plant: @Sendable ([FieldValues]) async throws -> Void

  /// Lets days pass for the history. If that cannot be, leave out the promise that needs a clock.
  public let pass: @Sendable (_ days: Int) async throws -> Void
  /// Puts accounts in the place of all, past every check, as a hand in a file does. If that cannot
  /// be, the promises in ``Promise/hostile`` show nothing.
  public let replant: (@Sendable ([FieldValues]) async throws -> Void)?

  /// A store, and how to write it past its rules.
  public init(
    _ store: any AccountStore, use: @escaping @Sendable (Rulebook) async throws -> Void,
    plant: @escaping @Sendable ([FieldValues]) async throws -> Void,
    pass: @escaping @Sendable (_ days: Int) async throws -> Void = { _ in },
    replant: (@Sendable ([FieldValues]) async throws -> Void)? = nil
  ) {
    self.store = store
    self.use = use
    self.plant = plant
    (self.pass, self.replant) = (pass, replant)
  }
}

/// One promise that every store of accounts keeps, with its test.
///
/// The tests of a store run them all, those of one that records its changes also
/// ``history``, those of one that keeps a record of logins also ``logins``, and those of one that
/// keeps logins in browsers also ``sessions``:
///
///     @Test(arguments: Promise.all + Promise.history)
///     func keep(_ promise: Promise) async throws {
///       try await promise.keep(try await emptyStore())
///     }
///
/// Each begins with a store of its own.
public struct Promise: Sendable, CustomTestStringConvertible {
  /// The promise in words.
  public let testDescription: String
  /// Records an issue if a store breaks it.
  public let keep: @Sendable (TestedStore) async throws -> Void
  /// The subject, if not every store has it; nil for every store.
  public let need: Need?

  /// Features that some stores have, and others leave out: a file has all, a database may have
  /// none.
  public enum Need: Sendable, Hashable {
    /// Several accounts may have one name, past the rules.
    case sharedNames
    /// The accounts have an order of their own, and are found again at their places.
    case order
    /// Accounts that another hand writes are told from the last change.
    case hands
    /// An only account opens without login.
    case onlyAccount
    /// Passwords may be kept as they were typed.
    case typedPasswords
    /// The test says which time it is for the history.
    case clock
    /// An account without an id gets one with any change.
    case idsOfAll
  }

  init(
    _ description: String, for need: Need? = nil,
    _ keep: @escaping @Sendable (TestedStore) async throws -> Void
  ) {
    testDescription = description
    self.need = need
    self.keep = keep
  }

  /// The promises of every `AccountStore`.
  public static let all: [Promise] =
    finding + ids + writing + lists + declared + dropping + paging + together

  /// The rulebook under which a store is to begin: no more than an email and a password.
  public static let rulebook = Rulebook(name: "suite")
}

/// The day on which the promises are tested.
public let dayOfPromises = CalendarDay("2026-06-15") ?? .distantPast

func fields(_ email: String?, _ others: [Field: String] = [:]) -> FieldValues {
  var values = FieldValues()
  values.password = "$5$abcdefgh$0SD0b8d1dsfQumXtowD6Y5j7mqe1I1e8XY/GQopAyn4"
  values.email = email
  for (field, text) in others { values[text: field] = text }
  return values
}

typealias Change = AccountRecord.Change

extension AccountStore {
  func all(_ request: PageRequest = PageRequest(limit: 7)) async throws -> [StoredAccount] {
    var request = request
    var accounts: [StoredAccount] = []
    repeat {
      let page = try await page(request)
      accounts += page.accounts
      request.cursor = page.next
    } while request.cursor != nil
    return accounts
  }

  func emails() async throws -> [String?] { try await all().map(\.values.email) }

  func named(_ name: String) async throws -> StoredAccount? {
    try await find(.name(AccountName(name))).accounts.first
  }

  func id(_ name: String) async throws -> NameKey {
    try #require(try await named(name)?.nameKey)
  }

  func apply(_ changes: AccountChange...) async throws -> Applied {
    try await apply(changes, WriteOptions()).value
  }

  @discardableResult
  func add(_ email: String, _ others: [Field: String] = [:]) async throws -> StoredAccount {
    let applied = try await apply(.add(NewAccount(fields(email, others))))
    return try #require(applied.accounts.first)
  }

  /// Why a change is refused; fails if the store wrote anything.
  func refusals(
    of changes: [AccountChange], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> [Refusal] {
    let before = try await all().map(\.values)
    let applied = try await apply(changes, WriteOptions()).value
    #expect(try await all().map(\.values) == before, sourceLocation: sourceLocation)
    #expect(applied.accounts.isEmpty, sourceLocation: sourceLocation)
    return applied.refusals
  }

  func refusal(of change: AccountChange) async throws -> Refusal.Reason? {
    try await refusals(of: [change]).first?.reason
  }
}
#endif
