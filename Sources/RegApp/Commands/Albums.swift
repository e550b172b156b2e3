import CommandKit
import Product

extension Commands {
  /// Runs only if `regapp-albums` is not installed; otherwise that program gets the command line.
  static let albums = Command(
    name: "albums",
    summary: "search for music albums; a separate program, the only one to use the network",
    details: Phrase(
      "regapp albums search TERM … finds albums, regapp albums show ID shows one with its songs, "
        + "and regapp albums alone, at a terminal, opens the screens. You must be logged in."),
    positionals: [
      PositionalSpec(
        name: "WORD", isRequired: false, isRepeated: true,
        candidates: .words(["search", "show", "clear", "help"]),
        help: "search TERM …, show ID or clear")
    ],
    options: OptionSpec.narrowing + OptionSpec.catalogue,
    examples: ["regapp albums search Kino", "regapp albums show 1440857781"],
    run: { _ in
      throw Report(
        .unavailable, "albumsMissing", "regapp-albums is neither next to regapp nor on PATH",
        hint: "install the Debian package regapp-albums, or build it: "
          + "swift build --product regapp-albums")
    })
}

extension AlbumsCompanion {
  /// The companion's arguments, without `albums` itself; nil for another command, or if one is not
  /// UTF-8.
  static func words(of line: ScannedLine, in program: ProgramSpec) -> [String]? {
    let (albums, help) = (Commands.albums.spec, Commands.help.spec)
    let count: Int
    if line.command == albums.name {
      count = 1
    } else if line.command == help.name,
      line.words.suffix(2).map(\.text) == [help.name, albums.name]
    {
      count = 2
    } else {
      return nil
    }
    let known = program.options(of: albums)
    let isKnown = line.optionsBeforeCommand.allSatisfy { option in
      known.contains { $0.name == option.name }
    }
    guard isKnown, line.words.allSatisfy(\.isUTF8) else { return nil }
    return line.words(withoutFirst: count).map(\.text) + (count == 2 ? [OptionSpec.help.name] : [])
  }

  /// Becomes the companion; returns nil only if it is not installed.
  static func become(_ words: [String], _ context: Context) -> Int32? {
    guard let path = companion.path(context.environment) else { return nil }
    return context.console.runProgram([path] + words, true)
  }
}
