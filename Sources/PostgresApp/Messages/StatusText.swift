#if Postgres
  import CommandKit
  import PostgresAccounts
  import RegApp

  /// What `status` says.
  enum StatusText {
    typealias Row = (name: Phrase, value: Phrase)

    static func rows(_ status: Database.Status, _ subject: String) -> [Row] {
      let none = Phrase("none", ru: "нет")
      func list(_ texts: [String]) -> Phrase {
        texts.isEmpty ? none : Phrase(same: texts.map { visible($0) }.joined(separator: ", "))
      }
      var rows: [Row] = [
        (Phrase("database", ru: "база данных"), Phrase(same: visible(subject))),
        (
          Phrase("server", ru: "сервер"),
          Phrase(same: "PostgreSQL \(visible(status.server))")
        ),
        (
          Phrase("tables", ru: "таблицы"),
          status.version.map { Phrase("version \($0)", ru: "версия \($0)") } ?? none
        ),
      ]
      if let (all, closed) = status.accounts {
        rows.append(
          (
            Phrase("accounts", ru: "аккаунты"),
            Phrase("\(all), \(closed) of them closed", ru: "\(all), из них закрыто: \(closed)")
          ))
      }
      let sizes = [("", status.size)] + status.tables.map { ($0.name, $0.bytes) }
      rows += sizes.map { name, bytes in
        (Phrase("size \(name)", ru: "размер \(name)"), Phrase(same: megabytes(bytes)))
      }
      let user = status.user
      rows += [
        (Phrase("roles", ru: "роли"), list(status.roles)),
        (
          Phrase("you are", ru: "вы"),
          Phrase(same: ([user.name] + user.roles).map { visible($0) }.joined(separator: ", "))
        ),
        (
          Phrase("writes wait for", ru: "запись ждёт"),
          Phrase(
            "\(status.standbysNeeded ?? 0, "standby", "standbys")",
            ru: "\(status.standbysNeeded ?? 0, "сервера", "серверов", "серверов")")
        ),
        (
          Phrase("standbys", ru: "резервные"),
          status.standbys.map { list($0.map { "\($0.name) (\($0.state))" }) }
            ?? Phrase("this user may not see them", ru: "этому пользователю их не видно")
        ),
      ]
      return rows
    }

    private static func megabytes(_ bytes: Int) -> String {
      let tenths = (bytes * 10 + 524_288) / 1_048_576
      return "\(tenths / 10).\(tenths % 10) MiB"
    }

    static let migrate = Phrase(
      "let its owner run regapp-postgres migrate",
      ru: "пусть владелец запустит regapp-postgres migrate")

    static func report(_ wrong: Database.Status.Wrong, on database: String) -> Report {
      switch wrong {
      case .fault(let fault): fault.report(on: database)
      case .role(let role):
        Report(
          .no, "roleMissing", "the role \(visible(role)) is missing",
          ru: "нет роли \(visible(role))",
          hint: migrate)
      case .part(let part): Report(.no, "notMigrated", [words(part)], hint: migrate)
      case .readOnly:
        Report(
          .no, "readOnly", "the server takes no writes", ru: "сервер не принимает записей",
          hint: "give all servers, as in postgres://HOST1,HOST2/DATABASE",
          ru: "укажите все серверы: postgres://HOST1,HOST2/DATABASE")
      case .standbys(let needed, let connected):
        Report(
          .no, "standbysMissing",
          "a write waits for \(needed, "standby", "standbys"), and \(connected) of those can confirm it",
          ru: "запись ждёт резервных серверов: \(needed), а подтвердить её могут \(connected)",
          hint: "start them, or lower synchronous_standby_names and reload the server",
          ru: "запустите их или уменьшите synchronous_standby_names и перечитайте настройки сервера"
        )
      case .waiting(let count):
        Report(
          .no, "writesWait", "\(count, "write") waiting for a standby now",
          ru: "сейчас ждут резервного сервера: \(count)",
          hint: "check the standbys and the network to them",
          ru: "проверьте резервные серверы и сеть до них")
      }
    }

    private static func words(_ part: Database.Migrated.Part) -> Phrase {
      switch part {
      case .indexes: Phrase("indexes are missing, or others", ru: "индексов нет, или они другие")
      case .view: Phrase("the view login is missing", ru: "нет представления login")
      case .functions:
        Phrase("functions are missing, or others", ru: "функций нет, или они другие")
      case .rights:
        Phrase("the rights of the roles are wrong", ru: "права ролей неверны")
      case .limits:
        Phrase("the roles lack time limits", ru: "у ролей нет ограничений времени")
      case .log:
        Phrase(
          "the server's log may get hashes of passwords",
          ru: "в журнал сервера могут попасть хеши паролей")
      }
    }
  }
#endif
