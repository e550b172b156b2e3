import AccountsSupport
import Testing

@testable import Accounts

@Suite("The strength of a hash") struct HashStrengthTests {
  private let hasher = PasswordHasher()
  private static let salt = "SaltSaltSaltSaltSaltSa"
  private static func tail(_ count: Int) -> String { String(repeating: "x", count: count) }

  @Test(
    "is compared with ours",
    arguments: [
      ("$1$abcdefgh$ywpTNDTYPzAT3Ohgseebp/", HashStrength.weak),
      ("$5$abcdefgh$0SD0b8d1dsfQumXtowD6Y5j7mqe1I1e8XY/GQopAyn4", .weak),
      ("$6$\(salt.prefix(8))$\(tail(86))", .weak),
      ("$6$rounds=999999$\(salt.prefix(8))$\(tail(86))", .weak),
      ("$sha1$254613$78u6JPu9k0zCUoWrt3mY$\(tail(28))", .weak),
      ("$md5,rounds=70873$Jb35wUfe$\(tail(22))", .weak),
      ("$3$$\(tail(32))", .weak),
      ("$2a$05$\(salt)\(tail(31))", .weak),
      ("$2b$04$\(salt)\(tail(31))", .weak),
      ("$2b$05$\(salt)\(tail(31))", .weak),
      ("$2b$09$\(salt)\(tail(31))", .weak),
      ("$2b$10$\(salt)\(tail(31))", .strong),
      ("$2b$12$\(salt)\(tail(31))", .strong),
      ("$2y$09$\(salt)\(tail(31))", .weak),
      ("$2y$10$\(salt)\(tail(31))", .strong),
      ("$7$CU..../....\(salt)$\(tail(43))", .strong),
      // Yescrypt at costs 1, 5 and 6, at ours, and above.
      ("$y$j75$\(salt)$\(tail(43))", .weak),
      ("$y$j9T$\(salt)$\(tail(43))", .weak),
      ("$y$jAT$\(salt)$\(tail(43))", .weak),
      ("$y$jBT$\(salt)$\(tail(43))", .strong),
      ("$y$jCT$\(salt)$\(tail(43))", .strong),
      ("$y$jFT$\(salt)$\(tail(43))", .strong),
      ("$gy$j9T$\(salt)$\(tail(43))", .weak),
      ("$gy$jBT$\(salt)$\(tail(43))", .strong),
      (HashOfSecret1.apr1, .weak),
      (HashOfSecret1.sha1, .weak),
      // Schemes that are not supported.
      ("$pbkdf2-sha256$29000$salt$hash", .unknown),
      ("$nonsense$x", .unknown),
      // Cut short, or too long.
      ("$y$jBT$\(salt)$\(tail(42))", .broken),
      ("$y$jBT$abc", .broken),
      ("$6$abcdefgh$\(tail(87))", .broken),
      ("$2b$12$\(salt)\(tail(30))", .broken),
      ("$1$abcdefgh$", .broken),
      ("$apr1$abcdefgh$x", .broken),
      ("$apr1$abcdefgh$\(tail(23))", .broken),
      // 21 bytes; 20 bytes with a bit too many; 19 bytes.
      ("{SHA}AMr9EmGC6KnnwBuy8N/QBJa+ck8x", .broken),
      ("{SHA}AMr9EmGC6KnnwBuy8N/QBJa+ck9=", .broken),
      ("{SHA}AMr9EmGC6KnnwBuy8N/QBJa+cg==", .broken),
    ])
  func judges(text: String, strength: HashStrength) throws {
    #expect(hasher.judge().strength(of: try #require(PasswordHash(text))) == strength)
  }

  @Test("of yescrypt depends on the cost of ours")
  func followsOurCost() throws {
    let hash = try #require(PasswordHash("$y$j9T$\(Self.salt)$\(Self.tail(43))"))
    #expect(PasswordHasher(cost: 1).judge().strength(of: hash) == .strong)
    #expect(PasswordHasher(cost: 5).judge().strength(of: hash) == .strong)
    #expect(PasswordHasher(cost: 6).judge().strength(of: hash) == .weak)
  }

  @Test("of our own hashes is never weak", arguments: 1...11)
  func oursIsStrong(cost: Int) throws {
    let setting = try #require(Crypt.setting(prefix: "$y$", cost: UInt(cost)))
    let hash = try #require(PasswordHash(setting + "$" + Self.tail(43)))
    #expect(PasswordHasher(cost: cost).judge().strength(of: hash) == .strong)
  }

  @Test(
    "with unreadable parameters is not judged",
    arguments: [
      "$y$", "$y$$\(tail(43))", "$y$j$\(tail(43))", "$y$jB$\(tail(43))", "$y$/7T$\(tail(43))",
      "$y$jzz$\(tail(43))",
    ])
  func unreadable(text: String) throws {
    let hash = try #require(PasswordHash(text))
    #expect(PasswordHasher().judge().strength(of: hash) != .weak)
    #expect(!PasswordHasher(cost: 1).judge().costsAsMuchAsOurs(hash))
  }

  @Test("includes whether checking it takes as long as making one of ours")
  func cost() throws {
    let judge = PasswordHasher(cost: 5).judge()
    for (parameters, isEnough) in [("j75", false), ("j8T", false), ("j9T", true), ("jBT", true)] {
      let hash = try #require(PasswordHash("$y$\(parameters)$\(Self.salt)$\(Self.tail(43))"))
      #expect(judge.costsAsMuchAsOurs(hash) == isEnough)
    }
    for text in [HashOfSecret1.sha512, HashOfSecret1.bcrypt5, "$2b$15$\(Self.salt)x"] {
      #expect(!judge.costsAsMuchAsOurs(try #require(PasswordHash(text))))
    }
  }
}
