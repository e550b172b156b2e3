import Accounts
import Glibc
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
  public static func run() -> Int32 {
    let cache = getenv("XDG_CACHE_HOME").map { String(cString: $0) }
    // URLSession on Linux makes directories for a cache and for cookies, though it is told to have
    // none. In the home of whoever searches they are litter.
    for name in ["XDG_CACHE_HOME", "XDG_DATA_HOME"] { setenv(name, "/dev/null", 1) }
    return ProcessEdge.run { words, context in
      var context = context
      let environment = context.environment
      context.environment = Environment { $0 == "XDG_CACHE_HOME" ? cache : environment[$0] }
      return await program.run(words, context)
    }
  }
}

/// Who is logged in; throws as `regapp show` does where nobody is.
extension Invocation {
  func loggedIn() async throws -> Account { try await registry.show().account }
}
