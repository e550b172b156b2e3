import TextTools

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
    let volume = Phrase("User Commands")
    page = Roff(
      title: manual.page.uppercased(), day: program.versionDay,
      source: "\(program.product) \(program.version)", volume: volume[language])
    section("NAME")
    page.paragraph("\(manual.page) - \(manual.summary[language])")
    section("SYNOPSIS")
    // For a single command, that is the whole line.
    let others = program.commands.filter { $0.name != "help" }
    page.paragraph(
      others.count == 1
        ? "\(program.name) \(others[0].name) [OPTION ...]"
        : "\(program.name) [OPTION ...] [COMMAND [ARGUMENT ...]]")
    section("DESCRIPTION")
    for (index, paragraph) in manual.description.enumerated() {
      if index > 0 { page.request("PP") }
      page.paragraph(paragraph[language])
    }
    section("COMMANDS")
    for command in program.commands { add(command) }
    section("OPTIONS")
    let everyCommand = Phrase(
      "Options may come before or after the command, as --name value or --name=value; -- ends "
        + "them. Every command accepts:")
    page.paragraph(everyCommand[language])
    add(program.sharedOptions)
    page.request("PP")
    let withoutCommand = Phrase("Without a command: \(program.fallback.summary).")
    page.paragraph(withoutCommand[language])
    add(program.fallback.options.merged(with: OptionSpec.withoutCommand))
    section("FILES")
    add(manual.files)
    section("ENVIRONMENT")
    add(manual.environment)
    section("EXIT STATUS")
    for code in ExitCode.allCases {
      page.entry(String(code.rawValue), manual.explanation(code)[language])
    }
    section("EXAMPLES")
    page.paragraph(Phrase("Getting started:")[language])
    page.example(program.firstUse)
    for example in manual.examples {
      page.request("PP")
      page.paragraph(example.words[language])
      page.example(example.lines)
    }
    section("SEE ALSO")
    page.paragraph(manual.seeAlso.joined(separator: ", "))
  }

  private mutating func section(_ title: Words) {
    page.request("SH", Phrase(title)[language])
  }

  private mutating func add(_ command: CommandSpec) {
    page.request("SS", program.usage(of: command))
    page.paragraph(command.summary[language])
    for paragraph in command.details[language].split(separator: "\n\n") {
      page.request("PP")
      page.paragraph(String(paragraph))
    }
    for word in command.positionals { page.entry(word.name, word.help[language]) }
    add(command.options)
    page.example(command.examples)
  }

  private mutating func add(_ options: [OptionSpec]) {
    for option in options {
      page.entry(option.name, value: option.shownValue, option.help[language])
    }
  }

  private mutating func add(_ entries: [ManualText.Entry]) {
    for entry in entries { page.entry(entry.name, entry.words[language]) }
  }
}

/// Text for man(7), in the subset that groff and mandoc render alike.
struct Roff {
  private(set) var text: String

  /// The page's header. Hyphenation is off: an option split in two cannot be pasted.
  init(title: String, day: String, source: String, volume: String) {
    text = ".TH \(title) 1 \(day) \"\(source)\" \"\(Self.escaped(volume))\"\n.nh\n.ad l\n"
  }

  /// A request, with its arguments unescaped.
  mutating func request(_ name: String, _ arguments: String...) {
    text += ([".\(name)"] + arguments.map { "\"\(Self.escaped($0))\"" }).joined(separator: " ")
    text += "\n"
  }

  /// A paragraph, in source lines short enough for mail and terminals.
  mutating func paragraph(_ words: String) {
    let words = words.split(separator: " ").map { Self.escaped(String($0)) }
    for line in words.wrapped(columns: 78) { add(line) }
  }

  /// A tagged entry: a name in bold, its value's placeholder in italics, and the help text.
  mutating func entry(_ name: String, value: String? = nil, _ help: String) {
    text += ".TP\n"
    let value = value.map { " \\fI\(Self.escaped($0))\\fR" } ?? ""
    text += "\\fB\(Self.escaped(name))\\fR\(value)\n"
    paragraph(help)
  }

  mutating func example(_ lines: [String]) {
    text += ".PP\n.nf\n.RS 4\n"
    for line in lines { add(Self.escaped(line)) }
    text += ".RE\n.fi\n"
  }

  /// A line of text: a dot or quote at its beginning is escaped, so as not to form a request.
  private mutating func add(_ line: String) {
    guard !line.isEmpty else { return }
    text += (line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" : "") + line + "\n"
  }

  /// Escaped text: hyphens can be pasted, and quotes stay straight. Letters are not escaped: whatis
  /// finds and reads the name section only in plain letters.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "\"": result += "\\(dq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case _ where scalar.isASCII || scalar.properties.isAlphabetic:
        result.unicodeScalars.append(scalar)
      default:
        let number = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u\(number.zeroPadded(to: 4))]"
      }
    }
    return result
  }
}
