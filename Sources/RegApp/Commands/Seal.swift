import AccountsFile
import CommandKit
import LosslessJSON

extension Commands {
  static let seal = Command(
    name: "seal", summary: "hash every password that was typed by hand",
    details: Phrase(
      "A typed password that breaks the rules is reported and left as it is (65). What was done "
        + "is kept if the work is interrupted."),
    examples: ["regapp seal"], run: seal)

  private static func seal(_ invocation: Invocation) async throws {
    let bar = ProgressBar(invocation)
    let outcome = try await invocation.registry.seal { done, total in bar?.show(done, of: total) }
    bar?.clear()
    let count = outcome.sealed
    invocation.say("sealed \(count, "password")")
    try invocation.finish(outcome.notices) {
      try invocation.print(
        json: .object([
          .init("sealed", .integer(outcome.sealed)),
          .init("refused", .array(outcome.refused.map(\.item.json))),
        ]))
    }
    guard outcome.refused.isEmpty else { throw AccountsError.accountClosed(outcome.refused) }
  }
}
