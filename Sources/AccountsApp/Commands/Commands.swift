package import CommandKit

package enum Commands {
  package typealias Group = (title: Phrase, commands: [Command])

  /// Every command, under the headings of help.
  static let groups = groups(completions, help)

  private static func groups(_ completions: Command, _ help: Command) -> [Group] {
    [
      (Phrase("start"), [login, register, initialise, help]),
      (Phrase("your account"), [show, edit, save, cancel, logout, albums]),
      (
        Phrase("accounts"),
        [list] + Operation.ofAccounts.compactMap(\.command) + [invite]
          + [Operation.uninvite].compactMap(\.command) + [sessions, history, undo]
      ),
      (Phrase("moving in and out"), [plan, apply, `import`, export, publish]),
      (Phrase("the file"), [check, seal, editFile, rules, share, gitSetup]),
      (Phrase("for programs"), [verify, serve, chauthtok, mergeDriver, textconv, completions]),
    ]
  }

  /// The command that runs if the line names none: the screens.
  package static var fallback: CommandSpec { screens.spec }

  private static let topics = ["exit-codes", "formats", "readers"]

  static let completions: Command = Command.completions(of: "regapp")
  static let help: Command = Command.help(of: "regapp", about: "login", topics: topics)

  /// The commands of another program, with its own, which may take the places of those here or else
  /// come first.
  package static func groups(of program: String, with own: Group) -> [Group] {
    let about = own.commands.first?.spec.name ?? login.spec.name
    var groups = groups(
      .completions(of: program), .help(of: program, about: about, topics: topics))
    var new = own
    for index in groups.indices {
      groups[index].commands = groups[index].commands.map { command in
        guard let place = new.commands.firstIndex(where: { $0.spec.name == command.spec.name })
        else { return command }
        return new.commands.remove(at: place)
      }
    }
    return [new] + groups
  }
}

extension [Commands.Group] {
  package var specs: [ProgramSpec.CommandGroup] {
    map { ($0.title, $0.commands.map(\.spec)) }
  }
}
