#if Postgres
  import CommandKit
  import LosslessJSON
  import PostgresAccounts
  import RegApp

  enum MigrateCommand {
    static let migrate = Command(
      name: "migrate", summary: "make the tables in the database, or bring them up to date",
      ru: "создать таблицы в базе данных или обновить их",
      details: Phrase(
        "Run it as the owner of the database: first of all, and after each update of "
          + "regapp-postgres. Programs of the version before go on working meanwhile. It also makes "
          + "roles without rights to log in, which GRANT gives to the users of the database: one "
          + "for those who manage accounts, one for servers that only let people log in. Running "
          + "it again does nothing.",
        ru: "Запускает владелец базы данных: в самом начале и после каждого обновления "
          + "regapp-postgres. Программы прежней версии тем временем продолжают работать. Создаются и "
          + "роли, без права входа; GRANT даёт их пользователям базы данных: одну тем, кто "
          + "управляет аккаунтами, другую серверам, которые только впускают людей. Повторный "
          + "запуск ничего не делает."),
      examples: ["regapp-postgres migrate --documents postgres://db.example.com/accounts"],
      run: migrate)

    private static func migrate(_ invocation: Invocation) async throws {
      let migrated = try await Database(invocation.address).migrate()
      invocation.say(PostgresText.migrated(from: migrated.from, to: migrated.to))
      for role in migrated.roles { invocation.say(PostgresText.made(role: role)) }
      try invocation.print(
        json: .object([
          .init("from", migrated.from.map { .integer($0) } ?? .null),
          .init("to", .integer(migrated.to)),
          .init("roles", .array(migrated.roles.map { .string($0) })),
        ]))
    }
  }
#endif
