import Dispatch
import Synchronization

/// Runs asynchronous work on the calling thread: a short command should not start a thread pool.
package final class MainThread: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let waiting = DispatchSemaphore(value: 0)

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    waiting.signal()
  }

  /// Runs the work and returns its result, blocking the calling thread.
  package static func run<Result: Sendable>(_ work: @escaping @Sendable () async -> Result)
    -> Result
  {
    let thread = MainThread()
    let result = Box<Result>()
    Task(executorPreference: thread, priority: .medium) {
      let value = await work()
      result.value.withLock { $0 = value }
    }
    while true {
      // The task's last job stores the result.
      if let value = result.value.withLock({ $0 }) { return value }
      thread.waiting.wait()
      let job = thread.jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      job?.runSynchronously(on: thread.asUnownedTaskExecutor())
    }
  }

  private final class Box<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }
}
