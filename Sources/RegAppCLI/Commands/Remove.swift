import Accounts

extension CommandSpec {
  static let remove = CommandSpec(
    name: "remove",
    summary: "remove an account, after asking",
    positionals: [
      PositionalSpec(name: "EMAIL", isRequired: true, candidates: .emails, help: "whose account")
    ],
    options: [OptionSpec("--yes", help: "do not ask")],
    examples: ["regapp remove ada@example.com", "regapp remove ada@example.com --yes"],
    run: remove)

  private static func remove(_ invocation: Invocation) async throws {
    let typed = invocation.arguments.positionals[0]
    guard let email = FieldValues.trimmed(typed, for: .email) else {
      throw UsageError("EMAIL is empty", hint: "write regapp remove EMAIL")
    }
    let account = try await invocation.registry.account(email)
    let shown = visible(account.values.email ?? email)
    if !invocation.arguments.has("--yes") {
      guard invocation.mayAsk else {
        throw UsageError("remove asks first, and cannot ask here", hint: "give --yes")
      }
      let answer = try await invocation.console.ask("Remove the account \(shown)? [y/N] ")
      guard ["y", "yes"].contains(answer?.lowercased()) else {
        invocation.say("kept \(shown)")
        throw Ending(code: .no)
      }
    }
    let notices = try await invocation.registry.remove(email).notices
    invocation.say("removed \(shown)")
    try invocation.finish(notices) {
      try invocation.print(
        json: account.account.map { .object($0.members) }
          ?? .object([.init("email", .string(account.values.email ?? email))]))
    }
  }
}
