import AccountsSupport
import Testing

@testable import Accounts

@Suite("The rulebook standard") struct StandardRulebookTests {
  private let rulebook = Rulebook.standard

  private func broken(_ text: String, _ field: Field) -> [FieldRule] {
    rulebook.brokenRules(text, in: field, today: .ofTests)
  }

  @Test("knows accounts by user name, lets in by that or the email, and creates none at login")
  func login() {
    #expect(rulebook.key == .username)
    #expect(rulebook.login.by == [.username, .email])
    #expect(rulebook.login.unknown == .refuse)
    #expect(!rulebook.login.opensOnlyAccount)
    #expect(rulebook.login.upgradesHashes)
    #expect(Field.allCases.filter(rulebook.requires) == [.username, .password])
  }

  @Test(
    "asks for 15 characters of any kind that are not common, up to 511 bytes",
    arguments: [
      ("correct horse battery", []), ("тёплый вечер у реки", []), ("              x", []),
      ("👍🏽 как дела, друг?", []), ("zq8!kTb#2_Wm~xR", []),
      ("correct horse b", []), ("correct horse ", [.minimumCharacters(15)]),
      ("password", [.minimumCharacters(15), .notOnBlocklist]),
      ("Password1234567!", [.notOnBlocklist]), ("qwertyuiopasdfgh", [.notOnBlocklist]),
      ("парольпарольпароль", [.notOnBlocklist]), ("111111111111111", [.notOnBlocklist]),
      (String(repeating: "long word ", count: 51), []),
      (String(repeating: "long word ", count: 52), [.maximumBytes(511)]),
    ] as [(String, [FieldRule])])
  func passwords(text: String, rules: [FieldRule]) { #expect(broken(text, .password) == rules) }

  @Test(
    "takes any address, any name, any age and phones of any country",
    arguments: [
      (.email, "a@b.co", true), (.email, "a@b", false), (.firstName, "Ада", true),
      (.firstName, "\u{202E}", false), (.birthDate, "2020-01-01", true), (.phone, "1234567", true),
      (.phone, "+1 555 010 9999", true), (.phone, "123", false), (.username, "ada", true),
      (.username, "-ada", false),
    ] as [(Field, String, Bool)])
  func others(field: Field, text: String, isAllowed: Bool) {
    #expect(broken(text, field).isEmpty == isAllowed)
  }
}
