import Accounts

extension CommandSpec {
  static let save = CommandSpec(
    name: "save",
    summary: "save the open edit",
    details: [
      "Where a field no longer has the value that the edit began with, nothing is written and "
        + "the exit is 75; changes to other fields and accounts stay beside it."
    ],
    examples: ["regapp save"],
    run: save)

  static let cancel = CommandSpec(
    name: "cancel",
    summary: "drop the open edit; with none open, take back the last saved one",
    examples: ["regapp cancel"],
    run: cancel)

  private static func save(_ invocation: Invocation) async throws {
    let outcome: EditOutcome
    do {
      outcome = try await invocation.registry.save()
    } catch AccountsError.noSuchAccount(let email) {
      throw Refusal(
        code: .noSuchAccount, name: "noSuchAccount",
        message: "the edit is of \(visible(email)), which nobody has any more",
        hint: "regapp cancel drops the edit")
    }
    for line in outcome.edit.lines() { invocation.say(line) }
    try invocation.finish(outcome.notices) {
      if let account = outcome.account { try invocation.print(account) }
    }
  }

  private static func cancel(_ invocation: Invocation) async throws {
    switch try await invocation.registry.cancel() {
    case .dropped(let edit):
      invocation.say(
        edit.map { "dropped the open edit of \(visible($0.email))" }
          ?? "dropped an edit that could not be read")
      try invocation.print(
        json: .object([.init("dropped", edit?.json ?? .null)]))
    case .takenBack(let outcome):
      invocation.say("took back the last edit of \(visible(outcome.edit.email))")
      for line in outcome.edit.lines(reversed: true) { invocation.say(line) }
      try invocation.finish(outcome.notices) {
        if let account = outcome.account {
          try invocation.print(account)
        } else {
          invocation.say("what stood there before breaks the rules: see regapp check")
        }
      }
    }
  }
}
