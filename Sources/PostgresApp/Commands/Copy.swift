import AccountsApp
import AccountsFile
import CommandKit
import LosslessJSON
import PostgresAccounts

enum CopyCommand {
  static let copy = Command(
    name: "copy", summary: "copy all accounts from a file to a database, or back",
    details: Phrase(
      "FROM and TO are a documents directory and a database, as for --documents; or two "
        + "databases. All accounts are copied, closed ones too, and with them the rulebook, your "
        + "own keys, the history and the record of logins. There must be none of that in TO yet. "
        + "What was written is compared with what was read, and counts only if nobody changed "
        + "FROM meanwhile: otherwise nothing is written. What TO cannot hold is named. FROM "
        + "stays as it is. Comments, the count of failed logins and the session are not copied."),
    positionals: [
      PositionalSpec(
        name: "FROM", isRequired: true, candidates: .files,
        help: "the directory or the database to copy from"),
      PositionalSpec(
        name: "TO", isRequired: true, candidates: .files,
        help: "the directory or the database to copy to, without accounts"),
    ],
    examples: [
      "regapp-postgres copy ~/Documents/regapp postgres://db.example.com/accounts",
      "regapp-postgres copy postgres://db.example.com/accounts ./backup",
    ], run: copy)

  private static func copy(_ invocation: Invocation) async throws {
    let words = invocation.arguments.positionals
    guard words.count == 2 else {
      throw Report.usage(
        "copy needs FROM and TO", hint: "regapp-postgres copy DIRECTORY postgres://HOST/DATABASE")
    }
    let (from, to) = (try place(words[0], "FROM"), try place(words[1], "TO"))
    if case .documents = from, case .documents = to {
      throw Report.usage(
        "FROM and TO are both directories", hint: "copy a documents directory with cp -a")
    }
    guard words[0] != words[1] else {
      throw Report.usage("FROM and TO are the same database", hint: "name another one")
    }
    for case .database(let address) in [from, to] {
      if let mode = address.weakMode {
        invocation.warn(PostgresText.weak(mode, address.subject))
      }
    }
    let report: CopyReport
    do {
      report = try await copyAccounts(
        from: from, to: to, user: systemUserName(), today: invocation.clock, now: invocation.now)
    } catch AccountsError.fileInvalid(let problems) {
      // A command that mends it names FROM.
      throw Report(AccountsError.fileInvalid(problems), documents: words[0])
    }
    invocation.say(
      "copied \(report.accounts, "account"), \(report.changes, "change") of the history and "
        + "\(report.attempts, "attempt") to log in")
    if report.comments > 0 {
      invocation.warn("\(report.comments, "comment") not copied: a database has none")
    }
    if report.unknownLines > 0 {
      invocation.warn(
        "\(report.unknownLines, "line") of the history or the record of logins not copied: not "
          + "written by regapp")
    }
    try invocation.finish(report.notices) {
      try invocation.print(
        json: .object([
          .init("accounts", .integer(report.accounts)),
          .init("changes", .integer(report.changes)),
          .init("attempts", .integer(report.attempts)),
          .init("lastLogins", .integer(report.lastLogins)),
          .init("comments", .integer(report.comments)),
          .init("unknownLines", .integer(report.unknownLines)),
        ]))
    }
  }

  private static func place(_ word: String, _ name: String) throws -> CopyPlace {
    guard !word.isEmpty else {
      throw Report.usage(
        "\(name) is empty\(as: "a place to copy")",
        hint: "give a directory, postgres://HOST/DATABASE or service=NAME")
    }
    switch try Documents(word, from: name) {
    case .directory(let path): return .documents(path)
    case .database(let address): return .database(try DatabaseAddress(address))
    }
  }
}
