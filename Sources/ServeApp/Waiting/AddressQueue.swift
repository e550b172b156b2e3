import Synchronization

/// Gives turns to compute a hash: one at a time for an address, and as many in all as there are
/// processors. Requests without an address share one line, of as many turns as there are.
///
/// Turns go round by address, so that a client that floods keeps nobody else waiting. A task that
/// is cancelled waits no longer, and gets no turn.
final class AddressQueue: Sendable {
  /// The most that wait for one address.
  static let mostWaiting = 64
  /// For how many seconds one waits at most.
  static let patience = 10

  private struct Waiter {
    let id: UInt64
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var running: [String: Int] = [:]
    var inAll = 0
    var waiting: [String: [Waiter]] = [:]
    /// The addresses that wait, in the order in which they are served.
    var order: [String] = []
    var lastID: UInt64 = 0
  }

  private let state = Mutex(State())
  let turns: Int
  private let limit: @Sendable () async throws -> Void

  /// - Parameters:
  ///   - turns: how many hashes are computed at once.
  ///   - limit: returns when somebody has waited for too long.
  init(
    turns: Int,
    limit: @escaping @Sendable () async throws -> Void = {
      try await Task.sleep(for: .seconds(AddressQueue.patience))
    }
  ) {
    self.turns = max(1, turns)
    self.limit = limit
  }

  /// Runs `body` in a turn of an address; nil if none came free in time, too many wait, or the task
  /// is cancelled before.
  func turn<Value>(of network: String?, _ body: () async -> Value) async -> Value? {
    let address = network ?? ""
    guard await begin(address) else { return nil }
    defer { end(address) }
    return Task.isCancelled ? nil : await body()
  }

  /// How many have a turn, and how many wait for one: tests wait for it.
  var running: Int { state.withLock { $0.inAll } }
  var waiting: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }

  private func begin(_ address: String) async -> Bool {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    let timer = Task { [limit] in
      try await limit()
      self.giveUp(id, address)
    }
    defer { timer.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Bool? = state.withLock { state in
          // A task that is cancelled from here on is found by `giveUp`.
          guard !Task.isCancelled else { return false }
          if mayRun(address, state) {
            run(address, &state)
            return true
          }
          guard state.waiting[address, default: []].count < Self.mostWaiting else { return false }
          if state.waiting[address] == nil { state.order.append(address) }
          state.waiting[address, default: []].append(Waiter(id: id, continuation: continuation))
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      giveUp(id, address)
    }
  }

  private func mayRun(_ address: String, _ state: State) -> Bool {
    let most = address.isEmpty ? turns : 1
    return state.inAll < turns && state.running[address, default: 0] < most
  }

  private func run(_ address: String, _ state: inout State) {
    state.inAll += 1
    state.running[address, default: 0] += 1
  }

  private func end(_ address: String) {
    let waiter = state.withLock { state in
      state.inAll -= 1
      let left = state.running[address, default: 1] - 1
      state.running[address] = left > 0 ? left : nil
      return next(&state)
    }
    waiter?.continuation.resume(returning: true)
  }

  /// Gives a turn to the first of the address whose turn it is.
  private func next(_ state: inout State) -> Waiter? {
    guard let place = state.order.firstIndex(where: { mayRun($0, state) }) else { return nil }
    let address = state.order.remove(at: place)
    guard var line = state.waiting[address], !line.isEmpty else { return nil }
    let waiter = line.removeFirst()
    state.waiting[address] = line.isEmpty ? nil : line
    if !line.isEmpty { state.order.append(address) }
    run(address, &state)
    return waiter
  }

  private func giveUp(_ id: UInt64, _ address: String) {
    let late: Waiter? = state.withLock { state in
      guard var line = state.waiting[address],
        let place = line.firstIndex(where: { $0.id == id })
      else { return nil }
      let late = line.remove(at: place)
      state.waiting[address] = line.isEmpty ? nil : line
      if line.isEmpty { state.order.removeAll { $0 == address } }
      return late
    }
    late?.continuation.resume(returning: false)
  }
}
