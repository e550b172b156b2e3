import Dispatch
import Synchronization

/// Runs asynchronous work on the thread that calls `run`, and nowhere else but where the work
/// itself goes: a command of a few milliseconds should not start a pool of threads for its wait.
final class MainThread: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let waiting = DispatchSemaphore(value: 0)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    waiting.signal()
  }

  /// Does the work and returns what it returns. Meanwhile the calling thread is blocked.
  static func run<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) -> Result {
    let thread = MainThread()
    let result = Box<Result>()
    Task(executorPreference: thread) {
      let value = await work()
      result.value.withLock { $0 = value }
    }
    while true {
      // The last job of the task leaves the result behind.
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
