import AccountsSupport
import Testing

@testable import Accounts

@Suite("The rulebook albums") struct AlbumsRulebookTests {
  private let today = CalendarDay.ofTests

  private func broken(_ text: String, _ field: Field, on today: CalendarDay? = nil) -> [FieldRule] {
    Rulebook.albums.brokenRules(text, in: field, today: today ?? self.today)
  }

  @Test("uses login by email, rejects an unknown one, and opens no account by itself")
  func login() {
    let login = Rulebook.albums.login
    #expect(login.by == [.email])
    #expect(login.unknown == .refuse)
    #expect(!login.opensOnlyAccount)
    #expect(login.upgradesHashes)
  }

  static let required: [Field] = [
    .email, .password, .firstName, .lastName, .birthDate, .phone,
  ]

  @Test("reports each missing field, in turn", arguments: required)
  func missing(field: Field) {
    var values = Self.ada
    #expect(Rulebook.albums.problems(with: values, today: today) == [])
    values[text: field] = nil
    #expect(
      Rulebook.albums.problems(with: values, today: today) == [
        Problem(.field(field), .field(.required))
      ])
  }

  @Test("reports all problems at once, in the order of the fields")
  func everythingAtOnce() {
    var values = FieldValues()
    (values.email, values.password, values.lastName) = ("ada", "a", "Лавлейс")
    (values.birthDate, values.phone) = ("2010-01-01", "1")
    let rows = Rulebook.albums.problems(with: values, today: today).map(\.row)
    #expect(
      rows == [
        "email address", "password minimumCharacters", "password minimumDigits",
        "password minimumUppercase", "firstName required", "lastName english",
        "birthDate minimumAge", "phone phone",
      ])
  }

  @Test("accepts any address", arguments: ["a@b.co", "abc@a.bcd.com", "abc@mail.co.uk"])
  func emails(text: String) { #expect(broken(text, .email) == []) }

  @Test(
    "accepts a password of 6 characters with a digit, a lower-case and an upper-case letter",
    arguments: ["Abcde1", "aB3!!!", "1aA   ", "Пароль1", "ñÑ1234", "Aa1👍👍👍", "ÀÉî123"])
  func passwords(text: String) { #expect(broken(text, .password) == []) }

  @Test(
    "rejects a password with what it lacks",
    arguments: [
      ("Abcd1", [FieldRule.minimumCharacters(6)]),
      ("Abcdef", [.minimumDigits(1)]),
      ("ABCDE1", [.minimumLowercase(1)]),
      ("abcde1", [.minimumUppercase(1)]),
      ("123456", [.minimumLowercase(1), .minimumUppercase(1)]),
      ("Aa1👨‍👩‍👧‍👦", [.minimumCharacters(6)]),
      ("Abcde١", [.minimumDigits(1)]),  // an Arabic 1
      ("Abcde１", [.minimumDigits(1)]),  // a full-width 1
      ("Abcde²", [.minimumDigits(1)]),
      ("漢字漢字漢1", [.minimumLowercase(1), .minimumUppercase(1)]),
      (
        "",
        [.minimumCharacters(6), .minimumDigits(1), .minimumLowercase(1), .minimumUppercase(1)]
      ),
    ])
  func weakPasswords(text: String, rules: [FieldRule]) { #expect(broken(text, .password) == rules) }

  @Test(
    "accepts only names in English letters",
    arguments: [
      ("Ada", []), ("Anna-Maria", []), ("O'Brien", []), ("Mary Jane", []),
      ("Аda", [.englishLetters("А")]), ("Зоя", [.englishLetters("З")]),
      ("Zoë", [.englishLetters("ë")]), ("Ada1", [.englishLetters("1")]),
      ("Ada-", [.englishJoiners]), (" ", [.englishJoiners]), ("", [.required]),
    ] as [(String, [FieldRule])])
  func names(text: String, rules: [FieldRule]) {
    #expect(broken(text, .firstName) == rules)
    #expect(broken(text, .lastName) == rules)
  }

  struct AgeRow: Sendable, CustomTestStringConvertible {
    let what: String
    let born: String
    let today: String
    let isOfAge: Bool
    var testDescription: String { what }
  }

  @Test(
    "requires an age of 18 or more",
    arguments: [
      AgeRow(what: "18 today", born: "2008-06-15", today: "2026-06-15", isOfAge: true),
      AgeRow(what: "18 tomorrow", born: "2008-06-16", today: "2026-06-15", isOfAge: false),
      AgeRow(what: "18 yesterday", born: "2008-06-14", today: "2026-06-15", isOfAge: true),
      AgeRow(what: "born today", born: "2026-06-15", today: "2026-06-15", isOfAge: false),
      AgeRow(
        what: "29 February, the 28th", born: "2004-02-29", today: "2022-02-28", isOfAge: false),
      AgeRow(what: "29 February, 1 March", born: "2004-02-29", today: "2022-03-01", isOfAge: true),
      AgeRow(what: "31 December", born: "2008-12-31", today: "2026-12-30", isOfAge: false),
      AgeRow(what: "New Year", born: "2008-01-01", today: "2026-01-01", isOfAge: true),
    ])
  func ages(row: AgeRow) {
    let rules = broken(row.born, .birthDate, on: .day(row.today))
    #expect(rules == (row.isOfAge ? [] : [.minimumAge(18)]))
  }

  @Test(
    "rejects a date on which no living person was born",
    arguments: [
      ("2026-06-16", FieldRule.notInFuture), ("1905-06-15", .maximumAge(120)),
      ("2000-02-30", .realDay), ("", .dateForm),
    ])
  func birthDates(text: String, rule: FieldRule) { #expect(broken(text, .birthDate) == [rule]) }

  @Test("accepts a Russian phone number in any form", arguments: ["9123456789", "8(912)3456789"])
  func phones(text: String) { #expect(broken(text, .phone) == []) }

  /// An account that satisfies all rules.
  static let ada: FieldValues = {
    var values = FieldValues()
    (values.email, values.password) = ("ada@example.com", "Secret1")
    (values.firstName, values.lastName) = ("Ada", "Lovelace")
    (values.birthDate, values.phone) = ("1990-12-10", "+7 (912) 345-67-89")
    return values
  }()
}
