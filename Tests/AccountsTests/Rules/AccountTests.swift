import AccountsSupport
import Testing

@testable import Accounts

@Suite("An account") struct AccountTests {
  private let today = CalendarDay.ofTests

  @Test("is made of values that satisfy its rulebook")
  func isBuilt() throws {
    let account = try #require(
      Account(AlbumsRulebookTests.ada, rulebook: .albums, today: today))
    #expect(account[.email] == "ada@example.com")
    #expect(account[.firstName] == "Ada")
    #expect(account[.lastName] == "Lovelace")
    #expect(account[.birthDate] == "1990-12-10")
    #expect(account[.phone] == "+7 (912) 345-67-89")
    #expect(account[.password] == nil)
  }

  @Test("shows a phone number in its normal form, however it was written")
  func phoneForm() throws {
    var values = AlbumsRulebookTests.ada
    values.phone = "8 912 3456789"
    let account = try #require(Account(values, rulebook: .albums, today: today))
    #expect(account[.phone] == "+7 (912) 345-67-89")
  }

  @Test("cannot be made if one value breaks the rules", arguments: AlbumsRulebookTests.required)
  func isNotBuilt(field: Field) {
    var values = AlbumsRulebookTests.ada
    values[text: field] = "\u{1B}"
    #expect(Account(values, rulebook: .albums, today: today) == nil)
    values[text: field] = nil
    #expect(Account(values, rulebook: .albums, today: today) == nil)
  }

  @Test("may lack fields that its rulebook does not require")
  func optionalFields() throws {
    var values = FieldValues()
    (values.email, values.password) = ("mario@gmail.com", "12345")
    let account = try #require(Account(values, rulebook: .register, today: today))
    #expect(Field.allCases.filter { account[$0] != nil } == [.email])
  }

  @Test(
    "ignores the password rules for a hash or a lock",
    arguments: ["$y$j9T$salt$hash", "$1$a$b", "!", "*"])
  func hashes(stored: String) {
    var values = AlbumsRulebookTests.ada
    values.password = stored
    #expect(Account(values, rulebook: .albums, today: today) != nil)
  }

  @Test("is rejected if a hash or a lock contains a control character")
  func hashWithControls() {
    var values = AlbumsRulebookTests.ada
    for stored in ["$y$j9T$\u{1B}[2J", "!\n"] {
      values.password = stored
      #expect(
        Rulebook.albums.problems(with: values, today: today).map(\.rule.name)
          == ["noControlCharacters"])
    }
  }

  @Test("rejects a password whose bytes are not text")
  func passwordOfBytes() throws {
    let password = try PasswordText(bytes: [0xFF, 0x61, 0x61, 0x61, 0x61])
    #expect(Rulebook.register.brokenRules(password, of: FieldValues()) == [.wholeUnicode])
  }

  @Test("is checked with the new password if one is about to be set")
  func newPassword() throws {
    var values = AlbumsRulebookTests.ada
    values.password = nil
    let problems = Rulebook.albums.problems(
      with: values, newPassword: PasswordEntry("weak"), today: today)
    #expect(
      problems.map(\.row) == [
        "password minimumCharacters", "password minimumDigits", "password minimumUppercase",
      ])
  }

  @Test("and a new password that looks like a hash is checked as a password")
  func newPasswordLikeAHash() throws {
    var values = AlbumsRulebookTests.ada
    values.password = nil
    let problems = Rulebook.albums.problems(
      with: values, newPassword: PasswordEntry("$y$"), today: today)
    #expect(problems.map(\.rule).contains(.field(.minimumCharacters(6))))
  }
}
