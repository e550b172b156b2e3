struct NoSession: SessionStore {
  var places: (session: Place, draft: Place) { (Place(""), Place("")) }

  func session() -> Session { .none }
  func readDraft() -> EditDraft? { nil }
  func lock() -> any LockedSession { Unlocked() }

  /// Never asked to write.
  private struct Unlocked: LockedSession {
    func write(session: Session) {}
    func write(draft: EditDraft?) {}
    func release() {}
  }
}
