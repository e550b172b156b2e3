import AccountsSupport
import Testing

@testable import Accounts

@Suite("The strength of a hash") struct HashStrengthTests {
  private let hasher = PasswordHasher()
  private static let salt = "SaltSaltSaltSaltSaltS/"
  private static func tail(_ count: Int) -> String { String(repeating: "x", count: count) }

  @Test(
    "is weak, or not",
    arguments: [
      ("$1$abcdefgh$ywpTNDTYPzAT3Ohgseebp/", HashStrength.weak),
      ("$5$abcdefgh$0SD0b8d1dsfQumXtowD6Y5j7mqe1I1e8XY/GQopAyn4", .weak),
      ("$6$\(salt.prefix(8))$\(tail(86))", .weak),
      ("$6$rounds=99999$\(salt.prefix(8))$\(tail(86))", .weak),
      ("$6$rounds=100000$\(salt.prefix(8))$\(tail(86))", .strong),
      ("$5$rounds=99999$\(salt.prefix(8))$\(tail(43))", .weak),
      ("$5$rounds=100000$\(salt.prefix(8))$\(tail(43))", .strong),
      ("$sha1$24680$78u6JPu9k0zCUoWrt3mY$\(tail(28))", .weak),
      ("$sha1$254613$78u6JPu9k0zCUoWrt3mY$\(tail(28))", .strong),
      ("$md5,rounds=70873$Jb35wUfe$\(tail(22))", .weak),
      ("$3$$b39a61f16a4e11fa80580241f1d4aae8", .weak),
      ("$2a$05$\(salt)\(tail(31))", .weak),
      ("$2b$04$\(salt)\(tail(31))", .weak),
      ("$2b$05$\(salt)\(tail(31))", .weak),
      ("$2b$09$\(salt)\(tail(31))", .weak),
      ("$2b$10$\(salt)\(tail(31))", .strong),
      ("$2b$12$\(salt)\(tail(31))", .strong),
      ("$2y$09$\(salt)\(tail(31))", .weak),
      ("$2y$10$\(salt)\(tail(31))", .strong),
      ("$2a$10$\(salt)\(tail(31))", .strong),
      ("$2x$09$\(salt)\(tail(31))", .weak),
      ("$2x$12$\(salt)\(tail(31))", .weak),
      ("$7$CU..../....\(salt)$\(tail(43))", .strong),
      // Yescrypt at costs 1, 5 and 6, at ours, and above.
      ("$y$j75$\(salt)$\(tail(43))", .weak),
      ("$y$j9T$\(salt)$\(tail(43))", .weak),
      ("$y$jAT$\(salt)$\(tail(43))", .weak),
      ("$y$jBT$\(salt)$\(tail(43))", .strong),
      ("$y$jCT$\(salt)$\(tail(43))", .strong),
      ("$y$jFT$\(salt)$\(tail(43))", .strong),
      // Of another flavor, which takes as much memory as cost 6.
      ("$y$/AT$\(salt)$\(tail(43))", .weak),
      // Of a scheme that is not ours, costs 4 and 5.
      ("$gy$j8T$\(salt)$\(tail(43))", .weak),
      ("$gy$j9T$\(salt)$\(tail(43))", .strong),
      ("$gy$jBT$\(salt)$\(tail(43))", .strong),
      (HashOfSecret1.apr1, .weak),
      (HashOfSecret1.sha1, .weak),
      // Schemes that are not supported.
      ("$pbkdf2-sha256$29000$salt$hash", .unknown),
      ("$nonsense$x", .unknown),
      // Hashes that crypt(3) refuses: costs that it does not have, or spelt otherwise, and salts.
      ("$2b$03$\(salt)\(tail(31))", .broken),
      ("$2b$5$\(salt)\(tail(31))", .broken),
      ("$2b$005$\(salt)\(tail(31))", .broken),
      ("$y$zzz$\(salt)$\(tail(43))", .broken),
      ("$y$jzzzzT$\(salt)$\(tail(43))", .broken),
      ("$y$jBT$SaltSaltSaltSaltSaltSa$\(tail(43))", .broken),
      ("$gy$j.T$\(salt)$\(tail(43))", .broken),
      ("$6$rounds=999$\(salt.prefix(8))$\(tail(86))", .broken),
      ("$6$rounds=0100000$\(salt.prefix(8))$\(tail(86))", .broken),
      ("$6$a!b$\(tail(86))", .broken),
      ("$sha1$$78u6JPu9k0zCUoWrt3mY$\(tail(28))", .broken),
      ("$md5,rounds=0$Jb35wUfe$\(tail(22))", .broken),
      ("$7$CU..../..$\(tail(43))", .broken),
      // A hash that it writes otherwise: it drops the ninth letter of this salt.
      ("$1$abcdefghi$\(tail(22))", .broken),
      ("$3$salt$b39a61f16a4e11fa80580241f1d4aae8", .broken),
      // Cut short, or too long.
      ("$y$jBT$\(salt)$\(tail(42))", .broken),
      ("$y$jBT$abc", .broken),
      ("$6$abcdefgh$\(tail(87))", .broken),
      ("$2b$12$\(salt)\(tail(30))", .broken),
      ("$1$abcdefgh$", .broken),
      ("$apr1$abcdefgh$x", .broken),
      ("$apr1$abcdefgh$\(tail(23))", .broken),
      ("$apr1$abcdefghi$\(tail(22))", .broken),
      // 21 bytes; 20 bytes with a bit too many; 19 bytes.
      ("{SHA}AMr9EmGC6KnnwBuy8N/QBJa+ck8x", .broken),
      ("{SHA}AMr9EmGC6KnnwBuy8N/QBJa+ck9=", .broken),
      ("{SHA}AMr9EmGC6KnnwBuy8N/QBJa+cg==", .broken),
      // With parameters that nobody can read.
      ("$y$", .broken),
      ("$y$$\(tail(43))", .broken),
      ("$y$j$\(tail(43))", .broken),
      ("$y$jB$\(tail(43))", .broken),
      ("$y$/7T$\(tail(43))", .broken),
      ("$y$jzz$\(tail(43))", .broken),
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

  @Test("follows the cost of bcrypt where new hashes are bcrypt, and asks 16 MiB of yescrypt then")
  func bcryptOfOurs() throws {
    let judge = HashJudge(HashRecipe(.bcrypt, cost: 12))
    for (text, strength) in [
      ("$2b$11$\(Self.salt)\(Self.tail(31))", HashStrength.weak),
      ("$2b$12$\(Self.salt)\(Self.tail(31))", .strong),
      ("$y$j8T$\(Self.salt)$\(Self.tail(43))", .weak),
      ("$y$j9T$\(Self.salt)$\(Self.tail(43))", .strong),
    ] {
      #expect(judge.strength(of: try #require(PasswordHash(text))) == strength, "\(text)")
    }
  }

  @Test("decides what a login makes of it, within its family")
  func upgrades() throws {
    let (yescrypt, bcrypt) = (HashRecipe(.yescrypt, cost: 7), HashRecipe(.bcrypt, cost: 10))
    let (short, long) = (try PasswordText("secret1"), try PasswordText(Self.tail(73)))
    let rows: [(hash: String, short: HashRecipe?, long: HashRecipe?)] = [
      (HashOfSecret1.md5, yescrypt, yescrypt), (HashOfSecret1.sha512, yescrypt, yescrypt),
      ("$y$j75$\(Self.salt)$\(Self.tail(43))", yescrypt, yescrypt),
      ("$gy$j75$\(Self.salt)$\(Self.tail(43))", yescrypt, yescrypt),
      (HashOfSecret1.bcrypt5, bcrypt, nil), ("$2x$12$\(Self.salt)\(Self.tail(31))", bcrypt, nil),
      ("$2b$10$\(Self.salt)\(Self.tail(31))", nil, nil),
      ("$6$rounds=100000$salt$\(Self.tail(86))", nil, nil),
      ("$gy$j9T$\(Self.salt)$\(Self.tail(43))", nil, nil),
      ("$7$CU..../....\(Self.salt)$\(Self.tail(43))", nil, nil),
      ("$2b$03$\(Self.salt)\(Self.tail(31))", nil, nil), ("$pbkdf2$x", nil, nil),
    ]
    for row in rows {
      let hash = try #require(PasswordHash(row.hash))
      #expect(hasher.judge().upgrade(of: hash, for: short) == row.short, "\(row.hash)")
      #expect(hasher.judge().upgrade(of: hash, for: long) == row.long, "\(row.hash)")
    }
    // If new hashes are bcrypt, a password of which it does not use all keeps its old hash.
    let judge = HashJudge(HashRecipe(.bcrypt, cost: 12))
    let md5 = try #require(PasswordHash(HashOfSecret1.md5))
    #expect(judge.upgrade(of: md5, for: short) == HashRecipe(.bcrypt, cost: 12))
    #expect(judge.upgrade(of: md5, for: long) == nil)
    let shaCrypt = HashJudge(HashRecipe(.sha512crypt, cost: 500_000))
    let unsalted = try #require(PasswordHash(HashOfSecret1.sha1))
    for (count, upgrade) in [(128, HashRecipe(.sha512crypt, cost: 500_000)), (129, nil)] {
      let password = try PasswordText(Self.tail(count))
      #expect(shaCrypt.upgrade(of: unsalted, for: password) == upgrade)
    }
  }

  @Test("includes whether checking it takes as long as making one of ours")
  func cost() throws {
    let judge = PasswordHasher(cost: 5).judge()
    for (parameters, isEnough) in [("j75", false), ("j8T", false), ("j9T", true), ("jBT", true)] {
      let hash = try #require(PasswordHash("$y$\(parameters)$\(Self.salt)$\(Self.tail(43))"))
      #expect(judge.costsAsMuchAsOurs(hash) == isEnough)
    }
    for text in [
      HashOfSecret1.sha512, HashOfSecret1.bcrypt5, "$2b$15$\(Self.salt)x", "$y$", "$y$jB$x",
      "$y$jzz$x", "$y$/7T$x",
    ] {
      #expect(!judge.costsAsMuchAsOurs(try #require(PasswordHash(text))))
    }
  }
}
