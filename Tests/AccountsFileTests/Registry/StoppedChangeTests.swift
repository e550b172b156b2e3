import AccountsSupport
import Synchronization
import Testing

@testable import Accounts
@testable import AccountsFile

/// A change of many accounts tells its progress, and a cancelled task writes nothing of it.
@Suite("A change of many accounts") struct StoppedChangeTests {
  private let documents = Documents()
  private static let count = 4_000

  private func accounts() throws -> [String] {
    let names = (0..<Self.count).map { "u\(10_000 + $0)@home.org" }
    try documents.write(accounts: names.map { hashed($0) })
    return names
  }

  /// Calls a change, which is cancelled once it has told its progress so often.
  private func change(
    cancelledAt step: Int?,
    _ body: @escaping @Sendable (Registry) async throws -> Void
  ) async throws -> [Int] {
    let told = Mutex<[Int]>([])
    let registry = documents.registry
    try await Task {
      let tell: WorkProgress.Listener = { done, total in
        #expect(total == Self.count)
        let steps = told.withLock {
          $0.append(done)
          return $0.count
        }
        if steps == step { withUnsafeCurrentTask { $0?.cancel() } }
      }
      try await WorkProgress.told(to: tell) { try await body(registry) }
    }.value
    return told.withLock { $0 }
  }

  @Test("tells how far it has come, from the first thousand to the last")
  func progress() async throws {
    let names = try accounts()
    let told = try await change(cancelledAt: nil) {
      let done = try await $0.disable(names)
      #expect(done.value.count == names.count)
    }
    #expect(told == told.sorted() && told.count >= 4)
    #expect(told.allSatisfy { (1..<Self.count).contains($0) })
    #expect(try documents.text().contains(#""disabled": true"#))
  }

  @Test("is not written once it was stopped, at whatever step", arguments: [1, 3, 5])
  func stopped(step: Int) async throws {
    let names = try accounts()
    let text = try documents.bytes()
    await #expect(throws: AccountsError.cancelled) {
      try await change(cancelledAt: step) {
        _ = try await $0.changeGroups(of: names, adding: ["ops"], removing: [])
      }
    }
    await #expect(throws: AccountsError.cancelled) {
      try await change(cancelledAt: min(step, 3)) {
        _ = try await $0.remove(names)
      }
    }
    #expect(try documents.bytes() == text)
    #expect(try await documents.registry.history().isEmpty)
    // The lock is free.
    _ = try await documents.registry.disable(names[0])
  }
}
