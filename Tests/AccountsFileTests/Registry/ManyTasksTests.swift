import TestSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("Many tasks on one registry") struct ManyTasksTests {
  private let documents = Documents()
  private let people = (0..<12).map { "person\($0)@gmail.com" }

  /// One registry for all, on a disk without power cuts.
  private var registry: Registry {
    var calls = SystemCalls()
    calls.fsync = { _ in 0 }
    return documents.registry(calls: calls, lockPatience: days)
  }

  private func all(_ work: @escaping @Sendable (String) async throws -> Void) async throws {
    try await withThrowingTaskGroup { group in
      for email in people { group.addTask { try await work(email) } }
      try await group.waitForAll()
    }
  }

  private func expect(_ field: Field, _ value: String, _ registry: Registry) async throws {
    let accounts = try await registry.list(limit: 99).accounts
    #expect(accounts.map(\.isClosed) == people.map { _ in false })
    #expect(accounts.map { $0.values[text: field] } == people.map { _ in value })
  }

  @Test("get their turn when the lock is contended")
  func everyTurn() async throws {
    let registry = registry
    try await all { try await registry.register($0) }
    #expect(try await registry.list(limit: 99).accounts.count == people.count)
    try await all { try await registry.login($0) }
    try await all { try await registry.edit([.firstName: "New"], of: $0) }
    try await expect(.firstName, "New", registry)
    try await all { _ = try await registry.remove($0) }
    #expect(try await registry.list(limit: 99).accounts.isEmpty)
  }

  @Test("all change one account, though each but one is overtaken")
  func oneAccount() async throws {
    let registry = registry
    try await registry.register(people[0], logsIn: false)
    let email = people[0]
    try await withThrowingTaskGroup { group in
      for number in 0..<500 {
        group.addTask {
          if number % 5 == 0 {
            let groups = EditRequest(account: email, addedGroups: ["g\(number)"])
            _ = try await registry.edit(groups)
          } else {
            try await registry.edit([.lastName: .set("Name \(number)")], of: email)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await registry.account(email).values.groups.count == 100)
    #expect(try await registry.history(limit: 9_999).count == 501)
  }

  @Test("get their turn with different work at the same time")
  func mixedWork() async throws {
    let registry = registry
    try await all { try await registry.register($0, logsIn: false) }
    try await all { email in
      try await registry.login(email)
      try await registry.edit([.lastName: "B"], of: email)
      _ = try await registry.show(email)
      _ = try await registry.logOut()
    }
    try await expect(.lastName, "B", registry)
    #expect(try documents.text(of: "session.json") == "{\"email\": null}\n")
  }
}
