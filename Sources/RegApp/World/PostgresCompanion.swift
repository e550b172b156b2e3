package import CommandKit

/// `regapp-postgres`, the program for accounts in a database: this one does without its libraries,
/// which would make every start slower.
enum PostgresCompanion {
  static let companion = Companion(name: "regapp-postgres")

  /// Becomes the companion, with the command line as it was typed; otherwise returns how to end.
  static func handOver(_ line: ScannedLine, _ context: Context) throws -> Ending {
    guard let path = companion.path(context.environment),
      let code = context.console.runProgram([path] + line.words.map(\.text), true)
    else {
      throw Report(
        .unavailable, "postgresMissing", "regapp-postgres is neither next to regapp nor on PATH",
        hint: "install the Debian package regapp-postgres, or build it: "
          + "swift build --product regapp-postgres")
    }
    return Ending(program: code)
  }
}

extension Commands {
  /// Whether a command line needs the accounts. Those that do not are done by regapp itself, also
  /// where the accounts are in a database.
  package static func needAccounts(_ arguments: Arguments) -> Bool {
    switch arguments.command {
    case help.spec.name, completions.spec.name, albums.spec.name, gitSetup.spec.name,
      mergeDriver.spec.name, textconv.spec.name:
      false
    case rules.spec.name, check.spec.name: arguments.positionals.isEmpty
    default: true
    }
  }
}
