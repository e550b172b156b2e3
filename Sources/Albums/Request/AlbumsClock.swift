import Glibc

/// The time, and how to wait. Nothing in this library uses another clock.
public struct AlbumsClock: Sendable {
  /// The seconds since 1970.
  public var now: @Sendable () -> Int
  /// Ends early, with an error, if the task is cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void

  public init(
    now: @escaping @Sendable () -> Int, sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.now = now
    self.sleep = sleep
  }

  /// The system's clock.
  public static let system = AlbumsClock(
    now: { time(nil) }, sleep: { try await Task.sleep(for: $0) })
}
