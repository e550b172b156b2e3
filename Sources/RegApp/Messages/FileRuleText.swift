import AccountsFile
import CommandKit
import LosslessJSON

extension FileRule {
  func message(of subject: Phrase) -> Phrase {
    switch self {
    case .syntax(let reason): reason.message
    case .mergeConflict(let conflict): conflict.message
    case .fileIsObject:
      Phrase(
        "the file must be a single object: { \"accounts\": [ … ] }",
        ru: "файл должен быть одним объектом: { \"accounts\": [ … ] }")
    case .version(let supported):
      Phrase(
        "unknown format version; this regapp reads versions \(supported.lowerBound) to "
          + "\(supported.upperBound)",
        ru:
          "эта версия формата неизвестна; этот regapp читает версии от \(supported.lowerBound) до "
          + "\(supported.upperBound)")
    case .accountsIsArray: about(subject, "must be a list: [ … ]", ru: "нужен список: [ … ]")
    case .sameRules:
      Phrase(
        "the rulebook is another one than that of the accounts",
        ru: "свод правил не тот, что у аккаунтов")
    case .accountIsObject:
      Phrase(
        "an account must be an object: { \"email\": …, \"password\": … }",
        ru: "аккаунт должен быть объектом: { \"email\": …, \"password\": … }")
    case .regularFile: Phrase("not a regular file", ru: "это не обычный файл")
    case .readable:
      Phrase("it cannot be read", ru: "его не удалось прочитать")
    case .pointsNowhere(let name):
      about(
        subject, "refers to \(visible(name)), which does not exist",
        ru: "\(visible(name)), но такого аккаунта нет")
    }
  }
}
