/// The findings of a check, in the order of the store.
public struct CheckReport: Sendable {
  /// The store's name for its source, such as a file's path.
  public let source: String
  /// Broken rules.
  public var errors: [Problem]
  /// Warnings, which break no rule.
  public var warnings: [Problem]
  /// The number of accounts.
  public var accounts: Int
  /// True if the rulebook is broken; the accounts were not judged then.
  public var rulebookIsBroken: Bool
  /// The number of passwords by how they are stored.
  public var hashes: [HashKind: Int] = [:]
  /// Warnings about the session and the draft.
  public var beside: [Problem] = []
  /// The passwords of the accounts, in order.
  package var passwords = PasswordMarks()
  /// The ids of the accounts, if the rulebook has a host that asks for one.
  package var ids = CountedIDs()
  /// The name and the password of the account at a position; nil for what the store did not keep.
  package var account: @Sendable (Int) -> (name: String?, password: String?) = { _ in (nil, nil) }

  /// A report on a source.
  public init(
    source: String, errors: [Problem], warnings: [Problem] = [], accounts: Int = 0,
    rulebookIsBroken: Bool = false
  ) {
    self.source = source
    self.errors = errors
    self.warnings = warnings
    self.accounts = accounts
    self.rulebookIsBroken = rulebookIsBroken
  }

  /// Lets go of the passwords and the ids, and of the text that they are in.
  package mutating func forgetPasswords() {
    (passwords, ids) = (PasswordMarks(), CountedIDs())
    account = { _ in (nil, nil) }
  }
}
