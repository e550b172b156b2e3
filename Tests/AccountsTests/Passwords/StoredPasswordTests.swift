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
    "is locked if it begins with ! or *",
    arguments: [
      "!", "*", "!!", "*0", "*1", "!$y$j9T$salt$hash", "*LK*", "!secret", "* ",
      "!{SHA}AMr9EmGC6KnnwBuy8N/QBJa+ck8=",
      // A combining character hides no sign before it.
      "!\u{301}secret12", "*\u{FE0F}\u{20E3}x", "!\u{20DD}", "*\u{300}",
    ])
  func isLocked(text: String) throws {
    #expect(try StoredPassword(text) == .locked)
  }

  @Test(
    "is otherwise typed by hand",
    arguments: [
      "", "secret", " !secret", "x!", "$", "$$", "$$x", "$1", "$1000", "$y", "a$y$b", "$ y$b",
      "$é$b", "$a b$c", "${HOME}$", "$a.b$c", "{SHA}abc",
      // A combining character in a scheme makes it none.
      "$\u{301}y$j9T$salt$hash", "$\u{20DD}1$salt$hash", "$y\u{301}$j9T$salt$hash",
      "$6\u{20DD}$salt$hash", "\u{301}$6$salt$hash",
      // Thirteen characters of DES could be a password.
      "rl0uE0wqIwXrU", "abJnggxhB/yWI", "_J9..rasmBYk8r9AiWNc", "5f4dcc3b5aa765d61d8327deb882cf99",
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
      "{SHA}AMr9EmGC6KnnwBuy8N/QBJa+ck8=\n",
    ])
  func isForeign(text: String) {
    let scheme = text.hasPrefix("{SS") ? "{SSHA}" : "{SHA}"
    #expect(
      broken { () throws(FieldRule) in try StoredPassword(text) }
        == .foreignHash(.hash(scheme: scheme)))
    #expect(
      broken { () throws(FieldRule) in try StoredPassword(" {SHA}AMr9EmGC6KnnwBuy8N/QBJa+ck8=") }
        == .foreignHash(.quoted))
  }

  @Test("cannot be typed with a NUL or more than 511 bytes; a hash or a lock can have them")
  func typedMustBeAPassword() throws {
    let long = String(repeating: "a", count: 512)
    #expect(broken { () throws(FieldRule) in try StoredPassword("a\u{0}") } == .noNUL)
    #expect(broken { () throws(FieldRule) in try StoredPassword(long) } == .maximumBytes(511))
    #expect(try StoredPassword("!" + long) == .locked)
    #expect(broken { () throws(FieldRule) in try StoredPassword("$y$" + long) } == nil)
  }
}
