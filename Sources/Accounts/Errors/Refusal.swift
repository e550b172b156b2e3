/// Why one of several changes cannot be made: of a list that is applied or imported, of accounts as they are
/// declared, or of a change that is taken back. Then none is made.
public struct Refusal: Sendable, Hashable {
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

  /// Which of the changes, from 0; of declared accounts, those that would go are behind all of these.
  public let index: Int
  /// The account's name; empty if it is not given, and for the file around the accounts, where the key
  /// `accounts` is their order.
  public let account: String
  /// Why it cannot be made.
  public let reason: Reason

  /// A refusal of one change.
  public init(_ index: Int, of account: String = "", _ reason: Reason) {
    self.index = index
    self.account = account
    self.reason = reason
  }
}
