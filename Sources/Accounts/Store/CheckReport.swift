/// What a check found, in the order of the store.
public struct CheckReport: Sendable {
  /// What was checked, as the store calls it: a file's path, say.
  public let source: String
  /// What breaks a rule.
  public var errors: [Problem]
  /// What is worth knowing and breaks none.
  public var warnings: [Problem]
  /// How many accounts there are.
  public var accounts: Int
  /// Whether the rulebook is wrong; the accounts were then not held against one.
  public var rulebookIsBroken: Bool
  /// How many passwords are kept as what.
  public var hashes: [HashKind: Int] = [:]
  /// Warnings of what is kept beside the accounts, the session and the draft.
  public var beside: [Problem] = []

  /// What a check found in a source.
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
}
