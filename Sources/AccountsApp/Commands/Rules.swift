import AccountsFile
import CommandKit
import LosslessJSON

extension Commands {
  package static let rules = Command(
    name: "rules",
    summary: "show what an account must look like",
    details: Phrase(
      "Without NAME, the rulebook of the accounts file. With --json it is printed as it can appear "
        + "under \"rules\" in the file, to be copied and changed; with --schema, as a JSON Schema "
        + "of the file, for editors. A rulebook with \"from\" is printed as it is written; with "
        + "--expanded, all of it. Of a database, a FILE becomes the rulebook: see regapp-postgres "
        + "rules --help."),
    positionals: [
      PositionalSpec(
        name: "NAME", isRequired: false,
        candidates: .words(Rulebook.builtIns.map(\.name), andOthers: true),
        help: "register, albums, authorisation or standard")
    ],
    options: [
      OptionSpec("--schema", help: "a JSON Schema (draft 2020-12) of the accounts file"),
      OptionSpec(
        "--expanded", help: "with --json: all keys of a rulebook that begins from another"),
    ],
    examples: ["regapp rules albums", "regapp rules register --json"], run: rules)

  private static func rules(_ invocation: Invocation) async throws {
    let rulebook: Rulebook
    if let name = invocation.arguments.positionals.first {
      guard let builtIn = Rulebook.builtIn(name) else {
        throw Report.unknownWord(
          name, for: "NAME", known: Rulebook.builtIns.map(\.name),
          Phrase("see regapp rules --help"))
      }
      rulebook = builtIn
    } else {
      try await invocation.requireFile()
      rulebook = try await invocation.registry.rulebook()
    }
    if invocation.arguments.has("--schema") {
      try invocation.console.write(rulebook.schema.text(style: .pretty) + "\n")
    } else if invocation.isJSON {
      let json =
        invocation.arguments.has("--expanded")
        ? rulebook.wholeJSON : rulebook.origin?.written ?? rulebook.json
      try invocation.console.write(json.text(style: .pretty) + "\n")
    } else {
      try invocation.console.write(RulebookText.words(rulebook)[invocation.language])
    }
  }
}
