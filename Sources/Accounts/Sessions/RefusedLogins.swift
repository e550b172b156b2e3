/// The logins that a store refuses in this process until it has written their end.
///
/// So what has ended is out at once, even while nothing can be written, and a store that was away
/// for a moment brings none of them back.
package struct RefusedLogins: Sendable {
  private struct Refused: Sendable {
    /// When it is over.
    let ends: Int
    /// Its account, if it is known.
    let account: String?
  }

  private var refused: [BrowserLogin.ID: Refused] = [:]
  /// The refused logins whose end is still to be written.
  package private(set) var unwritten: Set<BrowserLogin.ID> = []
  /// True while a task waits to write these ends.
  package var isEndAwaited = false
  /// The notice of ends that could not be written, still to be said.
  private var notice: Notice?
  private var isSaid = false

  /// Beyond so many, refused logins that are over are forgotten.
  private static let mostRefused = 1_000

  package init() {}

  /// The refused logins.
  package var ids: Set<BrowserLogin.ID> { Set(refused.keys) }

  package func contain(_ login: BrowserLogin.ID) -> Bool { refused[login] != nil }

  /// Refuses logins, and has their ends written.
  package mutating func refuse(_ logins: some Sequence<BrowserLogin>, at now: Int) {
    for login in logins {
      refuse(login.id, Refused(ends: login.ends, account: login.account), at: now)
    }
  }

  /// Refuses logins of which nothing else is known, and has their ends written.
  package mutating func refuse(ids: some Sequence<BrowserLogin.ID>, at now: Int) {
    for id in ids where refused[id] == nil {
      refuse(id, Refused(ends: now + SessionLimits.longest, account: nil), at: now)
    }
  }

  private mutating func refuse(_ id: BrowserLogin.ID, _ login: Refused, at now: Int) {
    if refused.count >= Self.mostRefused { refused = refused.filter { $0.value.ends > now } }
    refused[id] = login
    unwritten.insert(id)
  }

  /// Notes that the sessions were read for writing, and that nothing of these logins is in them
  /// now.
  ///
  /// - Parameter written: those that this process has ended there, which nothing brings back.
  package mutating func noteEnds(
    of logins: Set<BrowserLogin.ID>, written: Set<BrowserLogin.ID>
  ) {
    for login in written { refused[login] = nil }
    unwritten.subtract(logins)
    (notice, isSaid) = (nil, false)
  }

  /// Notes that ends could not be written, once until some can.
  package mutating func note(_ fault: AccountsError) {
    let names = Set(unwritten.compactMap { refused[$0]?.account }).sorted()
    guard !isSaid, !names.isEmpty else { return }
    (notice, isSaid) = (Notice.loginsNotEnded(names: names, fault), true)
  }

  /// The notice of ends that could not be written, once.
  package mutating func newNotice() -> Notice? {
    defer { notice = nil }
    return notice
  }
}
