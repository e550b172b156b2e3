/// Stores the session (the logged-in user), and their unsaved changes.
public protocol SessionStore: Sendable {
  /// The session.
  func session() async throws(AccountsError) -> Session

  /// The draft, open or saved; nil if there is none. Throws `noteBroken` if it cannot be parsed.
  func readDraft() async throws(AccountsError) -> EditDraft?

  /// The store's names for the session and the draft, for problems.
  var places: (session: Place, draft: Place) { get }

  /// Tells whether others change the accounts, too, as in a database or a shared directory. Then a
  /// session needs an id that counts. Otherwise the name is enough where a session has no id, and
  /// the only account keeps a session of the UUID in its id, even under another name. False by
  /// default.
  func isShared() async -> Bool

  /// False if the session is another user's, which the caller may use as root may; by default true.
  func isOfCaller() async -> Bool

  /// Waits for the lock that every write needs. To change a value, read it under the lock. Throws
  /// `busy` if another process holds the lock for too long, and `cancelled` if the task is
  /// cancelled meanwhile.
  func lock() async throws(AccountsError) -> any LockedSession
}

extension SessionStore {
  /// Returns false.
  public func isShared() -> Bool { false }

  /// True: the session is the caller's.
  public func isOfCaller() -> Bool { true }
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
  /// The account with an id, which had a name in a field, the rulebook's key at login; the id is nil
  /// if none counted, which only an account that nobody else changes may begin a session without.
  case loggedIn(String, by: Field, id: AccountID?)
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
