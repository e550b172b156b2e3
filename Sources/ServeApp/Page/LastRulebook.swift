import Accounts
import Synchronization

/// The rulebook, or the last one if it cannot be read now: then nothing typed is lost.
final class LastRulebook: Sendable {
  private let registry: Registry
  private let log: ServeLog
  private let found = Mutex(Rulebook.register)

  init(_ registry: Registry, _ log: ServeLog) { (self.registry, self.log) = (registry, log) }

  var last: Rulebook { found.withLock(\.self) }

  func read() async throws(AccountsError) -> Rulebook {
    let rulebook = try await registry.rulebookInUse(log)
    keep(rulebook)
    return rulebook
  }

  /// Takes note of a rulebook that was read with something else.
  func keep(_ rulebook: Rulebook) { found.withLock { $0 = rulebook } }
}
