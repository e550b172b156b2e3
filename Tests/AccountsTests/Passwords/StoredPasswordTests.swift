import AccountsSupport
import Testing

@testable import Accounts

@Suite("A stored password") struct StoredPasswordTests {
  @Test(
    "is a hash if it begins with $id$, or is {SHA} and 28 characters of base 64",
    arguments: [
      ("$y$j9T$salt$hash", "y"), ("$gy$j9T$salt$hash", "gy"), ("$7$CU..../....salt$hash", "7"),
      ("$2b$10$abcdefghijklmnopqrstuu", "2b"), ("$2a$05$x", "2a"), ("$2y$05$x", "2y"),
      ("$6$salt$hash", "6"), ("$5$salt$hash", "5"), ("$1$salt$hash", "1"), ("$3$$hash", "3"),
      ("$apr1$salt$hash", "apr1"), ("$sha1$4$salt$hash", "sha1"), ("$y$", "y"),
      ("$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA", "argon2id"),
      ("$md5,rounds=904$salt$hash", "md5"), ("$pbkdf2-sha256$29000$salt$hash", "pbkdf2-sha256"),
      ("$scrypt_x$a", "scrypt_x"), ("{SHA}AMr9EmGC6KnnwBuy8N/QBJa+ck8=", "{SHA}"),
      ("{SHA}AMr9EmGC6KnnwBuy8N/QBJa+ck8x", "{SHA}"),
      // A combining character hides no sign before it.
      ("$6$\u{301}salt$hash", "6"),
    ])
  func isHash(text: String, scheme: String) throws {
    guard case .hash(let hash) = try StoredPassword(text) else {
      Issue.record("\(text) is no hash")
      return
    }
    #expect(hash.scheme == scheme)
    #expect(hash.text == text)
  }

  @Test(
    "is locked if it is one or more of ! and *, alone or before a hash",
    arguments: [
      ("!", ""), ("*", ""), ("!!", ""), ("*!*", ""), ("!$y$j9T$salt$hash", "$y$j9T$salt$hash"),
      ("!*!$1$a$b", "$1$a$b"),
      ("!{SHA}AMr9EmGC6KnnwBuy8N/QBJa+ck8=", "{SHA}AMr9EmGC6KnnwBuy8N/QBJa+ck8="),
    ])
  func isLocked(text: String, hash: String) throws {
    #expect(try StoredPassword(text) == .locked)
    #expect(StoredPassword.lock(of: text) + hash == text)
    #expect(StoredPassword.unlocked(text) == (hash.isEmpty ? nil : hash))
    #expect(StoredPassword.keepingLock(of: "!", in: text) == text)
  }

  @Test(
    "is neither locked nor typed if it only begins like a lock",
    arguments: [
      "*0", "*1", "*LK*", "!secret", "* ", "!{SHA}abc", "!$y", "! ",
      // A combining character hides no sign before it.
      "!\u{301}secret12", "*\u{FE0F}\u{20E3}x", "!\u{20DD}", "*\u{300}", "!\u{301}$1$a$b",
    ])
  func onlyBeginsLikeALock(text: String) {
    #expect(broken { () throws(FieldRule) in try StoredPassword(text) } == .foreignHash(.marked))
    #expect(StoredPassword.lock(of: text).isEmpty)
    #expect(StoredPassword.hash(behindLockOf: text) == nil)
    #expect(StoredPassword.keepingLock(of: text, in: "$1$a$b") == "$1$a$b")
  }

  @Test(
    "is otherwise typed by hand",
    arguments: [
      "", "secret", "x!", "$", "$$", "$$x", "$1", "$1000", "$y", "a$y$b", "$ y$b", "$é$b", "$a b$c",
      "${HOME}$", "$a.b$c",
      // A combining character in a scheme makes it none.
      "$\u{301}1$salt$hash", "$\u{20DD}1$salt$hash", "$y\u{301}$salt$hash", "$6\u{20DD}$salt$hash",
      "\u{301}$6$salt$hash",
      // Thirteen characters of DES could be a password.
      "rl0uE0wqIwXrU", "abJnggxhB/yWI",
    ])
  func isTyped(text: String) throws {
    #expect(try StoredPassword(text) == .typed(PasswordText(text)))
  }

  @Test(
    "is no hash, and not typed, with a scheme that is misspelt or cut short",
    arguments: [
      // One character too few, one too many, others than base 64, another name.
      "{SHA}AMr9EmGC6KnnwBuy8N/QBJa+ck8", "{SHA}AMr9EmGC6KnnwBuy8N/QBJa+ck8==",
      "{SHA}AMr9EmGC6KnnwBuy8N/QBJa.ck8=", "{sha}AMr9EmGC6KnnwBuy8N/QBJa+ck8=",
      "{SSHA}AMr9EmGC6KnnwBuy8N/QBJa+ck8=", "{SHA}AMr9EmGC6KnnwBuy8N/QBJaé8=",
      "{SHA}AMr9EmGC6KnnwBuy8N/QBJa+ck8=\n", "{SHA}abc",
    ])
  func isForeign(text: String) {
    #expect(broken { () throws(FieldRule) in try StoredPassword(text) } == .foreignHash(.marked))
  }

  @Test("cannot be typed with a NUL or more than 511 bytes; a hash or a lock can have them")
  func typedMustBeAPassword() throws {
    let long = String(repeating: "x", count: 512)
    #expect(broken { () throws(FieldRule) in try StoredPassword("a\u{0}a") } == .noNUL)
    #expect(broken { () throws(FieldRule) in try StoredPassword(long) } == .maximumBytes(511))
    for kept in ["$y$" + long, "!$y$" + long, String(repeating: "!", count: 512)] {
      #expect(broken { () throws(FieldRule) in try StoredPassword(kept) } == nil)
    }
  }
}
