import Accounts
import Synchronization

/// The queue on which the file work of a store runs, and the locks that were held there.
final class DiskQueue: Sendable {
  let executor = StoreQueue("regapp.disk")
  private let locks = Mutex<[String: LastHeld]>([:])

  /// The time at which this process last held the lock at a path.
  func held(_ lock: String) -> LastHeld {
    locks.withLock { locks in
      let held = locks[lock] ?? LastHeld()
      locks[lock] = held
      return held
    }
  }

  func assertIsCurrent() { executor.assertIsCurrent() }
}
