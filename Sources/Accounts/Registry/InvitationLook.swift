/// The accounts whose owners have no password of their own, as
/// ``Registry/invitees(in:state:over:again:)`` finds them.
public struct InvitationLook: Sendable, Hashable {
  /// The names of those to invite.
  public internal(set) var able: [String] = []
  /// The accounts that cannot be invited.
  public internal(set) var unable: [Uninvited] = []
  /// How many accounts were looked at, also of those who have a password.
  public internal(set) var count = 0
  /// True if those whose invitation runs are invited again.
  let isAgain: Bool
}
