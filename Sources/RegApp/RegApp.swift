import Accounts
import Glibc

/// The program `regapp`.
public enum RegApp {
  public static let version = "0.1.0"
  /// The day of this version, as the manual page tells it.
  package static let versionDay = "2026-11-20"

  static let spec = ProgramSpec(
    name: "regapp", product: "regapp", version: version, versionDay: versionDay,
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

  /// What a run takes from the outside besides its context; a test has its own.
  struct Setting: Sendable {
    /// The user's own day, asked for anew each time: the screens may stay open over midnight.
    let clock: @Sendable () -> CalendarDay
    let hasher: PasswordHasher

    init(
      today: @autoclosure @escaping @Sendable () -> CalendarDay,
      hasher: PasswordHasher = PasswordHasher()
    ) {
      clock = today
      self.hasher = hasher
    }
  }

  /// Runs with the process's own arguments and streams, and returns the exit code.
  public static func run() -> Int32 {
    ProcessEdge.run(spec) { await run($0, $1, Setting(today: localDay())) }
  }

  /// Runs one command line and returns the exit code.
  static func run(_ line: ScannedLine, _ context: Context, _ setting: Setting) async -> Int32 {
    if let rest = AlbumsCompanion.words(of: line),
      let code = AlbumsCompanion.become(rest, context)
    {
      return code
    }
    return await program(setting).run(line, context)
  }

  private static func program(_ setting: Setting) -> Kit.Program<World> {
    Kit.Program(
      spec, commands: Commands.all, fallback: Commands.screens,
      open: { arguments, context in
        let documents = try DocumentsDirectory(context).path(option: arguments[.documents])
        return World(
          registry: Registry(
            documents: documents, today: setting.clock(), hasher: setting.hasher),
          setting: setting)
      },
      explain: { error, world in
        Report(error, rulebook: await rulebook(toExplain: error, world))
      })
  }

  /// How to log in, or to begin, depends on the rulebook in force.
  private static func rulebook(toExplain error: any Error, _ world: World?) async -> Rulebook? {
    switch error {
    case AccountsError.notLoggedIn, AccountsError.nobodyRegistered:
      try? await world?.registry.rulebook()
    default: nil
    }
  }

  /// Today in the user's time zone. FoundationEssentials has only GMT, so libc is used.
  private static func localDay() -> CalendarDay {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    let day = CalendarDay(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    return day ?? .distantPast
  }
}
