import AccountsApp
import AccountsFile
import CommandKit
import PostgresAccounts
import Product

typealias Command = CommandKit.Command<World>
typealias Invocation = CommandKit.Invocation<World>

extension Backend {
  /// Accounts in a database.
  static let postgres = Backend(
    spec: ProgramSpec(
      name: "regapp-postgres", product: Release.product, version: Release.version,
      versionDay: Release.day,
      summary: Phrase(
        "regapp-postgres is regapp with the accounts in PostgreSQL instead of a file"),
      groups: groups.specs, fallback: Commands.fallback,
      options: [.address],
      firstUse: [
        "regapp-postgres migrate --documents postgres://db.example.com/accounts",
        "regapp init standard --documents postgres://db.example.com/accounts",
      ], manual: .postgres),
    commands: groups.flatMap(\.commands),
    needsAccounts: { arguments in
      arguments.command != CopyCommand.copy.spec.name
        && Commands.needAccounts(arguments)
    },
    open: { request in
      let address = try DatabaseAddress(request.documents)
      if let mode = address.weakMode {
        request.warn(PostgresText.weak(mode, address.subject))
      }
      if let file = address.unfitPasswords {
        request.warn(
          Phrase(
            "passwords in \(visible(file)) are not used: others can read it, or it is not a "
              + "regular file; chmod 600 it"))
      }
      var registry = Registry(
        database: address, today: request.clock, hasher: request.hasher, log: request.log)
      registry.ids = request.ids
      let state = try StateDirectory(request.context).path(of: address.directoryName)
      return PersonalRegistry(
        registry.via(nil).keepingPublishedHashes(listedIn: state, request.context.environment),
        sessionIn: state)
    })

  private static let groups = Commands.groups(
    of: "regapp-postgres",
    with: (
      Phrase("the database"),
      [RulesCommand.rules, MigrateCommand.migrate, CopyCommand.copy, StatusCommand.status]
    ))
}

extension DatabaseAddress {
  /// The address among the documents; a directory is not an address.
  init(_ documents: Documents) throws {
    guard case .database(let text) = documents else {
      throw Report.usage(
        "regapp-postgres works on a database, not on the directory \(visible(documents.text))",
        hint: "use regapp for it, or give --documents postgres://HOST/DATABASE")
    }
    try self.init(text)
  }
}

extension Invocation {
  /// The database that the command line or the environment names.
  var address: DatabaseAddress {
    get throws { try DatabaseAddress(documents) }
  }
}

extension OptionSpec {
  /// As in regapp, of which only a database is meant here.
  static let address = OptionSpec(
    "--documents", "ADDRESS",
    help: "postgres://HOST/DATABASE or service=NAME (else $REGAPP_DOCUMENTS)")
}
