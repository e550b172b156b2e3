import AccountsSupport
import Foundation
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("Login replaces the stored password with a hash of ours") struct HashUpgradeTests {
  /// In CI a missing library is a failure.
  private static let isProof = ProcessInfo.processInfo.environment["REGAPP_CI_PROOFS"] == "1"
  private let documents = Documents()
  private var registry: Registry { documents.registry }
  private let rulesWithoutUpgrade =
    #"{"login": {"upgradesHashes": false}, "fields": {"password": {"characters": 5}}}"#

  /// A file with one account, with a fixed text around the password; with its id or another end.
  private func text(
    password: String, rules: String = "\"register\"", _ end: String = ""
  ) -> String {
    "{\"rules\":\(rules), \"accounts\":[\n{ \"password\" : \"\(password)\",\"email\":"
      + " \"mario@gmail.com\"\(end)}]}"
  }

  private static let email = "mario@gmail.com"

  @Test(
    "if it was typed, or is weak: bcrypt becomes bcrypt, and everything else ours",
    arguments: [
      ("secret1", "$y$j75$"), (HashOfSecret1.md5, "$y$j75$"), (HashOfSecret1.sha256, "$y$j75$"),
      (HashOfSecret1.sha512, "$y$j75$"), (HashOfSecret1.apr1, "$y$j75$"),
      (HashOfSecret1.sha1, "$y$j75$"), (HashOfSecret1.bcrypt5, "$2b$10$"),
    ])
  func upgrades(stored: String, beginning: String) async throws {
    try documents.write(text(password: stored))
    let outcome = try await registry.login("mario@gmail.com", "secret1")
    #expect(outcome.notices == [])
    let hash = try #require(try await documents.storedPassword(of: "mario@gmail.com"))
    #expect(hash.hasPrefix(beginning))
    let identified = text(password: hash, countedID(Self.email, separator: ","))
    #expect(try documents.text() == identified)
    // The password is unchanged, and is not hashed again.
    try await registry.login("mario@gmail.com", "secret1")
    #expect(try documents.text() == identified)
  }

  /// The hash of `secret1` under a setting.
  private static func hash(_ setting: String) throws -> String {
    guard case .made(let hash) = Crypt.hash(try PasswordText("secret1"), setting: setting) else {
      throw AccountsError.hashingFailed
    }
    return hash
  }

  @Test(
    "and never argon2, even if it is weak: it would become another scheme",
    .enabled(if: Argon2.isComputed || Self.isProof, "not tested: libargon2 is not installed"),
    arguments: [
      ("m=64,t=2,p=2", "BsBu0EIaCRXYwzAFtOh+IAJMlxl93FVnJPqcj7Xydto"),
      ("m=65536,t=3,p=4", "lg635xA44DrNPtciPOc+LmswKyHCCFw/ZPX2IlukaIk"),
    ])
  func keepsArgon2(costs: String, digest: String) async throws {
    let before = text(
      password: "$argon2id$v=19$\(costs)$U2FsdFNhbHRTYWx0U2FsdA$\(digest)", typedID(Self.email))
    try documents.write(before)
    let outcome = try await registry.login("mario@gmail.com", "secret1")
    #expect(outcome.notices == [])
    #expect(try documents.text() == before)
  }

  @Test("and lists, check and login agree on what is weak")
  func oneQuestion() async throws {
    let hashes = [
      HashOfSecret1.md5, HashOfSecret1.bcrypt5, HashOfSecret1.apr1,
      try Self.hash("$2b$10$abcdefghijklmnopqrstuu"), try Self.hash("$6$rounds=100000$abcdefgh$"),
      try Self.hash("$6$rounds=99999$abcdefgh$"), try Self.hash("$7$6U..../....abcdefgh$"),
      HashOfSecret1.bcrypt5.replacing("$05$", with: "$03$"),
      try await PasswordHasher(cost: 1).hash(PasswordText("secret1")).text,
    ]
    let emails = hashes.indices.map { "person\($0)@gmail.com" }
    try documents.write(
      accounts: zip(emails, hashes).map { #"{"email": "\#($0)", "password": "\#($1)"}"# })
    let listed = try await registry.list(limit: 99, weak: true).accounts.compactMap(\.values.email)
    let warned = try await registry.check().warnings.filter {
      if case .caution(.weakHash(_, isReplaced: true)) = $0.rule { true } else { false }
    }.compactMap(\.account)
    var replaced: [String] = []
    for (email, hash) in zip(emails, hashes) {
      _ = try? await registry.login(email, "secret1")
      if try await documents.storedPassword(of: email) != hash { replaced.append(email) }
    }
    #expect(listed == [0, 1, 2, 5].map { emails[$0] })
    #expect(warned == listed && replaced == listed)
  }

  @Test("and check says where only a new password replaces a weak hash")
  func notReplaced() async throws {
    try documents.write(text(password: HashOfSecret1.md5, rules: rulesWithoutUpgrade))
    let warnings = try await registry.check().warnings
    #expect(warnings.map(\.rule) == [.caution(.weakHash(scheme: "1", isReplaced: false))])
  }

  @Test("including weaker yescrypt")
  func upgradesYescrypt() async throws {
    let weak = try await PasswordHasher(cost: 1).hash(PasswordText("secret1")).text
    try documents.write(text(password: weak))
    let registry = documents.registry(hasher: PasswordHasher(cost: 2))
    try await registry.login("mario@gmail.com", "secret1")
    let strong = try #require(try await documents.storedPassword(of: "mario@gmail.com"))
    #expect(strong != weak)
    #expect(strong.hasPrefix("$y$j"))
    #expect(!strong.hasPrefix("$y$j75$"))
    // Ours is never downgraded.
    try await documents.registry.login("mario@gmail.com", "secret1")
    let id = countedID(Self.email, separator: ",")
    #expect(try documents.text() == text(password: strong, id))
  }

  @Test("and a weak hash stays if the rulebook says so")
  func rulebookSaysNo() async throws {
    let before = text(
      password: HashOfSecret1.md5, rules: rulesWithoutUpgrade, typedID(Self.email))
    try documents.write(before)
    let state = documents.state()
    try await registry.login("mario@gmail.com", "secret1")
    #expect(try documents.text() == before)
    #expect(documents.state() == state)
  }

  @Test("and a typed one is hashed even then")
  func rulebookSaysNoToUpgradesAlone() async throws {
    try documents.write(text(password: "secret1", rules: rulesWithoutUpgrade))
    try await registry.login("mario@gmail.com", "secret1")
    #expect(try await documents.storedPassword(of: "mario@gmail.com")?.hasPrefix("$y$") == true)
  }

  @Test("and if no hash can be made, login succeeds with a warning")
  func hashingFails() async throws {
    try documents.write(text(password: "secret1"))
    let outcome = try await documents.registry(hasher: .failing).login("mario@gmail.com", "secret1")
    #expect(outcome.notices == [.notSealed(.hashingFailed)])
    #expect(try documents.text() == text(password: "secret1"))
    #expect(try await registry.shown() == "mario@gmail.com")
  }

  @Test("and if the accounts file cannot be written, login succeeds with a warning")
  func cannotWrite() async throws {
    try documents.write(text(password: "secret1"))
    var calls = SystemCalls()
    calls.rename = { directory, from, to in
      guard to == "accounts.json" else { return renameat(directory, from, directory, to) }
      errno = EIO
      return -1
    }
    let outcome = try await documents.registry(calls: calls).login("mario@gmail.com", "secret1")
    let fault = DiskFault(action: .write, path: documents.accountsPath, reason: .errno(EIO))
    #expect(outcome.notices == [.notSealed(.disk(fault))])
    #expect(try documents.text() == text(password: "secret1"))
    #expect(try await registry.shown() == "mario@gmail.com")
  }

  @Test("and a typed one that breaks the rules closes its account, and stays")
  func typedBreaksRules() async throws {
    try documents.write(text(password: "1234"))
    let failure = await error { try await registry.login("mario@gmail.com", "1234") }
    #expect(failure?.problems.map(\.row) == ["2:16 password minimumCharacters"])
    await #expect(throws: AccountsError.loginFailed) {
      try await registry.login("mario@gmail.com", "wrong")
    }
    #expect(try documents.text() == text(password: "1234"))
  }

  @Test("and reading never writes", arguments: ["secret1", HashOfSecret1.md5])
  func readingNeverWrites(stored: String) async throws {
    try documents.write(text(password: stored))
    let state = documents.state()
    _ = try await registry.show()
    _ = try await registry.show("mario@gmail.com")
    _ = try await registry.list(limit: 9)
    _ = try await registry.check()
    #expect(documents.state() == state)
    #expect(try documents.names() == ["accounts.json"])
  }
}
