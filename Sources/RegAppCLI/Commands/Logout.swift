import Accounts

extension CommandSpec {
  static let logout = CommandSpec(
    name: "logout",
    summary: "forget who is logged in; the accounts and an open edit stay",
    examples: ["regapp logout"],
    run: logout)

  private static func logout(_ invocation: Invocation) async throws {
    let somebody = try await invocation.registry.logOut()
    invocation.say(somebody ? "logged out" : "nobody is logged in")
    try invocation.print(json: .object([.init("email", .null)]))
  }
}
