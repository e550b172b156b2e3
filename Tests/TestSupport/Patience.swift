import Foundation

/// How long a test waits for what must come before it counts as stuck. No test waits for it to
/// pass, and none depends on how much of it is used up: a machine may be as slow and as busy as it
/// likes. All tests begin at once, so one that waits may be behind all others, and these may take an
/// hour.
package let patience: Duration = .seconds(7_200)

/// Longer than all tests together, in milliseconds: for a program that is not to give up first.
package let days = 200_000_000

/// The time that is left of a deadline, as `poll` wants it.
package func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
  Int32(max(0, ContinuousClock.now.duration(to: deadline) / .milliseconds(1)))
}

/// Waits until a descriptor has something to read, or its end; false if neither comes in time.
package func isReadable(_ descriptor: Int32, until deadline: ContinuousClock.Instant) -> Bool {
  var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&event, 1, milliseconds(until: deadline)) > 0
}

/// Asks again and again, on a thread of its own, until a condition holds; false if it never does.
///
/// A test expects it, `#expect(try await comesTrue { queue.running == 2 })`, so that a failure
/// shows the condition that never held. Code that tests share calls `waits(for:until:)`.
package func comesTrue(_ condition: @escaping @Sendable () throws -> Bool) async throws -> Bool {
  try await blocking {
    let deadline = ContinuousClock.now + patience
    while ContinuousClock.now < deadline {
      if try condition() { return true }
      // A waiting test leaves the processors to those it waits for.
      _ = poll(nil, 0, 2)
    }
    return false
  }
}

/// Returns once a condition holds; throws an error that names what never came.
package func waits(
  for awaited: String, until condition: @escaping @Sendable () throws -> Bool
) async throws {
  guard try await comesTrue(condition) else { throw NeverCame(awaited: awaited) }
}

package struct NeverCame: Error, CustomStringConvertible {
  let awaited: String

  package var description: String { "waited \(patience) in vain for \(awaited)" }
}
