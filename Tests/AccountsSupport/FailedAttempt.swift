import Accounts

extension Throttle {
  /// One attempt with a wrong password: the seconds it has to wait, or nil if it is answered.
  package mutating func fail(_ name: String, now: Int) -> Int? {
    let attempt = LoginAttempt(name)
    switch begin(attempt, now: now) {
    case .wait(let seconds): return seconds
    case .full: return 0
    case .allowed:
      end(attempt, .failed, now: now)
      return nil
    }
  }

  /// One attempt with the right password.
  package mutating func succeed(_ name: String, now: Int) {
    let attempt = LoginAttempt(name)
    guard begin(attempt, now: now) == .allowed else { return }
    end(attempt, .succeeded, now: now)
  }
}
