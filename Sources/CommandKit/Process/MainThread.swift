import Dispatch
import Glibc
import Synchronization

/// Runs asynchronous work on the calling thread: a short command should not start a thread pool.
final class MainThread: TaskExecutor {
  private let work = Mutex(Queue())
  private let waiting = DispatchSemaphore(value: 0)
  private let thread = pthread_self()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    add { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Takes work for when this thread is free, if this is the thread that calls. Any other waits for
  /// nobody: this one may be busy for as long as the screens are open.
  func takes(_ work: @escaping @Sendable () -> Void) -> Bool {
    guard pthread_equal(thread, pthread_self()) != 0 else { return false }
    add(work)
    return true
  }

  private func add(_ run: @escaping @Sendable () -> Void) {
    work.withLock { $0.append(run) }
    waiting.signal()
  }

  /// Runs a program and returns its exit code, blocking the calling thread.
  func run(_ program: @escaping @Sendable () async -> Int32) -> Int32 {
    let result = Result()
    Task(executorPreference: self) {
      let code = await program()
      result.code.withLock { $0 = code }
    }
    while true {
      // The task's last job stores the result.
      if let code = result.code.withLock({ $0 }) { return code }
      waiting.wait()
      work.withLock { $0.popFirst() }?()
    }
  }

  /// What is to be done, in order. Arrays would have the runtime make one more type at every start.
  private struct Queue {
    private var first: Work?
    private var last: Work?

    mutating func append(_ run: @escaping @Sendable () -> Void) {
      let work = Work(run)
      if let last { last.next = work } else { first = work }
      last = work
    }

    mutating func popFirst() -> (@Sendable () -> Void)? {
      guard let work = first else { return nil }
      first = work.next
      if first == nil { last = nil }
      return work.run
    }
  }

  private final class Work {
    let run: @Sendable () -> Void
    var next: Work?

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private final class Result: Sendable {
    let code = Mutex<Int32?>(nil)
  }
}
