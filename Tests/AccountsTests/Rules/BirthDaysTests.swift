import AccountsSupport
import TestSupport
import Testing

@testable import Accounts

@Suite("The range of birth dates") struct BirthDaysTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let ages: ClosedRange<Int>
    let today: String
    let days: ClosedRange<String>
    var testDescription: String { "\(ages), on \(today)" }
    init(_ ages: ClosedRange<Int>, _ today: String, _ days: ClosedRange<String>) {
      (self.ages, self.today, self.days) = (ages, today, days)
    }
  }

  @Test(
    "reaches from the oldest to the youngest that the rule allows",
    arguments: [
      Row(18...120, "2026-06-15", "1905-06-16"..."2008-06-15"),
      Row(0...120, "2026-06-15", "1905-06-16"..."2026-06-15"),
      // A person born on 29 February turns 18 on 1 March.
      Row(18...120, "2022-02-28", "1901-03-01"..."2004-02-28"),
      Row(18...120, "2022-03-01", "1901-03-02"..."2004-03-01"),
      Row(18...120, "2024-02-28", "1903-03-01"..."2006-02-28"),
      Row(18...120, "2024-02-29", "1903-03-01"..."2006-02-28"),
      Row(18...120, "2024-03-01", "1903-03-02"..."2006-03-01"),
      Row(20...20, "2024-02-29", "2003-03-01"..."2004-02-29"),
      Row(20...20, "2024-02-28", "2003-03-01"..."2004-02-28"),
      Row(20...20, "2024-03-01", "2003-03-02"..."2004-03-01"),
      Row(19...19, "2024-02-28", "2004-02-29"..."2005-02-28"),
      Row(17...17, "2022-02-28", "2004-02-29"..."2005-02-28"),
      Row(6...99, "2026-01-01", "1926-01-02"..."2020-01-01"),
      Row(0...0, "2026-06-15", "2025-06-16"..."2026-06-15"),
      Row(120...500, "2026-06-15", "1905-06-16"..."1906-06-15"),
    ])
  func bounds(row: Row) {
    let rule = AgeRule(minimumAge: row.ages.lowerBound, maximumAge: row.ages.upperBound)
    let days = rule.days(on: .day(row.today))
    #expect(days.map { "\($0.lowerBound)"..."\($0.upperBound)" } == row.days)
  }

  @Test("is empty if no date satisfies the rule")
  func none() {
    #expect(AgeRule(minimumAge: 121, maximumAge: 200).days(on: .ofTests) == nil)
    #expect(AgeRule(minimumAge: 50, maximumAge: 40).days(on: .ofTests) == nil)
    #expect(AgeRule(minimumAge: 18).days(on: .day("0010-01-01")) == nil)
    #expect(AgeRule().days(on: .distantPast)?.lowerBound == .distantPast)
  }

  @Test("contains exactly the dates that the rule accepts", arguments: 0..<30 as Range<UInt64>)
  func agree(seed: UInt64) throws {
    var dice = Dice(seed)
    let youngest = dice.below(100)
    let rule = AgeRule(
      minimumAge: youngest, maximumAge: youngest + dice.below(30))
    let today = CalendarDay.day(
      dice.pick(["2024-02-28", "2024-02-29", "2024-03-01", "2022-02-28", "2022-03-01"]))
    let days = try #require(rule.days(on: today))
    for bound in [days.lowerBound, days.upperBound] {
      for step in -4...4 {
        guard let day = bound.adding(days: step) else { continue }
        let isKept = rule.brokenRules("\(day)".utf8.span, today: today).isEmpty
        #expect(isKept == days.contains(day), "\(day) on \(today), \(rule.minimumAge) and more")
      }
    }
  }
}

@Suite("The parts of a password rule") struct PasswordRulesTests {
  @Test("are listed in the order in which they are checked")
  func told() {
    #expect(Rulebook.register.fields.password.rules == [.minimumCharacters(5)])
    #expect(
      Rulebook.albums.fields.password.rules
        == [.minimumCharacters(6), .minimumDigits(1), .minimumLowercase(1), .minimumUppercase(1)])
    #expect(
      Rulebook.authorisation.fields.password.rules
        == [.minimumCharacters(1), .minimumLetters(8), .minimumDigits(1), .onlyLettersAndDigits])
    #expect(PasswordRule().rules == [.minimumCharacters(1)])
  }

  @Test("include every rule that a password's characters can break")
  func complete() throws {
    for rule in Rulebook.builtIns.map(\.fields.password) {
      for text in ["", "a", "A1", "????????", "password", "Пароль", "12345678"] {
        for broken in rule.brokenRules(text, of: OwnNames(FieldValues())) {
          #expect(rule.rules.contains(broken), "\(text)")
        }
      }
    }
  }
}
