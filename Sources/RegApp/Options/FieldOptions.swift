import AccountsFile
import CommandKit

extension OptionSpec {
  static let password = OptionSpec(
    "--password", "PASSWORD", isSecret: true,
    help: "other users may see it while the command starts: prefer --password-stdin",
    ru: "при запуске команды его могут увидеть другие: лучше --password-stdin")
  static let passwordStdin = OptionSpec(
    "--password-stdin", help: "read the password from stdin, without one final line break",
    ru: "читать пароль из stdin, без завершающего перевода строки")

  static let generate = OptionSpec(
    "--generate", help: "make a password and print it, alone, as the last line",
    ru: "придумать пароль и вывести его отдельно, последней строкой")

  /// The email of an existing account.
  static let knownEmail = OptionSpec(
    "--email", "EMAIL", candidates: .knownEmails, help: "the email address", ru: "адрес эл. почты")
  static let knownFirstName = OptionSpec(
    "--first-name", "NAME",
    help: "the first name, if that is used for login", ru: "имя, если входят по имени")

  static func field(_ field: Field) -> OptionSpec {
    switch field {
    case .email:
      OptionSpec("--email", "EMAIL", help: "the email address", ru: "адрес эл. почты")
    case .password: password
    case .firstName: OptionSpec("--first-name", "NAME", help: "the first name", ru: "имя")
    case .lastName: OptionSpec("--last-name", "NAME", help: "the last name", ru: "фамилия")
    case .birthDate:
      OptionSpec(
        "--birth-date", "DATE", help: "the birth date, YYYY-MM-DD", ru: "дата рождения, ГГГГ-ММ-ДД")
    case .phone:
      OptionSpec(
        "--phone", "PHONE",
        help: "the phone number, in any spacing", ru: "номер телефона, пробелы любые")
    }
  }

  static let allFields: [OptionSpec] = Field.allCases.map(field) + [passwordStdin]
}

extension PositionalSpec {
  static let searchedText = PositionalSpec(
    name: "TEXT", isRequired: false, help: "only accounts whose email or name contains it",
    ru: "только те, у кого этот текст есть в адресе или имени")
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
      throw Report.usage(
        "\(name) is empty", ru: "\(name): пустое значение",
        hint: "write \(name) EMAIL", ru: "напишите \(name) EMAIL")
    }
    return email
  }
}
