import AccountsFile
import CommandKit
import Exchange
import LosslessJSON

extension Commands {
  static let `import` = Command(
    name: "import", summary: "import accounts from a file of another program",
    ru: "загрузить аккаунты из файла другой программы",
    details: [
      Phrase(
        "Formats: \(ExchangeFormat.readable.names); json is what export prints, or another accounts file. "
          + "If the file's name or beginning makes the format clear, --format is not needed.",
        ru: "Форматы: \(ExchangeFormat.readable.names); json — это то, что выводит export, "
          + "или другой файл аккаунтов. Если формат ясен по имени или по началу "
          + "файла, его можно не указывать."),
      Phrase(
        "Every account is checked against the rulebook in force. Problems are reported as "
          + "path:line:column (65), and then nothing is written; with --skip-invalid, the accounts "
          + "without problems are imported. Hashes are imported as they are, typed passwords are "
          + "hashed. Whatever has no place in an account is named in a warning. Everything else in "
          + "the accounts file stays as it is.",
        ru: "Каждый аккаунт проверяется по действующему своду правил, и обо всех ошибках "
          + "сообщается в виде путь:строка:столбец (65); тогда ничего не записывается, а с "
          + "--skip-invalid загружаются аккаунты без ошибок. Хеши берутся как есть, пароли "
          + "открытым текстом хешируются. Чему в аккаунте нет места, названо в предупреждении. "
          + "Всё остальное в файле аккаунтов остаётся как было."),
      Phrase(
        "Who may not log in elsewhere may not log in here: a directory's locks (nsAccountLock, "
          + "pwdAccountLockedTime, userAccountControl, …) disable an account, and its expiry "
          + "(shadowExpire, accountExpires, …) sets its last day. Columns of these names count too, also "
          + "with --ignore-columns. htpasswd reads /etc/shadow too; dovecot docker-mailserver's accounts; "
          + "authelia the users of Prometheus, Dex and AdGuard Home; json objects of names and hashes, and "
          + "Home Assistant's users.",
        ru: "Кому вход закрыт в другой программе, тому он закрыт и здесь: блокировки каталога "
          + "(nsAccountLock, pwdAccountLockedTime, userAccountControl, …) отключают аккаунт, а срок "
          + "(shadowExpire, accountExpires, …) задаёт его последний день. Столбцы с такими именами "
          + "тоже учитываются, даже с --ignore-columns. htpasswd читает и /etc/shadow, dovecot — "
          + "аккаунты docker-mailserver, authelia — пользователей Prometheus, Dex и AdGuard Home, json — "
          + "объекты из имён и хешей и пользователей Home Assistant."),
      Phrase(
        "A name with an @ is an email, one without is a user name. Where accounts are known by their "
          + "email, --domain example.com makes admin@example.com of admin, which stays the user name "
          + "and is exported again; --rules standard begins an accounts file in which accounts are "
          + "known by their user names.",
        ru:
          "Имя с @ — это адрес, а без него — имя пользователя. Если аккаунты известны по адресам, "
          + "--domain example.com делает из admin адрес admin@example.com, а admin остаётся именем "
          + "пользователя, под которым аккаунт и выгружается; --rules standard начинает файл, в "
          + "котором аккаунты известны по именам пользователей."),
      Phrase(
        "An account that already exists is an error. With --on-conflict skip the existing account "
          + "is kept as it is; with replace the fields given in the file are overwritten, and the "
          + "others are kept.",
        ru: "Если такой аккаунт уже есть, это ошибка, кроме случаев --on-conflict "
          + "skip (имеющийся аккаунт остаётся как был) и replace (он получает всё, что о нём "
          + "сказано в загружаемом файле, а остальное сохраняет)."),
    ].joined(separator: "\n\n"),
    positionals: [
      PositionalSpec(
        name: "FILE", isRequired: true, candidates: .files,
        help: "the file to read; - is stdin", ru: "файл для загрузки; - означает stdin")
    ],
    options: [
      .exchangeFormat(ExchangeFormat.readable),
      OptionSpec(
        "--on-conflict", "DO", candidates: .words(ImportConflict.allCases.map(\.rawValue)),
        help: "for existing accounts: skip, replace or fail (default fail)",
        ru: "если аккаунт уже есть: skip, replace или fail (fail)"),
      OptionSpec(
        "--skip-invalid", help: "import the accounts without problems, and report the others (65)",
        ru: "загрузить аккаунты без ошибок, об остальных сообщить (65)"),
      OptionSpec(
        "--columns", "FIELD=NAME,...",
        help: "with csv and ldif: the columns or attributes of fields, by their names",
        ru: "для csv и ldif: в каких столбцах или атрибутах какие поля"),
      OptionSpec(
        "--without", "FIELD,...", help: "leave out these fields, whatever the file has in them",
        ru: "не брать эти поля, что бы в них ни было"),
      .notMarks,
      OptionSpec(
        "--ignore-columns", help: "with csv and authelia: leave out unknown columns and keys",
        ru: "для csv и authelia: пропустить незнакомые столбцы и ключи"),
      OptionSpec(
        "--domain", "DOMAIN", help: "names without @ get this domain as their email",
        ru: "именам без @ добавить этот домен, и получится адрес"),
      .rules,
      OptionSpec(
        "--generate", help: "make passwords for accounts without one, and print NAME<TAB>PASSWORD",
        ru: "придумать пароли аккаунтам без пароля и вывести ИМЯ<TAB>ПАРОЛЬ"),
    ] + OptionSpec.marks + [
      OptionSpec(
        "--dry-run", help: "report what would happen, and write nothing",
        ru: "сказать, что было бы сделано, и ничего не записать")
    ],
    examples: [
      "regapp import /etc/nginx/htpasswd --rules standard --dry-run",
      "regapp import people.csv --on-conflict skip",
      "regapp import people.csv --generate > passwords",
      "regapp import users.csv --columns email=Mail,firstName=Vorname --ignore-columns",
      "regapp import people.ldif --columns username=sAMAccountName --without phone",
      "ssh old cat /etc/nginx/htpasswd | regapp import - --format htpasswd",
    ],
    run: importAccounts)

