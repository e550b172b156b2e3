import Foundation
import TestSupport

/// How long something may take before it counts as stuck. No test waits for it to pass.
let patience: Duration = .seconds(40)

/// Polls until a condition holds; false if it never does.
func comesTrue(_ condition: @escaping @Sendable () throws -> Bool) async throws -> Bool {
  try await blocking {
    let deadline = ContinuousClock.now + patience
    while ContinuousClock.now < deadline {
      if try condition() { return true }
      sched_yield()
    }
    return false
  }
}
