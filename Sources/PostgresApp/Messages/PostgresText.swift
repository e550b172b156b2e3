#if Postgres
  import CommandKit

  /// What only this program says.
  enum PostgresText {
    static func weak(_ mode: String, _ database: String) -> Phrase {
      let (mode, database) = (visible(mode), visible(database))
      return Phrase(
        "sslmode=\(mode) is weaker than verify-full: others on the way to \(database) may read or "
          + "change the accounts",
        ru:
          "sslmode=\(mode) слабее, чем verify-full: по пути к \(database) аккаунты могут прочитать "
          + "или изменить другие")
    }

    static func migrated(from old: Int?, to new: Int) -> Phrase {
      guard let old else {
        return Phrase("made the tables, version \(new)", ru: "созданы таблицы версии \(new)")
      }
      return old == new
        ? Phrase(
          "nothing to do: the tables have version \(new)",
          ru: "делать нечего: версия таблиц уже \(new)")
        : Phrase(
          "brought the tables from version \(old) to \(new)",
          ru: "версия таблиц была \(old), стала \(new)")
    }

    static func made(role: String) -> Phrase {
      let role = visible(role)
      return Phrase(
        "made the role \(role): give it a password, \\password \(role) in psql",
        ru: "создана роль \(role): задайте ей пароль, \\password \(role) в psql")
    }

    static func ruled(_ rulebook: String, accounts: Int, closed: Int) -> Phrase {
      let name = visible(rulebook)
      return Phrase(
        "the rulebook is now \(name); \(accounts, "account"), \(closed) of them closed under it",
        ru: "теперь действует свод правил \(name); "
          + "\(accounts, "аккаунт", "аккаунта", "аккаунтов"), из них закрыто: \(closed)")
    }
  }
#endif
