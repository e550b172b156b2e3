import Synchronization

/// How long a call waits for others that are faster.
///
/// A call that is overtaken tries again for as long as somebody makes progress. People at a login
/// prompt cannot wait for that long: the waits of a login are limited in all.
package enum Waiting {
  /// The time that a login has left to wait; nil if each wait ends by itself.
  @TaskLocal private static var rest: Rest?

  private final class Rest: Sendable {
    let left: Mutex<Duration>

    init(_ left: Duration) { self.left = Mutex(left) }
  }

  /// True if the current call may wait no longer.
  package static var isOver: Bool { rest.map { $0.left.withLock { $0 <= .zero } } ?? false }

  /// Notes that the current call has waited.
  package static func note(_ duration: Duration) { rest?.left.withLock { $0 -= duration } }

  /// Runs a login, which waits for other writers so long in all.
  package static func ofLogin<Result>(
    _ limit: Duration = .seconds(10), _ body: () async throws -> Result,
    isolation: isolated (any Actor)? = #isolation
  ) async rethrows -> Result {
    try await $rest.withValue(Rest(limit), operation: body)
  }
}
