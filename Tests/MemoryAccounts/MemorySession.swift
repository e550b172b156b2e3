import Accounts

/// A session and a draft in memory.
public actor MemorySession: SessionStore {
  private var current: Session = .none
  private var edit: Edit?
  private var isLocked = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  public init() {}

  public nonisolated var places: (session: Place, draft: Place) {
    (Place("session"), Place("draft"))
  }

  public func session() -> Session { current }
  public func draft() -> Edit? { edit }

  public func lock() async -> any LockedSession {
    while isLocked { await withCheckedContinuation { waiting.append($0) } }
    isLocked = true
    return Locked(session: self)
  }

  private struct Locked: LockedSession {
    let session: MemorySession
    func write(session current: Session) async { await session.set(current) }
    func write(draft: Edit?) async { await session.set(draft) }
    func release() async { await session.release() }
  }

  private func set(_ session: Session) { current = session }

  private func set(_ draft: Edit?) { edit = draft }

  private func release() {
    isLocked = false
    if !waiting.isEmpty { waiting.removeFirst().resume() }
  }
}

/// Failed logins in memory. After the fifth in a row, the next attempt has to wait.
public actor MemoryThrottle: LoginThrottle {
  private var failures: [String: Int] = [:]

  public init() {}

  public func begin(_ name: String) throws(AccountsError) {
    let count = failures[name, default: 0]
    guard count <= 4 else { throw .throttled(seconds: 1) }
    failures[name] = count + 1
  }

  public func succeed(_ name: String) { failures[name] = nil }
}
