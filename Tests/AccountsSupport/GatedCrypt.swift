import Accounts
import Dispatch
import Synchronization
import TestSupport

/// A crypt(3) whose calls wait until a test lets them go on. While they wait they hold the turns of
/// their process: a suite that uses several is serialized.
package final class GatedCrypt: Sendable {
  private let calls = Atomic(0)
  private let gate = DispatchSemaphore(value: 0)

  package init() {}

  /// How many calls there have been.
  package var begun: Int { calls.load(ordering: .acquiring) }

  /// Lets all calls go on, also those to come.
  package func open() { gate.signal() }

  package func waitUntilBegun(_ count: Int) async throws {
    try await waits(for: "call \(count) of crypt(3)") { self.begun >= count }
  }

  package var hasher: PasswordHasher {
    PasswordHasher(cost: 1) { password, setting in
      self.calls.add(1, ordering: .releasing)
      self.gate.wait()
      self.gate.signal()
      return Crypt.hash(password, setting: setting)
    }
  }
}
