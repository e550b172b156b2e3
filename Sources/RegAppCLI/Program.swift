import AccountsFile
import LosslessJSON

/// A program of commands: from a command line to an exit code.
package struct Program: Sendable {
  /// As a person types it: `regapp`, `regapp albums`.
  let name: String
  /// What it is for, in a line.
  let summary: Phrase
  /// Every command, in the order in which help lists them.
  let commands: [CommandSpec]
  /// What runs where no command is named.
  let fallback: CommandSpec
  /// A few command lines to begin with.
  let firstUse: [String]
  /// What its manual page adds.
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

  /// Runs one command line, its program name left out, and returns the exit code.
  ///
  /// - Parameter words: nil stands for a word that is no UTF-8.
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

  /// Whether JSON is wanted, also of an error that keeps a command line from being understood.
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

  /// A text for programs.
  func json(_ name: String, _ text: String) -> String {
    JSONLiteral.object([.init(name, .string(text))]).text(style: .pretty) + "\n"
  }

  /// The command of a name; what runs without one where none was given.
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

  /// How to log in, or to begin, depends on the rulebook in force.
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

/// An end that needs no more words, as its exit code.
package struct Ending: Error {
  let code: ExitCode
  package init(code: ExitCode) { self.code = code }
}
