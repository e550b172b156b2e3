import Accounts
import Dispatch
import Synchronization

/// The connections of a store: one as a rule, at most four. Readers never wait behind writers,
/// since at most three connections write at a time. A further one is opened when it is needed, and
/// closed once it was not needed for a minute.
final class ConnectionPool: Sendable {
  enum Use { case reading, writing }

  /// A connection that one task has.
  struct Taken: Sendable {
    let connection: PooledConnection
    fileprivate let place: Int
    fileprivate let use: Use
  }

  static let most = 4
  static let mostWriting = 3
  let server: ServerState
  private let idleTime: Duration
  private let state: Mutex<State>

  init(_ server: ServerState, idleTime: Duration) {
    (self.server, self.idleTime) = (server, idleTime)
    state = Mutex(State(server))
  }

  /// Runs something with a connection, for which it waits as long as for an answer.
  func with<Result: Sendable>(
    _ use: Use,
    _ body: (PooledConnection) async throws(AccountsError) -> Result
  ) async throws(AccountsError) -> Result {
    let taken = try await take(use)
    defer { giveBack(taken) }
    return try await body(taken.connection)
  }

  func take(_ use: Use) async throws(AccountsError) -> Taken {
    let start = WaitingTime.now
    let limit = TimeLimit(seconds: server.patience).orLimit.earlier(server.timeLimit)
    let taken = await withCheckedContinuation { waiting in
      let (free, watch) = state.withLock { state in
        if let free = state.take(use) { return (Optional(free), Int?.none) }
        state.waiting.append(Waiter(use: use, limit: limit, waiting: waiting))
        return (nil, state.watch(until: limit))
      }
      if let free { waiting.resume(returning: free) }
      if let watch { giveUp(at: limit, watch) }
    }
    if let taken { return taken }
    server.noteOutage(since: start, isLost: false)
    throw .busy(subject: server.address.subject, by: nil)
  }

  /// A connection that is free at once.
  func takeIfFree(_ use: Use) -> Taken? { state.withLock { $0.take(use) } }

  /// How many wait for a connection.
  var waiting: Int { state.withLock { $0.waiting.count } }

  func giveBack(_ taken: Taken) {
    let (served, isSpare) = state.withLock { state in
      state.giveBack(taken)
      return (state.served(), state.isSpare(taken.place))
    }
    for (waiter, taken) in served { waiter.waiting.resume(returning: taken) }
    if isSpare { closeLater(taken.place, after: idleTime) }
  }

  /// Gives a connection away for good: there is room for another.
  func giveAway(_ taken: Taken) {
    state.withLock { state in
      state.connections[taken.place] = PooledConnection(server)
      state.opened.remove(taken.place)
    }
    giveBack(taken)
  }

  /// Takes a connection that was given away instead of opening one.
  func takeBack(_ connection: PooledConnection) {
    state.withLock { state in
      guard let place = state.free.first(where: { !state.opened.contains($0) }) else { return }
      state.connections[place] = connection
      state.opened.insert(place)
    }
  }

  func disconnect() async {
    for connection in state.withLock({ $0.connections }) { await connection.disconnect() }
  }

  // MARK: Time

  /// Gives up those who have waited for too long, unless a later watch does it.
  private func giveUp(at limit: TimeLimit, _ watch: Int) {
    let end = DispatchTime.now() + .milliseconds(Int(max(1, limit.millisecondsLeft)))
    DispatchQueue.global().asyncAfter(deadline: end) { [weak self] in
      guard let self else { return }
      let (late, next) = state.withLock { state in
        watch == state.watch ? state.late() : ([], nil)
      }
      for waiter in late { waiter.waiting.resume(returning: nil) }
      if let next { giveUp(at: next, watch) }
    }
  }

