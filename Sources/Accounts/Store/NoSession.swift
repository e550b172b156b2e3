/// No session and no draft, and nothing to wait for.
struct NoSession: SessionStore {
  var places: (session: Place, draft: Place) { (Place(""), Place("")) }

  func session() -> Session { .none }
  func draft() -> Edit? { nil }
  func lock() -> any LockedSession { Unlocked() }

  /// Nothing asks for a write where there is neither a session nor a draft.
  private struct Unlocked: LockedSession {
    func write(session: Session) {}
    func write(draft: Edit?) {}
    func release() {}
  }
}
