import CommandKit
import Product

extension Commands {
  /// Runs only if `regapp-albums` is not installed; otherwise that program gets the command line.
  static let albums = Command(
    name: "albums",
    summary: "search for music albums; a separate program, which asks Apple's server",
    details: Phrase(
      "regapp albums search TERM … finds albums, regapp albums show ID shows one with its songs, "
        + "regapp albums by ARTIST-ID lists a band's, and regapp albums alone, at a terminal, opens the screens. You must be logged in."
    ),
    positionals: [
      PositionalSpec(
        name: "WORD", isRequired: false, isRepeated: true,
        candidates: .words(["search", "show", "by", "clear", "help"]),
        help: "search TERM …, show ID, by ARTIST-ID or clear")
    ],
    options: OptionSpec.narrowing + [.html] + OptionSpec.catalogue,
    examples: ["regapp albums search Kino", "regapp albums show 1440857781"],
    run: { _ in
      throw Report(
        .unavailable, "albumsMissing", "regapp-albums is neither next to regapp nor on PATH",
        hint: "install the Debian package regapp-albums, or build it: "
          + "swift build --product regapp-albums")
    })
}

/// `regapp-albums`, the separate program that may use the network: this one never does.
enum AlbumsCompanion {
  static let companion = Companion(name: "regapp-albums")

  /// Opens the albums' screens and comes back; returns an error message if that fails.
  static func open(from invocation: Invocation) -> Phrase? {
    let missing = Phrase(
      "regapp-albums was not found: install the Debian package regapp-albums, or build it.")
    guard let path = companion.path(invocation.context.environment) else { return missing }
    var words = [path]
    for option in [OptionSpec.documents.name, OptionSpec.color.name] {
      if let value = invocation.arguments[option] { words += [option, value] }
    }
    guard let code = invocation.console.runProgram(words, false) else { return missing }
    let why = ExitCode(rawValue: code)?.explanation ?? Phrase("code \(code)")
    return code == 0 ? nil : Phrase("The albums ended too early: \(why).")
  }
}

extension Companion {
  /// The arguments of the program that a command is, without the command itself; nil for another
  /// command, or if one is not UTF-8.
  static func words(
    of command: CommandSpec, in line: ScannedLine, of program: ProgramSpec
  ) -> [String]? {
    let help = Commands.help.spec
    let count: Int
    if line.command == command.name {
      count = 1
    } else if line.command == help.name,
      line.words.suffix(2).map(\.text) == [help.name, command.name]
    {
      count = 2
    } else {
      return nil
    }
    let known = program.options(of: command)
    let isKnown = line.optionsBeforeCommand.allSatisfy { option in
      known.contains { $0.name == option.name }
    }
    guard isKnown, line.words.allSatisfy(\.isUTF8) else { return nil }
    return line.words(withoutFirst: count).map(\.text) + (count == 2 ? [OptionSpec.help.name] : [])
  }
}
