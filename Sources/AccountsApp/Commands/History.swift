import AccountsFile
import CommandKit
import LosslessJSON

extension Commands {
  static let history = Command(
    name: "history", summary: "show who changed what, the newest change first",
    details: [
      Phrase(
        "With NAME, only the changes of the account that has or had this name. The values before "
          + "and after are kept for 400 days; hashes are never shown. Of a change of more than 10 "
          + "accounts only their number is shown, or with NAME what it did to that account. NAME "
          + "may also be the id of an account: then also the changes that it made."),
      Phrase(
        "--forget removes what the history keeps of an account, under all names that it had, and "
          + "its logins from their record, and ends its logins in browsers; undo then passes over its "
          + "changes so far."),
    ].joined(separator: "\n\n"),
    positionals: [.account(isRequired: false)],
    options: [
      since.spec, limit.spec,
      OptionSpec(
        "--forget", "NAME", candidates: .knownNames,
        excludes: ["NAME", since.spec.name, limit.spec.name],
        help: "remove what the history keeps of an account, and its logins"),
    ],
    examples: [
      "regapp history", "regapp history ada@example.com --limit 5",
      "regapp history --since 2026-11-20 --json", "regapp history --forget ada@example.com",
    ],
    run: history)

  private static let since = TypedOption.day(
    "--since", help: "only changes since the beginning of this day, YYYY-MM-DD")
  private static let limit = TypedOption.count("--limit", "N", help: "at most N changes")

  private static func history(_ invocation: Invocation) async throws {
    let arguments = invocation.arguments
    if let forgotten = try arguments.name("--forget") {
      return try await forget(forgotten, invocation)
    }
    let name = try arguments.account(of: "history")
    let (day, limit) = (try arguments[since], try arguments[limit])
    try await invocation.requireFile()
    let (registry, localTime) = (invocation.registry, invocation.world.localTime)
    let since = day.map(localTime.beginning)
    var (entries, wasOthersUntil): ([HistoryEntry], Int?) = ([], nil)
    if let name {
      (entries, wasOthersUntil) = try await registry.history(
        ofOne: name, since: since, limit: limit)
    } else {
      entries = try await registry.history(
        since: since, limit: limit, accounts: invocation.isJSON ? nil : HistoryText.mostRead)
    }
    try print(entries, of: name, invocation)
    if let name, let day = wasOthersUntil.flatMap(localTime.day) {
      invocation.hint(Phrase("\(visible(name)) was somebody else until \(day)"))
    }
    guard entries.isEmpty, !invocation.isJSON else { return }
    invocation.say(
      name == nil && day == nil ? Phrase("no changes are recorded") : Phrase("no matching changes"))
  }

  private static func print(
    _ entries: [HistoryEntry], of name: String?, _ invocation: Invocation
  ) throws {
    if invocation.isJSON { return try printJSON(entries, invocation) }
    let text = HistoryText(invocation.world.localTime, invocation.language)
    let id = name.flatMap { AccountID($0) }
    for (entry, headline) in zip(entries, text.headlines(entries)) {
      // With an id, a change that its owner made of others is there with all of them.
      let isOfOne = name != nil && (id == nil || entry.accounts.allSatisfy { $0.id == id })
      try invocation.console.write(
        headline + "\n" + text.indented(entry.details(isOfOne: isOfOne), by: 4))
    }
  }

  private static func printJSON(_ entries: [HistoryEntry], _ invocation: Invocation) throws {
    try invocation.console.write("[")
    for (index, entry) in entries.enumerated() {
      let accounts = JSONLiteral.Member("accounts", .array(entry.accounts.map(\.json)))
      let document = entry.document.map { [$0.member] } ?? []
      let text = JSONLiteral.object(entry.members + [accounts] + document).text(style: .oneLine)
      try invocation.console.write((index == 0 ? "\n  " : ",\n  ") + text)
    }
    try invocation.console.write(entries.isEmpty ? "]\n" : "\n]\n")
  }

  private static func forget(_ name: String, _ invocation: Invocation) async throws {
    let done = try await invocation.registry.forgetHistory(of: name)
    for edit in done.unfinishedEdits { invocation.warn(of: .unfinishedEdit(edit)) }
    guard done.changes > 0 || done.forgotLogins || done.endedLogins > 0 else {
      throw Report(
        .no, "nothingToForget", "nothing to forget: the history keeps nothing of \(visible(name))")
    }
    // Earlier and later owners of the name are forgotten too.
    let names = done.names.map { visible($0) }.joined(separator: ", ")
    if done.changes > 0 {
      invocation.say("removed \(names) from \(done.changes, "change") in the history")
    }
    if done.forgotLogins {
      let names = done.names.isEmpty ? visible(name) : names
      invocation.say("removed \(names) from the record of logins")
    }
    if done.endedLogins > 0 { invocation.say(Notice.ended(logins: done.endedLogins)) }
    try invocation.print(
      json: .object([
        .init("forgotten", .integer(done.changes)),
        .init("names", .array(done.names.map { .string($0) })),
        .init("logins", .bool(done.forgotLogins)), .init("ended", .integer(done.endedLogins)),
      ]))
    if let fault = done.loginsFault { throw fault }
  }
}
