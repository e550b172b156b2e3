extension Command {
  /// Prints help or the manual page of a program; `command` is one of its commands, for an example.
  package static func help(of program: String, about command: String) -> Self {
    Self(
      name: "help", summary: "show this help, or help on a command",
      ru: "показать эту справку или справку по команде",
      positionals: [
        PositionalSpec(
          name: "COMMAND", isRequired: false, candidates: .commands,
          help: "the command", ru: "о какой команде")
      ],
      options: [
        OptionSpec(
          "--manual", help: "everything as a manual page: | man -l -",
          ru: "всё вместе в виде man-страницы: | man -l -")
      ],
      examples: ["\(program) help \(command)", "\(program) help --manual"],
      run: { invocation in
        let text = try text(invocation)
        try invocation.console.write(invocation.isJSON ? ProgramSpec.json("help", text) : text)
      })
  }

  private static func text(_ invocation: Invocation<World>) throws -> String {
    let program = invocation.program
    let name = invocation.arguments.positionals.first
    guard invocation.arguments.has("--manual") else {
      let help = HelpText(program: program, language: invocation.language)
      return try name.map { help.text(of: try program.command(named: $0)) } ?? help.whole
    }
    guard name == nil else {
      throw Report.usage(
        "--manual covers the whole program", ru: "--manual — справка обо всей программе",
        hint: "leave COMMAND out", ru: "уберите COMMAND")
    }
    return ManualPage(program, invocation.language).roff
  }
}
