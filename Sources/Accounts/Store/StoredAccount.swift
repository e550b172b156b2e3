public import LosslessJSON

/// What a store knows an account by. It is the store's own, and only good for the store that made
/// it; an account may have another after its name has changed.
public struct AccountID: Sendable, Hashable {
  /// What the store finds the account by.
  public let token: String

  /// To be made by a store.
  public init(_ token: String) { self.token = token }
}

/// An account as it is stored: its texts, and everything wrong with it.
public struct StoredAccount: Sendable {
  /// Its name in the store; nil if it has none.
  public let id: AccountID?
  /// The fields that are texts, broken ones included.
  public let values: FieldValues
  /// The account; nil if it is closed.
  public let account: Account?
  /// Whether it can be logged in to today, or on the day that was asked about.
  public internal(set) var state: AccountState
  /// Why it is closed; empty if it is not.
  public let problems: [Problem]
  /// The keys that are not ours, if requested, except those that no text can hold.
  public let ownKeys: [JSONLiteral.Member]

  /// An account as it is stored, closed if it has problems. They are what the rulebook finds, and
  /// what the fields alone do not show, such as a duplicate name.
  public init(
    id: AccountID?, _ values: FieldValues, problems: [Problem],
    ownKeys: [JSONLiteral.Member] = [], under rulebook: Rulebook, today: CalendarDay
  ) {
    self.id = id
    self.values = values
    account = problems.isEmpty ? Account(checked: values, rulebook: rulebook, today: today) : nil
    state = account?.state(on: today) ?? .closed
    self.problems = problems
    self.ownKeys = ownKeys
  }

  /// A closed account cannot be logged in to, and blocks no other.
  public var isClosed: Bool { account == nil }

  /// What is kept in `password`, if that can be compared with anything.
  var password: StoredPassword? {
    guard let text = values.password else { return nil }
    return try? StoredPassword(text)
  }
}
