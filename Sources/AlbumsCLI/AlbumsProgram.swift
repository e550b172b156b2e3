import Accounts
import RegAppCLI

/// The program `regapp-albums`, which a person runs as `regapp albums`.
///
/// It alone may call out. What it knows of the person it reads from the accounts file, and it sends
/// nothing of that anywhere.
public enum AlbumsProgram {
  static let program = Program(
    name: "regapp albums",
    summary: Phrase(
      "regapp albums searches Apple's catalogue for music albums, for who is logged in",
      ru: "regapp albums ищет музыкальные альбомы в каталоге Apple для того, кто вошёл"),
    commands: [.search, .showAlbum, .help], fallback: .albumScreens,
    firstUse: ["regapp albums search Kino", "regapp albums show 1440857781"],
    manual: .albums)

  /// Runs over the process's own arguments and streams, and returns the exit code.
  public static func run() -> Int32 { ProcessEdge.run { await program.run($0, $1) } }
}

/// Who is logged in; throws as `regapp show` does where nobody is.
extension Invocation {
  func loggedIn() async throws -> Account { try await registry.show().account }
}
