import AccountsSupport
import TestSupport
import Testing

@testable import Accounts

@Suite("A generated password") struct PasswordGeneratorTests {
  private var values: FieldValues {
    var values = FieldValues()
    (values.email, values.firstName, values.lastName) = ("anna@example.com", "Anna", "Karenina")
    return values
  }

  @Test(
    "keeps the rules of every built-in rulebook, with 80 bits or more", arguments: Rulebook.builtIns
  )
  func builtIn(rulebook: Rulebook) throws {
    let generator = PasswordGenerator(rulebook)
    #expect(generator.bits >= 80)
    for _ in 0..<20 {
      let password = try generator.password(for: values)
      #expect(rulebook.brokenRules(password, of: values) == [])
      let text = try #require(password.text)
      #expect(text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) })
      #expect(!text.contains { "0OolI1".contains($0) })
    }
  }

  /// Any rulebook that the reader does not refuse, the strange ones oftener than not.
  private func rule(_ dice: inout Dice) -> PasswordRule {
    while true {
      func some(_ dice: inout Dice) -> Int { dice.pick([0, 0, 0, 1, 2, 5, 8, 20, 40, 120]) }
      let rule = PasswordRule(
        characters: max(1, some(&dice)),
        maximumCharacters: dice.pick([nil, nil, 1, 2, 4, 8, 12, 13, 14, 30, 60, 511]),
        letters: some(&dice), digits: some(&dice), lowercase: some(&dice), uppercase: some(&dice),
        onlyLettersAndDigits: dice.below(2) == 0, notOwnNames: dice.below(2) == 0,
        blocklist: dice.below(2) == 0)
      if rule.leastCharacters <= rule.mostCharacters { return rule }
    }
  }

  @Test("keeps the rules of any rulebook that can be kept", arguments: 0..<rounds(50))
  func anyRulebook(seed: Int) throws {
    var dice = Dice(UInt64(seed))
    let rule = rule(&dice)
    let rulebook = Rulebook(fields: .init(password: rule))
    let generator = PasswordGenerator(rulebook)
    for _ in 0..<2 {
      let password = try generator.password(for: values, using: &dice)
      #expect(rulebook.brokenRules(password, of: values) == [], "\(rule)")
      // A password that would be taken for a hash or a lock in a file, or cut by a shell, is never
      // made.
      let text = try #require(password.text)
      #expect(!text.contains { "$!* '\"\\".contains($0) })
    }
    // Wherever there is room for 14 characters, there is room for 80 bits.
    let isRoomy = rule.mostCharacters >= max(14, rule.leastCharacters + 14)
    #expect(!isRoomy || generator.bits >= 80, "\(rule)")
  }

  @Test(
    "has as many bits as it says",
    arguments: [
      (PasswordRule(), 81.3), (PasswordRule(characters: 40), 232.3),
      (PasswordRule(characters: 4, maximumCharacters: 4, digits: 4), 13.29),
      (PasswordRule(characters: 30, maximumCharacters: 30, uppercase: 30), 137.5),
      (PasswordRule(maximumCharacters: 1), 6.23),
      (PasswordRule(maximumCharacters: 2, digits: 1), 10.45),
    ])
  func bits(rule: PasswordRule, bits: Double) {
    let found = PasswordGenerator(Rulebook(fields: .init(password: rule))).bits
    #expect(abs(found - bits) < 0.05, "\(found)")
  }

  @Test("is made of none of the account's own names, where the rulebook says so")
  func ownNames() throws {
    let rule = PasswordRule(characters: 4, maximumCharacters: 4, digits: 4, notOwnNames: true)
    let generator = PasswordGenerator(Rulebook(fields: .init(password: rule)))
    var values = FieldValues()
    (values.username, values.firstName, values.lastName) = ("2345", "6789", "2468")
    func made(for values: FieldValues) throws -> Set<String> {
      var dice = Dice(5)
      return Set(
        try (0..<4_000).compactMap { _ in try generator.password(for: values, using: &dice).text })
    }
    let names: Set = ["2345", "6789", "2468"]
    #expect(try !made(for: FieldValues()).isDisjoint(with: names))
    #expect(try made(for: values).isDisjoint(with: names))
  }

  /// How often each of some passwords was made, and how often each should have been.
  private func spread(_ rule: PasswordRule, rounds: Int) throws -> [String: Int] {
    var dice = Dice(11)
    let generator = PasswordGenerator(Rulebook(fields: .init(password: rule)))
    var counts: [String: Int] = [:]
    for _ in 0..<rounds {
      let text = try generator.password(for: FieldValues(), using: &dice).text ?? ""
      counts[text, default: 0] += 1
    }
    return counts
  }

  @Test("is any of the accepted ones with the same chance")
  func uniform() throws {
    // Two characters with a digit at least: 75 times 75, less 65 times 65 without a digit.
    let rule = PasswordRule(maximumCharacters: 2, digits: 1)
    let counts = try spread(rule, rounds: 42_000)
    #expect(counts.count == 75 * 75 - 65 * 65)
    // Thirty of each, and a standard deviation of five and a half.
    let squares = counts.values.reduce(0.0) { $0 + (Double($1) - 30) * (Double($1) - 30) / 30 }
    #expect(abs(squares - 1_400) < 5 * (2.0 * 1_400).squareRoot())
  }

  @Test("has its kinds in any order with the same chance where their counts are settled")
  func orders() throws {
    // Hardly any eight characters are six digits and two capitals.
    let rule = PasswordRule(maximumCharacters: 8, digits: 6, uppercase: 2)
    let counts = try spread(rule, rounds: 14_000)
    var orders: [String: Int] = [:]
    for (text, count) in counts {
      orders[String(text.map { $0.isNumber ? "9" : "A" }), default: 0] += count
    }
    #expect(orders.count == 28)
    let squares = orders.values.reduce(0.0) { $0 + (Double($1) - 500) * (Double($1) - 500) / 500 }
    #expect(squares < 27 + 5 * 54.0.squareRoot())
  }

  @Test("is none where every one is refused, and says why")
  func none() async {
    var values = FieldValues()
    values.firstName = "0000"
    let rule = PasswordRule(
      characters: 511, maximumCharacters: 511, digits: 511, notOwnNames: true, blocklist: true)
    // Even here there is one.
    #expect(throws: Never.self) {
      try PasswordGenerator(Rulebook(fields: .init(password: rule))).password(for: values)
    }
    var bad = Rulebook()
    bad.fields.password = PasswordRule(characters: 10, maximumCharacters: 5)
    let rulebook = bad
    let failure = await error { try PasswordGenerator(rulebook).password(for: FieldValues()) }
    #expect(failure?.problems.map(\.rule) == [.field(.maximumCharacters(5))])
  }
}
