import Synchronization

/// The logins that a store refuses in this process until it has written their end.
///
/// So what has ended is out at once, even while nothing can be written, and a store that was away
/// for a moment brings none of them back.
package final class RefusedLogins: Sendable {
  private struct Refused: Sendable {
    /// When it is over.
    let ends: Int
    let account: String?
  }

  private struct State {
    var refused: [BrowserLogin.ID: Refused] = [:]
    /// The refused logins whose end is still to be written.
    var unwritten: Set<BrowserLogin.ID> = []
    /// True while a task waits to write these ends.
    var isEndAwaited = false
    /// The notice of ends that could not be written, still to be said.
    var notice: Notice?
    var isSaid = false

    mutating func refuse(_ id: BrowserLogin.ID, _ login: Refused, at now: Int) {
      if refused.count >= mostRefused { refused = refused.filter { $0.value.ends > now } }
      refused[id] = login
      unwritten.insert(id)
    }
  }

  private let state = Mutex(State())

  /// From this many on, refused logins whose time is over are dropped.
  private static let mostRefused = 1_000

  package init() {}

  package var ids: Set<BrowserLogin.ID> { state.withLock { Set($0.refused.keys) } }

  package func contain(_ login: BrowserLogin.ID) -> Bool {
    state.withLock { $0.refused[login] != nil }
  }

  /// Refuses logins, whose ends are still to be written.
  package func refuse(_ logins: some Sequence<BrowserLogin>, at now: Int) {
    state.withLock { state in
      for login in logins {
        state.refuse(login.id, Refused(ends: login.ends, account: login.account), at: now)
      }
    }
  }

  /// Refuses logins of which nothing else is known, and whose ends are still to be written.
  package func refuse(ids: some Sequence<BrowserLogin.ID>, at now: Int) {
    state.withLock { state in
      for id in ids where state.refused[id] == nil {
        state.refuse(id, Refused(ends: now + SessionLimits.longest, account: nil), at: now)
      }
    }
  }

  /// Writes the ends that are still to be written, after a second, so that those of many are one
  /// write. If that fails, ``newNotice()`` says so once, and each later call tries it again.
  ///
  /// - Parameter write: calls ``noteEnds(of:written:)`` with what it has written.
  package func writeSoon(
    _ write: @escaping @Sendable (Set<BrowserLogin.ID>) async throws(AccountsError) -> Void
  ) {
    let isFirst = state.withLock { state in
      guard !state.isEndAwaited, !state.unwritten.isEmpty else { return false }
      state.isEndAwaited = true
      return true
    }
    guard isFirst else { return }
    Task {
      try? await Task.sleep(for: .seconds(1))
      let ends = state.withLock { state in
        // A login that is refused after this line gets a write of its own.
        state.isEndAwaited = false
        return state.unwritten
      }
      guard !ends.isEmpty else { return }
      do throws(AccountsError) { try await write(ends) } catch { note(error) }
    }
  }

  /// Notes that the sessions were read for writing, and that nothing of these logins is in them
  /// now.
  ///
  /// - Parameter written: those that this process has ended there, which nothing brings back.
  package func noteEnds(of logins: Set<BrowserLogin.ID>, written: Set<BrowserLogin.ID>) {
    state.withLock { state in
      for login in written { state.refused[login] = nil }
      state.unwritten.subtract(logins)
      (state.notice, state.isSaid) = (nil, false)
    }
  }

  /// Notes that ends could not be written, once until some can.
  private func note(_ fault: AccountsError) {
    state.withLock { state in
      let names = Set(state.unwritten.compactMap { state.refused[$0]?.account }).sorted()
      guard !state.isSaid, !names.isEmpty else { return }
      (state.notice, state.isSaid) = (Notice.loginsNotEnded(names: names, fault), true)
    }
  }

  /// The notice of ends that could not be written, once.
  package func newNotice() -> Notice? {
    state.withLock { state in
      defer { state.notice = nil }
      return state.notice
    }
  }
}
