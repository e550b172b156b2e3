import AccountsApp
import CommandKit
import LosslessJSON
import PostgresAccounts

enum MigrateCommand {
  static let migrate = Command(
    name: "migrate", summary: "make the tables in the database, or put them right",
    details: Phrase(
      "Run it as the owner of the database: at the beginning, after an update of "
        + "regapp-postgres, and after a backup was restored. The roles regapp_manager, for those "
        + "who manage accounts, and regapp_login, for servers that only let people log in, are "
        + "made as well; connect as one of them afterwards. It puts right what is not as it "
        + "should be, such as roles, rights and time limits after a backup was restored, and "
        + "says what that was; what is right stays as it is. Accounts are judged anew, so that the "
        + "view login leaves out who is closed."),
    examples: ["regapp-postgres migrate --documents postgres://db.example.com/accounts"],
    run: migrate)

  private static func migrate(_ invocation: Invocation) async throws {
    let migrated = try await Database(invocation.address).migrate(today: invocation.today)
    invocation.say(PostgresText.migrated(migrated))
    for part in migrated.repaired { invocation.say(PostgresText.repaired(part)) }
    for role in migrated.roles.map(visible) {
      invocation.say(
        "made the role \(role): give it a password, \\password \(role) in psql")
    }
    for (role, members) in migrated.lettingIn {
      invocation.say(PostgresText.lettingIn(role, members))
    }
    for part in migrated.left { invocation.warn(PostgresText.left(part)) }
    for stray in migrated.strays {
      invocation.warn(
        Phrase("\(PostgresText.stray(stray)); \(PostgresText.mend(of: stray))"))
    }
    try invocation.print(
      json: .object([
        .init("isNew", .bool(migrated.isNew)),
        .init("roles", .array(migrated.roles.map { .string($0) })),
        .init(
          "lettingIn",
          .object(
            migrated.lettingIn.map { role, members in
              .init(role, .array(members.map { .string($0) }))
            })),
        .init("repaired", .array(migrated.repaired.map { .string($0.rawValue) })),
        .init("left", .array(migrated.left.map { .string($0.rawValue) })),
        .init("strays", .array(migrated.strays.map { .string($0.object) })),
      ]))
  }
}
