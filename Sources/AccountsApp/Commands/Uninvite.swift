import AccountsFile
import CommandKit

extension Operation {
  /// The command that ends invitations. It asks nothing: it only takes away, and undo brings it
  /// back.
  static let uninvite = Operation(
    name: "uninvite", letter: "v", does: Phrase("end the invitation"),
    helpText: Phrase("end an invitation: its code changes nothing any more"), isKept: nil,
    firstStep: .yesOnScreens(
      Confirmation(
        title: Phrase("End the invitation"),
        text: { accounts, _ in Phrase("End the invitation of \(accounts.words)?") },
        yes: Phrase("End"))),
    busy: Busy("ending the invitation", canStop: true),
    declare: { run in
      Command(
        name: "uninvite", summary: "end invitations: their codes change nothing any more",
        details: [
          Phrase(
            "The account has no password then: it is locked, until its owner is invited again or it "
              + "gets a password. An account that is not invited is named (65), and then nothing is "
              + "written."),
          Phrase(
            "regapp undo makes the code good again, until its day. The password before the invitation "
              + "comes back with regapp undo --change NUMBER, of the invitation."),
        ].joined(separator: "\n\n"),
        positionals: [.accounts()],
        examples: ["regapp uninvite ada@example.com", "regapp uninvite ada bob"], run: run)
    },
    explain: { problem, _, _ in
      problem.rule == .field(.notInvited)
        ? (problem.message, Phrase("regapp list state:invited shows who is invited")) : nil
    },
    run: { registry, names, input throws(AccountsError) in
      let done = try await registry.uninvite(names)
      return Done(
        done, of: names, ofOne: { change, name in Phrase("\(visible(name)): not invited any more") }
      ) {
        Phrase("ended the invitation of \($0)\(as: "what was done")")
      }
    })
}
