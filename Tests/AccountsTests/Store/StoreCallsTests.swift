import MemoryAccounts
import Synchronization
import Testing

@testable import Accounts

@Suite("What a registry asks its clock") struct StoreCallsTests {
  @Test("the day is asked for once in a call, however many accounts it concerns")
  func today() async throws {
    let day = try #require(CalendarDay("2026-06-15"))
    let calls = Mutex(0)
    let registry = Registry(
      store: MemoryStore(.register, today: { .distantPast }), throttle: MemoryThrottle(),
      today: {
        calls.withLock { $0 += 1 }
        return day
      }, hasher: PasswordHasher(cost: 1))
    func count(_ body: () async throws -> Void) async rethrows -> Int {
      calls.withLock { $0 = 0 }
      try await body()
      return calls.withLock(\.self)
    }
    let emails = (0..<3).map { "ada\($0)@example.com" }
    for email in emails {
      let values = FieldValues(email: email)
      #expect(
        try await count {
          _ = try await registry.register(values, password: PasswordEntry("secret1"))
        } == 1)
    }
    let later = try #require(day.adding(days: 9))
    #expect(try await count { _ = try await registry.disable(emails, until: later) } == 1)
    #expect(try await count { _ = try await registry.enable(emails) } == 1)
    let edit = EditRequest(account: emails[0], fields: [.lastName: "King", .phone: .clear])
    #expect(try await count { _ = try await registry.edit(edit) } == 1)
  }
}
