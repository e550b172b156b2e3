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
        "Formats: \(ExchangeFormat.names); json is what export prints, or another accounts file. "
          + "If the file's name or beginning makes the format clear, --format is not needed.",
        ru: "Форматы: \(ExchangeFormat.names); json — это то, что выводит export, "
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
        "An email that already exists is an error. With --on-conflict skip the existing account "
          + "is kept as it is; with replace the fields given in the file are overwritten, and the "
          + "others are kept.",
        ru: "Если аккаунт с таким адресом уже есть, это ошибка, кроме случаев --on-conflict "
          + "skip (имеющийся аккаунт остаётся как был) и replace (он получает всё, что о нём "
          + "сказано в загружаемом файле, а остальное сохраняет)."),
    ].joined(separator: "\n\n"),
    positionals: [
      PositionalSpec(
        name: "FILE", isRequired: true, candidates: .files,
        help: "the file to read; - is stdin", ru: "файл для загрузки; - означает stdin")
    ],
    options: [
      .exchangeFormat,
      OptionSpec(
        "--on-conflict", "DO", candidates: .words(["skip", "replace", "fail"]),
        help: "for existing accounts: skip, replace or fail (default fail)",
        ru: "если аккаунт уже есть: skip, replace или fail (fail)"),
      OptionSpec(
        "--skip-invalid", help: "import the accounts without problems, and report the others (65)",
        ru: "загрузить аккаунты без ошибок, об остальных сообщить (65)"),
      OptionSpec(
        "--skip-unknown", help: "with csv and authelia: leave out unknown columns and keys",
        ru: "для csv и authelia: пропустить незнакомые столбцы и ключи"),
      OptionSpec(
        "--dry-run", help: "report what would happen, and write nothing",
        ru: "сказать, что было бы сделано, и ничего не записать"),
    ],
    examples: [
      "regapp import /etc/nginx/htpasswd --dry-run",
      "regapp import people.csv --on-conflict skip",
      "ssh old cat /etc/nginx/htpasswd | regapp import - --format htpasswd",
    ],
    run: importAccounts)

  private static func importAccounts(_ invocation: Invocation) async throws {
    let onConflict = try onConflict(invocation)
    let named = try invocation.exchangeFormat()
    guard let path = invocation.arguments.positionals.first else { return }
    let source = try await ImportSource(path, named, invocation)
    let isDryRun = invocation.arguments.has("--dry-run")
    let skipsInvalid = invocation.arguments.has("--skip-invalid")
    let bar = ProgressBar(invocation)
    var records = source.reading.records
    if records.count >= 10_000 {
      bar?.show(
        Phrase(
          "checking \(records.count, "account")…",
          ru: "идёт проверка: \(records.count, "аккаунт", "аккаунта", "аккаунтов")…"))
    }
    defer { bar?.clear() }
    func take(isDryRun: Bool) async throws -> Done<ImportReport> {
      defer { bar?.clear() }
      return try await invocation.registry.take(
        records.map { NewAccount($0.values, ownKeys: $0.ownKeys) }, onConflict: onConflict,
        isDryRun: isDryRun
      ) { done, total in
        bar?.show(done, of: total)
      }
    }
    // A file with unreadable parts is not imported; the rest is checked to report all at once.
    var outcome = try await take(
      isDryRun: isDryRun || skipsInvalid || !source.reading.faults.isEmpty)
    var refusals = outcome.refusals
    if skipsInvalid, !source.reading.endedEarly {
      // What is skipped is no earlier account to what follows it.
      refusals.removeAll { if case .repeats = $0.reason { true } else { false } }
      let places = source.places(without: refusals)
      records = places.map { source.reading.records[$0] }
      refusals += try await take(isDryRun: true).refusals.map { refusal in
        guard case .repeats(let earlier) = refusal.reason else {
          return RefusedChange(places[refusal.index], refusal.reason)
        }
        return RefusedChange(places[refusal.index], .repeats(earlier: places[earlier]))
      }
    }
    let refusal = source.refusal(refusals, skipsInvalid: skipsInvalid)
    if let refusal, !skipsInvalid || source.reading.endedEarly { throw refusal }
    if skipsInvalid {
      records = source.places(without: refusals).map { source.reading.records[$0] }
      outcome = try await take(isDryRun: isDryRun)
      // Another program added one of them since.
      guard outcome.refusals.isEmpty else {
        throw AccountsError.keepsChanging(subject: try await invocation.registry.check().source)
      }
    }
    try tell(
      outcome, source, records, isDryRun: isDryRun,
      warns: !invocation.isJSON || refusal == nil, invocation)
    if let refusal { throw refusal }
  }

  private static func onConflict(_ invocation: Invocation) throws -> ImportConflict {
    guard let name = invocation.arguments["--on-conflict"] else { return .fail }
    guard let conflict = ImportConflict(rawValue: name) else {
      throw Report.usage(
        "--on-conflict must be skip, replace or fail, not '\(visible(name))'",
        ru: "--on-conflict: нужно skip, replace или fail, а не «\(visible(name))»",
        hint: "write --on-conflict skip", ru: "напишите --on-conflict skip")
    }
    return conflict
  }

  private static func tell(
    _ outcome: Done<ImportReport>, _ source: ImportSource, _ records: [ExchangeRecord],
    isDryRun: Bool, warns: Bool, _ invocation: Invocation
  ) throws {
    let passedOver = source.reading.passedOver
    if warns, passedOver > 0 {
      invocation.warn(
        "skipped \(passedOver, "entry", "entries") without mail and userPassword",
        ru: "пропущено записей без mail и userPassword: \(passedOver)")
    }
    var dropped: [String: Int] = [:]
    for name in records.lazy.flatMap(\.dropped) { dropped[name, default: 0] += 1 }
    let droppedNames = dropped.sorted { $0.key < $1.key }
    if !invocation.isJSON, !dropped.isEmpty {
      let names = droppedNames.map { name, count in
        Phrase(
          "\(excerpt(name)) (\(count, "entry", "entries"))",
          ru: "\(excerpt(name)) (\(count, "запись", "записи", "записей"))")
      }.joined(separator: ", ")
      invocation.warn("dropped: \(names)", ru: "не взято: \(names)")
    }
    for (scheme, count) in outcome.uselessHashes.sorted(by: { $0.key < $1.key }) where warns {
      let hash = "(\(hashName(scheme)))"
      invocation.warn(
        "\(count, "account") with a hash \(hash) that cannot be checked at login here",
        ru: "\(count, "аккаунт", "аккаунта", "аккаунтов") с хешем \(hash), по которому здесь "
          + "не войти")
    }
    let (added, replaced, skipped) = (outcome.added, outcome.replaced, outcome.skipped)
    if isDryRun {
      invocation.say(
        "would add \(added, "account"), replace \(replaced), skip \(skipped)",
        ru: "было бы добавлено аккаунтов: \(added), заменено: \(replaced), пропущено: \(skipped)")
    } else {
      invocation.say(
        "added \(added, "account"), replaced \(replaced), skipped \(skipped)",
        ru: "добавлено аккаунтов: \(added), заменено: \(replaced), пропущено: \(skipped)")
    }
    try invocation.finish(outcome.notices) {
      try invocation.print(
        json: .object([
          .init("added", .integer(added)), .init("replaced", .integer(replaced)),
          .init("skipped", .integer(skipped)),
          .init("dropped", .array(droppedNames.map { .string($0.key) })),
        ]))
    }
  }
}

