import AccountsSupport
import Testing
import TextTools

@testable import Accounts

@Suite("The rulebook register") struct RegisterRulebookTests {
  private let today = CalendarDay.ofTests

  private func broken(_ text: String, _ field: Field) -> [FieldRule] {
    Rulebook.register.brokenRules(text, in: field, today: today)
  }

  @Test("uses login by email, creates an account for an unknown one, and opens a single account")
  func login() {
    let login = Rulebook.register.login
    #expect(login.by == [.email])
    #expect(login.unknown == .create)
    #expect(login.opensOnlyAccount)
    #expect(login.upgradesHashes)
  }

  @Test("requires email and password")
  func required() {
    #expect(Field.allCases.filter(Rulebook.register.requires) == [.email, .password])
  }

  @Test(
    "accepts an email of 3 characters, @, 3 characters, dot, 2 characters",
    arguments: [
      "abc@abc.co", "abc@mail.co.uk", "abc@bcd.e.fg", "abc+tag@abc.ru", "a.b@abc.com",
      "mario.balotelli@gmail.com", "ABC@ABC.CO", "abc@a-b.com", "abc@123.4a",
    ])
  func emails(text: String) { #expect(broken(text, .email) == []) }

  @Test(
    "rejects an email whose parts are too short",
    arguments: [
      ("ab@abc.co", [FieldRule.charactersBeforeAt(3)]),
      ("a@abc.co", [.charactersBeforeAt(3)]),
      ("abc@ab.co", [.charactersInFirstLabel(3)]),
      ("abc@a.bcd.com", [.charactersInFirstLabel(3)]),
      ("ab@ab.co", [.charactersBeforeAt(3), .charactersInFirstLabel(3)]),
      // In a valid address, the part after the first dot always has 2 characters or more.
      ("abc@abc.c", [.address(.shortLastLabel)]),
      ("abc@abc", [.address(.noDotAfterAt)]),
      ("abc@abc.--", [.address(.hyphenAtLabelEdge)]),
      ("abc", [.address(.noAt)]),
      ("", [.address(.noAt)]),
      ("abc @abc.co", [.address(.space)]),
    ])
  func shortEmails(text: String, rules: [FieldRule]) { #expect(broken(text, .email) == rules) }

  @Test(
    "accepts a password of 5 characters, as a person counts them",
    arguments: [
      "12345", "abcde", "     ", "a b c", "пароль", "12345678901234567890", "!!!!!", "👍👍👍👍👍",
      "👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "cafe\u{301}s", " 1234", "1234 ",
    ])
  func passwords(text: String) { #expect(broken(text, .password) == []) }

  @Test(
    "rejects a password of fewer characters, however many bytes it has",
    arguments: [
      "", "1", "1234", "парл", "👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "cafe\u{301}", "🇩🇪🇩🇪🇩🇪🇩🇪", "e\u{301}\u{302}\u{303}abc",
    ])
  func shortPasswords(text: String) {
    #expect(broken(text, .password) == [.minimumCharacters(5)])
  }

  @Test(
    "rejects a password with a control character, or longer than crypt(3) accepts",
    arguments: [
      ("12345\u{0}", FieldRule.noNUL), ("12345\n", .noControlCharacters("\n")),
      ("123\u{1B}45", .noControlCharacters("\u{1B}")),
      ("12345\u{202E}", .noControlCharacters("\u{202E}")),
      (String(repeating: "a", count: 512), .maximumBytes(511)),
      (String(repeating: "👍", count: 128), .maximumBytes(511)),
    ])
  func unusablePasswords(text: String, rule: FieldRule) {
    #expect(broken(text, .password) == [rule])
  }

  @Test(
    "accepts any text as a name",
    arguments: ["Mario", "Иван", "李", "X Æ A-12", "Аdа", "1", "a  b", "-", "👩‍🚀"])
  func names(text: String) {
    #expect(broken(text, .firstName) == [])
    #expect(broken(text, .lastName) == [])
  }

  @Test("rejects control characters in a name", arguments: ["A\nB", "\u{1B}[2J", "\u{2066}A"])
  func namesWithControls(text: String) throws {
    let culprit = try #require(text.unicodeScalars.first { $0.misleads })
    #expect(broken(text, .firstName) == [.noControlCharacters(culprit)])
    #expect(broken(text, .lastName) == [.noControlCharacters(culprit)])
  }

  @Test(
    "accepts any age that a person can have",
    arguments: [
      ("2026-06-15", []), ("2026-06-14", []), ("2008-06-16", []), ("1906-06-15", []),
      ("2026-06-16", [.notInFuture]), ("1905-06-15", [.maximumAge(120)]),
      ("2023-02-29", [.realDay]), ("1.2.2003", [.dateForm]),
    ] as [(String, [FieldRule])])
  func birthDates(text: String, rules: [FieldRule]) { #expect(broken(text, .birthDate) == rules) }

  @Test(
    "accepts a Russian phone number",
    arguments: [
      ("9123456789", []), ("8 912 345-67-89", []), ("+7 (912) 345-67-89", []),
      ("+1 912 345 67 89", [.phone(mask: "+7 (***) ***-**-**")]),
      ("", [.phone(mask: "+7 (***) ***-**-**")]),
    ] as [(String, [FieldRule])])
  func phones(text: String, rules: [FieldRule]) { #expect(broken(text, .phone) == rules) }
}
