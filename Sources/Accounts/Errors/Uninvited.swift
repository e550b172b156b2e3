/// An account that cannot be invited.
public struct Uninvited: Sendable, Hashable {
  /// The account's name.
  public let name: String
  /// The state that keeps its owner out: closed, locked, disabled or expired.
  public let state: AccountState
  /// The problems of a closed account.
  public let problems: [Problem]
}
