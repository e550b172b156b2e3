/// A program's manual page: its declarations, and the additions in its `ManualText`.
struct ManualPage {
  private let program: ProgramSpec
  private let language: Language
  private var page: Roff

  var roff: String { page.text }

  init(_ program: ProgramSpec, _ language: Language) {
    self.program = program
    self.language = language
    let manual = program.manual
    let volume = Phrase("User Commands", ru: "Пользовательские команды")
    page = Roff(
      title: manual.page.uppercased(), day: program.versionDay,
      source: "\(program.product) \(program.version)", volume: volume[language])
    section("NAME", ru: "ИМЯ")
    page.paragraph("\(manual.page) - \(manual.summary[language])")
    section("SYNOPSIS", ru: "СИНТАКСИС")
    page.paragraph("\(program.name) [OPTION ...] [COMMAND [ARGUMENT ...]]")
    section("DESCRIPTION", ru: "ОПИСАНИЕ")
    for (index, paragraph) in manual.description.enumerated() {
      if index > 0 { page.request("PP") }
      page.paragraph(paragraph[language])
    }
    section("COMMANDS", ru: "КОМАНДЫ")
    for command in program.commands { add(command) }
    section("OPTIONS", ru: "ПАРАМЕТРЫ")
    let everyCommand = Phrase(
      "Options may come before or after the command, as --name value or --name=value; -- ends "
        + "them. Every command accepts:",
      ru: "Параметры могут стоять до и после команды, в виде --name value или --name=value; -- "
        + "завершает их. У каждой команды есть:")
    page.paragraph(everyCommand[language])
    add(program.sharedOptions)
    page.request("PP")
    let withoutCommand = Phrase(
      "Without a command: \(program.fallback.summary).",
      ru: "Без команды: \(program.fallback.summary).")
    page.paragraph(withoutCommand[language])
    add(program.fallback.options.merged(with: OptionSpec.withoutCommand))
    section("FILES", ru: "ФАЙЛЫ")
    add(manual.files)
    section("ENVIRONMENT", ru: "ПЕРЕМЕННЫЕ ОКРУЖЕНИЯ")
    add(manual.environment)
    section("EXIT STATUS", ru: "КОДЫ ВЫХОДА")
    for code in ExitCode.allCases {
      page.entry(String(code.rawValue), manual.meaning(code)[language])
    }
    section("EXAMPLES", ru: "ПРИМЕРЫ")
    page.paragraph(Phrase("Getting started:", ru: "Для начала:")[language])
    page.example(program.firstUse)
    for example in manual.examples {
      page.request("PP")
      page.paragraph(example.words[language])
      page.example(example.lines)
    }
    section("SEE ALSO", ru: "СМ. ТАКЖЕ")
    page.paragraph(manual.seeAlso.joined(separator: ", "))
  }

  private mutating func section(_ english: Words<English>, ru russian: Words<Russian>) {
    page.request("SH", Phrase(english, ru: russian)[language])
  }

  private mutating func add(_ command: CommandSpec) {
    page.request("SS", program.usage(of: command))
    page.paragraph(command.summary[language])
    for paragraph in command.details {
      page.request("PP")
      page.paragraph(paragraph[language])
    }
    for word in command.positionals { page.entry(word.name, word.help[language]) }
    add(command.options)
    page.example(command.examples)
  }

  private mutating func add(_ options: [OptionSpec]) {
    for option in options { page.entry(option.name, value: option.value, option.help[language]) }
  }

  private mutating func add(_ entries: [ManualText.Entry]) {
    for entry in entries { page.entry(entry.name, entry.words[language]) }
  }
}
