extension CommandSpec {
  package static let help = CommandSpec(
    name: "help",
    summary: Phrase(
      "show this help, or help on a command", ru: "показать эту справку или справку по команде"),
    positionals: [
      PositionalSpec(
        name: "COMMAND", isRequired: false, candidates: .commands,
        help: Phrase("the command", ru: "о какой команде"))
    ],
    options: [
      OptionSpec(
        "--manual",
        help: Phrase(
          "everything as a manual page: | man -l -",
          ru: "всё вместе в виде man-страницы: | man -l -"))
    ],
    examples: ["regapp help login", "regapp help --manual"],
    run: { invocation in
      let program = invocation.program
      let text = try text(invocation)
      try invocation.console.write(invocation.isJSON ? program.json("help", text) : text)
    })

  private static func text(_ invocation: Invocation) throws -> String {
    let program = invocation.program
    let name = invocation.arguments.positionals.first
    guard invocation.arguments.has("--manual") else {
      let help = HelpText(program, invocation.language)
      return try name.map { help.text(of: try program.command(named: $0)) } ?? help.whole
    }
    guard name == nil else {
      throw UsageError(
        Phrase("--manual covers the whole program", ru: "--manual — справка обо всей программе"),
        hint: Phrase("leave COMMAND out", ru: "уберите COMMAND"))
    }
    return ManualPage(program, invocation.language).roff
  }
}
