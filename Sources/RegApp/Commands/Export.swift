import AccountsFile
import CommandKit
import Exchange
import LosslessJSON

extension Commands {
  static let export = Command(
    name: "export", summary: "print the accounts in the format of another program",
    ru: "выгрузить аккаунты в формате другой программы",
    details: [
      Phrase(
        "Formats: \(ExchangeFormat.allCases.names). htpasswd (Apache, nginx), dovecot, authelia and "
          + "ldif always contain the hashes, csv and json only with --with-hashes; htgroup contains "
          + "the groups of Apache and who is in them. Hashes are exported "
          + "as they are; a typed password is hashed on export and never leaves as plain "
          + "text.",
        ru:
          "Форматы: \(ExchangeFormat.allCases.names). htpasswd (Apache, nginx), dovecot, authelia и "
          + "ldif всегда содержат хеши, csv и json — только с --with-hashes; htgroup — это группы "
          + "для Apache и кто в них. Хеши "
          + "выгружаются как есть; пароль открытым текстом при выгрузке хешируется и в "
          + "открытом виде не выходит никогда."),
      Phrase(
        "Closed accounts, and those that the other program could not read or check, are left out "
          + "and reported; the exit code is then 65. Who may not log in now (locked, disabled, "
          + "expired, not yet valid) is marked in dovecot and authelia, left out of htpasswd, htgroup "
          + "and ldif, and counted. A program that names its users gets the user name or, without "
          + "one, the email. ldif has no birth dates; json contains your own keys too.",
        ru: "Закрытые аккаунты, а также те, которые другая программа не сможет прочитать или "
          + "проверить, пропускаются, и об этом сообщается; код выхода тогда 65. Кто сейчас не "
          + "может войти (заблокирован, отключён, срок истёк или ещё не начался), отмечен в dovecot "
          + "и authelia, а в htpasswd, htgroup и ldif его нет, и сказано, сколько таких. Программе, "
          + "которая называет пользователей, даётся имя пользователя, а без него адрес. В ldif нет "
          + "дат рождения, а в json есть и ваши собственные ключи."),
      Phrase(
        "A spreadsheet runs cells that begin with = + - or @ as formulas. With --spreadsheet each of "
          + "them, phone numbers included, begins with a quote (') and is only text; such a file is "
          + "not meant to be imported again. Without it a warning names the rows.",
        ru: "Ячейки, которые начинаются с = + - или @, табличный редактор выполняет как формулы. С "
          + "--spreadsheet каждая такая ячейка, в том числе телефон, начинается с апострофа и "
          + "остаётся текстом; загружать такой файл обратно не нужно. Без него строки будут "
          + "названы в предупреждении."),
      Phrase(
        "--output writes a file as safely as the accounts are written: completely or not at all, "
          + "with mode 0600. --if-changed, for a timer, leaves a file with the same text alone, and "
          + "a new text keeps the file's mode and owner, so that a server can go on reading it. A "
          + "device such as /dev/null, or a descriptor such as /dev/fd/3, is only written to. Where the "
          + "accounts file is missing (67) or broken, nothing is written; a shell's > has emptied its "
          + "file before regapp runs.",
        ru: "--output записывает файл так же надёжно, как аккаунты: целиком или никак, с "
          + "правами 0600. С --if-changed, для таймера, файл с тем же текстом не трогается, а при "
          + "новом тексте права и владелец сохраняются, чтобы сервер мог читать его и дальше. В "
          + "устройство, например /dev/null, и в дескриптор, например /dev/fd/3, просто пишет. Если "
          + "файла аккаунтов нет (67) или он испорчен, не записывается ничего; а > оболочки очищает "
          + "файл ещё до запуска regapp."),
    ].joined(separator: "\n\n"),
    positionals: [.searchedText],
    options: [
      .exchangeFormat(ExchangeFormat.allCases),
      OptionSpec(
        "--for", "READER", candidates: .words(Reader.all.map(\.name)),
        help: "in the format of a program, without what it cannot check: regapp help readers",
        ru: "в формате программы, без того, чего она не проверит: regapp help readers"),
      OptionSpec(
        "--with-hashes", help: "with csv and json: include the password hashes",
        ru: "для csv и json: вместе с хешами паролей"),
      OptionSpec(
        "--spreadsheet", help: "with csv: quote what a spreadsheet would run as a formula",
        ru: "для csv: взять в кавычки то, что таблица примет за формулу"),
      OptionSpec(
        "--output", "FILE", candidates: .files, help: "write to a file (mode 0600), not to stdout",
        ru: "записать в файл (права 0600), а не в stdout"),
      OptionSpec(
        "--if-changed",
        help: "with --output: write, and say so, only if the text differs; keep mode and owner",
        ru: "для --output: только если текст другой, иначе молча; права и владелец прежние"),
      OptionSpec(
        "--base", "DN", help: "with ldif: the parent entry (dc=example,dc=com)",
        ru: "для ldif: родительская запись (dc=example,dc=com)"),
    ],
    examples: [
      "regapp export --for nginx --output /etc/nginx/htpasswd --if-changed",
      "regapp export --format htpasswd",
      "regapp export --format ldif --base ou=people,dc=example,dc=org lovelace",
    ],
    run: export)

