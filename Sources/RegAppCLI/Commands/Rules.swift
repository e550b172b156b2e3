import Accounts
import LosslessJSON

extension CommandSpec {
  static let rules = CommandSpec(
    name: "rules",
    summary: "say what an account must look like",
    details: [
      "Without NAME, the rulebook of the accounts file. With --json it is printed as it may stand "
        + "under \"rules\" in the file, to be copied and changed; with --schema, as a JSON Schema "
        + "of the file, for editors."
    ],
    positionals: [
      PositionalSpec(
        name: "NAME", isRequired: false, candidates: .words(Rulebook.builtIns.map(\.name)),
        help: "register, albums or authorisation")
    ],
    options: [OptionSpec("--schema", help: "a JSON Schema (draft 2020-12) of the accounts file")],
    examples: ["regapp rules albums", "regapp rules register --json"],
    run: rules)

  private static func rules(_ invocation: Invocation) async throws {
    let rulebook: Rulebook
    if let name = invocation.arguments.positionals.first {
      rulebook = try builtIn(name)
    } else {
      rulebook = try await invocation.registry.rulebook()
    }
    if invocation.arguments.has("--schema") {
      try invocation.console.write(rulebook.schema.text(style: .pretty) + "\n")
    } else if invocation.isJSON {
      try invocation.console.write(rulebook.json.text(style: .pretty) + "\n")
    } else {
      try invocation.console.write(RulebookText.words(rulebook))
    }
  }

  /// A built-in rulebook that was named on the command line.
  static func builtIn(_ name: String) throws -> Rulebook {
    if let rulebook = Rulebook.builtIn(name) { return rulebook }
    let names = Rulebook.builtIns.map(\.name)
    throw UsageError(
      "there is no rulebook '\(visible(name))'",
      hint: nearest(to: name, in: names).map { "did you mean \($0)?" }
        ?? "there are \(names.joined(separator: ", "))")
  }
}
