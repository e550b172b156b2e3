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

/// How far a long work has come, on one line of the terminal.
private struct ProgressBar: Sendable {
  private let console: Console

  /// None where stderr is no terminal, or JSON is wanted.
  init?(_ invocation: Invocation) {
    guard invocation.console.errorIsTerminal, !invocation.isJSON else { return nil }
    console = invocation.console
  }

  func show(_ done: Int, of total: Int) {
    let width = 30
    let filled = total == 0 ? width : done * width / total
    let bar = String(repeating: "#", count: filled).padded(to: width)
    console.say("\r[\(bar)] \(done) of \(total)")
  }

  func clear() { console.say("\r\("".padded(to: 60))\r") }
}
