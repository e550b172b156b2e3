import AccountsFile
import CommandKit

extension RulebookRule {
  func message(of subject: Phrase) -> Phrase {
    switch self {
    case .knownRulebook(let name):
      Phrase(
        "unknown rulebook \"\(visible(name))\"; ", ru: "нет свода правил «\(visible(name))»; ")
        + .instead(of: name, among: Rulebook.builtIns.map(\.name))
    case .rulebookIsTextOrObject:
      about(
        subject, "must be the name of a rulebook, or a rulebook object",
        ru: "нужно имя свода правил или сам свод")
    case .knownKey(let suggestion): Self.unknownKey(subject, suggestion)
    case .object: about(subject, "must be an object: { … }", ru: "нужен объект: { … }")
    case .boolean: about(subject, "must be true or false", ru: "нужно true или false")
    case .count(let range):
      about(
        subject, "must be a whole number from \(range.lowerBound) to \(range.upperBound)",
        ru: "нужно целое число от \(range.lowerBound) до \(range.upperBound)")
    case .choice(let words):
      about(
        subject, "must be \(words.map { "\"\($0)\"" }.joined(separator: " or "))",
        ru: "нужно \(words.map { "\"\($0)\"" }.joined(separator: " или "))")
    case .listOfObjects:
      about(subject, "must be a list of objects: [ { … } ]", ru: "нужен список объектов: [ { … } ]")
    case .absolutePath:
      about(subject, "must be an absolute path: /…", ru: "нужен полный путь: /…")
    case .notEmpty: about(subject, "must not be empty", ru: "не может быть пустым")
    case .eachOnce(let word):
      about(
        subject, "names \(Field.quoted(word)) twice", ru: "\(Field.quoted(word)) указано дважды")
    case .mask:
      about(
        subject,
        "must be a pattern such as \"+7 (***) ***-**-**\", with a * for each digit, or \"digits\"",
        ru: "нужен образец вроде \"+7 (***) ***-**-**\", где * — любая цифра, или \"digits\"")
    case .trunk:
      about(
        subject, "must be digits, such as \"8\", or empty",
        ru: "нужны цифры, например \"8\", или пустая строка")
    case .mustBeRequired(asOnlyLogin: true):
      about(
        subject, "must be true: login is by it alone",
        ru: "должно быть true: входят только по этому полю")
    case .mustBeRequired:
      about(
        subject, "must be true: login is impossible without it",
        ru: "должно быть true: без этого никто не сможет войти")
    case .ageOrder:
      about(
        subject, "has a minimumAge above its maximumAge", ru: "minimumAge больше, чем maximumAge")
    case .cannotBeMet:
      about(
        subject, "asks for more than any account can have",
        ru: "столько не может быть ни в одном аккаунте")
    case .readableList(let fault):
      Phrase(
        "\(subject): \(Report(fault).reason); restore the list, or remove the key",
        ru: "\(subject): \(Report(fault).reason); верните список на место или уберите ключ")
    case .createNeedsKey:
      about(
        subject, "must be refuse unless login is by the key",
        ru: "если входят не по ключевому полю, нужно refuse")
    }
  }

  private static func unknownKey(_ subject: Phrase, _ suggestion: String?) -> Phrase {
    let fault = about(subject, "is not a key of a rulebook", ru: "в своде правил нет такого ключа")
    return suggestion.map { fault + Phrase(same: "; ") + .didYouMean($0) } ?? fault
  }
}
