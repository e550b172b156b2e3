import Accounts
package import CommandKit
import Glibc

/// `regapp-postgres`, the program for accounts in a database: this one does without its libraries,
/// which would make every start slower.
enum PostgresCompanion {
  static let companion = Companion(name: "regapp-postgres")

  /// Becomes the companion, with the command line as it was typed; otherwise returns how to end.
  static func handOver(_ line: ScannedLine, _ context: Context) throws -> ProgramEnd {
    guard let path = companion.path(context.environment),
      let code = context.console.runProgram([path] + line.words.map(\.text), true)
    else {
      throw Report(
        .unavailable, "postgresMissing", "regapp-postgres is neither next to regapp nor on PATH",
        hint: "install the Debian package regapp-postgres, or build it: "
          + "swift build --product regapp-postgres")
    }
    return ProgramEnd(program: code)
  }
}

extension Commands {
  /// Whether a command line needs the accounts. regapp itself does the others, also if the accounts
  /// are in a database.
  package static func needAccounts(_ arguments: Arguments) -> Bool {
    switch arguments.command {
    case help.spec.name, completions.spec.name, albums.spec.name, serve.spec.name,
      gitSetup.spec.name, mergeDriver.spec.name, textconv.spec.name:
      false
    case check.spec.name: arguments.positionals.isEmpty
    case rules.spec.name: arguments.positionals.isEmpty || rulebookFile(arguments) != nil
    default: true
    }
  }

  /// The file that a command line would set as the rulebook of a database; nil if it is of another
  /// command, or names no file.
  package static func rulebookFile(_ arguments: Arguments) -> String? {
    guard arguments.command == rules.spec.name, let word = arguments.positionals.first,
      Rulebook.builtIn(word) == nil
    else { return nil }
    let isPath = word.utf8.contains(UInt8(ascii: "/")) || word.hasSuffix(".json")
    return isPath || access(word, F_OK) == 0 ? word : nil
  }
}
