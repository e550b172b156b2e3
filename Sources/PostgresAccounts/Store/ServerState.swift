import Synchronization

/// All connections of a store share what they know of its server: which one of several it is, and
/// for how long it has not answered.
final class ServerState: Sendable {
  let address: DatabaseAddress
  let libpq: Libpq
  let patience: Int
  private let state = Mutex(State())

  private struct State {
    /// The hosts to try, once one of several fell silent; empty for all.
    var hosts: Connecting.Hosts = []
    /// The place of the last connection; nil if there was none.
    var place: [String]?
    /// How often that became another place.
    var moves = 0
    /// The last question that was not answered began then.
    var lost: ContinuousClock.Instant?
    var outage = ServerOutage()
  }

  init(_ address: DatabaseAddress, _ libpq: Libpq, patience: Int) {
    (self.address, self.libpq, self.patience) = (address, libpq, patience)
  }

  var hosts: Connecting.Hosts {
    get { state.withLock { $0.hosts } }
    set { state.withLock { $0.hosts = newValue } }
  }

  /// Whether there was a connection once.
  var hasConnected: Bool { state.withLock { $0.place != nil } }

  /// Notes where a connection was made to; returns the number of that place. Connections to other
  /// places are given up.
  func connected(to place: [String]) -> Int {
    state.withLock { state in
      if state.place != place { state.moves += 1 }
      state.place = place
      return state.moves
    }
  }

  /// Whether the server is still at a place, and has answered there since one last did not.
  func isThere(_ place: Int, since answer: ContinuousClock.Instant) -> Bool {
    state.withLock { $0.moves == place && ($0.lost ?? answer) <= answer }
  }

  /// Notes that something was waited for in vain from a moment on.
  ///
  /// - Parameter isLost: whether the server was asked, and did not answer.
  func noteOutage(since start: ContinuousClock.Instant, isLost: Bool) {
    state.withLock { state in
      state.outage.note(since: start, patience: patience)
      if isLost { state.lost = max(start, state.lost ?? start) }
    }
  }

  /// The time limit of a question that begins now, if servers did not answer lately.
  var timeLimit: TimeLimit? { state.withLock { $0.outage.limit(patience: patience) } }
}
