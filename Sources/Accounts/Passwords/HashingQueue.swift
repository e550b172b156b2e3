import Dispatch
import Glibc
import Synchronization

/// Runs work on a separate thread when its turn comes; throws `cancelled` if the task is cancelled
/// before.
func onHashingQueue<Value: Sendable>(
  _ work: @escaping @Sendable () -> Value
) async throws(AccountsError) -> Value {
  try await Turns.ofHashes.take()
  return await withCheckedContinuation { continuation in
    threads.async {
      let value = work()
      Turns.ofHashes.giveBack()
      continuation.resume(returning: value)
    }
  }
}

/// Processes items concurrently, one per processor; returns results in the order given. A cancelled
/// task begins no more items and throws `cancelled`.
func onAllProcessors<Item: Sendable, Value: Sendable>(
  _ items: [Item], _ tell: (Int) -> Void = { _ in },
  _ work: @escaping @Sendable (Item) -> Value
) async throws(AccountsError) -> [Value] {
  let results = await withTaskGroup(of: (Int, Result<Value, AccountsError>).self) { group in
    var done: [(Int, Result<Value, AccountsError>)] = []
    var waiting = items.indices.makeIterator()
    func startNext() {
      guard let index = waiting.next() else { return }
      let item = items[index]
      group.addTask {
        do throws(AccountsError) {
          return (index, .success(try await onHashingQueue { work(item) }))
        } catch {
          return (index, .failure(error))
        }
      }
    }
    for _ in 0..<processors { startNext() }
    for await one in group {
      done.append(one)
      startNext()
      tell(done.count)
    }
    return done.sorted { $0.0 < $1.0 }.map(\.1)
  }
  return try results.map { result throws(AccountsError) in try result.get() }
}

/// Processes the positions of a list in parts, one per processor.
func inParts<Value: Sendable>(
  of count: Int, _ work: @escaping @Sendable (Range<Int>) -> Value
) async throws(AccountsError) -> [Value] {
  let starts = Array(stride(from: 0, to: count, by: 10_000))
  return try await onAllProcessors(starts) { work($0..<min($0 + 10_000, count)) }
}

private let threads = DispatchQueue(label: "regapp.hashing", attributes: .concurrent)
let processors = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))

/// A fair semaphore: a fixed number of turns, given in order of request.
final class Turns: Sendable {
  static let ofHashes = Turns(processors)

  private struct State {
    var free: Int
    var line: [(id: UInt64, continuation: CheckedContinuation<Bool, Never>)] = []
    var last: UInt64 = 0
  }

  private let state: Mutex<State>

  init(_ count: Int) { state = Mutex(State(free: count)) }

  /// Waits for a turn; pair it with `giveBack`.
  func take() async throws(AccountsError) {
    let id = state.withLock { state in
      state.last += 1
      return state.last
    }
    let isMine = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Bool? = state.withLock { state in
          // A task that is cancelled from here on is found in the line.
          guard !Task.isCancelled else { return false }
          if state.free > 0 {
            state.free -= 1
            return true
          }
          state.line.append((id, continuation))
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let continuation = state.withLock { state in
        state.line.firstIndex { $0.id == id }.map { state.line.remove(at: $0).continuation }
      }
      continuation?.resume(returning: false)
    }
    guard isMine else { throw .cancelled }
  }

  /// Returns a turn; the first in line gets it.
  func giveBack() {
    let next = state.withLock { state in
      guard !state.line.isEmpty else {
        state.free += 1
        return CheckedContinuation<Bool, Never>?.none
      }
      return state.line.removeFirst().continuation
    }
    next?.resume(returning: true)
  }
}