  /// That comments are left out; nil if there are none.
  static func words(ofComments count: Int) -> Phrase? {
    guard count > 0 else { return nil }
    return Phrase(
      "left out \(count, "comment")",
      ru: "\(agreeingWith: count, "пропущен", "пропущено", "пропущено") "
        + "\(count, "комментарий", "комментария", "комментариев")")
  }

  private static func export(_ invocation: Invocation) async throws {
    var export = try Export(invocation)
    try await export.run()
  }
}

extension OptionSpec {
  static func exchangeFormat(_ formats: [ExchangeFormat]) -> OptionSpec {
    OptionSpec(
      "--format", "FORMAT", candidates: .words(formats.map(\.rawValue)), help: "\(formats.names)",
      ru: "\(formats.names)")
  }
}

extension Arguments {
  /// The format given with `--format`; nil without it.
  var exchangeFormat: ExchangeFormat? { self["--format"].flatMap(ExchangeFormat.init) }
}

/// One export, page by page.
private struct Export {
  private let invocation: Invocation
  private var accounts: ExportText
  /// The file to write; nil for stdout.
  private let output: String?
  /// What it is to hold.
  private var text: [UInt8] = []

  init(_ invocation: Invocation) throws {
    self.invocation = invocation
    let named = invocation.arguments.exchangeFormat
    let reader = invocation.arguments["--for"].flatMap(Reader.named)
    if let reader, invocation.arguments.has("--format"), named != reader.format {
      throw Report.usage(
        "\(reader.name) does not read \(named?.rawValue ?? "")",
        ru: "\(reader.name) не читает \(named?.rawValue ?? "")",
        hint: "leave out --format", ru: "уберите --format")
    }
    let format = reader.map { $0.format ?? .htpasswd } ?? named ?? (invocation.isJSON ? .json : nil)
    guard let format else {
      throw Report.usage(
        "export needs --format or --for", ru: "для export нужен --format или --for",
        hint: "use one of \(ExchangeFormat.allCases.names), or a program of regapp help readers",
        ru: "есть: \(ExchangeFormat.allCases.names), или программа из regapp help readers")
    }
    guard format == .json || !invocation.isJSON else {
      throw Report.usage(
        "--json prints JSON, and \(format.rawValue) is not JSON",
        ru: "--json выводит JSON, а \(format.rawValue) — не JSON",
        hint: "give one of the two", ru: "укажите что-то одно")
    }
    for (option, only) in [("--base", ExchangeFormat.ldif), ("--spreadsheet", .csv)]
    where invocation.arguments.has(option) && format != only {
      throw Report.usage(
        "\(option) is only for \(only.rawValue)",
        ru: "\(option) бывает только для \(only.rawValue)",
        hint: "leave it out", ru: "уберите его")
    }
    let base = invocation.arguments["--base"]
    guard ExchangeWriter.isBase(base ?? ExchangeWriter.usualBase) else {
      throw Report.usage(
        "--base must be the name of an entry, not '\(visible(base ?? ""))'",
        ru: "--base: нужно имя записи, а не «\(visible(base ?? ""))»",
        hint: "write --base ou=people,dc=example,dc=com",
        ru: "напишите --base ou=people,dc=example,dc=com")
    }
    let writer =
      reader.map { ExchangeWriter(for: $0) }
      ?? ExchangeWriter(
        format, withHashes: invocation.arguments.has("--with-hashes"),
        forSpreadsheet: invocation.arguments.has("--spreadsheet"),
        base: base ?? ExchangeWriter.usualBase)
    accounts = ExportText(writer, for: reader, invocation.world.hasher)
    guard invocation.arguments["--output"] != "" else {
      throw Report.usage(
        "--output must name a file", ru: "--output: нужно имя файла",
        hint: "write --output FILE, or leave it out to print",
        ru: "напишите --output FILE или уберите его, чтобы вывести на экран")
    }
    output = invocation.arguments["--output"].flatMap {
      ["-", "/dev/stdout"].contains($0) ? nil : $0
    }
    guard output != nil || !invocation.arguments.has("--if-changed") else {
      throw Report.usage(
        "--if-changed needs --output", ru: "для --if-changed нужен --output",
        hint: "name the file with --output FILE", ru: "назовите файл: --output FILE")
    }
  }

