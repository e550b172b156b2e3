import Testing

@testable import Accounts
@testable import AccountsApp

@Suite("The exit code") struct ExitCodeTests {
  private let home = Home()

  @Test(
    "is 70 if crypt(3) cannot make a hash",
    arguments: [
      "login --email mario@gmail.com --password 12345",
      "register --email mario@gmail.com --password 12345", "init authorisation --samples",
    ])
  func bug(line: String) async {
    var setting = Setting()
    setting.hasher = PasswordHasher(cost: 1) { _, _ in .refused }
    let ran = await home.run(line, setting: setting)
    #expect(ran.exit == 70)
    #expect(ran.err.hasPrefix("regapp: error: the system's crypt(3) could not create a hash\n"))
    #expect(!home.exists("accounts.json"))
  }
}
