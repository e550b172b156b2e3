import Accounts
import CommandKit
import LosslessJSON

extension Commands {
  static let logout = Command(
    name: "logout",
    summary: Phrase(
      "forget who is logged in; the accounts and an open edit stay",
      ru: "выйти; аккаунты и открытая правка остаются"),
    examples: ["regapp logout"],
    run: logout)

  private static func logout(_ invocation: Invocation) async throws {
    let somebody = try await invocation.registry.logOut()
    invocation.say(
      somebody
        ? Phrase("logged out", ru: "выход выполнен")
        : Phrase("nobody is logged in", ru: "никто не вошёл"))
    try invocation.print(json: .object([.init("email", .null)]))
  }
}
