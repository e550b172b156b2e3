/// Stores the session (the logged-in user), and their unsaved changes.
public protocol SessionStore: Sendable {
  /// The session.
  func session() async throws(AccountsError) -> Session

  /// The draft, open or saved; nil if there is none. Throws `noteBroken` if it cannot be parsed.
  func draft() async throws(AccountsError) -> Edit?

  /// The names that the store has for the session and the draft, to say where a problem is.
  var places: (session: Place, draft: Place) { get }

  /// Waits for the lock without which nothing is written. To change what was read, read it under
  /// the lock. Throws `busy` where another held it for too long, and `cancelled` where the task is
  /// cancelled while it waits.
  func lock() async throws(AccountsError) -> any LockedSession
}

/// The right to write a session and a draft, until it is released.
public protocol LockedSession: Sendable {
  /// Writes the session: who is logged in, or that no user is.
  func write(session: Session) async throws(AccountsError)

  /// Writes the draft, or removes it.
  func write(draft: Edit?) async throws(AccountsError)

  /// Gives the lock back. Nothing may be written afterwards.
  func release() async
}

/// Whether a user is logged in, and which.
public enum Session: Sendable, Hashable {
  /// There has been no login yet.
  case none
  /// The account that has a name in a field, which was the rulebook's key at login.
  case loggedIn(String, by: Field)
  /// The user has logged out.
  case loggedOut
  /// The stored session cannot be parsed; no user is logged in.
  case broken(Problem)
}
