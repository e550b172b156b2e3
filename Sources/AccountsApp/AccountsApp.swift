// AccountsApp: the program `regapp`, over any store.
//
// In the order of a command: `Commands` has one for each; `Options` reads what several share;
// `Setup` finds the documents and opens their store; `Lists` reads the accounts that a search
// means; `Operations` are what a command and a key do alike; `ImportsAndExports`, `Git`,
// `Publishing` and `HandEdits` have the files of others. A person fills in a `Form` (`Forms`),
// which `Screens` draws and `Prompts` asks line by line. `Messages` turns facts into words.
//
// It decides nothing about accounts: the Registry judges, writes and records. PostgresApp is this
// program over a database, ServeApp and AlbumsApp are programs of their own.

import AccountsFile
import CommandKit
import Glibc
import Product

/// The program `regapp`, over files or, as another program, over another store.
public enum AccountsApp {
  static let spec: ProgramSpec = Backend.files.spec

  /// Runs with the process's own arguments and streams, and returns the exit code.
  public static func run() -> Int32 { run(.files) }

  /// Runs over another store, and returns the exit code.
  package static func run(_ backend: Backend) -> Int32 {
    Crypt.forbidDumps()
    return ProcessEdge.run(backend.spec) {
      await run($0, $1, backend, clock: { .ofSystem })
    }
  }

  /// Runs one command line and returns the exit code.
  ///
  /// - Parameters:
  ///   - clock: the user's own day.
  ///   - localTime: the user's own time zone.
  ///   - log: where lines about logins go; nil for nowhere.
  ///   - now: the seconds since 1970.
  ///   - ids: makes new ids of accounts.
  static func run(
    _ line: ScannedLine, _ context: Context, _ backend: Backend = .files,
    clock: @escaping @Sendable () -> CalendarDay, localTime: LocalTime = .ofSystem,
    hasher: PasswordHasher = PasswordHasher(), log: LoginLog? = .ofSystem,
    now: @escaping @Sendable () -> Int = { time(nil) },
    ids: @escaping @Sendable () -> AccountID = { .random() }
  ) async -> Int32 {
    if let code = handOver(line, context, backend.spec) { return code }
    let program = Program(
      backend.spec, commands: backend.commands, fallback: Commands.screens,
      open: { arguments, context in
        let documents = try DocumentsDirectory(context).documents(option: arguments[.documents])
        let request = Backend.Request(
          documents: documents, line: line, arguments: arguments, context: context, clock: clock,
          now: now, hasher: hasher, ids: ids, log: log)
        // A command that needs no accounts only reads files by their names.
        let personal =
          backend.needsAccounts(arguments)
          ? try backend.open(request) : PersonalRegistry(documents: documents.text)
        return World(
          personal: personal, place: documents.text, clock: clock, now: now,
          localTime: localTime, hasher: hasher)
      },
      explain: { error, world in
        let error = await Commands.explained(error, world)
        let report = Report(
          error, rulebook: await rulebook(toExplain: error, world), documents: world?.place)
        // A command that found problems itself has quoted them.
        guard error is AccountsError, case .inFile(let path) = report.listing, let world,
          context.console.errorIsTerminal, !line.wantsJSON
        else { return report }
        return report.with(
          await report.items.quoting(path, sparing: world.personal.registry, context))
      },
      names: { try await $0.personal.registry.completedNames() })
    return await program.run(line, context)
  }

  /// Becomes the program that a command is; nil for other commands, or if it is not installed.
  private static func handOver(
    _ line: ScannedLine, _ context: Context, _ program: ProgramSpec
  ) -> Int32? {
    func become(_ companion: Companion, _ words: [String]) -> Int32? {
      companion.path(context.environment).flatMap {
        context.console.runProgram([$0] + words, true)
      }
    }
    if let words = Companion.words(of: Commands.albums.spec, in: line, of: program) {
      return become(AlbumsCompanion.companion, words)
    }
    // The program regapp-serve has a command by the same name.
    if Companion.words(of: Commands.serve.spec, in: line, of: program) != nil {
      return become(Companion(name: "regapp-serve"), line.words.map(\.text))
    }
    return nil
  }

  /// The rulebook in force, which decides how to log in or to start.
  private static func rulebook(toExplain error: any Error, _ world: World?) async -> Rulebook? {
    switch error {
    case AccountsError.notLoggedIn, AccountsError.nobodyRegistered, AccountsError.loginFailed:
      try? await world?.personal.registry.rulebook()
    default: nil
    }
  }
}

extension Registry {
  /// The names of all accounts, for a shell.
  fileprivate func completedNames() async throws -> [CompletedName] {
    var names: [CompletedName] = []
    for try await page in pages() {
      names += page.accounts.compactMap { account in
        let person = [Field.firstName, .lastName].compactMap { account[text: $0] }
        return page.rulebook.nameField(of: account).flatMap { account[text: $0] }.flatMap {
          CompletedName($0, help: visible(person.joined(separator: " ")))
        }
      }
    }
    return names
  }
}
