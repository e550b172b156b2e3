import Accounts
import Synchronization

/// Finds the page, if there is one.
///
/// If neither the options nor the environment say it, the rulebook does. If it cannot be read at
/// the start, each request asks it again: somebody may put it right.
final class PageFinder: Sendable {
  typealias Find = @Sendable () async throws(AccountsError) -> Page?

  private struct State {
    var page: Page?
    var find: Find?
  }

  private let state: Mutex<State>

  init(_ page: Page?) { state = Mutex(State(page: page)) }

  init(finding find: @escaping Find) { state = Mutex(State(find: find)) }

  /// The page as far as it is known.
  var known: Page? { state.withLock { $0.page } }

  var isKnown: Bool { state.withLock { $0.find == nil } }

  /// The page; nil for the door alone.
  func page() async throws(AccountsError) -> Page? {
    let (page, find) = state.withLock { ($0.page, $0.find) }
    guard let find else { return page }
    let found = try await find()
    return state.withLock { state in
      // Another request may have been faster.
      if state.find != nil { state = State(page: found) }
      return state.page
    }
  }
}
