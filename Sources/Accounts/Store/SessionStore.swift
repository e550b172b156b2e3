/// Where it is kept who is logged in, and what they have changed and not saved.
public protocol SessionStore: Sendable {
  /// Who is logged in.
  func session() async throws(AccountsError) -> Session

  /// The draft, open or saved; nil where there is none. Throws `noteBroken` where there is one that
  /// cannot be understood.
  func draft() async throws(AccountsError) -> Edit?

  /// What the store calls the session and the draft, to name in what a problem is.
  var places: (session: Place, draft: Place) { get }

  /// Waits for the lock without which nothing is written. To change what was read, read it under
  /// the lock. Throws `busy` where another held it for too long.
  func lock() async throws(AccountsError) -> any LockedSession
}

/// The right to write a session and a draft, until it is released.
public protocol LockedSession: Sendable {
  /// Writes who is logged in; nobody where `email` is nil.
  func write(session email: String?) async throws(AccountsError)

  /// Writes the draft, or removes it.
  func write(draft: Edit?) async throws(AccountsError)

  /// Gives the lock back. Nothing may be written afterwards.
  func release() async
}

/// Who is logged in.
public enum Session: Sendable, Hashable {
  /// Nobody has logged in yet.
  case none
  /// The account with this email.
  case loggedIn(email: String)
  /// Somebody was, and has logged out.
  case loggedOut
  /// What is kept cannot be understood; nobody is logged in.
  case broken(Problem)
}
