import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

/// If the work for each account grew with the number of accounts, these would not finish.
@Suite("Thousands of closed accounts") struct SharedEmailTests {
  private let documents = Documents()
  /// More than one core reads them.
  private static let count = 2_100
  /// The line of the first account in a file written by `Documents.write(accounts:)`.
  private static let firstLine = 5

  private func write(_ account: (Int) -> String) throws {
    try documents.write(accounts: (0..<Self.count).map(account))
  }

  /// The problems of the accounts that share an email. Both of the first two get the position of
  /// the second.
  private static let rows = (0..<count).map { index in
    ["\(firstLine + max(1, index)):15 email unique"]
  }

  @Test("with one email get one problem each, at the email of the later one")
  func list() async throws {
    try write { _ in #"{"email": "Mario@gmail.com", "password": "secret1"}"# }
    let accounts = try await documents.registry.list(limit: Self.count).accounts
    #expect(accounts.map { $0.problems.map(\.row) } == Self.rows)
  }

  @Test("with one email are reported together when one of them is named")
  func show() async throws {
    try write { _ in #"{"email": "mario@gmail.com", "password": "secret1"}"# }
    let rows = Self.rows.dropFirst().flatMap(\.self)
    let shown = await error { try await documents.registry.show("mario@gmail.com") }
    #expect(shown?.problems.map(\.row) == rows)
    let login = LoginRequest("mario@gmail.com", "secret1")
    let failure = await error { try await documents.registry.login(login) }
    // The password of the first alone is tried.
    #expect(failure?.problems.map(\.row) == Self.rows.first)
  }

  @Test("are reported if the file should open by itself, each with its place")
  func open() async throws {
    try write { #"{"email": "mario\#($0)@gmail.com", "password": "1"}"# }
    let rows = (0..<Self.count).map { "\(Self.firstLine + $0)" }
    let failure = await error { try await documents.registry.show() }
    #expect(failure?.problems.map { "\($0.place?.position?.line ?? 0)" } == rows)
  }

  @Test("cannot be opened if they share one email")
  func openShared() async throws {
    try write { _ in #"{"email": "mario@gmail.com", "password": "secret1"}"# }
    let failure = await error { try await documents.registry.show() }
    #expect(failure?.problems.map(\.row) == Self.rows.dropFirst().flatMap(\.self))
  }
}
