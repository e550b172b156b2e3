import Dispatch
import Synchronization

/// The background queue on which all file work runs; actors take it as their executor.
final class DiskQueue: SerialExecutor {
  private let queue = DispatchQueue(label: "regapp.disk")
  private let locks = Mutex<[String: LastHeld]>([:])

  /// When the lock at a path was held last by what runs here.
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

  /// Traps if the disk is accessed from any other thread: that is a bug of ours.
  func assertIsCurrent() { dispatchPrecondition(condition: .onQueue(queue)) }
}
