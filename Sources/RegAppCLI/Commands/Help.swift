extension CommandSpec {
  package static let help = CommandSpec(
    name: "help",
    summary: "show this help, or that of a command",
    positionals: [PositionalSpec(name: "COMMAND", isRequired: false, help: "which command")],
    examples: ["regapp help login"],
    run: { invocation in
      let program = invocation.program
      let text =
        try invocation.arguments.positionals.first.map {
          program.help(of: try program.command(named: $0))
        } ?? program.help
      try invocation.console.write(invocation.isJSON ? program.json("help", text) : text)
    })
}
