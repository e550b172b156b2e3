import Accounts
import Glibc
import RegAppCLI

/// The program `regapp-albums`, run as `regapp albums`.
///
/// Only this program may use the network. It reads the logged-in account from the accounts file,
/// and never sends any of it.
public enum AlbumsProgram {
  static let program = Program(
    name: "regapp albums",
    summary: Phrase(
      "regapp albums searches Apple's catalogue for music albums, for who is logged in",
      ru: "regapp albums ищет музыкальные альбомы в каталоге Apple для того, кто вошёл"),
    commands: [.search, .showAlbum, .help], fallback: .albumScreens,
    firstUse: ["regapp albums search Kino", "regapp albums show 1440857781"],
    manual: .albums)

  /// Runs with the process's own arguments and streams, and returns the exit code.
  public static func run() -> Int32 {
    let cache = getenv("XDG_CACHE_HOME").map { String(cString: $0) }
    // URLSession on Linux creates directories for a cache and for cookies even if configured
    // without them. They would litter the user's home.
    for name in ["XDG_CACHE_HOME", "XDG_DATA_HOME"] { setenv(name, "/dev/null", 1) }
    return ProcessEdge.run { words, context in
      var context = context
      let environment = context.environment
      context.environment = Environment { $0 == "XDG_CACHE_HOME" ? cache : environment[$0] }
      return await program.run(words, context)
    }
  }
}

/// The logged-in account; throws as `regapp show` does if there is none.
extension Invocation {
  func loggedIn() async throws -> Account { try await registry.show().account }
}
