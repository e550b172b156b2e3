/// A change of an account that its owner made. Taking it back may bring back a password that the
/// owner replaced, perhaps because others knew it.
public struct OwnersChange: Sendable, Hashable {
  /// The number of the change.
  public let number: Int
  /// The time, in seconds since 1970; nil if unknown.
  public let time: Int?
  /// The account, as it was called before.
  public let account: String
  /// True if taking it back brings back a password that its owner replaced.
  public let restoresPassword: Bool
  /// True if taking it back makes the code of an invitation the password again.
  public let restoresCode: Bool

  /// A change of an account by its owner.
  public init(
    number: Int, time: Int?, account: String, restoresPassword: Bool, restoresCode: Bool = false
  ) {
    self.number = number
    self.time = time
    self.account = account
    self.restoresPassword = restoresPassword
    self.restoresCode = restoresCode
  }
}
