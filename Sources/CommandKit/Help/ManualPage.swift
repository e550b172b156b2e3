/// A program's manual page: its declarations, and the additions in its `ManualText`.
struct ManualPage {
  let roff: String

  init(_ program: ProgramSpec, _ language: Language) {
    let manual = program.manual
    var roff = Roff(
      title: manual.page.uppercased(), day: program.versionDay,
      source: "\(program.product) \(program.version)",
      volume: ManualText.volume[language])
    roff.request("SH", Section.name[language])
    roff.paragraph("\(manual.page) - \(manual.summary[language])")
    roff.request("SH", Section.synopsis[language])
    roff.paragraph("\(program.name) [OPTION ...] [COMMAND [ARGUMENT ...]]")
    roff.request("SH", Section.description[language])
    for (index, paragraph) in manual.description.enumerated() {
      if index > 0 { roff.request("PP") }
      roff.paragraph(paragraph[language])
    }
    roff.request("SH", Section.commands[language])
    for command in program.commands { Self.tell(command, of: program, language, &roff) }
    roff.request("SH", Section.options[language])
    roff.paragraph(ManualText.everyCommand[language])
    for option in program.sharedOptions {
      roff.entry(option.name, value: option.value, option.help[language])
    }
    roff.request("PP")
    roff.paragraph("\(ManualText.withoutCommand[language]) \(program.fallback.summary[language]).")
    for option in program.fallback.options.merged(with: OptionSpec.withoutCommand) {
      roff.entry(option.name, value: option.value, option.help[language])
    }
    Self.list(Section.files, manual.files, language, &roff)
    Self.list(Section.environment, manual.environment, language, &roff)
    roff.request("SH", Section.exitStatus[language])
    for code in ExitCode.allCases {
      roff.entry(String(code.rawValue), manual.meaning(code)[language])
    }
    roff.request("SH", Section.examples[language])
    roff.paragraph(ManualText.toBegin[language])
    roff.example(program.firstUse)
    for example in manual.examples {
      roff.request("PP")
      roff.paragraph(example.words[language])
      roff.example(example.lines)
    }
    roff.request("SH", Section.seeAlso[language])
    roff.paragraph(manual.seeAlso.joined(separator: ", "))
    self.roff = roff.text
  }

  private static func tell(
    _ command: CommandSpec, of program: ProgramSpec, _ language: Language, _ roff: inout Roff
  ) {
    roff.request("SS", program.usage(of: command))
    roff.paragraph(command.summary[language])
    for paragraph in command.details {
      roff.request("PP")
      roff.paragraph(paragraph[language])
    }
    for word in command.positionals { roff.entry(word.name, word.help[language]) }
    for option in command.options {
      roff.entry(option.name, value: option.value, option.help[language])
    }
    roff.example(command.examples)
  }

  private static func list(
    _ title: Phrase, _ entries: [ManualText.Entry], _ language: Language, _ roff: inout Roff
  ) {
    roff.request("SH", title[language])
    for entry in entries { roff.entry(entry.name, entry.words[language]) }
  }
}

extension ManualPage {
  private enum Section {
    static let name = Phrase("NAME", ru: "ИМЯ")
    static let synopsis = Phrase("SYNOPSIS", ru: "СИНТАКСИС")
    static let description = Phrase("DESCRIPTION", ru: "ОПИСАНИЕ")
    static let commands = Phrase("COMMANDS", ru: "КОМАНДЫ")
    static let options = Phrase("OPTIONS", ru: "ПАРАМЕТРЫ")
    static let files = Phrase("FILES", ru: "ФАЙЛЫ")
    static let environment = Phrase("ENVIRONMENT", ru: "ПЕРЕМЕННЫЕ ОКРУЖЕНИЯ")
    static let exitStatus = Phrase("EXIT STATUS", ru: "КОДЫ ВЫХОДА")
    static let examples = Phrase("EXAMPLES", ru: "ПРИМЕРЫ")
    static let seeAlso = Phrase("SEE ALSO", ru: "СМ. ТАКЖЕ")
  }
}
