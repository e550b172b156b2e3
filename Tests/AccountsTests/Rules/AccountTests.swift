import AccountsSupport
import Testing

@testable import Accounts

@Suite("An account") struct AccountTests {
  private let today = CalendarDay.ofTests

  @Test("is rejected if a hash or a lock contains a control character")
  func hashWithControls() {
    var values = AlbumsRulebookTests.ada
    for stored in ["$y$j9T$\u{1B}[2J", "!$y$j9T$\n"] {
      values.password = stored
      #expect(
        Rulebook.albums.problems(with: values, today: today).map(\.rule.name)
          == ["noControlCharacters"])
    }
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
