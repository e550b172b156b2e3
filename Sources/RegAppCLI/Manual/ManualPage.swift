/// The manual page of a program: its declarations, and what its `ManualText` adds.
struct ManualPage {
  let roff: String

  init(_ program: Program) {
    let manual = program.manual
    var roff = Roff(
      title: manual.page.uppercased(), day: RegApp.versionDay, source: "regapp \(RegApp.version)",
      volume: ManualText.volume)
    roff.request("SH", "NAME")
    roff.paragraph("\(manual.page) - \(manual.summary)")
    roff.request("SH", "SYNOPSIS")
    roff.paragraph("\(program.name) [OPTION ...] [COMMAND [ARGUMENT ...]]")
    roff.request("SH", "DESCRIPTION")
    for (index, paragraph) in manual.description.enumerated() {
      if index > 0 { roff.request("PP") }
      roff.paragraph(paragraph)
    }
    roff.request("SH", "COMMANDS")
    for command in program.commands { Self.tell(command, of: program, &roff) }
    roff.request("SH", "OPTIONS")
    roff.paragraph(ManualText.everyCommand)
    for option in CommandSpec.globalOptions {
      roff.entry(option.name, value: option.value, option.help)
    }
    roff.request("PP")
    roff.paragraph("\(ManualText.withoutCommand) \(program.fallback.summary).")
    for option in Self.optionsWithoutCommand(program) {
      roff.entry(option.name, value: option.value, option.help)
    }
    Self.list("FILES", manual.files, &roff)
    Self.list("ENVIRONMENT", manual.environment, &roff)
    roff.request("SH", "EXIT STATUS")
    for code in ExitCode.allCases { roff.entry(String(code.rawValue), code.meaning) }
    roff.request("SH", "EXAMPLES")
    roff.paragraph(ManualText.toBegin)
    roff.example(program.firstUse)
    for example in manual.examples {
      roff.request("PP")
      roff.paragraph(example.words)
      roff.example(example.lines)
    }
    roff.request("SH", "SEE ALSO")
    roff.paragraph(manual.seeAlso.joined(separator: ", "))
    self.roff = roff.text
  }

  private static func tell(_ command: CommandSpec, of program: Program, _ roff: inout Roff) {
    let options = command.options.isEmpty ? [] : ["[OPTION ...]"]
    let words = command.positionals.map { $0.isRequired ? $0.shownName : "[\($0.shownName)]" }
    roff.request("SS", ([program.name, command.name] + options + words).joined(separator: " "))
    roff.paragraph(command.summary)
    for paragraph in command.details {
      roff.request("PP")
      roff.paragraph(paragraph)
    }
    for word in command.positionals { roff.entry(word.name, word.help) }
    for option in command.options { roff.entry(option.name, value: option.value, option.help) }
    roff.example(command.examples)
  }

  private static func optionsWithoutCommand(_ program: Program) -> [OptionSpec] {
    let own = program.fallback.options
    return own
      + CommandSpec.programOptions.filter { other in !own.contains { $0.name == other.name } }
  }

  private static func list(_ title: String, _ entries: [ManualText.Entry], _ roff: inout Roff) {
    roff.request("SH", title)
    for entry in entries { roff.entry(entry.name, entry.words) }
  }
}
