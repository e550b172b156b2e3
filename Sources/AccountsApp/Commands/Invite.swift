import AccountsFile
import CommandKit

extension Commands {
  static let invite = Command(
    name: "invite", summary: "print links with which people set their own passwords",
    details: [
      Phrase(
        "The password of each account becomes the code of an invitation, which does one thing: it "
          + "sets another password, and only until a day. Until then nobody logs in to the account. "
          + "A second invitation ends the first. At a terminal it asks where an account is open, "
          + "whose password ends; regapp undo brings it back."),
      Phrase(
        "It prints the link, or NAME<TAB>LINK for several. The address of the page is --url, else "
          + "REGAPP_SERVE_URL, else \"serve\" of the rulebook. Where none is known, it prints the "
          + "code, which regapp login at a terminal, chauthtok and PAM take as the old password. "
          + "Required fields may be missing: who is invited gives them."),
      Phrase(
        "Accounts that are closed for other reasons, locked, disabled or expired are named (65), and "
          + "then nobody is invited."),
    ].joined(separator: "\n\n"),
    positionals: [.accounts()],
    options: InvitationOptions.all + [OptionSpec("--yes", help: "do not ask")],
    examples: [
      "regapp invite ada@example.com",
      "regapp invite ada bob --days 14 --url https://example.com/account/",
    ],
    run: invite)

  private static func invite(_ invocation: Invocation) async throws {
    let names = try invocation.arguments.accounts(of: "invite")
    let options = try InvitationOptions(invocation)
    var registry = invocation.registry
    let address = try options.address(under: try await registry.rulebook(), invocation)
    if !invocation.arguments.has("--yes"), invocation.mayAsk {
      var (open, seen) = ([String](), [SeenAccount]())
      for name in names {
        let account = try await registry.seen(name)
        guard try await registry.account(name).state == .open else { continue }
        open.append(name)
        seen.append(account)
      }
      if !open.isEmpty {
        // The answer is about the accounts that are asked about, whatever has their names by then.
        registry = registry.expecting(seen)
        guard try await invocation.agrees(to: question(open)) else {
          invocation.say("nobody was invited")
          throw ProgramEnd(code: .no)
        }
      }
    }
    let done = try await registry.invite(names, until: options.lastDay)
    let text = InvitationText(done.value, at: address)
    try text.print(done.notices, isAlone: names.count == 1, after: text.done, invocation)
  }

  /// Whose password ends now.
  static func question(_ names: [String]) -> Phrase {
    let who = Phrase.names(names)
    return names.count == 1
      ? Phrase("The password of \(who) ends now; regapp undo brings it back. Invite?")
      : Phrase("The passwords of \(who) end now; regapp undo brings them back. Invite?")
  }
}
