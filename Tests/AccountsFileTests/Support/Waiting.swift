import Dispatch
import Synchronization
import TestSupport

/// Does something asynchronous while the caller waits for it, as a call of the system or a
/// condition that is asked again and again.
func waiting<Value: Sendable>(_ work: @escaping @Sendable () async -> Value?) -> Value? {
  let done = DispatchSemaphore(value: 0)
  let result = Mutex<Value?>(nil)
  Task.detached {
    let value = await work()
    result.withLock { $0 = value }
    done.signal()
  }
  _ = done.wait(timeout: .now() + patience / .seconds(1))
  return result.withLock { $0 }
}
