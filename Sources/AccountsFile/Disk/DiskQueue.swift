import Dispatch
import Synchronization

/// A background queue on which the file work of a store runs; actors take it as their executor.
final class DiskQueue: SerialExecutor {
  private let queue = DispatchQueue(label: "regapp.disk")
  private let locks = Mutex<[String: LastHeld]>([:])

  /// The time at which this process last held the lock at a path.
  func held(_ lock: String) -> LastHeld {
    locks.withLock { locks in
      let held = locks[lock] ?? LastHeld()
      locks[lock] = held
      return held
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  /// Traps on any other thread: accessing the disk from there is a bug.
  func assertIsCurrent() { dispatchPrecondition(condition: .onQueue(queue)) }
}
