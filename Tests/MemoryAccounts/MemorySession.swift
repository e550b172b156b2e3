import Accounts

/// A session and a draft in memory.
public actor MemorySession: SessionStore {
  private var current: Session = .none
  private var edit: EditDraft?
  private var isLocked = false
  private let line = WaitingLine()

  public init() {}

  public nonisolated var places: (session: Place, draft: Place) {
    (Place("session"), Place("draft"))
  }

  public func session() -> Session { current }
  public func readDraft() -> EditDraft? { edit }

  public func lock() async throws(AccountsError) -> any LockedSession {
    while true {
      let wakes = line.wakes
      if !isLocked { break }
      try await line.wait(after: wakes)
    }
    isLocked = true
    return Locked(session: self)
  }

  private struct Locked: LockedSession {
    let session: MemorySession
    func write(session current: Session) async { await session.set(current) }
    func write(draft: EditDraft?) async { await session.set(draft) }
    func release() async { await session.release() }
  }

  private func set(_ session: Session) { current = session }

  private func set(_ draft: EditDraft?) { edit = draft }

  private func release() {
    isLocked = false
    line.wakeAll()
  }
}

/// Failed logins in memory. After the fifth in a row from one address, and the fiftieth in all, the
/// next attempt has to wait.
public actor MemoryThrottle: LoginThrottle {
  private var failures: [String: [String?: Int]] = [:]
  private var inFlight: Set<LoginAttempt> = []
  private let line = WaitingLine()

  public init() {}

  public func begin(_ attempt: LoginAttempt) async throws(AccountsError) {
    while true {
      let wakes = line.wakes
      let failed = failures[attempt.name, default: [:]]
      let flying = inFlight.filter { $0.name == attempt.name }
      let counts = [
        (
          free: 4, failed: failed[attempt.network, default: 0],
          flying: flying.count { $0.network == attempt.network }
        ),
        (free: 49, failed: failed.values.reduce(0, +), flying: flying.count),
      ]
      guard counts.allSatisfy({ $0.failed <= $0.free }) else { throw .throttled(seconds: 1) }
      if counts.allSatisfy({ $0.flying == 0 || $0.failed + $0.flying <= $0.free }) { break }
      try await line.wait(after: wakes)
    }
    inFlight.insert(attempt)
  }

  public func secondsToWait(for attempt: LoginAttempt) -> Int {
    (failures[attempt.name]?[attempt.network] ?? 0) > 4 ? 1 : 0
  }

  public func end(_ attempt: LoginAttempt, _ result: LoginAttempt.Result) {
    inFlight.remove(attempt)
    switch result {
    case .failed: failures[attempt.name, default: [:]][attempt.network, default: 0] += 1
    case .succeeded: failures[attempt.name]?[attempt.network] = nil
    case .uncounted: break
    }
    line.wakeAll()
  }

  public func clear(_ names: [String]) -> Set<String> {
    Set(names.filter { failures.removeValue(forKey: $0)?.isEmpty == false })
  }
}
