import AccountsSupport
import TestSupport
import Testing
import TextTools

@testable import Accounts

@Suite("Verdicts on hashes") struct HashVerdictsTests {
  @Test("are what the judge finds of each hash by itself", arguments: UInt64(0)..<4)
  func hashes(seed: UInt64) {
    var dice = Dice(seed)
    let judge = PasswordHasher().judge()
    var asked = 0
    var verdicts = HashVerdicts(judge) { _, strength in
      asked += 1
      return strength
    }
    let (salt, letters) = ("SaltSaltSaltSaltSaltS/", Array("./0Az$$$:*!\\ é,="))
    func tail(_ count: Int) -> String { String(repeating: "x", count: count) }
    let hashes = [
      "$y$jBT$\(salt)$\(tail(43))", "$y$j9T$\(salt)$\(tail(43))", "$y$j1T$\(salt)$\(tail(43))",
      "$gy$jBT$\(salt)$\(tail(43))", "$2b$10$\(salt)\(tail(31))", "$2b$09$\(salt)\(tail(31))",
      "$2x$12$\(salt)\(tail(31))", "$6$salt$\(tail(86))", "$7$CU..../....\(salt)$\(tail(43))",
      "$6$rounds=100000$salt$\(tail(86))", "$6$rounds=99999$salt$\(tail(86))",
      "$5$rounds=100000$saltsaltsaltsalt$\(tail(43))", "$sha1$100000$\(salt)$\(tail(28))",
      "$argon2id$v=19$m=65536,t=3,p=4$\(salt)$\(tail(43))", "typed", "!", "",
      "$1$salt$\(tail(22))", "$1$SaltSalt$\(tail(22))", "$apr1$s$\(tail(22))", "$1$$\(tail(22))",
      "$6$rounds=10$\(tail(86))", "$5$other$\(tail(43))", "$5$rounds=1000$\(tail(43))",
    ]
    var counts: [HashStrength: Int] = [:]
    for _ in 0..<3_000 {
      var text = Array(dice.pick(hashes))
      // One of the letters is gone, or another.
      if dice.below(2) == 0, !text.isEmpty {
        let place = dice.below(text.count)
        if dice.below(2) == 0 { text.remove(at: place) } else { text[place] = dice.pick(letters) }
      }
      let hash = String(text)
      let verdict = verdicts.verdict(on: hash.utf8.span)
      #expect(PasswordHash(hash).map { judge.strength(of: $0) } == verdict, "\(hash)")
      if let verdict { counts[verdict, default: 0] += 1 }
    }
    #expect(counts[.strong, default: 0] > 300 && counts[.weak, default: 0] > 300)
    #expect(counts[.broken, default: 0] > 100)
    // Hashes that begin alike are judged once.
    #expect(asked < 2_500)
  }
}
