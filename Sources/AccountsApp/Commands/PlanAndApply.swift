import AccountsFile
import CommandKit
import LosslessJSON

extension Commands {
  static let plan = Command(
    name: "plan", summary: "show what apply would do with a file",
    details: Phrase(
      "Each account to create, change or remove is printed, with the old and the new value of each "
        + "field; passwords are not. The exit code is 1 if there is something to do, else 0. "
        + "regapp apply --help tells what the file may say."),
    positionals: [.declaration], options: .ofDeclaration,
    examples: ["regapp plan people.json", "regapp plan people.json --prune --json"],
    run: { try await run($0, isPlan: true) })

  static let apply = Command(
    name: "apply", summary: "make accounts what a file says",
    details: [
      Phrase(
        "The file is a list of accounts, or an object with such a list as accounts: another "
          + "accounts file, for example, if it has the same rulebook. Each names its account by "
          + "its key, the email or the user name. A field that is there is set, and so is a key of "
          + "your own, which begins with x- or //; null clears these and any other key, and what "
          + "is not there stays as it is. Any other key is refused (65), unless --leave-out names "
          + "it. An account that does not exist is created. An account that the file does not name "
          + "stays, unless --prune removes it."),
      Phrase(
        "Where the file says \"regapp\": 1, as an export does, or --columns names the key, id is the "
          + "UUID by which applications know an account. It comes with a new account, and an "
          + "account without an id gets it; one that has another id is refused (65). --leave-out "
          + "id goes by names alone."),
      Phrase(
        "A password is set in an account that is new or has none; typed passwords are hashed. With "
          + "--set-passwords, others get the file's password too: a hash if it is another one, "
          + "unless it is weak and theirs is not; a typed password if it is not theirs. A locked "
          + "account stays locked. mustChange is set only together with a password."),
      Phrase(
        "All is one change, which regapp undo takes back. A second run has nothing to change. "
          + "Problems are reported as path:line:column (65), and then nothing is written. --prune "
          + "is refused (65) if it would remove more than a third of ten accounts or more, or "
          + "leave none; --prune-all is not."),
    ].joined(separator: "\n\n"),
    positionals: [.declaration], options: .ofDeclaration,
    examples: [
      "regapp apply people.json", "regapp apply people.json --prune",
      "jq '[.[] | {email, groups}]' people.json | regapp apply -",
    ],
    run: { try await run($0, isPlan: false) })

  private static func run(_ invocation: Invocation, isPlan: Bool) async throws {
    let arguments = invocation.arguments
    let (name, bytes) = try await invocation.input(arguments.positionals[0])
    let bar = ProgressBar(invocation)
    defer { bar?.clear() }
    let all = arguments.has("--prune-all")
    let leftOut = OtherNames(leavingOut: arguments)
    try leftOut.check(hint: Phrase("take it out of the list: what is not there stays as it is")) {
      Field($0)
    }
    let declaration = Declaration(
      registry: invocation.registry, path: name, bytes: bytes,
      pruning: all ? .all : arguments.has("--prune") ? .limited : .none,
      setsPasswords: arguments.has("--set-passwords"),
      rules: arguments["--rules"].flatMap(Rulebook.builtIn),
      leftOut: leftOut, idKey: try arguments.idKey, today: invocation.world.clock)
    let outcome: Declaration.Summary
    do {
      outcome = try await WorkProgress.told(to: bar?.listener) {
        try await declaration.run(isDryRun: isPlan)
      }
      if let refusal = outcome.refusal { throw refusal }
    } catch let refusal as Report {
      bar?.clear()
      let lines = SourceLines(bytes, dialect: .withComments)
      throw refusal.with(invocation.quoting(refusal.items, in: lines))
    }
    bar?.clear()
    let report = outcome.report.value
    for note in outcome.dropped.wordsOfDropped + report.notes { invocation.warn(note) }
    if !isPlan { invocation.say(report.counts(isPlan: false)) }
    try invocation.finish(outcome.report.notices) {
      guard !invocation.isJSON else {
        return try invocation.print(json: report.json(outcome.dropped, outcome.report.notices))
      }
      for account in isPlan ? report.accounts : [] {
        let lines = account.kind == .removed ? [] : account.lines
        try invocation.console.write(
          ([account.title] + lines.map { Phrase(same: "    ") + $0 })
            .map { $0[invocation.language] + "\n" }.joined())
      }
    }
    if isPlan { invocation.say(report.counts(isPlan: true)) }
    if isPlan, !report.accounts.isEmpty { throw ProgramEnd(code: .no) }
  }
}

extension PositionalSpec {
  fileprivate static let declaration = PositionalSpec(
    name: "FILE", isRequired: true, candidates: .files,
    help: "how accounts are to be, in JSON; - is stdin")
}

extension [OptionSpec] {
  fileprivate static var ofDeclaration: [OptionSpec] {
    [
      OptionSpec(
        "--prune",
        help: "remove the accounts that the file does not name, if they are not too many"),
      OptionSpec("--prune-all", help: "remove them however many they are"),
      OptionSpec("--set-passwords", help: "set passwords of accounts that have one, too"),
      .rules, .leaveOut,
      OptionSpec("--columns", "id=KEY", help: "the key by which applications know the accounts"),
    ]
  }
}

extension Arguments {
  /// The key of ids that `--columns` names; nil without it.
  fileprivate var idKey: String? {
    get throws {
      guard let text = self["--columns"] else { return nil }
      guard text.hasPrefix("id="), text.utf8.count > "id=".utf8.count else {
        throw Report.usage(
          "--columns names only the key of ids here", hint: "write --columns id=KEY")
      }
      return String(text.dropFirst("id=".count))
    }
  }
}
