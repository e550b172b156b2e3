import LosslessJSON
import TextTools

/// A program of commands: from a command line to an exit code.
package struct Program<World: Sendable>: Sendable {
  package let spec: ProgramSpec
  private let commands: [Command<World>]
  private let fallback: Command<World>
  private let open: @Sendable (Arguments, Context) throws -> World
  private let explain: @Sendable (any Error, World?) async -> Report
  private let names: @Sendable (World) async throws -> [CompletedName]

  /// `commands` are in the order of their declarations; `open` makes what they work on, which help
  /// and `--version` do without; `explain` makes the report of an error; `names` reads what
  /// accounts a shell may offer.
  package init(
    _ spec: ProgramSpec, commands: [Command<World>], fallback: Command<World>,
    open: @escaping @Sendable (Arguments, Context) throws -> World,
    explain: @escaping @Sendable (any Error, World?) async -> Report,
    names: @escaping @Sendable (World) async throws -> [CompletedName] = { _ in [] }
  ) {
    self.spec = spec
    self.commands = commands
    self.fallback = fallback
    self.open = open
    self.explain = explain
    self.names = names
  }
}

extension Program {
  package func run(_ line: ScannedLine, _ context: Context) async -> Int32 {
    let console = context.console
    if let completion = Completion(line, of: spec) { return await answer(completion, context) }
    do {
      let arguments = try Arguments(line, of: spec)
      return await run(arguments, context)
    } catch {
      let palette = Palette(nil, context.environment, isTerminal: console.errorIsTerminal)
      let report = Report(general: error)
      report.write(line.wantsJSON, palette, context, as: spec.product)
      return report.code.rawValue
    }
  }

  /// Tells a shell what it can offer. Failures are not reported: somebody is typing.
  private func answer(_ completion: Completion, _ context: Context) async -> Int32 {
    var known: [CompletedName] = []
    if case .names = completion.candidates,
      let world = try? open(Arguments(completion.dataOptions, of: spec), context)
    {
      known = (try? await names(world)) ?? []
    }
    try? context.console.write(completion.answer(known, in: Language(context.environment)))
    return ExitCode.done.rawValue
  }

  private func run(_ arguments: Arguments, _ context: Context) async -> Int32 {
    let console = context.console
    let isJSON = arguments.has("--json")
    let palette = Palette(arguments, context.environment, isTerminal: console.errorIsTerminal)
    var world: World?
    do {
      if arguments.has("--version") {
        try console.write(
          isJSON ? ProgramSpec.json("version", spec.version) : "\(spec.product) \(spec.version)\n")
        return ExitCode.done.rawValue
      }
      let command = try spec.command(named: arguments.command)
      if arguments.has("--help") {
        let words = HelpText(program: spec, language: context.language(isJSON: isJSON))
        let text = arguments.command == nil ? words.whole : words.text(of: command)
        try console.write(isJSON ? ProgramSpec.json("help", text) : text)
        return ExitCode.done.rawValue
      }
      try arguments.check(against: command, of: spec)
      let opened = try open(arguments, context)
      world = opened
      // Looked up in the declarations, which are not generic: searching the commands would make the
      // runtime look for conformances at every start.
      let index = spec.commands.firstIndex { $0.name == arguments.command }
      let invocation = Invocation(
        program: spec, arguments: arguments, context: context, world: opened)
      do {
        try await (index.map { commands[$0] } ?? fallback).run(invocation)
        if isJSON { try console.flush() }
      } catch let error as ConsoleError where isJSON && error != .outputClosed {
        throw invocation.lost(error)
      }
      return ExitCode.done.rawValue
    } catch ConsoleError.outputClosed {
      return ExitCode.done.rawValue
    } catch let ending as ProgramEnd {
      return ending.code
    } catch {
      let report = await explain(error, world)
      report.write(isJSON, palette, context, as: spec.product)
      return report.code.rawValue
    }
  }
}

extension ProgramSpec {
  /// The command of that name; without a name, the fallback.
  ///
  /// - Parameter others: what else may have been meant.
  package func command(named name: String?, or others: [String] = []) throws -> CommandSpec {
    guard let name else { return fallback }
    if let command = commands.first(where: { $0.name == name }) { return command }
    let suggestion = nearest(to: name, in: commands.map(\.name) + others)
    throw Report.usage(
      "unknown command '\(visible(name))'",
      hint: suggestion.map { .didYouMean($0) }
        ?? Phrase("see \(self.name) help"))
  }

  static func json(_ name: String, _ text: String) -> String {
    JSONLiteral.object([.init(name, .string(text))]).text(style: .pretty) + "\n"
  }
}
