import AccountsSupport
import Synchronization
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("A truncated hash") struct BrokenHashTests {
  /// A complete hash of `secret1` at the tests' cost.
  private static func whole() async throws -> String {
    try await PasswordHasher(cost: 1).hash(PasswordText("secret1")).text
  }

  @Test("costs at least one hash of ours wherever it was cut, and matches nothing")
  func cost() async throws {
    let whole = try await Self.whole()
    for length in "$y$".count..<whole.count {
      let made = Mutex(0)
      let hasher = PasswordHasher(cost: 1) { password, setting in
        let hash = Crypt.hash(password, setting: setting)
        // Only if crypt(3) completed it did it take its time.
        if case .made(let text) = hash, text.hasPrefix("$y$j75$") { made.withLock { $0 += 1 } }
        return hash
      }
      let cut = try StoredPassword(String(whole.prefix(length)))
      let verdict = try await hasher.verify(PasswordText("secret1"), against: cut)
      #expect(verdict != .fits, "cut at \(length)")
      #expect(made.withLock { $0 } >= 1, "cut at \(length)")
    }
  }

  @Test("costs no less at login, even if it is the salt that is broken")
  func login() async throws {
    let documents = Documents()
    try documents.write(accounts: [#"{"email": "mario@gmail.com", "password": "$y$j75$!$x"}"#])
    let made = Mutex(0)
    let hasher = PasswordHasher(cost: 1) { password, setting in
      let hash = Crypt.hash(password, setting: setting)
      if case .made = hash { made.withLock { $0 += 1 } }
      return hash
    }
    await #expect(throws: AccountsError.self) {
      try await documents.registry(hasher: hasher).login("mario@gmail.com", "secret1")
    }
    #expect(made.withLock { $0 } == 1)
    #expect(!documents.exists("session.json"))
  }
}
