import AccountsSupport
import Foundation
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("In a task that is cancelled", .serialized) struct CancellationTests {
  private let documents = Documents()
  private let email = "mario@gmail.com"

  /// How each of many tasks ends that are cancelled after something: nil if it was done.
  private func ends(
    of count: Int, _ work: @escaping @Sendable (Int) async throws -> Void,
    cancelledAfter wait: () async throws -> Void, then: () -> Void = {}
  ) async throws -> [AccountsError?] {
    try await withThrowingTaskGroup(of: AccountsError?.self) { group in
      for number in 0..<count {
        group.addTask {
          do { try await work(number) } catch { return error as? AccountsError ?? .internalFault }
          return nil
        }
      }
      do { try await wait() } catch {
        then()
        throw error
      }
      group.cancelAll()
      then()
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  private static func yield(_ count: Int) async { for _ in 0..<count { await Task.yield() } }

  @Test(
    "a hundred edits that wait for a lock end as cancelled, and not as busy",
    arguments: [".accounts.json.lock", ".session.lock"])
  func waiting(lock: String) async throws {
    try await documents.registry.register(email)
    let bytes = try documents.bytes()
    let held = try #require(HeldLock.take(documents.path(of: lock)))
    let registry = documents.registry()
    let edit = { @Sendable [email] (number: Int) in
      // Of others' accounts, an edit needs no session.
      var own = EditRequest(account: email, fields: [.firstName: .set("N\(number)")])
      own.isOwn = true
      _ = try await registry.edit(own)
    }
    let ends = try await ends(of: 100, edit, cancelledAfter: { await Self.yield(200) })
    withExtendedLifetime(held) {}
    #expect(ends == Array(repeating: .cancelled, count: 100))
    #expect(try documents.bytes() == bytes)
  }

  @Test("a hash that waits for its turn is not made: of a hundred registrations there is none")
  func registrations() async throws {
    let crypt = GatedCrypt()
    let registry = documents.registry(hasher: crypt.hasher)
    let register = { @Sendable (number: Int) in
      _ = try await registry.register("user\(number)@gmail.com", logsIn: false)
    }
    let ends = try await ends(
      of: 100, register, cancelledAfter: { try await crypt.waitUntilBegun(1) },
      then: { crypt.open() })
    #expect(ends == Array(repeating: .cancelled, count: 100))
    #expect(crypt.begun <= processors)
    #expect(!documents.exists("accounts.json"))
  }

  @Test(
    "seal and import make no more hashes than were begun",
    arguments: [true, false])
  func many(imports: Bool) async throws {
    let typed = (0..<100).map { number in
      var values = FieldValues()
      (values.email, values.password) = ("user\(number)@gmail.com", "secret\(number)")
      return values
    }
    try documents.write(
      accounts: imports
        ? [] : typed.map { #"{"email": "\#($0.email ?? "")", "password": "typed1"}"# })
    let bytes = try documents.bytes()
    let crypt = GatedCrypt()
    let registry = documents.registry(hasher: crypt.hasher)
    let work = { @Sendable (_: Int) in
      if imports {
        _ = try await registry.importAccounts(typed.map { NewAccount($0) })
      } else {
        _ = try await registry.seal()
      }
    }
    let ends = try await ends(
      of: 1, work, cancelledAfter: { try await crypt.waitUntilBegun(1) }, then: { crypt.open() })
    #expect(ends == [.cancelled])
    #expect(crypt.begun <= processors)
    #expect(try documents.bytes() == bytes)
  }

  private func guessing(_ hasher: PasswordHasher = PasswordHasher(cost: 1)) -> Registry {
    Registry(
      documents: documents.path, disk: Disk(queue: DiskQueue(), lockPatience: days),
      today: { .ofTests }, hasher: hasher, now: { 1_000_000 })
  }

  /// How many guesses are answered before one has to wait.
  private func freeGuesses() async throws -> Int {
    for count in 0..<20 {
      let end = await error {
        try await guessing().authenticate(LoginRequest(email, "wrong"))
      }
      if end == .throttled(seconds: 1) { return count }
      #expect(end == .loginFailed)
    }
    return 20
  }

  @Test("a guess whose password was not looked at counts as none, and costs no hash")
  func beforeHashing() async throws {
    try await documents.registry.register(email)
    let blocking = GatedCrypt()
    let password = try PasswordText("secret1")
    let turns = (0..<processors).map { _ in Task { try await blocking.hasher.hash(password) } }
    defer { blocking.open() }
    try await blocking.waitUntilBegun(processors)
    let counting = CountingCrypt()
    let registry = guessing(counting.hasher())
    func counts() -> [UInt8]? { try? documents.bytes(of: "failed-logins") }
    var before = counts()
    for guess in ["wrong", "secret1"] + Array(repeating: "wrong", count: 8) {
      let task = Task { [email] in
        try await registry.authenticate(LoginRequest(email, guess))
      }
      // In flight, and waiting for its turn to be hashed.
      try await waits(for: "a guess that is counted") { [before, documents] in
        (try? documents.bytes(of: "failed-logins")) != before
      }
      task.cancel()
      await #expect(throws: AccountsError.cancelled) { try await task.value }
      before = counts()
    }
    blocking.open()
    for turn in turns { _ = try await turn.value }
    #expect(counting.allHashes == 0)
    #expect(try await freeGuesses() == 5)
  }

  /// An attempt that is cancelled once the password is being hashed.
  private func authenticateCancelled(_ password: String) async throws -> Account {
    let crypt = GatedCrypt()
    let registry = guessing(crypt.hasher)
    let task = Task { [email] in
      try await registry.authenticate(LoginRequest(email, password))
    }
    try await crypt.waitUntilBegun(1)
    task.cancel()
    crypt.open()
    return try await task.value
  }

  @Test("a guess whose password was looked at counts: who hangs up gets no more of them")
  func afterHashing() async throws {
    try await documents.registry.register(email)
    for _ in 0..<5 {
      await #expect(throws: AccountsError.loginFailed) { try await authenticateCancelled("wrong") }
    }
    #expect(try await freeGuesses() == 0)
  }

  @Test("a right password does too, and locks nobody out")
  func rightPassword() async throws {
    try await documents.registry.register(email)
    for _ in 0..<8 {
      await #expect(throws: AccountsError.loginFailed) { try await authenticateCancelled("wrong") }
      #expect(try await authenticateCancelled("secret1").name.text == email)
    }
    #expect(try await freeGuesses() == 5)
  }

  /// A disk that cancels the task that has just put new accounts in their place.
  private var cancelling: SystemCalls {
    var calls = SystemCalls()
    let usual = calls
    calls.rename = { directory, old, new in
      let result = usual.rename(directory, old, new)
      if new == "accounts.json" { withUnsafeCurrentTask { $0?.cancel() } }
      return result
    }
    return calls
  }

  /// Does something, with a disk that cancels it once the accounts are written.
  @discardableResult
  private func cancelledOnceWritten<Value: Sendable>(
    _ work: @escaping @Sendable (Registry) async throws -> Value
  ) async throws -> Value {
    let registry = documents.registry(calls: cancelling)
    return try await Task {
      let value = try await work(registry)
      #expect(Task.isCancelled)
      return value
    }.value
  }

  @Test("what is written is done, with all that follows it")
  func written() async throws {
    let (email, other) = (email, "luigi@gmail.com")
    try await cancelledOnceWritten { try await $0.register(email) }
    #expect(try await documents.registry.shown() == email)
    try await cancelledOnceWritten { try await $0.edit([.email: .set(other)]) }
    #expect(try await documents.registry.shown() == other)
    try await documents.registry.draft([.firstName: "Luigi"])
    try await cancelledOnceWritten { try await $0.save() }
    #expect(!documents.exists("edit.json"))
    for _ in 0..<6 {
      _ = try? await documents.registry.authenticate(LoginRequest(other, "wrong"))
    }
    try await cancelledOnceWritten { try await $0.edit(password: "another1") }
    #expect(try await documents.registry.verify(LoginRequest(other, "another1")))
    try await cancelledOnceWritten { try await $0.undo(4) }
    #expect(try documents.text(of: "session.json") == "{\"email\": null}\n")
    #expect(try await documents.registry.list(limit: 9).accounts.isEmpty)
  }

  @Test("a login that has hashed a typed password logs in")
  func login() async throws {
    try documents.write(accounts: [#"{"email": "mario@gmail.com", "password": "secret1"}"#])
    try await documents.registry.draft(password: "another1")
    let done = try await cancelledOnceWritten { [email] in try await $0.login(email) }
    #expect(done.notices.isEmpty)
    #expect(try await documents.registry.shown() == email)
    // The draft has followed to the new hash.
    _ = try await documents.registry.save()
  }

  @Test("a seal keeps the batches that are written")
  func batches() async throws {
    try documents.write(
      accounts: (0..<200).map { #"{"email": "user\#($0)@gmail.com", "password": "typed\#($0)"}"# })
    await #expect(throws: AccountsError.cancelled) {
      try await cancelledOnceWritten { try await $0.seal() }
    }
    let hashes = try documents.text().split(separator: "\"password\": \"$y$").count - 1
    #expect(hashes == 128)
    #expect(try await documents.registry.seal().sealed == 72)
  }
}
