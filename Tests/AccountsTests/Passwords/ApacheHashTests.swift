import AccountsSupport
import Testing
import TextTools

@testable import Accounts

@Suite("The hashes of htpasswd") struct ApacheHashTests {
  @Test(
    "$apr1$ is what htpasswd and openssl passwd make of a password",
    arguments: [
      ("secret1", "$apr1$xdR7/9Mx$TMWlENXIlgeUVqp9unfD31"),
      ("", "$apr1$r6aktcfk$w11vwRwMoiowFQsFgcf.t."),
      ("пароль", "$apr1$GOS8CBhf$rr44qMaPGS/DohzlcwV/w0"),
      ("a b$c", "$apr1$QcKiD2/2$rwygwloNBhJgHObAJwl4h0"),
      ("secret1", "$apr1$ab$knRbrij6Cnek5w8llT/pL1"),
    ])
  func apr1(password: String, hash: String) throws {
    #expect(Crypt.hash(try PasswordText(password), setting: hash) == .made(hash))
    #expect(Crypt.hash(try PasswordText(password + "x"), setting: hash) != .made(hash))
  }

  @Test("$apr1$ is right for short and long passwords, and for every length of the salt")
  func lengths() throws {
    let counts = [
      0, 1, 2, 3, 5, 6, 7, 8, 15, 16, 17, 31, 32, 33, 47, 48, 63, 64, 65, 100, 128, 255,
    ]
    let lines = try counts.map { count in
      let password = (0..<count).map { UInt8(33 + ($0 * 7 + count) % 90) }
      let setting = "$apr1$\("abcdefgh".prefix(1 + count % 8))"
      return Crypt.hash(try PasswordText(bytes: password), setting: setting)
    }.map { result in
      guard case .made(let text) = result else { return "" }
      return text
    }
    // The digest of the same lines from openssl passwd -apr1.
    let digest = SHA1.digest(of: lines.joined(separator: "\n").utf8)
    #expect(Base64.text(digest) == "SKOEu922NCtdBtS5Blw6vEYC1bM=")
  }

  @Test(
    "{SHA} is what htpasswd makes of a password",
    arguments: [
      ("secret1", "{SHA}AMr9EmGC6KnnwBuy8N/QBJa+ck8="), ("", "{SHA}2jmj7l5rSw0yVb/vlWAYkK/YBwk="),
      ("пароль", "{SHA}VnC0NYrih/6OdML/b2KT+QVAkHc="),
      ("a b$c", "{SHA}v5Emw+fbV9EgnAPbUUpejF0dVBc="),
    ])
  func sha1(password: String, hash: String) throws {
    #expect(Crypt.hash(try PasswordText(password), setting: hash) == .made(hash))
    #expect(Crypt.hash(try PasswordText(password + "x"), setting: hash) != .made(hash))
  }
}
