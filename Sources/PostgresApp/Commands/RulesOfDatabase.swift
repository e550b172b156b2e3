import AccountsApp
import AccountsDocument
import AccountsFile
import CommandKit
import LosslessJSON
import PostgresAccounts

/// `rules` of regapp, and with a file: the rulebook of a database is set by its owner.
enum RulesCommand {
  static let rules = Command(
    name: "rules", summary: "show what an account must look like, or set that",
    details: Phrase(
      "Without an argument, the rulebook of the database; with a NAME, a built-in one. Each is "
        + "printed as in regapp. A FILE, named with a slash or with .json at its end, becomes "
        + "the rulebook of the database: it is what regapp rules NAME --json prints, changed to "
        + "your needs, or an accounts file, whose rules are taken. All accounts are judged by "
        + "it; those that break it are closed until they are changed; it reports how many."),
    positionals: [
      PositionalSpec(
        name: "FILE|NAME", isRequired: false, candidates: .files,
        help: "a rulebook to set, or the name of a built-in one")
    ],
    options: Commands.rules.spec.options,
    examples: ["regapp-postgres rules", "regapp-postgres rules ./chess-club.json"], run: rules)

  private static func rules(_ invocation: Invocation) async throws {
    guard let path = Commands.rulebookFile(invocation.arguments) else {
      return try await Commands.rules.run(invocation)
    }
    if let option = Commands.rules.spec.options.first(where: { invocation.arguments.has($0.name) }
    ) {
      throw Report.exclusive("FILE", option.name)
    }
    let bytes = try await WholeFile(path, sparing: invocation.registry).bytes()
    let file = try RulebookFile(bytes, path: path)
    let rulebook = file.rulebook
    let (accounts, closed) = try await Database(invocation.address).setRules(
      rulebook, today: invocation.today)
    invocation.warn(file.cautions, in: path)
    invocation.say(
      "the rulebook is now \(visible(rulebook.name)); \(accounts, "account"), \(closed) of them "
        + "closed under it")
    try invocation.print(
      json: .object([
        .init("rules", .string(rulebook.name)), .init("accounts", .integer(accounts)),
        .init("closed", .integer(closed)),
      ]))
  }
}

/// A file with a rulebook: it alone, or an accounts file with its rules, which needs no accounts.
struct RulebookFile {
  let rulebook: Rulebook
  /// What stands in it, and is not in force.
  let cautions: [Problem]

  init(_ bytes: [UInt8], path: String) throws(AccountsError) {
    let document: JSONDocument
    do throws(JSONSyntaxError) {
      document = try JSONDocument(parsing: bytes)
    } catch {
      throw .rulebookBroken(error.problems(in: bytes, of: path))
    }
    let root = document.root
    let rules = document.value(for: JSONKey("rules"), in: root)
    let read: Rulebook
    if rules != nil || document.value(for: JSONKey("accounts"), in: root) != nil {
      // A rule beside `rules` would be out of force.
      let file = try AccountsDocument(path: path, bytes: bytes, dialect: .json)
      let faults = file.faults.filter { problem in
        problem.subject != .key("accounts") || problem.rule != .field(.required)
      }
      let problems = file.placed((faults + file.rulebookFaults).inOrder)
      guard file.rulebookFaults.isEmpty else { throw .rulebookBroken(problems) }
      guard problems.isEmpty else { throw .fileInvalid(problems) }
      (read, cautions) = (file.rulebook, file.cautions)
    } else {
      let (rulebook, problems, found) = Rulebook.read(root, in: document)
      guard let rulebook else { throw .rulebookBroken(document.placed(problems, in: path)) }
      (read, cautions) = (rulebook, document.placed(found, in: path))
    }
    if let problem = read.problemInTable {
      var value: JSONValue? = rules ?? root
      for name in (problem.field ?? "").split(separator: ".").dropFirst() {
        value = value.flatMap { document.value(for: JSONKey(String(name)), in: $0) }
      }
      throw .rulebookBroken(
        document.placed(
          [LocatedProblem(problem.subject, problem.rule, at: value?.range.lowerBound)], in: path))
    }
    rulebook = read
  }
}
