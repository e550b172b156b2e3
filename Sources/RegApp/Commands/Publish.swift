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
    let isDryRun = invocation.arguments.has("--dry-run")
    let publication = try await Publication(of: invocation.registry, invocation.world.hasher)
    let done = try await publication.run(isDryRun: isDryRun)
    if invocation.isJSON {
      try invocation.print(json: .array(done.value.map(\.json)))
    } else {
      for line in done.value.compactMap({ $0.line(isDryRun: isDryRun) }) {
        try invocation.console.write(line[invocation.language] + "\n")
      }
      if done.value.isEmpty { invocation.say(Publication.isNothing) }
    }
    try invocation.finish(done.notices) {}
    let leftOut = done.value.flatMap(\.itemsLeftOut)
    let faults = done.value.compactMap(\.faultItem)
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
}

extension Publication.Result {
  fileprivate var json: JSONLiteral {
    let leftOut = leftOut.map { left in
      JSONLiteral.object([
        .init("account", .string(left.name)),
        .init("hash", left.account.hash.map { .string($0.rawValue) } ?? .null),
      ])
    }
    return .object([
      .init("for", .string(reader.name)), .init("file", .string(file)),
      .init("wrote", .bool(wrote ?? false)), .init("accounts", .integer(accounts)),
      .init("leftOut", .array(leftOut)),
    ])
  }
}
