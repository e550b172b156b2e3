import AccountsFile
import CommandKit
import LosslessJSON

extension Commands {
  static let show = Command(
    name: "show", summary: "show your profile, or that of another account",
    details: Phrase(
      "An open edit is shown beside the values that it would change. The password is always shown "
        + "as eight asterisks."),
    positionals: [.account(isRequired: false)],
    options: [
      OptionSpec(
        "--email", "EMAIL", candidates: .knownEmails, excludes: ["NAME"],
        help: "another account instead of the session's")
    ],
    examples: ["regapp show", "regapp show ada@example.com --json"], run: show)

  private static func show(_ invocation: Invocation) async throws {
    let arguments = invocation.arguments
    let (name, email) = (try arguments.account(of: "show"), try arguments.name("--email"))
    let profile = try await invocation.personal.show(
      name ?? email, in: email == nil ? nil : .email)
    if let fault = profile.editFault {
      invocation.warn("cannot tell whether an edit is open: \(Report(fault).reason)")
    }
    var login: LastLogin?
    do throws(AccountsError) {
      login = try await invocation.registry.lastLogin(
        of: profile.account, under: profile.rulebook)
    } catch {
      invocation.warn("cannot tell when the last login was: \(Report(error).reason)")
    }
    let hosts = profile.rulebook.serve.hosts
    let mayEnter = profile.account.hosts(of: hosts, on: invocation.today).map {
      JSONLiteral.string($0.text)
    }
    try invocation.print(
      profile.account, openDraft: profile.openDraft, login: login, hosts: hosts,
      more: (login ?? LastLogin()).members
        + (hosts.isEmpty ? [] : [.init("hosts", .array(mayEnter))]))
  }
}
