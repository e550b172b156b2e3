import CommandKit

enum Commands {
  /// Every command, in the order in which help lists them.
  static let all: [Command] = [
    login, register, show, edit, save, cancel, history, undo, logout, list, disable, enable, remove,
    verify, check, seal, editFile, rules, initialise, `import`, export, albums, completions, help,
  ]

  static let completions = Command.completions(of: "regapp")
  static let help = Command.help(of: "regapp", about: "login")
}
