import AccountsFile
import CommandKit
import LosslessJSON

extension Commands {
  static let seal = Command(
    name: "seal",
    summary: "hash every password that was typed by hand, and give each account an id",
    details: Phrase(
      "A typed password that breaks the rules is reported and left as it is (65). What was done "
        + "is kept if the work is interrupted."),
    examples: ["regapp seal"], run: seal)

  private static func seal(_ invocation: Invocation) async throws {
    let bar = ProgressBar(invocation)
    let done = try await WorkProgress.told(to: bar?.listener) {
      try await invocation.registry.seal()
    }
    bar?.clear()
    invocation.say("sealed \(done.sealed, "password")")
    if done.identified > 0 { invocation.say("gave an id to \(done.identified, "account")") }
    try invocation.finish(done.notices) {
      try invocation.print(
        json: .object(
          [
            .init("sealed", .integer(done.sealed)),
            .init("identified", .integer(done.identified)),
            .init("refused", .array(done.refused.map(\.item.json))),
          ] + done.notices.members))
    }
    guard done.refused.isEmpty else { throw AccountsError.accountClosed(done.refused) }
  }
}
