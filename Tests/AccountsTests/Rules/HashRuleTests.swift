import LosslessJSON
import Testing

@testable import Accounts

@Suite("The hash that a rulebook names") struct HashRuleTests {
  private static func read(_ password: String) throws -> ReadRulebook {
    try ReadRulebook(#"{"fields": {"password": \#(password)}}"#)
  }

  @Test(
    "has the scheme's usual cost, or one that the scheme allows",
    arguments: [
      (#"{"digits": 0}"#, HashScheme.yescrypt, 7), (#"{"hash": "yescrypt"}"#, .yescrypt, 7),
      (#"{"cost": 5}"#, .yescrypt, 5), (#"{"cost": 9, "hash": "yescrypt"}"#, .yescrypt, 9),
      (#"{"hash": "bcrypt"}"#, .bcrypt, 10), (#"{"cost": 13, "hash": "bcrypt"}"#, .bcrypt, 13),
      (#"{"hash": "sha512crypt"}"#, .sha512crypt, 500_000),
      (#"{"hash": "sha512crypt", "cost": 100000}"#, .sha512crypt, 100_000),
      (#"{"hash": "sha512crypt", "cost": 1000000}"#, .sha512crypt, 1_000_000),
    ])
  func allowed(password: String, scheme: HashScheme, cost: Int) throws {
    let read = try Self.read(password)
    #expect(read.rows == [])
    let rule = try #require(read.rulebook).fields.password
    #expect((rule.hash, rule.cost) == (scheme, cost))
    #expect(
      PasswordHasher().under(Rulebook(fields: .init(password: rule))).recipe
        == HashRecipe(scheme, cost: cost))
  }

  @Test(
    "is no other, and its cost in the range of its scheme",
    arguments: [
      (#"{"cost": 4}"#, "cost", RulebookRule.count(5...9)),
      (#"{"cost": 10}"#, "cost", .count(5...9)),
      (#"{"cost": 7.5}"#, "cost", .count(5...9)), (#"{"cost": "7"}"#, "cost", .count(5...9)),
      (#"{"cost": 9, "hash": "bcrypt"}"#, "cost", .count(10...13)),
      (#"{"hash": "bcrypt", "cost": 14}"#, "cost", .count(10...13)),
      (#"{"hash": "sha512crypt", "cost": 99999}"#, "cost", .count(100_000...1_000_000)),
      (#"{"hash": "sha512crypt", "cost": 1000001}"#, "cost", .count(100_000...1_000_000)),
      (#"{"hash": "argon2id"}"#, "hash", .choice(["yescrypt", "bcrypt", "sha512crypt"])),
      (
        #"{"hash": "argon2id", "cost": 3}"#, "hash", .choice(["yescrypt", "bcrypt", "sha512crypt"])
      ),
      (#"{"hash": null}"#, "hash", .choice(["yescrypt", "bcrypt", "sha512crypt"])),
    ])
  func refused(password: String, key: String, rule: RulebookRule) throws {
    let read = try Self.read(password)
    #expect(read.rulebook == nil)
    #expect(read.problems.map(\.field) == ["rules.fields.password.\(key)"])
    #expect(read.problems.map(\.rule) == [.rulebook(rule)])
  }

  @Test(
    "of bcrypt takes 72 bytes of a password, of sha512crypt 128, and refuses longer ones by a rule")
  func bytes() {
    let bcrypt = Rulebook(fields: .init(password: PasswordRule(hash: .bcrypt)))
    let others = [HashScheme.yescrypt, .sha512crypt].map {
      Rulebook(fields: .init(password: PasswordRule(hash: $0)))
    }
    let fitting = [String(repeating: "x", count: 72), String(repeating: "y", count: 70) + "é"]
    let long = [String(repeating: "x", count: 73), String(repeating: "y", count: 71) + "é"]
    for text in fitting {
      #expect(bcrypt.brokenRules(text, in: .password, today: .ofTests).isEmpty)
    }
    for text in long {
      #expect(bcrypt.brokenRules(text, in: .password, today: .ofTests) == [.bcryptBytes])
      for rulebook in others {
        #expect(rulebook.brokenRules(text, in: .password, today: .ofTests).isEmpty)
      }
      // Typed by hand it breaks the rule too; a hash of it does not.
      #expect(
        bcrypt.problems(
          with: FieldValues(email: "ada@example.com", password: text), today: .ofTests)
          == [Problem(.field(.password), .field(.bcryptBytes))])
    }
    for (count, broken) in [(128, []), (129, [FieldRule.maximumBytes(128)])] {
      let text = String(repeating: "a", count: count)
      #expect(others[1].brokenRules(text, in: .password, today: .ofTests) == broken)
      #expect(others[0].brokenRules(text, in: .password, today: .ofTests).isEmpty)
    }
    let hash = FieldValues(email: "ada@example.com", password: "$6$abcdefgh$x")
    #expect(bcrypt.problems(with: hash, today: .ofTests).isEmpty)
  }

  @Test("of bcrypt leaves no room for rules that ask for more than 72 characters")
  func room() throws {
    let most = try Self.read(#"{"characters": 72, "hash": "bcrypt"}"#)
    #expect(most.rows == [])
    let more = try Self.read(#"{"characters": 73, "hash": "bcrypt"}"#)
    #expect(more.problems.map(\.rule) == [.rulebook(.cannotBeMet)])
    let rulebook = try #require(most.rulebook)
    let generated = try PasswordGenerator(rulebook).password(for: FieldValues())
    #expect(generated.bytes.count == 72)
  }
}
