import AccountsFile
import CommandKit
import Product

/// The program `regapp`.
public enum RegApp {
  static let spec = ProgramSpec(
    name: "regapp", product: Release.product, version: Release.version,
    versionDay: Release.day,
    summary: Phrase(
      "regapp keeps accounts in one file that people can read, edit by hand and trust",
      ru: "regapp хранит аккаунты в одном файле: его можно читать, править "
        + "вручную, и ему можно доверять"),
    commands: Commands.all.map(\.spec), fallback: Commands.screens.spec,
    options: [.documents],
    firstUse: [
      "regapp login --email mario.balotelli@gmail.com", "regapp show",
      "regapp edit --first-name Mario",
    ], manual: .regapp)

  /// Runs with the process's own arguments and streams, and returns the exit code.
  public static func run() -> Int32 {
    Crypt.forbidDumps()
    return ProcessEdge.run(spec) { await run($0, $1, clock: { .ofSystem }) }
  }

  /// Runs one command line and returns the exit code.
  ///
  /// - Parameters:
  ///   - clock: the user's own day.
  ///   - localTime: the user's own time zone.
  static func run(
    _ line: ScannedLine, _ context: Context, clock: @escaping @Sendable () -> CalendarDay,
    localTime: LocalTime = .ofSystem, hasher: PasswordHasher = PasswordHasher()
  ) async -> Int32 {
    if let rest = AlbumsCompanion.words(of: line, in: spec),
      let code = AlbumsCompanion.become(rest, context)
    {
      return code
    }
    let program = Program(
      spec, commands: Commands.all, fallback: Commands.screens,
      open: { arguments, context in
        let documents = try DocumentsDirectory(context).path(option: arguments[.documents])
        return World(
          registry: Registry(documents: documents, today: clock(), hasher: hasher), clock: clock,
          localTime: localTime, hasher: hasher)
      },
      explain: { error, world in
        Report(error, rulebook: await rulebook(toExplain: error, world))
      })
    return await program.run(line, context)
  }

  /// The rulebook in force, which decides how to log in or to start.
  private static func rulebook(toExplain error: any Error, _ world: World?) async -> Rulebook? {
    switch error {
    case AccountsError.notLoggedIn, AccountsError.nobodyRegistered, AccountsError.loginFailed:
      try? await world?.registry.rulebook()
    default: nil
    }
  }
}
