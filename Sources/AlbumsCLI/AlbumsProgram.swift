import Accounts
import Glibc
import RegAppCLI

/// The program `regapp-albums`, run as `regapp albums`.
///
/// It is the only program that uses the network. It reads from the accounts file who is logged in,
/// and sends nothing of that anywhere.
public enum AlbumsProgram {
  static let program = Program(
    name: "regapp albums",
    summary: Phrase(
      "regapp albums searches Apple's catalogue for music albums; you must be logged in",
      ru: "regapp albums ищет музыкальные альбомы в каталоге Apple для того, кто вошёл"),
    commands: [.search, .showAlbum, .help], fallback: .albumScreens,
    firstUse: ["regapp albums search Kino", "regapp albums show 1440857781"],
    manual: .albums)

  /// Runs with the process's own arguments and streams, and returns the exit code.
  public static func run() -> Int32 {
    let cache = getenv("XDG_CACHE_HOME").map { String(cString: $0) }
    // URLSession on Linux creates directories for a cache and for cookies even if it is configured
    // without them. They do not belong in the user's home.
    for name in ["XDG_CACHE_HOME", "XDG_DATA_HOME"] { setenv(name, "/dev/null", 1) }
    return ProcessEdge.run { words, context in
      var context = context
      let environment = context.environment
      context.environment = Environment { $0 == "XDG_CACHE_HOME" ? cache : environment[$0] }
      return await program.run(words, context)
    }
  }
}

/// The account that is logged in; throws as `regapp show` does if there is none.
extension Invocation {
  func loggedIn() async throws -> Account { try await registry.show().account }
}
