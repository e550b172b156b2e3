import AccountsFile
import CommandKit
import LosslessJSON

extension Commands {
  static let save = Command(
    name: "save", summary: "save the open edit",
    details: Phrase(
      "If a field no longer has the value that the edit began with, nothing is written and the "
        + "exit code is 75; changes to other fields and accounts do not conflict and are kept."),
    examples: ["regapp save"], run: save)

  static let cancel = Command(
    name: "cancel", summary: "discard the open edit; with none open, undo the last saved one",
    details: Phrase(
      "The last saved edit is undone only if it is the last change that this user made in this "
        + "session, and if its fields have not changed since. regapp undo takes back changes of "
        + "any kind, by anybody."),
    examples: ["regapp cancel"], run: cancel)

  private static func save(_ invocation: Invocation) async throws {
    let outcome: Outcome<EditReport>
    do throws(AccountsError) {
      outcome = try await invocation.personal.save()
    } catch {
      throw error.ofDraft
    }
    for line in outcome.edit.lines() { invocation.say(line) }
    try invocation.finish(outcome.notices) {
      if let account = outcome.account {
        try invocation.print(account, more: outcome.notices.members)
      }
    }
  }

  private static func cancel(_ invocation: Invocation) async throws {
    let cancelled = try await invocation.personal.cancel()
    switch cancelled.value {
    case .dropped(let edit):
      invocation.say(
        edit.map {
          Phrase("discarded the open edit of \(visible($0.name))")
        }
          ?? Phrase("discarded an edit that could not be read"))
      try invocation.print(json: .object([.init("dropped", edit?.json ?? .null)]))
    case .takenBack(let edited, let passedOver):
      let passed = PassedOver(passedOver)
      for line in passed.lines { invocation.say(line) }
      invocation.say("undid the last edit of \(visible(edited.edit.name))")
      for line in edited.edit.lines(reversed: true) { invocation.say(line) }
      try invocation.finish(cancelled.notices) {
        if let account = edited.account {
          let passed = passedOver.isEmpty ? [] : [passed.member]
          try invocation.print(account, more: passed + cancelled.notices.members)
        }
      }
    }
  }
}

extension AccountsError {
  /// What keeps a draft from being saved, said of the draft.
  fileprivate var ofDraft: any Error {
    switch self {
    case .noSuchAccount(let name, _):
      Report(
        .noUser, "noSuchAccount", "the edit is of \(visible(name)), which no longer exists",
        hint: "the edit is discarded")
    case .notMeant(let names):
      Report(
        .tryAgain, "notMeant",
        "the edit was begun for another account, which was called \(visible(names.first ?? ""))",
        hint: "regapp cancel discards the edit")
    default: self
    }
  }
}
