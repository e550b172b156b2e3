import AccountsSupport
import Testing

@testable import Accounts

@Suite("What a password is kept as") struct HashKindTests {
  static let salted = "{SSHA}rKgOj4tKUCFGtyx9Ew9Uh+MJ5XNzYWx0"
  static let longSalted =
    "{SSHA}NW1NS/NW/QgvcYD5jQtRb7NaGoYwMTIzNDU2Nzg5YWJjZGVmMDEyMzQ1Njc4OWFiY2RlZg=="

  @Test(
    "has a word, and a lock before a hash has that of the hash",
    arguments: [
      ("$y$j9T$a$b", HashKind.yescrypt), ("$2b$10$x", .bcrypt), ("$2y$10$x", .bcrypt),
      ("$2a$10$x", .bcrypt), ("$2x$10$x", .bcrypt), ("$6$a$b", .sha512crypt),
      ("$5$a$b", .sha256crypt), (HashOfSecret1.md5, .md5crypt), (HashOfSecret1.apr1, .apr1),
      (HashOfSecret1.sha1, .sha1), (salted, .ssha), ("$argon2id$v=19$x", .argon2id),
      ("$argon2i$v=19$x", .argon2i), ("$argon2d$v=19$x", .argon2d), ("$7$x$y", .scrypt),
      ("secret", .typed), ("", .typed), ("{SSHA}short", .other), ("!", .other), ("*", .other),
      ("!word", .other), ("!$6$a$b", .sha512crypt), ("!!\(salted)", .ssha), ("$gy$a$b", .other),
      ("$sha1$1$a$b", .other), ("$md5$a$b", .other), ("$pbkdf2$x", .other),
    ])
  func words(stored: String, kind: HashKind) {
    #expect(HashKind(ofStored: stored.utf8.span) == kind)
  }

  @Test("is {SSHA} in any case, of 24 to 52 bytes")
  func forms() throws {
    for name in ["{SSHA}", "{ssha}", "{SsHa}"] {
      let hash = try #require(PasswordHash(name + Self.salted.dropFirst(6)))
      #expect(hash.scheme == "{SSHA}")
      #expect(hash.spelling == Self.salted)
    }
    for count in 20...56 {
      let text = "{SSHA}" + Base64Text.of(count)
      #expect((PasswordHash(text) != nil) == (24...52).contains(count), "\(count)")
    }
    #expect(PasswordHash("{SSHB}" + Self.salted.dropFirst(6)) == nil)
    #expect(PasswordHash("[SSHA]" + Self.salted.dropFirst(6)) == nil)
  }

  @Test("is checked as {SHA} is, and weak", arguments: [salted, longSalted])
  func checks(text: String) async throws {
    let hasher = PasswordHasher(cost: 1)
    for name in ["{SSHA}", "{ssha}"] {
      let hash = try #require(PasswordHash(name + text.dropFirst(6)))
      #expect(hasher.judge().strength(of: hash) == .weak)
      let stored = StoredPassword.hash(hash)
      #expect(try await hasher.verify(PasswordText("secret1"), against: stored) == .fits)
      #expect(try await hasher.verify(PasswordText("secret2"), against: stored) == .differs)
      #expect(try await hasher.verify(PasswordText(""), against: stored) == .differs)
    }
  }
}

private enum Base64Text {
  /// Base 64 of so many bytes.
  static func of(_ count: Int) -> String {
    let letters = (count * 4 + 2) / 3
    return String(repeating: "A", count: letters)
      + String(repeating: "=", count: (4 - letters % 4) % 4)
  }
}
