import Accounts

extension Throttle {
  /// One attempt with a wrong password: the seconds it has to wait, or nil if it is answered.
  package mutating func fail(now: Int) -> Int? {
    switch begin(now: now) {
    case .wait(let seconds): return seconds
    case .full: return 0
    case .allowed:
      end(.failed, now: now)
      return nil
    }
  }
}
