import AccountsSupport
import Testing

@testable import Accounts

@Suite("A password made of its account's own names") struct OwnNamesTests {
  private let rulebook = Rulebook(fields: .init(password: PasswordRule(notOwnNames: true)))

  private var values: FieldValues {
    var values = FieldValues()
    (values.email, values.firstName, values.lastName) =
      ("ada.lovelace@example.com", "Ada", "Lovelace")
    values.username = "countess"
    return values
  }

  @Test(
    "is one that has a name in it and fewer than eight characters besides",
    arguments: [
      ("lovelace", false), ("Lovelace1815", false), ("1815LOVELACE!!!", false),
      ("lovelacelovelacelovelace", false), ("lovelovelacelace", true),
      ("lovelace1234567", false), ("lovelace12345678", true), ("1234lovelace5678", true),
      ("Countess1852", false), ("countess-lovelace", false), ("countess-in-1852!", true),
      ("ada.lovelace1234567", false), ("ada.lovelace12345678", true),
      // Short names do not count, and neither does the domain.
      ("ada12345678", true), ("ada1", true), ("example", true), ("correct horse", true),
      ("x", true),
    ])
  func table(password: String, isAllowed: Bool) throws {
    let broken = rulebook.brokenRules(password, in: .password, of: values, today: .ofTests)
    #expect(broken == (isAllowed ? [] : [.notOwnNames]))
    let entry = PasswordEntry(password)
    #expect(rulebook.brokenRules(entry, of: values) == broken)
  }

  @Test("is recognised in other scripts, case and Unicode form")
  func scripts() {
    var values = FieldValues()
    (values.email, values.firstName, values.lastName) = ("x@example.com", "Zoe\u{308}lla", "Ёлкина")
    for password in ["zoëlla1", "ЁЛКИНА1", "ёлкинаZOËLLA", "е\u{308}лкина12"] {
      let broken = rulebook.brokenRules(password, in: .password, of: values, today: .ofTests)
      #expect(broken == [.notOwnNames], "\(password)")
    }
  }

  @Test("is allowed where the rulebook does not say otherwise")
  func without() {
    let problems = Rulebook().brokenRules(PasswordEntry("lovelace"), of: values)
    #expect(problems == [])
  }

  @Test("is a problem of the whole account, typed or new")
  func ofAccounts() throws {
    var typed = values
    typed.password = "Lovelace1"
    let problem = Problem(.field(.password), .field(.notOwnNames))
    #expect(rulebook.problems(with: typed, today: .ofTests) == [problem])
    let new = PasswordEntry("Lovelace1")
    #expect(rulebook.problems(with: values, newPassword: new, today: .ofTests) == [problem])
  }
}
