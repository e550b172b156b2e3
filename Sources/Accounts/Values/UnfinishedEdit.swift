/// An edit by hand that somebody has begun and not finished. Its text is the user's own, and may
/// contain passwords and removed accounts.
public struct UnfinishedEdit: Sendable, Hashable {
  /// The file beside the accounts that marks the edit. If the user is gone, it can be removed.
  public let subject: String
  /// The name of the user.
  public let user: String
  /// The start, in seconds since 1970.
  public let since: Int

  /// Somebody's edit.
  public init(subject: String, user: String, since: Int) {
    (self.subject, self.user, self.since) = (subject, user, since)
  }
}
