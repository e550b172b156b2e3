/// What keeps a list of changes from being applied.
public struct RefusedChange: Sendable, Hashable {
  /// Why one change cannot be applied.
  public enum Reason: Sendable, Hashable {
    /// The account would break rules.
    case invalid([Problem])
    /// What the field holds is another account's.
    case taken(Field)
    /// The account is not there.
    case missing
    /// The account is closed in a way that the change does not mend.
    case closed([Problem])
    /// Fields no longer hold what the edit started from.
    case conflict([FieldConflict])
    /// Keys of the account, or beside the accounts, no longer hold what a recorded change left, or what
    /// an edit started from.
    case changedSince([String])
    /// An earlier change of the list concerns the same account.
    case repeats(earlier: Int)
  }

  /// Which of the changes, from 0.
  public let index: Int
  /// Why it cannot be applied.
  public let reason: Reason

  /// A refusal of one change.
  public init(_ index: Int, _ reason: Reason) {
    self.index = index
    self.reason = reason
  }
}
