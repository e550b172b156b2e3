import Synchronization
import Testing

@testable import Accounts
@testable import AccountsFile

/// A crypt(3) that checks, on each call, that the locks can be taken.
private final class LockLookingCrypt: Sendable {
  private let looks = Mutex((free: 0, held: [String]()))
  private let paths: [String]

  init(_ paths: [String]) { self.paths = paths }

  var hasher: PasswordHasher {
    PasswordHasher(cost: 1) { password, setting in
      self.look()
      return Crypt.hash(password, setting: setting)
    }
  }

  /// How often all locks were free, and which ones were not.
  var found: (free: Int, held: [String]) { looks.withLock { $0 } }

  private func look() {
    looks.withLock { looks in
      let held = paths.filter { HeldLock.take($0) == nil }
      looks.held += held
      if held.isEmpty { looks.free += 1 }
    }
  }
}

@Suite("No hashing happens under a lock") struct HashingOutsideLocksTests {
  private let documents = Documents()

  struct Operation: Sendable, CustomTestStringConvertible {
    let name: String
    let work: @Sendable (Registry) async throws -> Void
    var testDescription: String { name }
    init(_ name: String, _ work: @escaping @Sendable (Registry) async throws -> Void) {
      (self.name, self.work) = (name, work)
    }
  }

  /// Each hashes, on a file with one typed password and a draft that sets another.
  static let operations = [
    Operation("register") { try await $0.register("luigi@gmail.com") },
    Operation("login of an unknown email") { try await $0.login("luigi@gmail.com") },
    Operation("login with a typed password") { try await $0.login("mario@gmail.com") },
    Operation("edit of a password") { try await $0.edit(password: "another1") },
    Operation("edit that saves a password's draft") {
      var request = EditRequest(account: "mario@gmail.com", fields: [.firstName: "M"])
      request.draftUse = .saved
      _ = try await $0.edit(request)
    },
    Operation("draft of a password") { try await $0.draft(password: "another1") },
    Operation("save of a password's draft") { _ = try await $0.save() },
    Operation("seal") { _ = try await $0.seal() },
  ]

  @Test(
    "neither by a command that hashes before it writes, nor by one after", arguments: operations)
  func locksAreFree(operation: Operation) async throws {
    try documents.write(accounts: [#"{"email": "mario@gmail.com", "password": "secret1"}"#])
    try await documents.registry.draft(password: "draft12")
    let crypt = LockLookingCrypt([
      documents.path(of: ".session.lock"), documents.path(of: ".accounts.json.lock"),
    ])
    try await operation.work(documents.registry(hasher: crypt.hasher))
    #expect(crypt.found.free > 0)
    #expect(crypt.found.held == [])
  }
}
