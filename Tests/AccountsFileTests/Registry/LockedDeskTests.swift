import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("While another process holds the session's lock") struct LockedDeskTests {
  private let documents = Documents()
  private let email = "mario@gmail.com"

  /// Runs work while the lock is held; returns its error.
  private func whileHeld(_ work: (Registry) async throws -> Void) async -> AccountsError? {
    let lock = HeldLock.take(documents.path(of: ".session.lock"))
    #expect(lock != nil)
    let registry = documents.registry(lockPatience: 0)
    let failure = await error { try await work(registry) }
    return withExtendedLifetime(lock) { failure }
  }

  private func isLockHeld(_ error: AccountsError?) -> Bool {
    if case .busy(documents.path(of: ".session.lock"), _) = error { true } else { false }
  }

  @Test("no account is created, so trying again works")
  func register() async throws {
    #expect(isLockHeld(await whileHeld { try await $0.register(email) }))
    #expect(isLockHeld(await whileHeld { try await $0.login(email) }))
    #expect(try documents.namesOfFiles() == [])
    try await documents.registry.register(email)
  }

  @Test("a registration that does not touch the session succeeds")
  func registerAlone() async throws {
    _ = await whileHeld { registry in
      try await registry.register(email, logsIn: false)
      throw AccountsError.nothingToSave
    }
    #expect(try await documents.registry.account(email).isClosed == false)
  }

  @Test("a login that has hashed a typed password says so")
  func typedPassword() async throws {
    try documents.write(accounts: [#"{"email": "mario@gmail.com", "password": "secret1"}"#])
    let failure = await whileHeld { try await $0.login(email) }
    guard case .partlyDone(.accountSaved(email), let reason) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(isLockHeld(reason))
    #expect(try await documents.storedPassword(of: email)?.hasPrefix("$y$") == true)
    #expect(!documents.exists("session.json"))
    // Now there is nothing to write before the session.
    #expect(isLockHeld(await whileHeld { try await $0.login(email) }))
  }

  @Test("an edit of one's own, a new name, a removal and an undo write nothing")
  func editing() async throws {
    try await documents.registry.register(email)
    try await documents.registry.edit([.firstName: "M"])
    let bytes = try documents.bytes()
    for work in [
      {
        var own = EditRequest(account: email, fields: [.firstName: "N"])
        own.isOwn = true
        _ = try await $0.edit(own)
      },
      { try await $0.edit([.email: "luigi@gmail.com"]) },
      { _ = try await $0.remove(email) }, { _ = try await $0.cancel() },
    ] as [(Registry) async throws -> Void] {
      #expect(isLockHeld(await whileHeld(work)))
      #expect(try documents.bytes() == bytes)
    }
  }
}
