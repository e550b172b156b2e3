import AccountsSupport
import Synchronization
import Testing

@testable import Accounts

@Suite("Hashing") struct PasswordHasherTests {
  private let hasher = PasswordHasher(cost: 1)

  @Test("makes a yescrypt hash with the given cost and a fresh salt")
  func hashes() async throws {
    let password = try PasswordText("secret1")
    let first = try await hasher.hash(password)
    let second = try await hasher.hash(password)
    #expect(first.text.hasPrefix("$y$j75$"))
    #expect(first != second)
    #expect(try await hasher.verify(password, against: .hash(first)) == .fits)
    #expect(try await hasher.verify(password, against: .hash(second)) == .fits)
  }

  @Test(
    "accepts the costs of crypt(3)", arguments: [(0, 1), (-5, 1), (7, 7), (11, 11), (99, 11)])
  func clampsCost(given: Int, taken: Int) { #expect(PasswordHasher(cost: given).cost == taken) }

  @Test("uses cost 7 by default")
  func usualCost() { #expect(PasswordHasher().cost == 7) }

  @Test(
    "matches a hash that was made elsewhere",
    arguments: [
      ("secret1", HashOfSecret1.md5), ("secret1", HashOfSecret1.sha256),
      ("secret1", HashOfSecret1.sha512), ("secret1", HashOfSecret1.bcrypt5),
      ("secret1", HashOfSecret1.apr1), ("secret1", HashOfSecret1.sha1),
      ("U*U", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"),
    ])
  func fitsForeignHashes(password: String, hash: String) async throws {
    let stored = try StoredPassword(hash)
    #expect(try await hasher.verify(try PasswordText(password), against: stored) == .fits)
    #expect(try await hasher.verify(try PasswordText(password + "x"), against: stored) == .differs)
    #expect(try await hasher.verify(.empty, against: stored) == .differs)
    #expect(try await hasher.verify(nil, against: stored) == .differs)
  }

  @Test("matches a typed password byte by byte")
  func fitsTyped() async throws {
    let stored = try StoredPassword("caf\u{E9}1")
    #expect(try await hasher.verify(try PasswordText("caf\u{E9}1"), against: stored) == .fits)
    #expect(try await hasher.verify(try PasswordText("cafe\u{301}1"), against: stored) == .differs)
    #expect(try await hasher.verify(try PasswordText("caf\u{E9}1 "), against: stored) == .differs)
    #expect(try await hasher.verify(nil, against: .typed(.empty)) == .differs)
  }

  @Test("never matches a locked or missing account")
  func fitsNobody() async throws {
    let password = try PasswordText("secret1")
    let locked = try StoredPassword("!" + HashOfSecret1.md5)
    #expect(try await hasher.verify(password, against: locked) == .differs)
    #expect(try await hasher.verify(password, against: nil) == .differs)
  }

  @Test("never accepts a hash as a password")
  func hashIsNoPassword() async throws {
    let hash = try await hasher.hash(PasswordText("secret1"))
    let typed = try PasswordText(hash.text)
    #expect(try await hasher.verify(typed, against: .hash(hash)) == .differs)
  }

  @Test("reports a scheme that this system does not support")
  func unknownScheme() async throws {
    let stored = try StoredPassword("$scrypt$ln=4,r=16,p=1$c2FsdA$aGFzaA")
    #expect(
      try await hasher.verify(try PasswordText("x"), against: stored) == .unknownScheme("scrypt"))
  }

  struct CostRow: Sendable, CustomTestStringConvertible {
    let what: String
    let stored: String?
    let password: String?
    var testDescription: String { what }
  }

  @Test(
    "costs at least one hash of ours for every mismatch",
    arguments: [
      CostRow(what: "nobody there", stored: nil, password: "x"),
      CostRow(what: "locked", stored: "!", password: "x"),
      CostRow(what: "locked hash", stored: "!$y$j75$x$y", password: "x"),
      CostRow(what: "typed", stored: "secret1", password: "x"),
      CostRow(what: "md5", stored: HashOfSecret1.md5, password: "x"),
      CostRow(what: "sha512", stored: HashOfSecret1.sha512, password: "x"),
      CostRow(what: "apr1", stored: HashOfSecret1.apr1, password: "x"),
      CostRow(what: "{SHA}", stored: HashOfSecret1.sha1, password: "x"),
      CostRow(what: "bcrypt", stored: HashOfSecret1.bcrypt5, password: "x"),
      CostRow(what: "argon2", stored: "$argon2id$v=19$m=65536,t=3,p=4$a$b", password: "x"),
      CostRow(what: "yescrypt below ours", stored: "$y$j65$SaltSaltSalt$x", password: "x"),
      CostRow(what: "yescrypt of ours", stored: "$y$j75$SaltSaltSalt$x", password: "x"),
      CostRow(what: "a broken hash", stored: "$y$", password: "x"),
      CostRow(what: "no password that crypt(3) takes", stored: "secret1", password: nil),
      CostRow(what: "no such password, hash", stored: HashOfSecret1.md5, password: nil),
      CostRow(what: "no such password, apr1", stored: HashOfSecret1.apr1, password: nil),
      CostRow(what: "no such password, nobody", stored: nil, password: nil),
    ])
  func costs(row: CostRow) async throws {
    let counting = CountingCrypt()
    let verdict = try await counting.hasher().verify(
      try row.password.map { try PasswordText($0) },
      against: try row.stored.map { try StoredPassword($0) })
    #expect(verdict != .fits)
    #expect(counting.ourHashes() >= 1)
  }

  @Test(
    "says that memory is out, whatever it was asked to do",
    arguments: [nil, "x", "!", "$y$j75$a$b"])
  func outOfMemory(stored: String?) async throws {
    let hasher = PasswordHasher.withoutMemory
    let password = try PasswordText("secret1")
    let stored = try stored.map { try StoredPassword($0) }
    await #expect(throws: AccountsError.outOfMemory) { try await hasher.hash(password) }
    await #expect(throws: AccountsError.outOfMemory) {
      try await hasher.verify(password, against: stored)
    }
  }

  @Test(
    "never computes a hash that costs too much",
    arguments: [
      "$6$rounds=1000001$salt$x", "$5$rounds=1000001$salt$x", "$5$rounds=999999999$salt$x",
      "$6$rounds=99999999999999999999$s$x",
      "$md5,rounds=4294963199$salt$x", "$md5$rounds=6000000$salt$x", "$sha1$4294967295$salt$x",
      "$2b$15$abcdefghijklmnopqrstuu", "$2x$31$abcdefghijklmnopqrstuu", "$y$jGT$salt$x",
      "$gy$jGT$salt$x", "$y$jBT/j$salt$x", "$7$HU..../....salt$x",
    ])
  func tooDear(stored: String) async throws {
    let counting = CountingCrypt()
    let hash = try #require(PasswordHash(stored))
    let verdict = try await counting.hasher().verify(try PasswordText("x"), against: .hash(hash))
    #expect(verdict == .tooDear(hash.scheme))
    #expect(counting.allHashes == 1, "only one of ours, for the time it takes")
    #expect(counting.hasher().judge().strength(of: hash) == .tooDear)
  }

  @Test(
    "does not compute a hash that is cut, too long or has no cost",
    arguments: [
      "$2b$14$abcdefghijklmnopqrstuuu7xBdc3mx5nNlgVHYL28yCH.qGrgk0.qq",
      "$7$C...../....abcdefgh$aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "$y$jBT$salt$x",
    ])
  func notComputed(stored: String) async throws {
    let counting = CountingCrypt()
    let hash = try #require(PasswordHash(stored))
    let verdict = try await counting.hasher().verify(try PasswordText("x"), against: .hash(hash))
    #expect(verdict != .fits)
    #expect(counting.ourHashes() >= 1)
  }

  @Test(
    "computes what is just within the limits",
    arguments: [
      "$6$rounds=1000000$salt$x", "$md5,rounds=5000000$salt$x", "$sha1$5000000$salt$x",
      "$2b$14$abcdefghijklmnopqrstuu", "$y$jFT$salt$x", "$7$GU..../....salt$x", "$1$salt$x",
    ])
  func withinLimits(stored: String) throws {
    let hash = try #require(PasswordHash(stored))
    #expect(!hash.isTooDear)
  }

  @Test(
    "does not hash more than 128 bytes where each round goes through the password",
    arguments: [
      "$1$abcdefgh$", "$5$rounds=1000$abcdefgh$", "$6$rounds=1000$abcdefgh$",
      "$sha1$1000$abcdefgh$", "$apr1$abcdefgh$", "$md5,rounds=1$abcdefgh$",
    ])
  func longPasswords(setting: String) async throws {
    let counting = CountingCrypt()
    for (count, verdict) in [(128, PasswordHasher.Verdict.fits), (129, .differs)] {
      let password = try PasswordText(String(repeating: "a", count: count))
      guard case .made(let text) = Crypt.hash(password, setting: setting) else {
        Issue.record("this system makes no \(setting)")
        return
      }
      let hash = try #require(PasswordHash(text))
      #expect(try await counting.hasher().verify(password, against: .hash(hash)) == verdict)
      #expect(counting.hashes(of: hash.scheme) == 1, "\(count)")
    }
    #expect(counting.ourHashes() == 1)
  }

  @Test("makes no SHA-crypt of more than 128 bytes, and costs the same for a name that nobody has")
  func longPasswordsOfOurs() async throws {
    let counting = CountingCrypt()
    let hasher = counting.hasher().making(.sha512crypt)
    let password = try PasswordText(String(repeating: "a", count: 129))
    await #expect(throws: AccountsError.hashingFailed) { try await hasher.hash(password) }
    #expect(counting.allHashes == 0)
    #expect(try await hasher.verify(password, against: nil) == .differs)
    #expect(counting.hashes(of: "6") == 1)
  }

  @Test("makes many hashes in order, and reports each")
  func hashesMany() async throws {
    let passwords = try (0..<20).map { try PasswordText("secret\($0)") }
    let done = Atomic(0)
    let tell: WorkProgress.Listener = { one, _ in done.store(one, ordering: .relaxed) }
    let hashes = try await WorkProgress.told(to: tell) {
      try await hasher.hashes(of: passwords)
    }
    #expect(done.load(ordering: .relaxed) == 20)
    #expect(hashes.count == 20)
    for (password, hash) in zip(passwords, hashes) {
      #expect(try await hasher.verify(password, against: .hash(hash)) == .fits)
    }
  }

  @Test(
    "that returns nothing, or a text starting with *, is a failure",
    arguments: [nil, "*0", "*1", "", "plain"] as [String?])
  func failure(output: String?) async throws {
    let hasher = PasswordHasher(cost: 1) { _, _ in output.map { .made($0) } ?? .refused }
    let password = try PasswordText("secret1")
    await #expect(throws: AccountsError.hashingFailed) { try await hasher.hash(password) }
    await #expect(throws: AccountsError.hashingFailed) {
      try await hasher.hashes(of: [password, password])
    }
  }

  @Test(
    "fails in crypt(3) with an invalid setting", arguments: ["", "*", "$y$", "$argon2id$v=19$"])
  func badSettings(setting: String) throws {
    #expect(Crypt.hash(try PasswordText("secret1"), setting: setting) == .refused)
  }
}
