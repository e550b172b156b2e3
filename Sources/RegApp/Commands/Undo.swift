import AccountsFile
import CommandKit
import LosslessJSON

extension Commands {
  static let undo = Command(
    name: "undo", summary: "take back the last change, or the last N",
    details: Phrase(
      "Changes of everybody are taken back, the newest first, as one write; a removed account "
        + "comes back, and so do the rulebook, other keys of the file and the order of the "
        + "accounts. What others changed since stays: if it is the same field, nothing is written "
        + "and the exit code is 75. Hashed passwords and changes by hand are passed over, and "
        + "named. An undo can be undone. regapp history shows the changes."),
    positionals: [
      PositionalSpec(
        name: "N", isRequired: false, help: "how many changes to take back; 1 if left out")
    ],
    options: [
      OptionSpec("--dry-run", help: "show what would be taken back, and write nothing")
    ],
    examples: ["regapp undo", "regapp undo 3 --dry-run", "regapp undo 3"], run: undo)

  private static func undo(_ invocation: Invocation) async throws {
    let count = try invocation.arguments.positionals.first.map {
      try Arguments.count($0, as: "N", hint: Phrase("write regapp undo 3"))
    }
    let isDryRun = invocation.arguments.has("--dry-run")
    let done = try await invocation.registry.undo(count ?? 1, isDryRun: isDryRun)
    for line in PassedOver(done.passedOver).lines { invocation.say(line) }
    let changes = done.entries.count
    invocation.say(
      isDryRun
        ? Phrase("would undo \(changes, "change"); nothing was written")
        : Phrase("undid \(changes, "change")"))
    try invocation.finish(done.notices) {
      guard !invocation.isJSON else { return try printJSON(done.value, invocation) }
      let text = HistoryText(invocation.world.localTime, invocation.language)
      for headline in text.headlines(done.entries) {
        try invocation.console.write(headline + "\n")
      }
      try invocation.console.write("\n" + text.outcome(done.value))
    }
  }

  private static func printJSON(_ undone: UndoReport, _ invocation: Invocation) throws {
    try invocation.print(
      json: .object(
        [
          .init("undone", .array(undone.entries.map { .object($0.members) })),
          PassedOver(undone.passedOver).member,
          .init("accounts", .array(undone.accounts.merged.map(\.json))),
        ] + (undone.document.map { [$0.member] } ?? [])))
  }
}
