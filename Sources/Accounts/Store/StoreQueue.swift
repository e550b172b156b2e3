import Dispatch

/// A background queue on which the calls of a store block; its actors take it as their executor.
package final class StoreQueue: SerialExecutor {
  private let queue: DispatchQueue

  package init(_ label: String) { queue = DispatchQueue(label: label) }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  /// Traps on any other thread: a call that blocks there is a bug.
  package func assertIsCurrent() { dispatchPrecondition(condition: .onQueue(queue)) }
}
