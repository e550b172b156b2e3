import AccountsFile
import CommandKit

extension OptionSpec {
  static let password = OptionSpec(
    "--password", "PASSWORD", isSecret: true,
    help: Phrase(
      "other users may see it while the command starts: prefer --password-stdin",
      ru: "при запуске команды его могут увидеть другие: лучше --password-stdin"))
  static let passwordStdin = OptionSpec(
    "--password-stdin",
    help: Phrase(
      "read the password from stdin, without one final line break",
      ru: "читать пароль из stdin, без завершающего перевода строки"))

  /// The email of an existing account.
  static let knownEmail = OptionSpec(
    "--email", "EMAIL", candidates: .knownEmails,
    help: Phrase("the email address", ru: "адрес эл. почты"))
  static let knownFirstName = OptionSpec(
    "--first-name", "NAME",
    help: Phrase("the first name, if that is used for login", ru: "имя, если входят по имени"))

  static func field(_ field: Field) -> OptionSpec {
    switch field {
    case .email:
      OptionSpec("--email", "EMAIL", help: Phrase("the email address", ru: "адрес эл. почты"))
    case .password: password
    case .firstName: OptionSpec("--first-name", "NAME", help: Phrase("the first name", ru: "имя"))
    case .lastName: OptionSpec("--last-name", "NAME", help: Phrase("the last name", ru: "фамилия"))
    case .birthDate:
      OptionSpec(
        "--birth-date", "DATE",
        help: Phrase("the birth date, YYYY-MM-DD", ru: "дата рождения, ГГГГ-ММ-ДД"))
    case .phone:
      OptionSpec(
        "--phone", "PHONE",
        help: Phrase("the phone number, in any spacing", ru: "номер телефона, пробелы любые"))
    }
  }

  static let allFields: [OptionSpec] = Field.allCases.map(field) + [passwordStdin]
}

extension PositionalSpec {
  static let searchedText = PositionalSpec(
    name: "TEXT", isRequired: false,
    help: Phrase(
      "only accounts whose email or name contains it",
      ru: "только те, у кого этот текст есть в адресе или имени"))
}

extension Candidates {
  /// The emails of the accounts, as `list` prints them.
  static let knownEmails = Candidates.firstWords(of: "list", containing: "@")
}

extension Arguments {
  /// An email that was given, without the space around it.
  func email(_ name: String) throws -> String? {
    guard let value = self[name] else { return nil }
    guard let email = FieldValues.trimmed(value, for: .email) else {
      throw UsageError(
        Phrase("\(name) is empty", ru: "\(name): пустое значение"),
        hint: Phrase("write \(name) EMAIL", ru: "напишите \(name) EMAIL"))
    }
    return email
  }
}
