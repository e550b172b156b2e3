/// Why one change of several was refused: applied, imported, declared or undone. If any is refused,
/// none is made.
public struct Refusal: Sendable, Hashable {
  /// Why one change cannot be applied.
  public enum Reason: Sendable, Hashable {
    /// The account would break rules.
    case invalid([Problem])
    /// Another account has the field's value.
    case taken(Field)
    /// With the new value of the field an id would begin to count, of this account or of another.
    case idWouldCount(Field)
    /// No such account.
    case missing
    /// The account is closed, and the change does not mend it.
    case closed([Problem])
    /// Fields have changed since the edit started.
    case conflict([FieldConflict])
    /// Keys of the account, or beside the accounts, have changed since the recorded change, even if
    /// only back again, or since the edit started.
    case changedSince([String])
    /// Nothing tells whose change it was that set these keys: its line has no id.
    case unproven([AccountRecord.Change])
    /// An earlier change in the list concerns the same account.
    case repeats(earlier: Int)
  }

  /// The position of the change, from 0. Removals of undeclared accounts follow the declared
  /// accounts.
  public let index: Int
  /// The account's name; empty if it has none, or for the file around the accounts.
  public let account: String
  /// Why it cannot be made.
  public let reason: Reason
  /// The newest later change that set a key which has changed since; none for a change by hand.
  public let laterChanges: [String: Int]

  /// A refusal of one change.
  public init(
    _ index: Int, of account: String = "", _ reason: Reason, laterChanges: [String: Int] = [:]
  ) {
    self.index = index
    self.account = account
    self.reason = reason
    self.laterChanges = laterChanges
  }
}

extension Refusal.Reason {
  static func password(breaks rules: [FieldRule]) -> Self {
    .invalid(rules.map { Problem(.field(.password), .field($0)) })
  }
}