  private func closeLater(_ place: Int, after time: Duration) {
    let milliseconds = Int(time / .milliseconds(1)) + 1
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
      [weak self] in
      guard let self else { return }
      let (rest, unneeded) = state.withLock { state in
        let rest = state.restToWait(place, idleTime)
        return (rest, rest == nil ? state.close(place, server) : nil)
      }
      if let rest { closeLater(place, after: rest) }
      if let unneeded { Task { await unneeded.disconnect() } }
    }
  }

  // MARK: State

  private struct Waiter {
    let use: Use
    let limit: TimeLimit
    let waiting: CheckedContinuation<Taken?, Never>
  }

  private struct State {
    var connections: [PooledConnection]
    /// The places of those that nobody has, the first ones first.
    var free = Array(0..<ConnectionPool.most)
    /// The places of those that were opened, and when each was given back last.
    var opened: Set<Int> = []
    private var given = [ContinuousClock.Instant](repeating: .now, count: ConnectionPool.most)
    private var watched: Set<Int> = []
    private var users: [Use: Int] = [:]
    var waiting: [Waiter] = []
    /// The number of the watch over those who wait, and the earliest of their limits.
    private(set) var watch = 0
    private var watchedUntil: TimeLimit?

    init(_ server: ServerState) {
      connections = (0..<ConnectionPool.most).map { _ in PooledConnection(server) }
    }

    /// Takes an open connection, or else another; nil if there is none for this.
    mutating func take(_ use: Use) -> Taken? {
      if use == .writing, users[.writing, default: 0] >= ConnectionPool.mostWriting { return nil }
      var place = free.first(where: opened.contains)
      // A reader waits for other readers.
      if place == nil, use == .writing || users[.reading, default: 0] == 0 { place = free.first }
      guard let place else { return nil }
      free.removeAll { $0 == place }
      opened.insert(place)
      users[use, default: 0] += 1
      return Taken(connection: connections[place], place: place, use: use)
    }

    mutating func giveBack(_ taken: Taken) {
      free.append(taken.place)
      free.sort()
      given[taken.place] = .now
      users[taken.use, default: 0] -= 1
    }

    /// Takes connections for those who wait, readers first.
    mutating func served() -> [(Waiter, Taken)] {
      var served: [(Waiter, Taken)] = []
      for use in [Use.reading, .writing] {
        while let index = waiting.firstIndex(where: { $0.use == use }), let taken = take(use) {
          served.append((waiting.remove(at: index), taken))
        }
      }
      return served
    }

    /// Begins a watch if a limit is earlier than all; returns its number then.
    mutating func watch(until limit: TimeLimit) -> Int? {
      if let watchedUntil, watchedUntil <= limit { return nil }
      watchedUntil = limit
      watch += 1
      return watch
    }

    /// Removes those whose limit is past, and returns them with the earliest limit of the others.
    mutating func late() -> ([Waiter], TimeLimit?) {
      let now = TimeLimit(seconds: 0)
      let late = waiting.filter { $0.limit <= now }
      waiting.removeAll { $0.limit <= now }
      watchedUntil = waiting.map(\.limit).min()
      return (late, watchedUntil)
    }

    /// Whether one was opened besides another, and nobody looks yet whether it is needed.
    mutating func isSpare(_ place: Int) -> Bool {
      opened.count > 1 && watched.insert(place).inserted
    }

    /// When to look again whether an unused connection is needed; nil if it was not for so long, or
    /// somebody has it.
    func restToWait(_ place: Int, _ time: Duration) -> Duration? {
      let rest = time - (ContinuousClock.now - given[place])
      return free.contains(place) && rest > .zero ? rest : nil
    }

    /// Leaves a connection that nobody needs, unless it is the only one; returns it, to be closed.
    mutating func close(_ place: Int, _ server: ServerState) -> PooledConnection? {
      watched.remove(place)
      guard free.contains(place), opened.count > 1 else { return nil }
      opened.remove(place)
      defer { connections[place] = PooledConnection(server) }
      return connections[place]
    }
  }
}