/// A file to import, with what was read from it.
private struct ImportSource {
  let path: String
  let text: ExchangeText
  let reading: ExchangeReading

  init(_ path: String, _ named: ExchangeFormat?, _ invocation: Invocation) async throws {
    let isStdin = ["-", "/dev/stdin"].contains(path)
    self.path = isStdin ? "stdin" : path
    let console = invocation.console
    func waiting() {
      guard console.errorIsTerminal else { return }
      invocation.say(
        "waiting for another program to write to \(visible(path))",
        ru: "ожидание: в \(visible(path)) ещё никто не пишет")
    }
    if let bytes = try isStdin
      ? console.readInput(Self.greatest) : console.readPipe(path, Self.greatest, waiting)
    {
      guard bytes.count < Self.greatest else {
        throw Report(
          .cannotReadOrWrite, "disk",
          "\(visible(self.path)) has 1 GiB or more", ru: "в \(visible(self.path)) не меньше 1 ГиБ",
          hint: "write it to a file and import that", ru: "запишите это в файл и загрузите его")
      }
      text = ExchangeText(bytes)
    } else {
      text = ExchangeText(try await invocation.registry.text(ofFile: path))
    }
    guard let format = named ?? ExchangeFormat.guess(path: self.path, text) else {
      throw Report.usage(
        "cannot tell the format of \(visible(self.path))",
        ru: "непонятно, в каком формате \(visible(self.path))",
        hint: "give --format, one of \(ExchangeFormat.names)",
        ru: "укажите --format, один из: \(ExchangeFormat.names)")
    }
    reading = format.read(
      text, skippingUnknown: invocation.arguments.has("--skip-unknown"))
  }

