import AccountsFile
import CommandKit
import LosslessJSON

extension Commands {
  static let logout = Command(
    name: "logout",
    summary: "log out; the accounts and an open edit are kept",
    ru: "выйти; аккаунты и открытая правка остаются",
    examples: ["regapp logout"],
    run: logout)

  private static func logout(_ invocation: Invocation) async throws {
    let somebody = try await invocation.registry.logOut()
    invocation.say(
      somebody
        ? Phrase("logged out", ru: "выход выполнен")
        : Phrase("not logged in", ru: "никто не вошёл"))
    try invocation.print(json: .object([.init("email", .null)]))
  }
}
