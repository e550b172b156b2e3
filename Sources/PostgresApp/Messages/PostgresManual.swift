#if Postgres
  import CommandKit
  import Product
  import RegApp

  extension ManualText {
    static let postgres = ManualText(
      page: "regapp-postgres",
      summary: Phrase(
        "accounts in PostgreSQL, with the commands of regapp",
        ru: "аккаунты в PostgreSQL, с командами regapp"),
      description: [
        Phrase(
          "regapp-postgres is regapp for those who have outgrown one machine: the accounts, their "
            + "history and the count of failed logins are in a database instead of a file. regapp runs "
            + "it by itself where --documents or $REGAPP_DOCUMENTS names a database; only migrate, "
            + "copy, status and rules FILE are typed as regapp-postgres.",
          ru:
            "regapp-postgres — это regapp для тех, кому мало одной машины: аккаунты, их история и "
            + "счёт неудачных входов лежат не в файле, а в базе данных. regapp запускает её сама, "
            + "если --documents или $REGAPP_DOCUMENTS называют базу данных; только migrate, "
            + "copy, status и rules FILE набирают как regapp-postgres."),
        Phrase(
          "The address is one that \("libpq") reads: "
            + "postgres://HOST1,HOST2/DATABASE, with all servers of "
            + "a cluster, or service=NAME. It must not have a password, which others could see: "
            + "passwords are in ~/.pgpass or in a service file. Over TCP the server needs a "
            + "certificate for its name (sslmode=verify-full); an address that asks for less "
            + "brings a warning each time.",
          ru: "Адрес — такой, как его понимает libpq: postgres://HOST1,HOST2/DATABASE, со всеми "
            + "серверами кластера, или service=NAME. Пароля в нём быть не должно, он был бы виден "
            + "другим: пароли лежат в ~/.pgpass или в файле служб. По TCP серверу нужен сертификат "
            + "на его имя (sslmode=verify-full); если адрес требует меньшего, об этом каждый раз "
            + "предупреждается."),
        Phrase(
          "Passwords are hashed here and never sent as they were typed. If a connection is lost while "
            + "something is saved, the server is asked whether it was; the exit code is 74 if it cannot "
            + "be asked.",
          ru: "Пароли хешируются здесь и никогда не отправляются так, как их набрали. Если связь "
            + "прервалась при сохранении, сервер спрашивают, сохранено ли; если спросить нельзя, код "
            + "выхода 74."),
      ],
      files: [
        Entry(
          "${XDG_STATE_HOME:-~/.local/state}/regapp/",
          "who is logged in, and the open edit: a directory for each database",
          ru: "кто вошёл, и открытая правка: по каталогу на базу данных"),
        Entry(
          "~/.pgpass", "passwords of the database's users", ru: "пароли пользователей базы данных"),
        Entry(
          "~/.pg_service.conf", "the services that service=NAME names",
          ru: "службы, которые называет service=NAME"),
      ],
      environment: [
        Entry(
          "REGAPP_DOCUMENTS", "the database, if --documents is not given",
          ru: "база данных, если не указан --documents"),
        Entry(
          "XDG_STATE_HOME, HOME", "where the session and the open edit are",
          ru: "где лежат сеанс и открытая правка"),
        Entry(
          "PGHOST, PGUSER, PGPASSFILE, PGSERVICEFILE and others of libpq",
          "what the address leaves out", ru: "то, чего нет в адресе"),
      ],
      seeAlso: ["regapp(1)", "psql(1)"],
      meaning: { code in
        switch code {
        case .unavailable:
          Phrase(
            "the database is unreachable, or not the one that it should be; an editor or another "
              + "program is missing",
            ru: "база данных недоступна или не та, какой должна быть; нет редактора или другой "
              + "программы")
        case .cannotReadOrWrite:
          Phrase(
            "cannot read or write; mayHaveSaved if a change may have been saved",
            ru:
              "не удалось прочитать или записать; mayHaveSaved, если изменение, возможно, сохранено"
          )
        case .noPermission:
          Phrase(
            "login failed, or not logged in; the database does not permit it",
            ru: "вход не удался или не выполнен; этого не разрешает база данных")
        case .configuration:
          Phrase(
            "the rulebook is wrong; the tables are missing, of another version or role, or restored "
              + "and not migrated",
            ru: "свод правил неверен; таблиц нет, они другой версии или чужой роли или "
              + "восстановлены из копии без migrate")
        default: code.meaning
        }
      }, topics: [.formats, .readers])
  }
#endif
