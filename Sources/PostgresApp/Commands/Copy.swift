#if Postgres
  import AccountsFile
  import CommandKit
  import LosslessJSON
  import PostgresAccounts
  import RegApp

  enum CopyCommand {
    static let copy = Command(
      name: "copy", summary: "copy all accounts from a file to a database, or back",
      ru: "скопировать все аккаунты из файла в базу данных или обратно",
      details: Phrase(
        "FROM and TO are a documents directory and a database, as for --documents; or two databases. "
          + "All accounts are copied, closed ones too, and with them the rulebook, your own keys, the "
          + "history and the record of logins. There must be none of that in TO yet. What was written "
          + "is compared with what was read, and counts only if nobody changed FROM meanwhile: otherwise "
          + "nothing is written. What TO cannot hold is named. FROM stays as it is. Comments, the count "
          + "of failed logins and the session are not copied.",
        ru: "FROM и TO — каталог документов и база данных, как в --documents, или две базы данных. "
          + "Копируются все аккаунты, закрытые тоже, а с ними свод правил, ваши собственные ключи, "
          + "история и журнал входов. В TO ничего из этого ещё не должно быть. Записанное сверяется с "
          + "прочитанным и действует, только если FROM за это время никто не изменил; иначе не "
          + "записывается ничего. Чего TO принять не может, то называется. FROM остаётся как был. "
          + "Комментарии, счёт неудачных входов и сеанс не копируются."),
      positionals: [
        PositionalSpec(
          name: "FROM", isRequired: true, candidates: .files,
          help: "the directory or the database to copy from",
          ru: "каталог или база данных, откуда копировать"),
        PositionalSpec(
          name: "TO", isRequired: true, candidates: .files,
          help: "the directory or the database to copy to, without accounts",
          ru: "каталог или база данных без аккаунтов, куда копировать"),
      ],
      examples: [
        "regapp-postgres copy ~/Documents/regapp postgres://db.example.com/accounts",
        "regapp-postgres copy postgres://db.example.com/accounts ./backup",
      ], run: copy)

    private static func copy(_ invocation: Invocation) async throws {
      let words = invocation.arguments.positionals
      guard words.count == 2 else {
        throw Report.usage(
          "copy needs FROM and TO", ru: "для copy нужны FROM и TO",
          hint: "regapp-postgres copy DIRECTORY postgres://HOST/DATABASE",
          ru: "regapp-postgres copy КАТАЛОГ postgres://HOST/DATABASE")
      }
      let (from, to) = (try place(words[0], "FROM"), try place(words[1], "TO"))
      if case .documents = from, case .documents = to {
        throw Report.usage(
          "FROM and TO are both directories", ru: "FROM и TO — оба каталоги",
          hint: "copy a documents directory with cp -a",
          ru: "каталог документов копируют командой cp -a")
      }
      guard words[0] != words[1] else {
        throw Report.usage(
          "FROM and TO are the same database", ru: "FROM и TO — одна и та же база данных",
          hint: "name another one", ru: "укажите другую")
      }
      for case .database(let address) in [from, to] {
        if let mode = address.weakMode {
          invocation.warn(PostgresText.weak(mode, address.subject))
        }
      }
      let report = try await copyAccounts(
        from: from, to: to, user: systemUserName(), today: invocation.clock, now: invocation.now)
      invocation.say(CopyText.copied(report))
      if report.comments > 0 { invocation.warn(CopyText.comments(report.comments)) }
      if report.unknownLines > 0 { invocation.warn(CopyText.unknownLines(report.unknownLines)) }
      try invocation.finish(report.notices) {
        try invocation.print(
          json: .object([
            .init("accounts", .integer(report.accounts)),
            .init("changes", .integer(report.changes)),
            .init("attempts", .integer(report.attempts)),
            .init("lastLogins", .integer(report.lastLogins)),
            .init("comments", .integer(report.comments)),
            .init("unknownLines", .integer(report.unknownLines)),
          ]))
      }
    }

    private static func place(_ word: String, _ name: String) throws -> CopyPlace {
      guard !word.isEmpty else {
        throw Report.usage(
          "\(name) is empty", ru: "\(name) — пустой текст",
          hint: "give a directory, postgres://HOST/DATABASE or service=NAME",
          ru: "укажите каталог, postgres://HOST/DATABASE или service=NAME")
      }
      switch try Documents(word, from: name) {
      case .directory(let path): return .documents(path)
      case .database(let address): return .database(try DatabaseAddress(address))
      }
    }
  }
#endif
