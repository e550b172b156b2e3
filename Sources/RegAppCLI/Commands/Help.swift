extension CommandSpec {
  static let help = CommandSpec(
    name: "help",
    summary: "show this help, or that of a command",
    positionals: [PositionalSpec(name: "COMMAND", isRequired: false, help: "which command")],
    examples: ["regapp help login"],
    run: { invocation in
      let text =
        try invocation.arguments.positionals.first.map {
          HelpText.of(try RegApp.command(named: $0))
        } ?? HelpText.overview(RegApp.commands)
      try invocation.console.write(invocation.isJSON ? RegApp.json("help", text) : text)
    })
}
