import AccountsFile
import CommandKit
import Exchange
import LosslessJSON

extension Commands {
  static let publish = Command(
    name: "publish", summary: "write the files of other programs that publish.json lists",
    ru: "записать файлы других программ, перечисленные в publish.json",
    details: [
      Phrase(
        "publish.json is beside the accounts file (of a database, in its state directory) and is "
          + "edited by hand: {\"publish\": [{\"for\": \"traefik\", \"file\": \"/etc/traefik/users\", "
          + "\"groups\": [\"web\"]}]}. file is an absolute path; with groups, only their members are "
          + "in it. regapp help readers lists the programs. Each file that differs is replaced, "
          + "completely or not at all, and keeps its mode and owner.",
        ru: "publish.json лежит рядом с файлом аккаунтов (для базы данных — в её каталоге "
          + "состояния), правят его вручную: {\"publish\": [{\"for\": \"traefik\", \"file\": "
          + "\"/etc/traefik/users\", \"groups\": [\"web\"]}]}. file — полный путь; с groups в нём "
          + "только их участники. Программы перечисляет regapp help readers. Файл, который "
          + "отличается, заменяется целиком или никак; права и владелец прежние."),
      Phrase(
        "A file is written over only if it exists, is regular, has one name, belongs to the user who "
          + "runs this, and is empty or in the program's format: create it first. Others are named, "
          + "and the exit code is 74. So it is where someone else but root could have written "
          + "publish.json. Accounts that a program cannot check or name are left out and named (65). "
          + "A missing accounts file is 67, and nothing is written.",
        ru:
          "Файл перезаписывается, только если он есть, обычный, с одним именем, принадлежит тому, "
          + "кто запускает команду, и пуст или в формате программы: создайте его заранее. Остальные "
          + "называются, и код выхода 74. Так же, если publish.json мог записать кто-то, кроме него и "
          + "root. Аккаунты, которые программа не проверит или не назовёт, пропускаются с указанием "
          + "(65). Если файла аккаунтов нет — 67, и ничего не записывается."),
    ].joined(separator: "\n\n"),
    options: [
      OptionSpec(
        "--dry-run", help: "say what would be written, and write nothing",
        ru: "сказать, что было бы записано, и ничего не записывать")
    ],
    examples: ["regapp publish --dry-run", "regapp publish"], run: publish)

  private static func publish(_ invocation: Invocation) async throws {
    let publication = try await Publication(invocation)
    try await publication.run(isDryRun: invocation.arguments.has("--dry-run"))
  }
}

/// One run of `publish`.
private struct Publication {
  private let invocation: Invocation
  private let files: PublishedFiles
  private let entries: [PublishList.Entry]
  private let texts: [(text: [UInt8], accounts: ExportText)]

  /// What is to be written. Throws where anything about the accounts or the list is wrong.
  init(_ invocation: Invocation) async throws {
    self.invocation = invocation
    files = PublishedFiles(of: invocation.registry)
    // An output must not be emptied because a disk is not mounted, whatever is listed.
    let first = try await invocation.registry.list(limit: 1)
    if let path = first.missingStore { throw AccountsError.storeMissing(subject: path) }
    guard let bytes = try await files.bytesOfList() else {
      (entries, texts) = ([], [])
      return
    }
    let list = try PublishList(bytes, path: files.list)
    let files = files
    try await list.checkFiles { await files.areOne($0, $1) }
    entries = list.entries
    texts = try await Self.texts(of: entries, invocation)
  }

  private static func texts(
    of entries: [PublishList.Entry], _ invocation: Invocation
  ) async throws -> [(text: [UInt8], accounts: ExportText)] {
    var made = entries.map { entry -> (text: [UInt8], accounts: ExportText) in
      let text = ExportText(
        ExchangeWriter(for: entry.reader), for: entry.reader, invocation.world.hasher)
      return (Array(text.writer.head.utf8), text)
    }
    let registry = invocation.registry
    let withOwnKeys = made.contains { $0.accounts.needsOwnKeys }
    try await Commands.forEachPage { cursor in
      try await registry.list(from: cursor, limit: 1_000, withOwnKeys: withOwnKeys)
    } _: { page in
      if let path = page.missingStore { throw AccountsError.storeMissing(subject: path) }
      for (index, entry) in entries.enumerated() {
        let chosen = page.accounts.filter { account in
          // Byte for byte, as groups are compared everywhere.
          entry.groups.map { groups in
            account.values.groups.contains { group in
              groups.contains { $0.utf8.elementsEqual(group.utf8) }
            }
          } ?? true
        }
        let part = Page(rulebook: page.rulebook, accounts: chosen, next: nil)
        made[index].text += try await made[index].accounts.text(of: part).utf8
      }
    }
    for index in made.indices { made[index].text += made[index].accounts.writer.end.utf8 }
    return made
  }

