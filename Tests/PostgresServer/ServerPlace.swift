import TestSupport

#if canImport(Testing)
import Testing
#endif

/// A test that uses a server of PostgreSQL takes a place before it begins. All tests of a run begin
/// at once, hundreds of them with several connections each, and a server takes so many at most.
package struct ServerPlace: Sendable {
  package let isRecursive = true

  /// With `PostgresServer.connections` for all, a test has room for sixteen.
  private static let places = Places(24)

  /// Whether the task has one. A server refuses those that have none, so that no suite forgets it.
  @TaskLocal private static var isTaken = false

  static func expectTaken() throws {
    guard isTaken else {
      throw ServerFailure("the test takes no place at the server: its suite needs .takesPlace")
    }
  }

  private static func take(_ work: () async throws -> Void) async throws {
    if isTaken { return try await work() }
    try await places.take { try await $isTaken.withValue(true) { try await work() } }
  }
}

#if canImport(Testing)
extension ServerPlace: SuiteTrait, TestTrait, TestScoping {
  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Self.take(function)
  }
}

extension Trait where Self == ServerPlace {
  package static var takesPlace: Self { ServerPlace() }
}

extension Trait where Self == ConditionTrait {
  /// Leaves the tests out, with the reason, where there is no server to run.
  package static var needsPostgres: Self {
    .enabled(if: ServerPrograms.arePresent, "\(ServerPrograms.absence)")
  }
}
#endif
