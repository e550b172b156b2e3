import Accounts

extension CommandSpec {
  static let show = CommandSpec(
    name: "show",
    summary: "show the profile of who is logged in, or of another",
    details: [
      "An open edit is shown beside what it would change. The password is shown as asterisks, "
        + "whatever its length."
    ],
    options: [
      OptionSpec(
        "--email", "EMAIL", candidates: .emails, help: "another account than the session's")
    ],
    examples: ["regapp show", "regapp show --email ada@example.com --json"],
    run: show)

  private static func show(_ invocation: Invocation) async throws {
    let email = try invocation.arguments.email("--email")
    let profile = try await invocation.registry.show(email)
    if let fault = profile.editFault {
      let text = ErrorText(fault)
      let reason = text.lines.first ?? text.placed?.problems.first?.message ?? ""
      invocation.warn("it cannot be told whether an edit is open: \(reason)")
    }
    try invocation.print(profile.account, openEdit: profile.openEdit)
  }
}
