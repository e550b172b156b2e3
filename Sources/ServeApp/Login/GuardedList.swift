import Accounts

/// The hosts that are guarded: those of the options or the environment, else of the rulebook as it
/// is at each request.
enum GuardedList: Sendable {
  case given(GuardedHosts)
  case ofRulebook

  /// The hosts. Throws `rulebookBroken` if the page's own is among them: a list of the options is
  /// looked at again, since the rulebook may say only now where the page is.
  ///
  /// - Parameter known: the rulebook in force, if it was read for this request; else it is read.
  func hosts(
    _ registry: Registry, under known: Rulebook?, page: ServeAddress, _ log: ServeLog
  ) async throws(AccountsError) -> GuardedHosts {
    let hosts: GuardedHosts
    let key: String
    switch self {
    case .given(let given): (hosts, key) = (given, "--host")
    case .ofRulebook:
      var rulebook = known
      if rulebook == nil { rulebook = try await registry.rulebookInUse(log) }
      (hosts, key) = (rulebook?.serve.hosts ?? .none, RulebookKey.serveHosts.rawValue)
    }
    do throws(GuardedHostFault) { try hosts.check(page: page) } catch {
      throw .rulebookBroken([Problem(.key(key), .rulebook(.guardedHosts(error)))])
    }
    return hosts
  }
}
