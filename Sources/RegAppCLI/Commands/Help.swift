extension CommandSpec {
  package static let help = CommandSpec(
    name: "help",
    summary: "show this help, or that of a command",
    positionals: [
      PositionalSpec(
        name: "COMMAND", isRequired: false, candidates: .commands, help: "which command")
    ],
    options: [OptionSpec("--manual", help: "the whole as a manual page: | man -l -")],
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
      return try name.map { program.help(of: try program.command(named: $0)) } ?? program.help
    }
    guard name == nil else {
      throw UsageError("--manual is of the whole program", hint: "leave COMMAND out")
    }
    return ManualPage(program).roff
  }
}