  mutating func run() async throws {
    var isFirst = true
    var comments = 0
    let (registry, arguments) = (invocation.registry, invocation.arguments)
    let withOwnKeys = accounts.needsOwnKeys
    let pages = PageSequence { cursor throws(AccountsError) in
      try await registry.list(
        from: cursor, limit: 1_000, holding: arguments.positionals.first, withOwnKeys: withOwnKeys)
    }
    for try await page in pages {
      // An output must not be emptied because a disk is not mounted.
      if let path = page.missingStore { throw AccountsError.storeMissing(subject: path) }
      if isFirst { try put(accounts.writer.head) }
      comments += page.comments
      isFirst = false
      try put(await accounts.text(of: page))
    }
    if !accounts.writer.end.isEmpty { try put(accounts.writer.end) }
    guard let output else {
      tell(comments)
      return try refuseLeftOut()
    }
    let done = try await WholeFile(output, sparing: registry).replace(
      with: text, ifChanged: invocation.arguments.has("--if-changed"))
    let isAsBefore = await leavesOutTheSame(comments, of: output) && !done.value
    if !isAsBefore {
      tell(comments)
      if done.value {
        invocation.say(
          "wrote \(accounts.written, "account") to \(visible(output))",
          ru: "записано в \(visible(output)): "
            + "\(accounts.written, "аккаунт", "аккаунта", "аккаунтов")")
      } else {
        invocation.say(
          "\(visible(output)) is up to date", ru: "в \(visible(output)) ничего не изменилось")
      }
    }
    try invocation.finish(done.notices) {
      let written = done.value ? accounts.written : 0
      try invocation.print(
        json: .object([
          .init("written", .integer(written)), .init("path", .string(output)),
        ]))
    }
    if isAsBefore, !accounts.leftOut.isEmpty { throw Ending(code: .invalid) }
    try refuseLeftOut()
  }

  /// Whether nothing else is left out than the last time: a timer mails whatever is printed.
  private func leavesOutTheSame(_ comments: Int, of output: String) async -> Bool {
    guard invocation.arguments.has("--if-changed"),
      let record = try? StateDirectory(invocation.context).path(of: "published")
    else { return false }
    let said = accounts.saidOfLeftOut + Array("\n\(comments)".utf8)
    return await PublishedFiles(of: invocation.registry, record: record)
      .leavesOutTheSame(said, of: output)
  }

  /// Says what is not as one may expect.
  private func tell(_ comments: Int) {
    warnOfFormulas()
    sayWhoIsShutOut()
    if let words = Commands.words(ofComments: comments) { invocation.say(words) }
  }

  /// Throws if accounts are left out that the other program cannot read or check.
  private func refuseLeftOut() throws {
    let leftOut = accounts.leftOut
    guard leftOut.isEmpty else {
      let (count, all) = (leftOut.count, accounts.written + leftOut.count)
      throw Report(
        .invalid, "invalid", "left out \(count) of \(all, "account")",
        ru: "\(agreeingWith: count, "пропущен", "пропущено", "пропущено") \(count) из "
          + "\(all, "аккаунта", "аккаунтов", "аккаунтов")",
        hint: Phrase("the other accounts were exported", ru: "остальные выгружены"),
        items: leftOut.map { $0.item(for: accounts.reader) }, listing: .each)
    }
  }

  private mutating func put(_ more: String) throws {
    if output == nil { try invocation.console.write(more) } else { text += more.utf8 }
  }

  private func sayWhoIsShutOut() {
    let shutOut = accounts.shutOut
    let count = shutOut.values.reduce(0, +)
    guard count > 0 else { return }
    let states = AccountState.allCases.compactMap { state in
      shutOut[state].map { Phrase(same: "\($0) ") + state.name }
    }.joined(separator: ", ")
    invocation.say(
      "left out \(count, "account") that cannot log in now: \(states)",
      ru: "без тех, кто сейчас не может войти: \(states)")
  }

  private func warnOfFormulas() {
    let lines = accounts.writer.linesWithFormulas
    guard !lines.isEmpty else { return }
    let named = lines.prefix(20).map(String.init).joined(separator: ", ")
    let rows = lines.count > 20 ? "\(named), …" : named
    invocation.warn(
      "a spreadsheet would run cells in \(lines.count == 1 ? "row" : "rows") \(rows) as formulas; "
        + "--spreadsheet prevents that",
      ru: "табличный редактор выполнит как формулы ячейки в строках: \(rows); "
        + "этого не будет с --spreadsheet")
  }
}
