// ServeApp: the program `regapp-serve`, run as `regapp serve`: the door of a proxy, and the page on
// which people log in and set their passwords.
//
// `Start` reads the command line, opens the accounts and listens. A request then comes from HTTP to
// the `Site`, which knows the paths. The `Door` answers whether a name and a password, or a
// session, may pass; the `Page` takes a form, logs in or sets a password; `Login` has what leads
// from a guarded host to the page and back: hosts, cookies, nonces and codes. All use `Verdicts`,
// what is answered and logged; `Waiting`, which orders those who need a hash; and `Words`, the
// small pages. `Door/ProofMemory` remembers that a password was right; the `Registry` is asked at
// each request what that is worth now, and about the session as well.
//
// It is built on Accounts, as AccountsApp is, and on both stores. It may read no account and judge
// no password by itself: the `Registry` counts, records, throttles and decides. It writes no file
// of its own, asks nothing outside, and logs no request. Its memories are in RAM, bounded, and
// never hold a password.

import Accounts
import AccountsApp
import AccountsFile
import CommandKit
import Glibc
import Product

typealias Command = CommandKit.Command<ServeWorld>
typealias Invocation = CommandKit.Invocation<ServeWorld>

/// The program `regapp-serve`. Only it listens to others.
public enum ServeProgram {
  static let spec = ProgramSpec(
    name: "regapp", product: Release.product, version: Release.version,
    versionDay: Release.day,
    summary: Phrase("regapp serve logs people in at a page, and tells web servers who they are"),
    groups: [(Phrase("commands"), commands.map(\.spec))],
    fallback: ServeCommand.serve.spec,
    options: [.documents],
    firstUse: [
      "regapp serve",
      "regapp serve --socket /run/regapp/socket --url https://accounts.example.com/",
    ],
    manual: .serve)

  private static let commands = [
    ServeCommand.serve, Command.help(of: "regapp-serve", about: ServeCommand.serve.spec.name),
  ]

  /// Runs with the process's own arguments and streams, and returns the exit code.
  public static func run() -> Int32 {
    Crypt.forbidDumps()
    let signals = EndSignals()
    return ProcessEdge.run(spec) { line, context in
      await run(line, context, ServeWorld(signals: signals))
    }
  }

  /// Runs one command line and returns the exit code.
  static func run(_ line: ScannedLine, _ context: Context, _ world: ServeWorld) async -> Int32 {
    let program = Program(
      spec, commands: commands, fallback: ServeCommand.serve, open: { _, _ in world },
      explain: { error, _ in Report(error) })
    return await program.run(line, context)
  }
}

/// Gives the command its clocks and its end.
struct ServeWorld: Sendable {
  /// The signals that end the program; nil in a test, which ends it by itself.
  var signals: EndSignals?
  /// The user's own day.
  var today: @Sendable () -> CalendarDay = { .ofSystem }
  /// The seconds since 1970.
  var now: @Sendable () -> Int = { time(nil) }
  var hasher = PasswordHasher()
}
