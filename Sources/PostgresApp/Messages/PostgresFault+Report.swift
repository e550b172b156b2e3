#if Postgres
  import Accounts
  package import CommandKit
  package import PostgresAccounts
  import RegApp

  extension PostgresFault: ReportedReason {
    /// The name is for programs, which rely on it.
    package func report(on database: String) -> Report {
      switch self {
      // The address is not shown where it cannot be parsed: it may have a password.
      case .invalidAddress:
        Report(
          .usage, "invalidAddress",
          "the address of the database is not valid", ru: "адрес базы данных неверен",
          hint: "write postgres://HOST/DATABASE or service=NAME",
          ru: "напишите postgres://HOST/DATABASE или service=NAME")
      case .passwordInAddress:
        Report(
          .usage, "passwordInAddress",
          "the address of the database has a password in it, which others can see",
          ru: "в адресе базы данных есть пароль, а он там виден другим",
          hint: "leave it out, and put it in ~/.pgpass or in a service file",
          ru: "уберите его оттуда и запишите в ~/.pgpass или в файл служб")
      case .unknownService(let service):
        Report(
          .usage, "unknownService",
          "no service file that can be read has the service \(visible(service))",
          ru: "ни в одном файле служб, который удалось прочитать, нет службы \(visible(service))",
          hint: "add it to ~/.pg_service.conf, or mend that file",
          ru: "добавьте её в ~/.pg_service.conf или исправьте этот файл")
      case .unreachable:
        Report(
          .unavailable, "unreachable", "cannot reach the database \(database): no server answers",
          ru: "база данных \(database) недоступна: ни один сервер не отвечает",
          hint: "check the address, and that the server is running",
          ru: "проверьте адрес и то, что сервер работает")
      case .full:
        Report(
          .unavailable, "tooManyConnections",
          "cannot connect to the database \(database): the server has no connections left",
          ru: "нет связи с базой данных \(database): на сервере не осталось свободных подключений",
          hint:
            "try again later, or raise max_connections, or the limit of the role or the database; the "
            + "connections are in pg_stat_activity",
          ru:
            "повторите позже или увеличьте max_connections либо предел роли или базы; подключения "
            + "видны в pg_stat_activity")
      case .starting:
        Report(
          .unavailable, "serverStarting",
          "cannot connect to the database \(database): the server is starting, stopping or recovering",
          ru: "нет связи с базой данных \(database): сервер запускается, останавливается или "
            + "восстанавливается",
          hint: "try again when it is ready", ru: "повторите, когда он будет готов")
      case .refusesConnection(let state):
        Report(
          .unavailable, "connectionRefused",
          "cannot connect to the database \(database): the server refuses with the SQLSTATE "
            + "\(visible(state))",
          ru: "нет связи с базой данных \(database): сервер ответил отказом, SQLSTATE "
            + "\(visible(state))",
          hint: "the log of the server may say why", ru: "причина может быть в журнале сервера")
      case .readOnly:
        Report(
          .unavailable, "readOnly",
          "cannot write to the database \(database): every server that answers is read-only",
          ru: "в базу данных \(database) нельзя записать: все ответившие серверы "
            + "только для чтения",
          hint:
            "give all servers, as in postgres://HOST1,HOST2/DATABASE, or wait until one is promoted",
          ru: "укажите все серверы (postgres://HOST1,HOST2/DATABASE) или подождите, пока один из "
            + "них не станет главным")
      case .noTLS:
        Report(
          .unavailable, "noTLS", "the server of the database \(database) does not use TLS",
          ru: "сервер базы данных \(database) не поддерживает TLS",
          hint:
            "turn on ssl at the server; in a network that you trust, sslmode=disable does without it",
          ru: "включите на сервере ssl; в сети, которой вы доверяете, можно и без него: "
            + "sslmode=disable")
      case .otherHost:
        Report(
          .unavailable, "otherHost",
          "the certificate of the database \(database) is for another host",
          ru: "сертификат базы данных \(database) выдан другому серверу",
          hint: "give the host by the name in its certificate",
          ru: "укажите сервер под тем именем, что в его сертификате")
      case .untrusted:
        Report(
          .unavailable, "untrusted",
          "the certificate of the database \(database) is not trusted: its authority is unknown, "
            + "or it has expired",
          ru: "сертификату базы данных \(database) нет доверия: неизвестно, кто его выдал, "
            + "или срок его истёк",
          hint: "give the file of its authority: sslrootcert=FILE in the address",
          ru: "укажите файл того, кто его выдал: sslrootcert=FILE в адресе")
      case .noRootCertificate:
        Report(
          .unavailable, "noRootCertificate",
          "there is no file with the authorities to trust for the database \(database)",
          ru: "нет файла с сертификатами, которым можно доверять, для базы данных \(database)",
          hint: "install ca-certificates, or give sslrootcert=FILE in the address",
          ru: "установите ca-certificates или укажите в адресе sslrootcert=FILE")
      case .notAuthenticated:
        Report(
          .unavailable, "notAuthenticated",
          "the database \(database) refuses the user or the password",
          ru: "база данных \(database) не принимает пользователя или пароль",
          hint: "check the user in the address, and the password in ~/.pgpass (mode 0600)",
          ru: "проверьте пользователя в адресе и пароль в ~/.pgpass (права 0600)")
      case .noDatabase:
        Report(
          .unavailable, "noDatabase",
          "there is no database \(database), or this user may not connect to it",
          ru: "базы данных \(database) нет, или этот пользователь не может к ней подключиться",
          hint: "check its name, or let its administrator create it",
          ru: "проверьте имя или попросите администратора её создать")
      case .notPrepared:
        Report(
          .configuration, "notPrepared", "the database \(database) has no tables of regapp yet",
          ru: "в базе данных \(database) ещё нет таблиц regapp",
          hint: "let its owner run regapp-postgres migrate",
          ru: "владелец создаёт их командой regapp-postgres migrate")
      case .newerVersion(let found):
        Report(
          .configuration, "newerVersion",
          "the tables of the database \(database) were made by a newer regapp (version \(found))",
          ru: "таблицы базы данных \(database) созданы более новым regapp (версия \(found))",
          hint: "install a newer regapp-postgres", ru: "установите более новую regapp-postgres")
      case .foreignOwner(let object, let role):
        Report(
          .configuration, "foreignOwner",
          "in the database \(database), \(visible(object)) belongs to the role \(visible(role)), "
            + "which is neither the owner of the database nor a superuser",
          ru: "в базе данных \(database) \(visible(object)) принадлежит роли \(visible(role)), "
            + "а она и не владелец базы данных, и не суперпользователь",
          hint:
            "nothing of it was run; drop it, or give it to the owner of the database if it is yours",
          ru: "ничего из этого не выполнено; удалите это или, если оно ваше, передайте владельцу "
            + "базы данных")
      case .nameTaken(let object):
        Report(
          .configuration, "nameTaken",
          "the database \(database) has \(visible(object)) already, which regapp did not make",
          ru: "в базе данных \(database) уже есть \(visible(object)), и создала это не regapp",
          hint: "drop or rename it, or use another database",
          ru: "удалите или переименуйте это или возьмите другую базу данных")
      case .incomplete(let object, let isMended):
        Report(
          .configuration, "incomplete", "the database \(database) lacks \(visible(object))",
          ru: "в базе данных \(database) нет \(visible(object))",
          hint: isMended
            ? StatusText.migrate
            : Phrase(
              "restore the whole database from a backup",
              ru: "восстановите базу данных из копии целиком"))
      case .rowsHidden(let table):
        Report(
          .configuration, "rowsHidden",
          "row security hides rows of \(visible(table)) in the database \(database)",
          ru: "в базе данных \(database) защита строк скрывает строки таблицы \(visible(table))",
          hint: "let its owner run: ALTER TABLE \(visible(table)) DISABLE ROW LEVEL SECURITY",
          ru: "пусть владелец выполнит: ALTER TABLE \(visible(table)) DISABLE ROW LEVEL SECURITY")
      case .rightsMissing:
        Report(
          .configuration, "rightsMissing",
          "everyone may call the functions of the database \(database): it was restored without "
            + "its rights",
          ru: "функции базы данных \(database) может вызвать кто угодно: она восстановлена без "
            + "своих прав",
          hint: "let its owner run regapp-postgres migrate",
          ru: "владелец возвращает их командой regapp-postgres migrate")
      case .otherEncoding(let name):
        Report(
          .configuration, "otherEncoding",
          "the database \(database) cannot hold every character: its encoding is "
            + "\(name.map { visible($0) } ?? "not UTF8")",
          ru: "в базе данных \(database) можно хранить не все символы: её кодировка "
            + "\(name.map { "— \(visible($0))" } ?? "не UTF8")",
          hint: "create it with createdb -T template0 -E UTF8, and move the data there",
          ru: "создайте её так: createdb -T template0 -E UTF8, и перенесите туда данные")
      case .locked:
        Report(
          .tryAgain, "locked",
          "the accounts in the database \(database) are locked by another session; nothing was saved",
          ru:
            "аккаунты в базе данных \(database) заблокированы другим сеансом; ничего не сохранено",
          hint: "try again when the other session has ended its transaction (see pg_locks)",
          ru: "повторите, когда другой сеанс закончит транзакцию (см. pg_locks)")
      case .diskFull:
        Report(
          .cannotReadOrWrite, "diskFull",
          "the disk of the database \(database) is full; nothing was saved",
          ru: "на диске базы данных \(database) нет места; ничего не сохранено",
          hint: "make room on the server", ru: "освободите место на сервере")
      case .tooLong(let account, let field):
        Report(
          .invalid, "tooLong",
          "the \(field?.name ?? Phrase("name", ru: "имя"))\(Self.of(account)) is too long for the "
            + "database \(database); nothing was saved",
          ru: "база данных \(database) не принимает таких длинных значений: "
            + "\(field?.name ?? Phrase("name", ru: "имя"))\(Self.of(account)); ничего не сохранено",
          hint: "shorten it to 2600 bytes", ru: "сократите до 2600 байт")
      case .notPermitted:
        Report(
          .noPermission, "notPermitted",
          "the database \(database) does not permit this user to do that",
          ru: "база данных \(database) не разрешает этого своему пользователю",
          hint: "connect as a user who has the role for it",
          ru: "подключитесь под тем, у кого есть такая роль")
      case .noAnswer:
        Report(
          .cannotReadOrWrite, "noAnswer", "the database \(database) did not answer in time",
          ru: "база данных \(database) не ответила вовремя",
          hint: "try again", ru: "повторите")
      case .connectionLost:
        Report(
          .cannotReadOrWrite, "connectionLost",
          "the connection to the database \(database) was lost; nothing was saved",
          ru: "связь с базой данных \(database) прервалась; ничего не сохранено",
          hint: "try again", ru: "повторите")
      case .mayHaveSaved:
        Report(
          .cannotReadOrWrite, "mayHaveSaved",
          "the change may have been saved: the database \(database) did not confirm it",
          ru: "изменение, возможно, сохранено: база данных \(database) этого не подтвердила",
          hint: "look before you repeat it", ru: "прежде чем повторять, посмотрите, что сохранилось"
        )
      case .state(let state):
        Report(
          .cannotReadOrWrite, "databaseError",
          "the database \(database) refused with the SQLSTATE \(visible(state))",
          ru: "база данных \(database) ответила отказом, SQLSTATE \(visible(state))",
          hint: "the server's log may say why", ru: "почему — может сказать журнал сервера")
      }
    }

    /// Whose it is, where that is known.
    private static func of(_ account: String?) -> Phrase {
      guard let account else { return Phrase(same: "") }
      return Phrase(" of \(visible(account))", ru: " (\(visible(account)))")
    }
  }
#endif
