import Accounts

/// The hosts that are guarded: those of the options or the environment, else of the rulebook as it is at each
/// request.
enum GuardedList: Sendable {
  case given(GuardedHosts)
  case ofRulebook

  /// The hosts. Throws `rulebookBroken` if the rulebook has the page's own.
  func hosts(
    _ registry: Registry, page: ServeAddress, _ log: ServeLog
  ) async throws(AccountsError) -> GuardedHosts {
    if case .given(let hosts) = self { return hosts }
    let hosts = try await registry.rulebookInUse(log).serve.hosts
    do throws(GuardedHostFault) { try hosts.check(page: page) } catch {
      throw .rulebookBroken([
        Problem(.key(RulebookKey.serveHosts.rawValue), .rulebook(.guardedHosts(error)))
      ])
    }
    return hosts
  }
}
