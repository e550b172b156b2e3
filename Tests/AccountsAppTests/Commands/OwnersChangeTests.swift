import Testing

@testable import Accounts
@testable import AccountsApp

@Suite("A change of one's own account") struct OwnersChangeTests {
  private let home = Home()

  init() throws {
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "ada@host.com", "password": "secret1"}, "#
        + #"{"email": "bob@host.com", "password": "secret1"}]}"#)
  }

  private func changePassword() async {
    var setting = Setting()
    setting.input = Array("secret1\0another1\0".utf8)
    setting.environment = ["PAM_TYPE": "password", "PAM_USER": "ada@host.com"]
    #expect(await home.run("chauthtok", setting: setting).exit == 0)
  }

  @Test("is told on the screens before the yes to it")
  func onScreens() async throws {
    await changePassword()
    let personal = home.personal
    let look = try await personal.registry.via(nil).undo(theirs: true, isDryRun: true)
    #expect(look.ofOwners.map(\.account) == ["ada@host.com"] && look.ofOwners[0].restoresPassword)
    await #expect(throws: AccountsError.ownersChanges(look.ofOwners)) {
      try await personal.registry.via(nil).undo()
    }
    _ = try await personal.registry.undo(theirs: true, expecting: look.shown)
  }
}
