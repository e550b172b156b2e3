import AccountsFile
import CommandKit

extension Caution {
  func message(of subject: Phrase) -> Phrase {
    switch self {
    case .spaceAround:
      about(
        subject, "has space around it; login passes over it, and an edit removes it",
        ru: "с пробелами по краям; при входе они не учитываются, а при правке исчезнут")
    case .passwordIsTyped:
      about(
        subject, "is plain text here; it becomes a hash at the next login, or with regapp seal",
        ru: "записан открытым текстом; станет хешем при следующем входе или по команде regapp seal")
    case .passwordIsLocked:
      about(
        subject, "is locked: this account cannot log in",
        ru: "заблокирован, войти в этот аккаунт нельзя")
    case .weakHash(let scheme, isReplaced: true):
      about(
        subject, "has a weak hash (\(hashName(scheme))); a login replaces it with a stronger one",
        ru: "слабый хеш (\(hashName(scheme))); при входе его заменит более стойкий")
    case .weakHash(let scheme, isReplaced: false):
      about(
        subject, "has a weak hash (\(hashName(scheme))); only a new password replaces it",
        ru: "слабый хеш (\(hashName(scheme))); его заменит только новый пароль")
    case .unknownScheme(let scheme):
      about(
        subject, "has a hash (\(hashName(scheme))) that this system cannot check",
        ru: "такой хеш (\(hashName(scheme))) эта система проверить не может")
    case .brokenHash(let scheme):
      about(
        subject, "has a truncated or malformed hash (\(hashName(scheme))): no password matches it",
        ru: "хеш (\(hashName(scheme))) обрезан или записан с ошибкой: "
          + "к нему не подойдёт ни один пароль")
    case .readableByOthers(let mode, let fit):
      Phrase(
        "others can read or write the file (mode \(octal(mode))); chmod \(octal(fit)) prevents that",
        ru: "файл могут читать или менять другие (права \(octal(mode))); "
          + "этого не будет с chmod \(octal(fit))")
    case .staleTemporaryFile:
      Phrase(
        "temporary file left by an interrupted write; the next write removes it",
        ru: "запись была прервана и оставила временный файл; следующая его удалит")
    case .directoryWritableByOthers(let mode, let fit):
      Phrase(
        "others can write to the directory (mode \(octal(mode))) and replace the file; "
          + "chmod \(octal(fit)) prevents that",
        ru: "в каталог могут писать другие (права \(octal(mode))) и подменить файл; "
          + "этого не будет с chmod \(octal(fit))")
    case .notShared(let group):
      Phrase(
        "the group \(visible(group)) can write the accounts but cannot use this; "
          + "regapp share \(visible(group)) sets all of it",
        ru: "группа \(visible(group)) может менять аккаунты, но не может пользоваться этим; "
          + "всё сделает regapp share \(visible(group))")
    case .ownerOutsideGroup(let owner, let group):
      Phrase(
        "the owner \(visible(owner)) is not in the group \(visible(group)), and loses access when "
          + "somebody in it writes; add the owner to the group, or run regapp share "
          + "\(visible(group)) as root",
        ru:
          "владелец \(visible(owner)) не входит в группу \(visible(group)) и потеряет доступ, когда "
          + "кто-то из неё запишет файл; добавьте его в группу или запустите regapp share "
          + "\(visible(group)) от имени root")
    case .unfinishedEdit(let edit):
      Phrase(
        "\(visible(edit.user)) has not ended edit-file, begun \(LocalTime.utc(edit.since) ?? "?"); "
          + "what was typed there, passwords too, waits for their next edit-file (if they are gone, remove "
          + "this file)",
        ru:
          "\(visible(edit.user)) не завершил edit-file, начатый \(LocalTime.utc(edit.since) ?? "?"); "
          + "вписанное там, и пароли тоже, ждёт следующего edit-file этого пользователя (если его "
          + "больше нет, удалите этот файл)")
    }
  }

  private func octal(_ mode: UInt32) -> String { String(mode, radix: 8) }
}
