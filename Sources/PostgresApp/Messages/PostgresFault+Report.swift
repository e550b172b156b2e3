#if Postgres
  import Accounts
  package import CommandKit
  package import PostgresAccounts
  import RegApp

  extension PostgresFault: ReportedReason {
    package func report(on database: String) -> Report {
      Report(exitCode, name, [message(of: database)], hint: hint)
    }

    private var exitCode: ExitCode {
      switch self {
      case .invalidAddress, .passwordInAddress, .unknownService: .usage
      case .unreachable, .full, .starting, .refusesConnection, .readOnly, .noTLS, .otherHost,
        .untrusted, .noRootCertificate,
        .notAuthenticated, .noDatabase:
        .unavailable
      case .notPrepared, .newerVersion, .foreignOwner, .nameTaken, .incomplete, .rowsHidden,
        .rightsMissing, .otherEncoding:
        .configuration
      case .notPermitted: .noPermission
      case .locked: .tryAgain
      case .tooLong: .invalid
      case .noAnswer, .connectionLost, .mayHaveSaved, .diskFull, .state: .cannotReadOrWrite
      }
    }

    /// For programs, which rely on it.
    private var name: String {
      switch self {
      case .invalidAddress: "invalidAddress"
      case .passwordInAddress: "passwordInAddress"
      case .unknownService: "unknownService"
      case .unreachable: "unreachable"
      case .full: "tooManyConnections"
      case .starting: "serverStarting"
      case .refusesConnection: "connectionRefused"
      case .readOnly: "readOnly"
      case .noTLS: "noTLS"
      case .otherHost: "otherHost"
      case .untrusted: "untrusted"
      case .noRootCertificate: "noRootCertificate"
      case .notAuthenticated: "notAuthenticated"
      case .noDatabase: "noDatabase"
      case .notPrepared: "notPrepared"
      case .newerVersion: "newerVersion"
      case .foreignOwner: "foreignOwner"
      case .nameTaken: "nameTaken"
      case .incomplete: "incomplete"
      case .rowsHidden: "rowsHidden"
      case .rightsMissing: "rightsMissing"
      case .otherEncoding: "otherEncoding"
      case .notPermitted: "notPermitted"
      case .locked: "locked"
      case .diskFull: "diskFull"
      case .tooLong: "tooLong"
      case .noAnswer: "noAnswer"
      case .connectionLost: "connectionLost"
      case .mayHaveSaved: "mayHaveSaved"
      case .state: "databaseError"
      }
    }

    /// Whose it is, where that is known.
    private static func of(_ account: String?) -> Phrase {
      guard let account else { return Phrase(same: "") }
      return Phrase(" of \(visible(account))", ru: " (\(visible(account)))")
    }

    private func message(of database: String) -> Phrase {
      switch self {
      // The address is not shown where it cannot be parsed: it may have a password.
      case .invalidAddress:
        Phrase("the address of the database is not valid", ru: "адрес базы данных неверен")
      case .passwordInAddress:
        Phrase(
          "the address of the database has a password in it, which others can see",
          ru: "в адресе базы данных есть пароль, а он там виден другим")
      case .unknownService(let service):
        Phrase(
          "no service file that can be read has the service \(visible(service))",
          ru: "ни в одном файле служб, который удалось прочитать, нет службы \(visible(service))")
      case .unreachable:
        Phrase(
          "cannot reach the database \(database): no server answers",
          ru: "база данных \(database) недоступна: ни один сервер не отвечает")
      case .full:
        Phrase(
          "cannot connect to the database \(database): the server has no connections left",
          ru: "нет связи с базой данных \(database): на сервере не осталось свободных подключений")
      case .starting:
        Phrase(
          "cannot connect to the database \(database): the server is starting, stopping or recovering",
          ru: "нет связи с базой данных \(database): сервер запускается, останавливается или "
            + "восстанавливается")
      case .refusesConnection(let state):
        Phrase(
          "cannot connect to the database \(database): the server refuses with the SQLSTATE "
            + "\(visible(state))",
          ru: "нет связи с базой данных \(database): сервер ответил отказом, SQLSTATE "
            + "\(visible(state))")
      case .readOnly:
        Phrase(
          "cannot write to the database \(database): every server that answers is read-only",
          ru: "в базу данных \(database) нельзя записать: все ответившие серверы "
            + "только для чтения")
      case .noTLS:
        Phrase(
          "the server of the database \(database) does not use TLS",
          ru: "сервер базы данных \(database) не поддерживает TLS")
      case .otherHost:
        Phrase(
          "the certificate of the database \(database) is for another host",
          ru: "сертификат базы данных \(database) выдан другому серверу")
      case .untrusted:
        Phrase(
          "the certificate of the database \(database) is not trusted: its authority is unknown, "
            + "or it has expired",
          ru: "сертификату базы данных \(database) нет доверия: неизвестно, кто его выдал, "
            + "или срок его истёк")
      case .noRootCertificate:
        Phrase(
          "there is no file with the authorities to trust for the database \(database)",
          ru: "нет файла с сертификатами, которым можно доверять, для базы данных \(database)")
      case .notAuthenticated:
        Phrase(
          "the database \(database) refuses the user or the password",
          ru: "база данных \(database) не принимает пользователя или пароль")
      case .noDatabase:
        Phrase(
          "there is no database \(database), or this user may not connect to it",
          ru: "базы данных \(database) нет, или этот пользователь не может к ней подключиться")
      case .notPrepared:
        Phrase(
          "the database \(database) has no tables of regapp yet",
          ru: "в базе данных \(database) ещё нет таблиц regapp")
      case .newerVersion(let found):
        Phrase(
          "the tables of the database \(database) were made by a newer regapp (version \(found))",
          ru: "таблицы базы данных \(database) созданы более новым regapp (версия \(found))")
      case .foreignOwner(let object, let role):
        Phrase(
          "in the database \(database), \(visible(object)) belongs to the role \(visible(role)), "
            + "which is neither the owner of the database nor a superuser",
          ru: "в базе данных \(database) \(visible(object)) принадлежит роли \(visible(role)), "
            + "а она и не владелец базы данных, и не суперпользователь")
      case .nameTaken(let object):
        Phrase(
          "the database \(database) has \(visible(object)) already, which regapp did not make",
          ru: "в базе данных \(database) уже есть \(visible(object)), и создала это не regapp")
      case .incomplete(let object):
        Phrase(
          "the database \(database) lacks \(visible(object))",
          ru: "в базе данных \(database) нет \(visible(object))")
      case .rowsHidden(let table):
        Phrase(
          "row security hides rows of \(visible(table)) in the database \(database)",
          ru: "в базе данных \(database) защита строк скрывает строки таблицы \(visible(table))")
      case .rightsMissing:
        Phrase(
          "everyone may call the functions of the database \(database): it was restored without "
            + "its rights",
          ru: "функции базы данных \(database) может вызвать кто угодно: она восстановлена без "
            + "своих прав")
      case .otherEncoding(nil):
        Phrase(
          "the database \(database) cannot hold every character: its encoding is not UTF8",
          ru: "в базе данных \(database) можно хранить не все символы: её кодировка не UTF8")
      case .otherEncoding(let name?):
        Phrase(
          "the database \(database) cannot hold every character: its encoding is \(visible(name))",
          ru: "в базе данных \(database) можно хранить не все символы: её кодировка — "
            + "\(visible(name))")
      case .locked:
        Phrase(
          "the accounts in the database \(database) are locked by another session; nothing was saved",
          ru: "аккаунты в базе данных \(database) заблокированы другим сеансом; ничего не сохранено"
        )
      case .diskFull:
        Phrase(
          "the disk of the database \(database) is full; nothing was saved",
          ru: "на диске базы данных \(database) нет места; ничего не сохранено")
      case .tooLong(let account, let field):
        Phrase(
          "the \(field?.name ?? Phrase("name", ru: "имя"))\(Self.of(account)) is too long for the "
            + "database \(database); nothing was saved",
          ru: "база данных \(database) не принимает таких длинных значений: "
            + "\(field?.name ?? Phrase("name", ru: "имя"))\(Self.of(account)); ничего не сохранено")
      case .notPermitted:
        Phrase(
          "the database \(database) does not permit this user to do that",
          ru: "база данных \(database) не разрешает этого своему пользователю")
      case .noAnswer:
        Phrase(
          "the database \(database) did not answer in time",
          ru: "база данных \(database) не ответила вовремя")
      case .connectionLost:
        Phrase(
          "the connection to the database \(database) was lost; nothing was saved",
          ru: "связь с базой данных \(database) прервалась; ничего не сохранено")
      case .mayHaveSaved:
        Phrase(
          "the change may have been saved: the database \(database) did not confirm it",
          ru: "изменение, возможно, сохранено: база данных \(database) этого не подтвердила")
      case .state(let state):
        Phrase(
          "the database \(database) refused with the SQLSTATE \(visible(state))",
          ru: "база данных \(database) ответила отказом, SQLSTATE \(visible(state))")
      }
    }

    private var hint: Phrase? {
      switch self {
      case .invalidAddress:
        Phrase(
          "write postgres://HOST/DATABASE or service=NAME",
          ru: "напишите postgres://HOST/DATABASE или service=NAME")
      case .passwordInAddress:
        Phrase(
          "leave it out, and put it in ~/.pgpass or in a service file",
          ru: "уберите его оттуда и запишите в ~/.pgpass или в файл служб")
      case .unknownService:
        Phrase(
          "add it to ~/.pg_service.conf, or mend that file",
          ru: "добавьте её в ~/.pg_service.conf или исправьте этот файл")
      case .unreachable:
        Phrase(
          "check the address, and that the server is running",
          ru: "проверьте адрес и то, что сервер работает")
      case .full:
        Phrase(
          "try again later, or raise max_connections, or the limit of the role or the database; the "
            + "connections are in pg_stat_activity",
          ru:
            "повторите позже или увеличьте max_connections либо предел роли или базы; подключения "
            + "видны в pg_stat_activity")
      case .starting:
        Phrase("try again when it is ready", ru: "повторите, когда он будет готов")
      case .refusesConnection:
        Phrase("the log of the server may say why", ru: "причина может быть в журнале сервера")
      case .readOnly:
        Phrase(
          "give all servers, as in postgres://HOST1,HOST2/DATABASE, or wait until one is promoted",
          ru: "укажите все серверы (postgres://HOST1,HOST2/DATABASE) или подождите, пока один из "
            + "них не станет главным")
      case .noTLS:
        Phrase(
          "turn on ssl at the server; in a network that you trust, sslmode=disable does without it",
          ru: "включите на сервере ssl; в сети, которой вы доверяете, можно и без него: "
            + "sslmode=disable")
      case .otherHost:
        Phrase(
          "give the host by the name in its certificate",
          ru: "укажите сервер под тем именем, что в его сертификате")
      case .untrusted:
        Phrase(
          "give the file of its authority: sslrootcert=FILE in the address",
          ru: "укажите файл того, кто его выдал: sslrootcert=FILE в адресе")
      case .noRootCertificate:
        Phrase(
          "install ca-certificates, or give sslrootcert=FILE in the address",
          ru: "установите ca-certificates или укажите в адресе sslrootcert=FILE")
      case .notAuthenticated:
        Phrase(
          "check the user in the address, and the password in ~/.pgpass (mode 0600)",
          ru: "проверьте пользователя в адресе и пароль в ~/.pgpass (права 0600)")
      case .noDatabase:
        Phrase(
          "check its name, or let its administrator create it",
          ru: "проверьте имя или попросите администратора её создать")
      case .notPrepared:
        Phrase(
          "let its owner run regapp-postgres migrate",
          ru: "владелец создаёт их командой regapp-postgres migrate")
      case .newerVersion:
        Phrase("install a newer regapp-postgres", ru: "установите более новую regapp-postgres")
      case .foreignOwner:
        Phrase(
          "nothing of it was run; drop it, or give it to the owner of the database if it is yours",
          ru: "ничего из этого не выполнено; удалите это или, если оно ваше, передайте владельцу "
            + "базы данных")
      case .nameTaken:
        Phrase(
          "drop or rename it, or use another database",
          ru: "удалите или переименуйте это или возьмите другую базу данных")
      case .incomplete:
        Phrase(
          "restore the whole database from a backup",
          ru: "восстановите базу данных из копии целиком")
      case .rowsHidden(let table):
        Phrase(
          "let its owner run: ALTER TABLE \(visible(table)) DISABLE ROW LEVEL SECURITY",
          ru: "пусть владелец выполнит: ALTER TABLE \(visible(table)) DISABLE ROW LEVEL SECURITY")
      case .rightsMissing:
        Phrase(
          "let its owner run regapp-postgres migrate",
          ru: "владелец возвращает их командой regapp-postgres migrate")
      case .otherEncoding:
        Phrase(
          "create it with createdb -T template0 -E UTF8, and move the data there",
          ru: "создайте её так: createdb -T template0 -E UTF8, и перенесите туда данные")
      case .locked:
        Phrase(
          "try again when the other session has ended its transaction (see pg_locks)",
          ru: "повторите, когда другой сеанс закончит транзакцию (см. pg_locks)")
      case .diskFull:
        Phrase("make room on the server", ru: "освободите место на сервере")
      case .tooLong:
        Phrase("shorten it to 2600 bytes", ru: "сократите до 2600 байт")
      case .notPermitted:
        Phrase(
          "connect as a user who has the role for it",
          ru: "подключитесь под тем, у кого есть такая роль")
      case .noAnswer, .connectionLost: Phrase("try again", ru: "повторите")
      case .mayHaveSaved:
        Phrase("look before you repeat it", ru: "прежде чем повторять, посмотрите, что сохранилось")
      case .state:
        Phrase("the server's log may say why", ru: "почему — может сказать журнал сервера")
      }
    }
  }
#endif
