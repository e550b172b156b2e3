import Accounts
import CommandKit

extension Commands {
  static let show = Command(
    name: "show",
    summary: Phrase(
      "show the profile of who is logged in, or of another",
      ru: "показать свой профиль или профиль другого аккаунта"),
    details: [
      Phrase(
        "An open edit is shown beside what it would change. The password is shown as asterisks, "
          + "whatever its length.",
        ru: "Открытая правка показывается рядом с тем, что она изменит. Пароль показан "
          + "звёздочками, и его длины они не выдают.")
    ],
    options: [
      OptionSpec(
        "--email", "EMAIL", candidates: .knownEmails,
        help: Phrase(
          "another account than the session's", ru: "другой аккаунт вместо аккаунта сеанса"))
    ],
    examples: ["regapp show", "regapp show --email ada@example.com --json"],
    run: show)

  private static func show(_ invocation: Invocation) async throws {
    let email = try invocation.arguments.email("--email")
    let profile = try await invocation.registry.show(email)
    if let fault = profile.editFault {
      invocation.warn(
        Phrase(
          "it cannot be told whether an edit is open: \(ErrorText.reason(fault))",
          ru: "неизвестно, есть ли открытая правка: \(ErrorText.reason(fault))"))
    }
    try invocation.print(profile.account, openEdit: profile.openEdit)
  }
}
