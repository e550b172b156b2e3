import Dispatch

/// The queue on which all file work runs; actors take it as their executor. It is in the background,
/// except for what a thread may take that has nothing else to do until it is done.
final class DiskQueue: SerialExecutor {
  private let queue = DispatchQueue(label: "regapp.disk")
  private let callerTakes: @Sendable (@escaping @Sendable () -> Void) -> Bool

  /// - Parameter callerTakes: lets the calling thread do work when it is free, and returns whether it
  ///   will: a short command should not start a thread.
  init(callerTakes: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool = { _ in false }) {
    self.callerTakes = callerTakes
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let run: @Sendable () -> Void = { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    if callerTakes({ self.queue.sync(execute: run) }) { return }
    queue.async(execute: run)
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  /// Traps if the disk is accessed from outside the queue: that is a bug of ours.
  func assertIsCurrent() { dispatchPrecondition(condition: .onQueue(queue)) }
}