  private static let greatest = 1 << 30

  /// The positions of the accounts that could be read and are not refused.
  func places(without refusals: [RefusedChange]) -> [Int] {
    let refused = Set(refusals.map(\.index))
    return reading.records.indices.filter {
      !reading.records[$0].isBroken && !refused.contains($0)
    }
  }

  /// All problems in the order of the file; nil if there are none.
  func refusal(_ refusals: [RefusedChange], skipsInvalid: Bool) -> Report? {
    let lines = linesOfEarlier(refusals)
    var found = reading.faults + refusals.flatMap { located($0, lines) }
    guard !found.isEmpty else { return nil }
    found.sort { $0.offset < $1.offset }
    let places = JSONPlace.places(at: found.map(\.offset), in: text.bytes)
    let isSkipped = skipsInvalid && !reading.endedEarly
    return Report(
      .invalid, "invalid",
      "\(found.count, "problem") in \(visible(path)); "
        + (isSkipped ? "accounts with problems were skipped" : "nothing was imported"),
      ru: "\(found.count, "ошибка", "ошибки", "ошибок") в \(visible(path)), "
        + (isSkipped ? "аккаунты с ошибками пропущены" : "ничего не загружено"),
      hint: hint(found.map(\.fault), refusals, isSkipped: isSkipped),
      items: zip(found, places).map { Report.Item($0.fault, at: $1) }, listing: .inFile(path))
  }

  private func hint(
    _ faults: [ExchangeFault], _ refusals: [RefusedChange], isSkipped: Bool
  ) -> Phrase {
    let hasUnknown = faults.contains { fault in
      switch fault {
      case .unknownColumn, .unknownKey: true
      default: false
      }
    }
    if hasUnknown {
      return Phrase(
        "fix the file, or use --skip-unknown to leave out what regapp does not know",
        ru: "исправьте файл или укажите --skip-unknown, чтобы пропустить то, чего regapp не знает")
    }
    if reading.endedEarly {
      return Phrase(
        "fix the file; it cannot be read beyond this",
        ru: "исправьте файл; дальше этого места он не читается")
    }
    if isSkipped {
      return Phrase(
        "fix the file, then import it again with --on-conflict skip",
        ru: "исправьте файл и загрузите его снова с --on-conflict skip")
    }
    if refusals.contains(where: { if case .taken = $0.reason { true } else { false } }) {
      return Phrase(
        "fix the file, or use --on-conflict skip or replace for existing accounts",
        ru: "исправьте файл или укажите --on-conflict skip или replace для тех, кто уже есть")
    }
    return Phrase(
      "fix the file, or use --skip-invalid to import the other accounts",
      ru: "исправьте файл или укажите --skip-invalid, чтобы загрузить остальные аккаунты")
  }

  /// The lines of the accounts whose email a later one repeats, by their positions.
  private func linesOfEarlier(_ refusals: [RefusedChange]) -> [Int: Int] {
    let earlier = Set(
      refusals.compactMap { refusal -> Int? in
        guard case .repeats(let earlier) = refusal.reason else { return nil }
        return earlier
      })
    let offsets = earlier.map { reading.records[$0].offsets[.email] ?? reading.records[$0].offset }
    let places = JSONPlace.places(at: offsets, in: text.bytes)
    return Dictionary(uniqueKeysWithValues: zip(earlier, places.map(\.line)))
  }

  /// What keeps an account from being imported, with the places.
  private func located(
    _ refusal: RefusedChange, _ lines: [Int: Int]
  ) -> [(offset: Int, fault: ExchangeFault)] {
    let record = reading.records[refusal.index]
    let email = record.values.email ?? ""
    let place = record.offsets[.email] ?? record.offset
    switch refusal.reason {
    case .invalid(let problems):
      return problems.compactMap { problem in
        guard case .field(let field) = problem.subject else {
          return (record.offset, .rule(problem))
        }
        // A field that could not be read is reported as such, not as missing too.
        if problem.rule == .required, record.offsets[field] != nil { return nil }
        return (record.offsets[field] ?? record.offset, .rule(problem))
      }
    case .repeats(let earlier): return [(place, .repeats(email: email, line: lines[earlier] ?? 0))]
    case .taken: return [(place, .exists(email: email))]
    case .closed: return [(place, .existsClosed(email: email))]
    case .missing, .conflict: return []
    }
  }
}
