/// Stores the session (the logged-in user), and their unsaved changes.
public protocol SessionStore: Sendable {
  /// The session.
  func session() async throws(AccountsError) -> Session

  /// The draft, open or saved; nil if there is none. Throws `noteBroken` if it cannot be parsed.
  func readDraft() async throws(AccountsError) -> EditDraft?

  /// The store's names for the session and the draft, for problems.
  var places: (session: Place, draft: Place) { get }

  /// Whether others change the accounts without moving the session along; by default nobody does.
  func sharing() async -> SessionSharing

  /// False if the session is another user's, which the caller may use as root may; by default true.
  func isOfCaller() async -> Bool

  /// Waits for the lock that every write needs. To change a value, read it under the lock. Throws
  /// `busy` if another process holds the lock for too long, and `cancelled` if the task is
  /// cancelled meanwhile.
  func lock() async throws(AccountsError) -> any LockedSession
}

extension SessionStore {
  /// Nobody else.
  public func sharing() -> SessionSharing { .alone }

  /// True: the session is the caller's.
  public func isOfCaller() -> Bool { true }
}

/// Whether others change the accounts of a session without moving it along.
public enum SessionSharing: Sendable, Hashable {
  /// Nobody else changes accounts: the session belongs to the account that has its name.
  case alone
  /// Others do, as in a database: it is of the account that the history tells, and if that does not
  /// tell, of the account with its name.
  case store
  /// Others do, in a directory that they share: it is of the account that the history tells, and
  /// ends if that does not tell.
  case directory
}

/// The state of the accounts when a session was written, from which the history tells what became
/// of its account.
public struct SessionMark: Sendable, Hashable {
  /// The number of the last change, 0 if there was none; nil if the accounts were not as it left
  /// them.
  public let change: Int?
  /// The time of that change, in seconds since 1970, which tells it from another of its number.
  public let time: Int?
  /// The stamp of the accounts; nil if unknown.
  public let accounts: String?

  /// A state of the accounts.
  public init(change: Int?, time: Int?, accounts: String?) {
    (self.change, self.time, self.accounts) = (change, time, accounts)
  }
}

/// The right to write a session and a draft, until it is released.
public protocol LockedSession: Sendable {
  /// Writes the session: who is logged in, or that no user is.
  func write(session: Session) async throws(AccountsError)

  /// Writes the draft, or removes it.
  func write(draft: EditDraft?) async throws(AccountsError)

  /// Releases the lock. Nothing may be written afterwards.
  func release() async
}

/// Whether a user is logged in, and which.
public enum Session: Sendable, Hashable {
  /// There has been no login yet.
  case none
  /// The account that had a name in a field, which was the rulebook's key at login, in a state of
  /// the accounts; nil if nobody else changes them.
  case loggedIn(String, by: Field, since: SessionMark? = nil)
  /// The user has logged out.
  case loggedOut
  /// The stored session cannot be parsed; no user is logged in.
  case broken(Problem)
}

/// Takes the lock only for a write: of a session that began or changed after it was looked at.
struct LateLock: LockedSession {
  let sessions: any SessionStore

  func write(session new: Session) async throws(AccountsError) {
    try await locked { session throws(AccountsError) in try await session.write(session: new) }
  }

  func write(draft edit: EditDraft?) async throws(AccountsError) {
    try await locked { session throws(AccountsError) in try await session.write(draft: edit) }
  }

  func release() {}

  private func locked(
    _ body: (any LockedSession) async throws(AccountsError) -> Void
  ) async throws(AccountsError) {
    let session = try await sessions.lock()
    do throws(AccountsError) { try await body(session) } catch {
      await session.release()
      throw error
    }
    await session.release()
  }
}
