extension Command {
  /// Prints help or the manual page of a program; `command` is one of its commands, for an example.
  package static func help(
    of program: String, about command: String, topics: [String] = ["exit-codes"]
  ) -> Self {
    let topics = topics.joined(separator: ", ")
    return Self(
      name: "help", summary: "show this help, or help on a command",
      positionals: [
        PositionalSpec(
          name: "COMMAND", isRequired: false, candidates: .commands,
          help: "the command, or a table: \(topics)")
      ],
      options: [
        OptionSpec(
          "--manual", excludes: ["COMMAND"], help: "everything as a manual page: | man -l -")
      ],
      examples: [
        "\(program) help \(command)", "\(program) help exit-codes", "\(program) help --manual",
      ],
      run: { invocation in
        let text = try text(invocation)
        try invocation.console.write(invocation.isJSON ? ProgramSpec.json("help", text) : text)
      })
  }

  private static func text(_ invocation: Invocation<World>) throws -> String {
    let program = invocation.program
    let name = invocation.arguments.positionals.first
    if invocation.arguments.has("--manual") {
      return ManualPage(program, invocation.language).roff
    }
    let help = HelpText(program: program, language: invocation.language)
    guard let name else { return help.whole }
    if let topic = program.topics.first(where: { $0.name == name }) {
      return help.text(of: topic)
    }
    return help.text(of: try program.command(named: name, or: program.topics.map(\.name)))
  }
}
