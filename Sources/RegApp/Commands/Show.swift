import AccountsFile
import CommandKit

extension Commands {
  static let show = Command(
    name: "show", summary: "show your profile, or that of another account",
    ru: "показать свой профиль или профиль другого аккаунта",
    details: Phrase(
      "An open edit is shown beside the values that it would change. The password is always shown "
        + "as eight asterisks.",
      ru: "Открытая правка показывается рядом с тем, что она изменит. Пароль показан "
        + "звёздочками, и его длины они не выдают."),
    options: [
      OptionSpec(
        "--email", "EMAIL", candidates: .knownEmails,
        help: "another account instead of the session's",
        ru: "другой аккаунт вместо аккаунта сеанса")
    ],
    examples: ["regapp show", "regapp show --email ada@example.com --json"], run: show)

  private static func show(_ invocation: Invocation) async throws {
    let email = try invocation.arguments.email("--email")
    let profile = try await invocation.registry.show(email)
    if let fault = profile.editFault {
      invocation.warn(
        "cannot tell whether an edit is open: \(Report(fault).reason)",
        ru: "неизвестно, есть ли открытая правка: \(Report(fault).reason)")
    }
    try invocation.print(profile.account, openEdit: profile.openEdit)
  }
}
