import AccountsSupport
import Testing

@testable import Accounts

@Suite("The rulebook authorisation") struct AuthorisationRulebookTests {
  private let today = CalendarDay.ofTests

  private func broken(_ text: String, _ field: Field) -> [FieldRule] {
    Rulebook.authorisation.brokenRules(text, in: field, today: today)
  }

  @Test("uses login by first name, rejects an unknown one, and opens no account by itself")
  func login() {
    let login = Rulebook.authorisation.login
    #expect(login.by == [.firstName])
    #expect(login.unknown == .refuse)
    #expect(!login.opensOnlyAccount)
    #expect(login.upgradesHashes)
  }

  @Test("requires email, password and both names")
  func required() {
    #expect(
      Field.allCases.filter(Rulebook.authorisation.requires)
        == [.email, .password, .firstName, .lastName])
  }

  @Test(
    "accepts a password of 8 letters and a digit, and nothing but letters and digits",
    arguments: [
      "password1", "1password", "pass1word", "PASSWORD1", "пароль1аб", "漢字漢字漢字漢字1",
      "abcdefgh123456789",
      "ÀÉÎÕÜàéî0", "e\u{301}bcdefgh1",
    ])
  func passwords(text: String) { #expect(broken(text, .password) == []) }

  @Test(
    "rejects a password with what it lacks",
    arguments: [
      ("password", [FieldRule.minimumDigits(1)]),
      ("passwor1", [.minimumLetters(8)]),
      ("12345678", [.minimumLetters(8)]),
      ("", [.minimumCharacters(1), .minimumLetters(8), .minimumDigits(1)]),
      ("password 1", [.onlyLettersAndDigits]),
      ("password1!", [.onlyLettersAndDigits]),
      ("password_1", [.onlyLettersAndDigits]),
      ("password1👍", [.onlyLettersAndDigits]),
      ("password1٣", [.onlyLettersAndDigits]),
      ("password٣", [.minimumDigits(1), .onlyLettersAndDigits]),
      ("password１", [.minimumDigits(1), .onlyLettersAndDigits]),
      ("password½1", [.onlyLettersAndDigits]),
      ("passwor👍1", [.minimumLetters(8), .onlyLettersAndDigits]),
      ("passwo rd1", [.onlyLettersAndDigits]),
      ("passwore\u{301}", [.minimumDigits(1)]),
    ])
  func weakPasswords(text: String, rules: [FieldRule]) { #expect(broken(text, .password) == rules) }

  @Test(
    "accepts any non-empty text as a name",
    arguments: [
      ("Alex", []), ("Иван", []), ("李小龍", []), ("Anton 2", []), ("", [.required]),
      (" ", [.required]), ("\u{A0}", [.required]), ("A\u{7}", [.noControlCharacters("\u{7}")]),
    ] as [(String, [FieldRule])])
  func names(text: String, rules: [FieldRule]) {
    #expect(broken(text, .firstName) == rules)
    #expect(broken(text, .lastName) == rules)
  }

  @Test("accepts any address", arguments: ["a@b.co", "alex@example.com"])
  func emails(text: String) { #expect(broken(text, .email) == []) }

  @Test("accepts any age", arguments: ["2026-06-15", "2015-01-01", "1906-06-15"])
  func birthDates(text: String) { #expect(broken(text, .birthDate) == []) }

  @Test("accepts a Russian phone number", arguments: ["9123456789", "+7 (912) 345-67-89"])
  func phones(text: String) { #expect(broken(text, .phone) == []) }
}
