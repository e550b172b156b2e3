import PostgresServer
import Testing

@testable import PostgresAccounts

/// Lets every store and connection of a test wait for as long as the slowest machine needs: between
/// two steps of a test its thread may be another's for minutes.
struct Patient: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Connection.$patience.withValue(600) { try await function() }
  }
}

extension Trait where Self == Patient {
  static var patient: Self { Patient() }
}

extension StillTime {
  /// Runs something in this time.
  func holding<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    try await WaitingTime.$current.withValue(
      WaitingTime(now: now, wait: wait, pause: pause), operation: body)
  }
}
