import AccountsSupport
import Glibc
import Synchronization
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("Seal") struct SealTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }

  private func account(_ name: String, password: String, _ others: String = "") -> String {
    #"{"email": "\#(name)@gmail.com", "password": "\#(password)"\#(others)}"#
  }

  @Test("hashes every typed password that the rules allow, and leaves the others")
  func seals() async throws {
    let strong = try await PasswordHasher(cost: 1).hash(PasswordText("secret1")).text
    let kept = ["!", "!*", HashOfSecret1.md5, "$pbkdf2-sha256$x", strong, "1234", "!Sommer2026"]
    let all =
      [("one", "typed1"), ("two", "typed2")] + kept.enumerated().map { ("kept\($0)", $1) }
    try documents.write(accounts: all.map { account($0, password: $1) })
    let before = try documents.text()
    let outcome = try await registry.seal()
    #expect(outcome.sealed == 2 && outcome.value.identified == all.count)
    #expect(outcome.notices == [])
    #expect(outcome.refused.allSatisfy { $0.place?.source == documents.accountsPath })
    #expect(
      outcome.refused.map(\.row)
        == ["12:46 password minimumCharacters", "13:46 password foreignHash"])
    let one = try #require(try await documents.storedPassword(of: "one@gmail.com"))
    let two = try #require(try await documents.storedPassword(of: "two@gmail.com"))
    #expect(one.hasPrefix("$y$") && two.hasPrefix("$y$") && one != two)
    let after = zip(1..., all).reduce(before) { text, account in
      let (number, (name, password)) = account
      let id = countedID("\(name)@gmail.com", number)
      return text.replacing(
        self.account(name, password: password), with: self.account(name, password: password, id))
    }
    #expect(
      try documents.text() == after.replacing("typed1", with: one).replacing("typed2", with: two))
    try await registry.login("one@gmail.com", "typed1")
    try await registry.login("two@gmail.com", "typed2")
  }

  @Test("of nothing writes nothing, not even a directory")
  func nothing() async throws {
    let registry = Registry(
      documents: documents.path(of: "none"), today: { .ofTests }, hasher: PasswordHasher(cost: 1))
    #expect(try await registry.seal().sealed == 0)
    #expect(try documents.names() == [])
    try documents.write(accounts: [account("abc", password: "!", typedID("abc@gmail.com"))])
    let state = documents.state()
    #expect(try await self.registry.seal().sealed == 0)
    #expect(documents.state() == state)
  }

  @Test("hashes typed passwords of accounts that are closed for another reason, or lack an email")
  func closedAccounts() async throws {
    try documents.write(accounts: [
      #"{"email": "abc@gmail.com", "password": "typed1", "phone": "1"}"#,
      #"{"password": "typed2"}"#,
      #"{"email": "bad", "password": "typed3"}"#,
    ])
    #expect(try await registry.seal().sealed == 3)
    let text = try documents.text()
    #expect(!text.contains("typed"))
  }

  @Test("gives two accounts with the same email and password separate hashes")
  func sharedEmail() async throws {
    let twin = account("abc", password: "typed1")
    try documents.write(accounts: [twin, twin])
    #expect(try await registry.seal().sealed == 2)
    let passwords = try await registry.list(limit: 9).accounts.compactMap(\.values.password)
    #expect(Set(passwords).count == 2)
    #expect(passwords.allSatisfy { $0.hasPrefix("$y$") })
  }

  @Test("leaves a duplicate password key alone, and reports it")
  func twice() async throws {
    try documents.write(accounts: [
      account("abc", password: "typed1", #", "password": "typed2""# + typedID("abc@gmail.com"))
    ])
    let before = try documents.text()
    let outcome = try await registry.seal()
    #expect(outcome.sealed == 0)
    #expect(outcome.refused.map(\.row) == ["5:66 password once"])
    #expect(try documents.text() == before)
  }

  @Test("reports its progress, and seals more than one batch")
  func batches() async throws {
    let count = 300
    try documents.write(
      accounts: (0..<count).map { account("user\($0)", password: "typed\($0)") })
    let told = Mutex<[Int]>([])
    let tell: WorkProgress.Listener = { done, total in
      #expect(total == count)
      told.withLock { $0.append(done) }
    }
    let outcome = try await WorkProgress.told(to: tell) { try await registry.seal() }
    #expect(outcome.sealed == count)
    #expect(told.withLock { $0.sorted() } == Array(1...count))
    let findings = try await registry.check()
    #expect((findings.errors, findings.warnings) == ([], []))
    try await registry.login("user299@gmail.com", "typed299")
  }

  @Test("remembers that an earlier batch may not survive a power cut")
  func noticeOfEarlierBatch() async throws {
    try documents.write(
      accounts: (0..<200).map { account("user\($0)", password: "typed\($0)") })
    let failing = FailingCalls()
    // The first is for the name of the new history.
    failing.fail("fsync directory", with: EIO, after: 1, times: 1)
    let outcome = try await documents.registry(calls: failing.calls).seal()
    #expect(outcome.sealed == 200)
    #expect(outcome.notices == [.mayNotSurvivePowerCut(subject: documents.accountsPath)])
  }

  @Test("does not undo a hand edit made while it hashed")
  func raced() async throws {
    try documents.write(accounts: [
      account("one", password: "typed1"), account("two", password: "typed2"),
    ])
    let documents = documents
    // A concurrent hand edit: while the hashes are made, one of the passwords changes.
    let hasher = PasswordHasher(cost: 1) { password, setting in
      if let text = try? documents.text(), text.contains("typed1") {
        try? documents.write(text.replacing("typed1", with: "other1"))
      }
      return Crypt.hash(password, setting: setting)
    }
    #expect(try await documents.registry(hasher: hasher).seal().sealed == 1)
    #expect(try await documents.storedPassword(of: "one@gmail.com") == "other1")
    #expect(try await documents.storedPassword(of: "two@gmail.com")?.hasPrefix("$y$") == true)
  }

  @Test("fails if crypt(3) makes no hash, and leaves the file unchanged")
  func hashingFails() async throws {
    try documents.write(accounts: [account("abc", password: "typed1")])
    let state = documents.state()
    await #expect(throws: AccountsError.hashingFailed) {
      try await documents.registry(hasher: .failing).seal()
    }
    #expect(documents.state() == state)
  }
}
