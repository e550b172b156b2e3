/// An edit of the accounts by hand that somebody has begun and not ended. What was written in it is the
/// user's own, and may have passwords in it, and accounts that are gone.
public struct UnfinishedEdit: Sendable, Hashable {
  /// What says so: a file beside the accounts. Where the user is gone, it can be removed.
  public let subject: String
  /// The name of the user.
  public let user: String
  /// When it began, in seconds since 1970.
  public let since: Int

  /// Somebody's edit.
  public init(subject: String, user: String, since: Int) {
    (self.subject, self.user, self.since) = (subject, user, since)
  }
}
