import Accounts

/// The hosts that are guarded: those of the options or the environment, else of the rulebook as it
/// is at each request.
enum GuardedList: Sendable {
  case given(GuardedHosts)
  case ofRulebook

  /// The hosts. Throws `rulebookBroken` if the rulebook has the page's own.
  ///
  /// - Parameter known: the rulebook in force, if it was read for this request; else it is read.
  func hosts(
    _ registry: Registry, under known: Rulebook?, page: ServeAddress, _ log: ServeLog
  ) async throws(AccountsError) -> GuardedHosts {
    if case .given(let hosts) = self { return hosts }
    var rulebook = known
    if rulebook == nil { rulebook = try await registry.rulebookInUse(log) }
    let hosts = rulebook?.serve.hosts ?? .none
    do throws(GuardedHostFault) { try hosts.check(page: page) } catch {
      throw .rulebookBroken([
        Problem(.key(RulebookKey.serveHosts.rawValue), .rulebook(.guardedHosts(error)))
      ])
    }
    return hosts
  }
}
