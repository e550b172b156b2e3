import CCurl
import Dispatch
import Synchronization

/// Runs transfers on a thread of its own while there are any. They share their connections.
final class TransferLoop: Sendable {
  private struct State {
    /// nil until the first transfer, or if there is no libcurl.
    var set: ccurl_set?
    var arrived: [Transfer] = []
    var isRunning = false
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "albums.network")
  private static let hasLibrary = ccurl_load()

  deinit { state.withLock { $0.set.map(ccurl_set_free) } }

  func add(_ transfer: Transfer) {
    state.withLock { state in
      state.arrived.append(transfer)
      if !state.isRunning { queue.async { self.run() } }
      state.isRunning = true
    }
    wake()
  }

  /// Makes the loop look at its transfers again.
  func wake() { state.withLock { $0.set.map(ccurl_wake) } }

  private func run() {
    guard let set = prepare() else { return }
    var receptions: [ccurl_transfer: Reception] = [:]
    while let arrived = next(isIdle: receptions.isEmpty) {
      for transfer in arrived where !transfer.isOver {
        let reception = Reception(transfer)
        if let handle = reception.begin(in: set) {
          receptions[handle] = reception
        } else {
          transfer.end(.failure(.connectionLost))
        }
      }
      ccurl_move(set)
      var code: Int32 = 0
      while let handle = ccurl_next_over(set, &code) { receptions[handle]?.end(code) }
      for (handle, reception) in receptions where reception.isOver {
        ccurl_end(set, handle)
        receptions[handle] = nil
      }
      // Silence is noticed when this ends, so it is short.
      if !receptions.isEmpty { ccurl_wait(set, 200) }
    }
  }

  private func prepare() -> ccurl_set? {
    let hasLibrary = Self.hasLibrary
    return state.withLock { state in
      if hasLibrary, state.set == nil { state.set = ccurl_set_new() }
      if state.set == nil {
        for transfer in state.arrived { transfer.end(.failure(.noLibrary)) }
        state.arrived = []
        state.isRunning = false
      }
      return state.set
    }
  }

  /// The transfers that have arrived; nil if there is nothing left to do.
  private func next(isIdle: Bool) -> [Transfer]? {
    state.withLock { state in
      defer { state.arrived = [] }
      if isIdle, state.arrived.isEmpty { state.isRunning = false }
      return state.isRunning ? state.arrived : nil
    }
  }
}
