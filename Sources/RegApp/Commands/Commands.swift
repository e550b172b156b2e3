package import CommandKit

package enum Commands {
  /// Every command, in the order in which help lists them.
  static let all: [Command] = common + [completions, help]

  private static let common: [Command] = [
    login, register, show, edit, save, cancel, history, undo, logout, list, disable, enable, remove,
    verify, chauthtok, check, seal, editFile, rules, initialise, share, plan, apply, `import`,
    export, publish, gitSetup, mergeDriver, textconv, albums,
  ]

  /// What runs without a command.
  package static var fallback: CommandSpec { screens.spec }

  private static let topics = ["exit-codes", "formats", "readers"]

  static let completions: Command = Command.completions(of: "regapp")
  static let help: Command = Command.help(of: "regapp", about: "login", topics: topics)

  /// The commands of another program, with its own, which may take the places of those here.
  package static func all(of program: String, with own: [Command]) -> [Command] {
    let names = common.map(\.spec.name)
    return common.map { command in own.first { $0.spec.name == command.spec.name } ?? command }
      + own.filter { !names.contains($0.spec.name) }
      + [
        .completions(of: program),
        .help(of: program, about: own.first?.spec.name ?? login.spec.name, topics: topics),
      ]
  }
}
