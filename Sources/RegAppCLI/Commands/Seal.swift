import Accounts

extension CommandSpec {
  static let seal = CommandSpec(
    name: "seal",
    summary: "make every password that was typed by hand a hash",
    details: [
      "A typed password that breaks the rules is reported and left as it is (65). What is done "
        + "stays done, wherever the work is interrupted."
    ],
    examples: ["regapp seal"],
    run: seal)

  private static func seal(_ invocation: Invocation) async throws {
    let bar = ProgressBar(invocation)
    let outcome = try await invocation.registry.seal { done, total in
      bar?.show(done, of: total)
    }
    bar?.clear()
    invocation.say("sealed \(counted(outcome.sealed, "password"))")
    try invocation.finish(outcome.notices) {
      try invocation.print(
        json: .object([
          .init("sealed", .integer(outcome.sealed)),
          .init("refused", .array(outcome.refused.map(\.json))),
        ]))
    }
    guard outcome.refused.isEmpty else {
      throw AccountsError.accountClosed(path: outcome.path, outcome.refused)
    }
  }
}
