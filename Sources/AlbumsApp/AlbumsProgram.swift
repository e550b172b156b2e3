// AlbumsApp: the program `regapp-albums`, run as `regapp albums`.
//
// `Commands` search, show and list; `Screens` are the same for eyes; `Covers` decodes and draws
// pictures in half blocks; `Messages` are lines, JSON and a page for a browser. It asks `regapp`
// who is logged in: it imports no code that reads accounts.

import CommandKit
import Product

/// The program `regapp-albums`, run as `regapp albums`.
///
/// Only this program uses the network. It gets the logged-in user by running regapp, and sends none
/// of that anywhere.
public enum AlbumsProgram {
  static let spec = ProgramSpec(
    name: "regapp albums", product: Release.product, version: Release.version,
    versionDay: Release.day,
    summary: Phrase(
      "regapp albums searches Apple's catalogue for music albums; you must be logged in"),
    groups: [(Phrase("commands"), Commands.all.map(\.spec))],
    fallback: Commands.screens.spec,
    options: [.documents],
    firstUse: ["regapp albums search Kino", "regapp albums show 1440857781"],
    manual: .albums)

  /// Runs with the process's own arguments and streams, and returns the exit code.
  public static func run() -> Int32 {
    ProcessEdge.run(spec) { line, context in await run(line, context, .ofProcess) }
  }

  /// Runs one command line and returns the exit code.
  static func run(_ line: ScannedLine, _ context: Context, _ world: AlbumsWorld) async -> Int32 {
    let program = Program(
      spec, commands: Commands.all, fallback: Commands.screens, open: { _, _ in world },
      explain: { error, _ in Report(general: error) })
    return await program.run(line, context)
  }
}

enum Commands {
  static let all: [Command] = [search, showAlbum, by, clear, help]

  static let help = Command.help(of: "regapp albums", about: "search")
}
