import Terminal

/// A program's declaration: all that help, the manual, the shells and the scanner need.
package struct ProgramSpec: Sendable {
  /// As it is typed: `regapp`, `regapp albums`.
  package let name: String
  /// The name that the program's messages begin with.
  package let product: String
  package let version: String
  /// The day of the version, as the manual page prints it.
  package let versionDay: String
  package let summary: Phrase
  /// Every command, under the headings of help.
  package let groups: [CommandGroup]
  package typealias CommandGroup = (title: Phrase, commands: [CommandSpec])
  /// Every command, in the order in which help lists them.
  package let commands: [CommandSpec]
  /// The command that runs if the line names none.
  package let fallback: CommandSpec
  /// A few command lines to start with.
  package let firstUse: [String]
  private let makeOwnOptions: @Sendable () -> [OptionSpec]
  private let makeManual: @Sendable () -> ManualText

  package init(
    name: String, product: String, version: String, versionDay: String, summary: Phrase,
    groups: [CommandGroup], fallback: CommandSpec,
    options: @autoclosure @escaping @Sendable () -> [OptionSpec] = [],
    firstUse: [String], manual: @autoclosure @escaping @Sendable () -> ManualText
  ) {
    self.name = name
    self.product = product
    self.version = version
    self.versionDay = versionDay
    self.summary = summary
    self.groups = groups
    commands = groups.flatMap(\.commands)
    self.fallback = fallback
    self.firstUse = firstUse
    makeOwnOptions = options
    makeManual = manual
  }

  package var manual: ManualText { makeManual() }

  /// The options of this program's commands that other programs lack: they name its data.
  package var ownOptions: [OptionSpec] { makeOwnOptions() }

  /// The options that every command of this program takes.
  package var sharedOptions: [OptionSpec] { ownOptions + OptionSpec.ofEveryCommand }

  package func options(of command: CommandSpec) -> [OptionSpec] { command.options + sharedOptions }

  /// The option of a name, whichever command takes it: an option means the same in all of them.
  package func option(named name: String) -> OptionSpec? {
    (sharedOptions + OptionSpec.withoutCommand).first { $0.name == name }
      ?? commands.lazy.flatMap(\.options).first { $0.name == name }
      ?? fallback.options.first { $0.name == name }
  }

  package var optionNames: [String] {
    let options = commands.flatMap(\.options) + sharedOptions + OptionSpec.withoutCommand
    return Set(options.map(\.name)).sorted()
  }
}

extension OptionSpec {
  package static let json = OptionSpec(
    "--json", help: "print one JSON value on stdout; report an error as JSON on stderr")
  package static let noInput = OptionSpec("--no-input", help: "never ask questions")
  package static let color = OptionSpec(
    "--color", "WHEN", candidates: .words(ColorChoice.allCases.map(\.rawValue)),
    help: "auto, always or never")
  package static let help = OptionSpec("--help", help: "show this help")
  package static let version = OptionSpec("--version", help: "show the version")
  package static let plain = OptionSpec(
    "--plain", help: "ask line by line instead of opening screens, for screen readers")

  /// The options that every command of every program takes.
  static let ofEveryCommand: [OptionSpec] = [.json, .noInput, .color, .help]
  /// The options that a line without a command takes.
  static let withoutCommand: [OptionSpec] = [.version]
}
