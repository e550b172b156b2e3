import AccountsFile
import CommandKit
import LosslessJSON

extension Commands {
  static let undo = Command(
    name: "undo", summary: "take back the last change, the last N, or one of them",
    details: [
      Phrase(
        "Changes of everybody are taken back, the newest first, as one write; a removed account "
          + "comes back, and so do the rulebook and other keys of the file. What others changed "
          + "since stays: if it is the same field, nothing is written and the exit code is 75. "
          + "Hashed passwords and changes by hand are passed over, and named. An undo can be undone. regapp history shows the changes. At a terminal, more "
          + "than one change is shown first, and taken back after a question."),
      Phrase(
        "--change takes back one change alone, by its number in the history, whatever came after "
          + "it: accounts are found by their ids, whatever they are called now."),
      Phrase(
        "What people changed of their own accounts is taken back only with --theirs: a password "
          + "that they replaced would come back. Without it the exit code is 75. It is not needed "
          + "in the session of that account, or for what the same user did with a command."),
    ].joined(separator: "\n\n"),
    positionals: [
      PositionalSpec(
        name: "N", isRequired: false, help: "how many changes to take back; 1 if left out")
    ],
    options: [
      change.spec,
      OptionSpec("--theirs", help: "also take back what people changed of their own accounts"),
      OptionSpec("--dry-run", help: "show what would be taken back, and write nothing"),
      OptionSpec("--yes", help: "do not ask"),
    ],
    examples: [
      "regapp undo", "regapp undo 3 --dry-run", "regapp undo 3", "regapp undo --change 12",
    ], run: undo)

  private static let change = TypedOption.count(
    "--change", "NUMBER", excludes: ["N"],
    help: "take back this change alone, by its number in regapp history")

  private static func undo(_ invocation: Invocation) async throws {
    let arguments = invocation.arguments
    let count = try arguments.positionals.first.map {
      try Arguments.count($0, as: "N", hint: Phrase("write regapp undo 3"))
    }
    let (number, isDryRun) = (try arguments[change], arguments.has("--dry-run"))
    func undo(
      isDryRun: Bool, _ shown: ShownChanges? = nil
    ) async throws(AccountsError) -> Outcome<UndoReport> {
      let (registry, theirs) = (invocation.registry, arguments.has("--theirs"))
      guard let number else {
        return try await registry.undo(
          count ?? 1, theirs: theirs, isDryRun: isDryRun, expecting: shown)
      }
      return try await registry.undo(
        change: number, theirs: theirs, isDryRun: isDryRun, expecting: shown)
    }
    let mustAsk = count ?? 1 > 1 && !isDryRun && !arguments.has("--yes") && invocation.mayAsk
    var shown: ShownChanges?
    if mustAsk {
      let look = try await undo(isDryRun: true)
      invocation.console.say(text(of: look.value, invocation))
      for case .closesAccounts(let closed) in look.notices { invocation.say(closed.words) }
      shown = look.shown
      guard try await invocation.agrees(to: Phrase("Undo \(look.entries.count, "change")?")) else {
        invocation.say("nothing was undone")
        throw ProgramEnd(code: .no)
      }
    }
    let done = try await undo(isDryRun: isDryRun, shown)
    for line in PassedOver(done.passedOver).lines { invocation.say(line) }
    for change in done.ofOwners { invocation.say(change.words(invocation.world.localTime)) }
    let changes = done.entries.count
    invocation.say(
      isDryRun
        ? Phrase("would undo \(changes, "change"); nothing was written")
        : Phrase("undid \(changes, "change")"))
    try invocation.finish(done.notices) {
      guard !invocation.isJSON else { return try printJSON(done, invocation) }
      try invocation.console.write(text(of: done.value, invocation))
    }
  }

  /// The changes that are taken back, and what that does to the accounts.
  private static func text(of undone: UndoReport, _ invocation: Invocation) -> String {
    let text = HistoryText(invocation.world.localTime, invocation.language)
    return text.headlines(undone.entries).map { $0 + "\n" }.joined() + "\n" + text.outcome(undone)
  }

  private static func printJSON(
    _ undone: Outcome<UndoReport>, _ invocation: Invocation
  ) throws {
    try invocation.print(
      json: .object(
        [
          .init("undone", .array(undone.entries.map { .object($0.members) })),
          PassedOver(undone.passedOver).member,
          .init("accounts", .array(undone.accounts.map { $0.jsonWithoutID() })),
        ] + (undone.document.map { [$0.member] } ?? []) + undone.notices.members))
  }
}
