import AccountsFile
import LosslessJSON
import TextTools

/// A program of commands: from a command line to an exit code.
package struct Program: Sendable {
  /// As it is typed: `regapp`, `regapp albums`.
  let name: String
  /// What it is for, in one line.
  let summary: Phrase
  /// Every command, in the order in which help lists them.
  let commands: [CommandSpec]
  /// What runs without a command.
  let fallback: CommandSpec
  /// A few command lines to start with.
  let firstUse: [String]
  /// What its manual page adds to the declarations.
  var manual: ManualText { makeManual() }
  private let makeManual: @Sendable () -> ManualText

  package init(
    name: String, summary: Phrase, commands: [CommandSpec], fallback: CommandSpec,
    firstUse: [String], manual: @autoclosure @escaping @Sendable () -> ManualText
  ) {
    self.name = name
    self.summary = summary
    self.commands = commands
    self.fallback = fallback
    self.firstUse = firstUse
    makeManual = manual
  }

  /// Runs one command line, without the program's name, and returns the exit code.
  ///
  /// - Parameter words: nil is a word that is not valid UTF-8.
  package func run(_ words: [String?], _ context: Context) async -> Int32 {
    let console = context.console
    let isJSON = Self.wantsJSON(words)
    let palette = Palette(nil, context.environment, isTerminal: console.errorIsTerminal)
    do {
      let arguments = try Arguments(Arguments.readable(words), commands: commands, of: name)
      return await run(arguments, context).rawValue
    } catch {
      return tell(Report(error), isJSON, palette, context).rawValue
    }
  }

  /// Whether JSON is wanted, even if the command line cannot be parsed.
  static func wantsJSON(_ words: [String?]) -> Bool {
    words.prefix { $0 != "--" }.contains("--json")
  }

  private func run(_ arguments: Arguments, _ context: Context) async -> ExitCode {
    let console = context.console
    let isJSON = arguments.has("--json")
    let palette =
      arguments.has(OptionSpec.plain.name)
      ? .plain
      : Palette(arguments["--color"], context.environment, isTerminal: console.errorIsTerminal)
    var registry: Registry?
    do {
      try check(color: arguments["--color"])
      if arguments.has("--version") {
        let version = RegApp.version
        try console.write(
          isJSON ? json("version", version) : "regapp \(version)\n")
        return .done
      }
      let command = try command(named: arguments.command)
      if arguments.has("--help") {
        let words = HelpText(self, context.language(isJSON: isJSON))
        let text = arguments.command == nil ? words.whole : words.text(of: command)
        try console.write(isJSON ? json("help", text) : text)
        return .done
      }
      try arguments.check(against: command, of: name)
      let documents = try DocumentsDirectory(context).path(option: arguments["--documents"])
      let opened = Registry(documents: documents, today: context.today, hasher: context.hasher)
      registry = opened
      try await command.run(
        Invocation(program: self, arguments: arguments, context: context, registry: opened))
      return .done
    } catch ConsoleError.outputClosed {
      return .done
    } catch let ending as Ending {
      return ending.code
    } catch {
      let report = Report(error, rulebook: await rulebook(toExplain: error, registry))
      return tell(report, isJSON, palette, context)
    }
  }

  /// A text as a JSON object.
  func json(_ name: String, _ text: String) -> String {
    JSONLiteral.object([.init(name, .string(text))]).text(style: .pretty) + "\n"
  }

  /// The command of that name; without a name, the fallback.
  func command(named name: String?) throws -> CommandSpec {
    guard let name else { return fallback }
    if let command = commands.first(where: { $0.name == name }) { return command }
    let suggestion = nearest(to: name, in: commands.map(\.name))
    throw UsageError(
      Phrase("unknown command '\(visible(name))'", ru: "неизвестная команда «\(visible(name))»"),
      hint: suggestion.map { .didYouMean($0) }
        ?? Phrase("see \(self.name) help", ru: "см. \(self.name) help"))
  }

  private func check(color: String?) throws {
    guard let color, !Candidates.colors.contains(color) else { return }
    throw UsageError(
      Phrase(
        "--color must be auto, always or never, not '\(visible(color))'",
        ru: "--color: нужно auto, always или never, а не «\(visible(color))»"),
      hint: Phrase("write --color auto", ru: "напишите --color auto"))
  }

  /// The rulebook in force, which decides how to log in or to start.
  private func rulebook(
    toExplain error: any Error, _ registry: Registry?
  ) async -> Rulebook? {
    switch error {
    case AccountsError.notLoggedIn, AccountsError.nobodyRegistered:
      try? await registry?.rulebook()
    default: nil
    }
  }

  private func tell(
    _ report: Report, _ asJSON: Bool, _ palette: Palette, _ context: Context
  ) -> ExitCode {
    report.tell(asJSON, palette, context)
    return report.code
  }
}

/// Ends the program with an exit code, without a message.
package struct Ending: Error {
  let code: ExitCode
  package init(code: ExitCode) { self.code = code }
}
