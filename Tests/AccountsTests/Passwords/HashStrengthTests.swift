import Testing

@testable import Accounts

@Suite("The strength of a hash") struct HashStrengthTests {
  private let hasher = PasswordHasher()
  private static let salt = "SaltSaltSaltSaltSaltSa"

  @Test(
    "is judged beside ours",
    arguments: [
      ("$1$abcdefgh$ywpTNDTYPzAT3Ohgseebp/", HashStrength.weak),
      ("$5$abcdefgh$0SD0b8d1dsfQumXtowD6Y5j7mqe1I1e8XY/GQopAyn4", .weak),
      ("$6$\(salt.prefix(8))$x", .weak),
      ("$6$rounds=999999$\(salt.prefix(8))$x", .weak),
      ("$sha1$254613$78u6JPu9k0zCUoWrt3mY$x", .weak),
      ("$md5,rounds=70873$Jb35wUfe$x", .weak),
      ("$3$$x", .weak),
      ("$2a$05$\(salt)x", .weak),
      ("$2b$04$\(salt)x", .weak),
      ("$2b$05$\(salt)x", .weak),
      ("$2b$09$\(salt)x", .weak),
      ("$2b$10$\(salt)x", .strong),
      ("$2b$12$\(salt)x", .strong),
      ("$2y$09$\(salt)x", .weak),
      ("$2y$10$\(salt)x", .strong),
      ("$7$CU..../....\(salt)$x", .strong),
      // Yescrypt at costs 1, 5 and 6, at ours, and above.
      ("$y$j75$\(salt)$x", .weak),
      ("$y$j9T$\(salt)$x", .weak),
      ("$y$jAT$\(salt)$x", .weak),
      ("$y$jBT$\(salt)$x", .strong),
      ("$y$jCT$\(salt)$x", .strong),
      ("$y$jFT$\(salt)$x", .strong),
      ("$gy$j9T$\(salt)$x", .weak),
      ("$gy$jBT$\(salt)$x", .strong),
      // What this crypt(3) does not know.
      ("$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA", .unknown),
      ("$argon2i$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA", .unknown),
      ("$apr1$abcdefgh$x", .unknown),
      ("$pbkdf2-sha256$29000$salt$hash", .unknown),
      ("$nonsense$x", .unknown),
    ])
  func judges(text: String, strength: HashStrength) throws {
    #expect(hasher.judge().strength(of: try #require(PasswordHash(text))) == strength)
  }

  @Test("of yescrypt depends on the cost of ours")
  func followsOurCost() throws {
    let hash = try #require(PasswordHash("$y$j9T$\(Self.salt)$x"))
    #expect(PasswordHasher(cost: 1).judge().strength(of: hash) == .strong)
    #expect(PasswordHasher(cost: 5).judge().strength(of: hash) == .strong)
    #expect(PasswordHasher(cost: 6).judge().strength(of: hash) == .weak)
  }

  @Test("of our own hashes is never weak", arguments: 1...11)
  func oursIsStrong(cost: Int) throws {
    let setting = try #require(Crypt.setting(prefix: "$y$", cost: UInt(cost)))
    let hash = try #require(PasswordHash(setting + "$x"))
    #expect(PasswordHasher(cost: cost).judge().strength(of: hash) == .strong)
  }

  @Test(
    "of parameters that cannot be read is not judged",
    arguments: ["$y$", "$y$$x", "$y$j$x", "$y$jB$x", "$y$/7T$x", "$y$jzz$x"])
  func unreadable(text: String) throws {
    let hash = try #require(PasswordHash(text))
    #expect(PasswordHasher().judge().strength(of: hash) != .weak)
    #expect(!PasswordHasher(cost: 1).judge().costsAsMuchAsOurs(hash))
  }

  @Test("tells whether checking it takes as long as making one of ours")
  func cost() throws {
    let judge = PasswordHasher(cost: 5).judge()
    for (parameters, isEnough) in [("j75", false), ("j8T", false), ("j9T", true), ("jBT", true)] {
      let hash = try #require(PasswordHash("$y$\(parameters)$\(Self.salt)$x"))
      #expect(judge.costsAsMuchAsOurs(hash) == isEnough)
    }
    for text in [HashOfSecret1.sha512, HashOfSecret1.bcrypt5, "$2b$15$\(Self.salt)x"] {
      #expect(!judge.costsAsMuchAsOurs(try #require(PasswordHash(text))))
    }
  }
}