  private static func importAccounts(_ invocation: Invocation) async throws {
    let onConflict = invocation.arguments["--on-conflict"].flatMap(ImportConflict.init) ?? .fail
    let named = invocation.arguments.exchangeFormat
    let rules = invocation.arguments["--rules"].flatMap(Rulebook.builtIn)
    let options = try ReadingOptions(invocation)
    guard let path = invocation.arguments.positionals.first else { return }
    let source = try await ImportSource(path, named, options, invocation)
    let isDryRun = invocation.arguments.has("--dry-run")
    let generates = invocation.arguments.has("--generate")
    let mark = invocation.arguments.mustChange
    guard generates || mark == nil else {
      throw Report.usage(
        "\(mark == true ? "--must-change" : "--no-must-change") needs --generate",
        ru: "\(mark == true ? "--must-change" : "--no-must-change") нужен --generate",
        hint: "it says whether generated passwords must be changed",
        ru: "он говорит, нужно ли менять придуманные пароли")
    }
    let bar = ProgressBar(invocation)
    let count = source.reading.records.count
    if count >= 10_000 {
      bar?.show(
        Phrase(
          "checking \(count, "account")…",
          ru: "идёт проверка: \(count, "аккаунт", "аккаунта", "аккаунтов")…"))
    }
    defer { bar?.clear() }
    let outcome = try await FileImport(
      registry: invocation.registry, source: source, onConflict: onConflict, rules: rules,
      generates: generates, marksGenerated: mark,
      skipsInvalid: invocation.arguments.has("--skip-invalid")
    ).run(isDryRun: isDryRun) { bar?.show($0, of: $1) }
    bar?.clear()
    let refusal = outcome.refusal.map {
      $0.with(invocation.quoting($0.items, in: SourceLines(source, options)))
    }
    if let refusal, outcome.isStopped { throw refusal }
    try tell(
      outcome.report, source, outcome.keyCounts, isDryRun: isDryRun,
      warns: !invocation.isJSON || refusal == nil, invocation)
    if let refusal { throw refusal }
  }

  private static func tell(
    _ outcome: Outcome<ImportReport>, _ source: ImportSource, _ keys: KeyCounts,
    isDryRun: Bool, warns: Bool, _ invocation: Invocation
  ) throws {
    if warns, let words = source.passedOver { invocation.warn(words) }
    if warns, let words = source.comments { invocation.warn(words) }
    for words in keys.words where !invocation.isJSON { invocation.warn(words) }
    for words in outcome.value.uselessHashWords where warns { invocation.warn(words) }
    let (added, replaced, skipped) = (outcome.added, outcome.replaced, outcome.skipped)
    if isDryRun {
      invocation.say(
        "would add \(added, "account"), replace \(replaced), skip \(skipped)",
        ru: "было бы добавлено аккаунтов: \(added), заменено: \(replaced), пропущено: \(skipped)")
    } else {
      invocation.say(outcome.value.counts)
    }
    let done = Phrase("added \(added, "account")", ru: "добавлено аккаунтов: \(added)")
    func deliver(_ print: () throws -> Void) throws {
      guard !outcome.generated.isEmpty else { return try print() }
      try invocation.deliver(outcome.generated.count, after: done, print)
    }
    try deliver {
      for (name, password) in invocation.isJSON ? [] : outcome.generated {
        try invocation.console.write("\(name)\t\(password.text ?? "")\n")
      }
    }
    try invocation.finish(outcome.notices) {
      let generated = outcome.generated.map { name, password in
        JSONLiteral.object([
          .init("name", .string(name)), .init("password", .string(password.text ?? "")),
        ])
      }
      try deliver {
        try invocation.print(
          json: .object(
            [
              .init("added", .integer(added)), .init("replaced", .integer(replaced)),
              .init("skipped", .integer(skipped)),
              .init("dropped", .array(keys.dropped.keys.sorted().map { .string($0) })),
            ] + keys.members
              + (generated.isEmpty ? [] : [.init("generated", .array(generated))])))
      }
    }
  }
}