  func run(isDryRun: Bool) async throws {
    var (results, faults, leftOut) = ([JSONLiteral](), [Report.Item](), [Report.Item]())
    var notices: [Notice] = []
    for (entry, made) in zip(entries, texts) {
      var wrote: Bool?
      do throws(AccountsError) {
        let reader = entry.reader
        let done = try await files.replace(
          entry.file, with: made.text, for: reader.name, isDryRun: isDryRun
        ) { reader.takes($0) }
        wrote = done.value
        notices += done.notices
      } catch {
        guard case .store = error else { throw error }
        let report = Report(error)
        faults.append(
          Report.Item(
            field: nil, rule: report.name, message: report.lines.first ?? Phrase(same: entry.file),
            more: [.init("file", .string(entry.file))]))
      }
      if let wrote, !invocation.isJSON {
        let line = line(entry, made.accounts.written, wrote: wrote, isDryRun)
        try invocation.console.write(line[invocation.language] + "\n")
      }
      leftOut += made.accounts.leftOut.map { $0.item(for: entry.reader) }
      results.append(json(entry, made.accounts, wrote: wrote ?? false))
    }
    if invocation.isJSON { try invocation.print(json: .array(results)) }
    if entries.isEmpty, !invocation.isJSON {
      invocation.say("nothing to publish", ru: "публиковать нечего")
    }
    try invocation.finish(notices) {}
    guard faults.isEmpty else {
      throw Report(
        .cannotReadOrWrite, "disk",
        [
          Phrase(
            "\(faults.count, "file") cannot be published",
            ru: "не опубликовано: \(faults.count, "файл", "файла", "файлов")")
        ],
        hint: Phrase("the others are written", ru: "остальные записаны"),
        items: faults + leftOut, listing: .each)
    }
    guard leftOut.isEmpty else {
      throw Report(
        .invalid, "invalid", "left out \(leftOut.count, "account")",
        ru: "\(agreeingWith: leftOut.count, "пропущен", "пропущено", "пропущено") "
          + "\(leftOut.count, "аккаунт", "аккаунта", "аккаунтов")",
        hint: Phrase("the other accounts were published", ru: "остальные опубликованы"),
        items: leftOut, listing: .each)
    }
  }

  private func line(
    _ entry: PublishList.Entry, _ count: Int, wrote: Bool, _ isDryRun: Bool
  ) -> Phrase {
    let (file, reader) = (visible(entry.file), entry.reader.name)
    guard wrote else {
      return Phrase(
        "\(file) (\(reader)) is up to date: \(count, "account")",
        ru: "\(file) (\(reader)) без изменений: \(count, "аккаунт", "аккаунта", "аккаунтов")")
    }
    return isDryRun
      ? Phrase(
        "\(file) (\(reader)) would be written: \(count, "account")",
        ru: "\(file) (\(reader)) был бы записан: \(count, "аккаунт", "аккаунта", "аккаунтов")")
      : Phrase(
        "\(file) (\(reader)) written: \(count, "account")",
        ru: "\(file) (\(reader)) записан: \(count, "аккаунт", "аккаунта", "аккаунтов")")
  }

  private func json(
    _ entry: PublishList.Entry, _ accounts: ExportText, wrote: Bool
  ) -> JSONLiteral {
    let leftOut = accounts.leftOut.map { left in
      JSONLiteral.object([
        .init("account", .string(left.name)),
        .init("hash", left.account.hash.map { .string($0.rawValue) } ?? .null),
      ])
    }
    return .object([
      .init("for", .string(entry.reader.name)), .init("file", .string(entry.file)),
      .init("wrote", .bool(wrote)), .init("accounts", .integer(accounts.written)),
      .init("leftOut", .array(leftOut)),
    ])
  }
}
