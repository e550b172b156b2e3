import AccountsFile
import CommandKit

extension OptionSpec {
  static let password = OptionSpec(
    "--password", "PASSWORD", isSecret: true,
    help: "other users may see it while the command starts: prefer --password-stdin")
  static let passwordStdin = OptionSpec(
    "--password-stdin", excludes: ["--password"],
    help: "read the password from stdin, without one final line break")

  static let generate = OptionSpec(
    "--generate", excludes: ["--password", "--password-stdin"],
    help: "make a password and print it, alone, as the last line")

  /// The name of an existing account.
  static let knownEmail = OptionSpec(
    "--email", "EMAIL", candidates: .knownEmails, excludes: ["NAME"], help: "the email address")
  static let knownUsername = OptionSpec(
    "--username", "NAME", candidates: .knownNames, excludes: ["NAME"],
    help: "the user name, if that is used for login")
  static let knownFirstName = OptionSpec(
    "--first-name", "NAME", excludes: ["NAME"], help: "the first name, if that is used for login")

  static func field(_ field: Field) -> OptionSpec {
    if field == .password { return password }
    let (row, form) = (field.row, field.form)
    let value: String? =
      switch form {
      case .flag: nil
      case .flagOrText: "TEXT"
      case .text where field.isDate: "DATE"
      case .text, .texts: row.label.split(separator: " ").last?.uppercased()
      }
    return OptionSpec(row.option ?? "--\(row.key)", value, help: Words(stringLiteral: row.help))
  }

  static let allFields: [OptionSpec] = Field.typed.map(field) + [password, passwordStdin]

  /// Whether the next login has to set a new password.
  static let marks: [OptionSpec] = [
    field(.mustChange),
    OptionSpec(
      "--no-must-change", excludes: ["--must-change"],
      help: "the next login need not set a new password"),
  ]
}

extension PositionalSpec {
  static let searchedText = PositionalSpec(
    name: "TEXT", isRequired: false,
    help: "only accounts whose email, user name, name or group contains it")

  /// The name that a person logs in by.
  static let loginName = PositionalSpec(
    name: "NAME", isRequired: false, candidates: .knownNames,
    help: "the email, the user name or the first name, whichever is used for login")

  /// The email or the user name of an account.
  static func account(isRequired: Bool = true) -> PositionalSpec {
    PositionalSpec(
      name: "NAME", isRequired: isRequired, candidates: .knownNames,
      help: "the account's email or user name")
  }

  /// The emails or user names of accounts.
  static func accounts(isRequired: Bool = true) -> PositionalSpec {
    PositionalSpec(
      name: "NAME", isRequired: isRequired, isRepeated: true, candidates: .knownNames,
      help: "the email or user name of each account")
  }
}

extension Candidates {
  /// The emails of the accounts.
  static let knownEmails = Candidates.names(containing: "@")
  /// Their emails or user names.
  static let knownNames = Candidates.names(containing: "")
}

extension Arguments {
  /// The name of an account that was given with an option, without the space around it.
  func name(_ option: String) throws -> String? {
    try self[option].map { try Self.name($0, as: option, toWrite: "\(option) NAME") }
  }

  /// The name of an account that was given as the first word of a command.
  func account(of command: String) throws -> String? { try accounts(of: command).first }

  /// The names of accounts that were given as the words of a command.
  func accounts(of command: String) throws -> [String] {
    try positionals.map { try Self.name($0, as: "NAME", toWrite: "regapp \(command) NAME") }
  }

  /// Whether the next login has to set a new password; nil if neither option was given.
  var mustChange: Bool? {
    has(OptionSpec.marks[0].name) ? true : has(OptionSpec.marks[1].name) ? false : nil
  }

  private static func name(_ typed: String, as name: String, toWrite usage: String) throws -> String
  {
    guard let trimmed = FieldValues.trimmed(typed, for: .email) else {
      throw Report.usage("\(name) is empty", hint: "write \(usage)")
    }
    return trimmed
  }
}

extension TypedOption where Value == CalendarDay {
  static func day(
    _ name: String, excludes: [String] = [], help: Words
  ) -> Self {
    Self(OptionSpec(name, "DATE", excludes: excludes, help: help)) { typed in
      let text = FieldValues.trimmed(typed, for: .validFrom) ?? ""
      guard let day = CalendarDay(text) else {
        let rules = CalendarDay.brokenRules(text.utf8.span)
        throw Report(
          .invalid, "invalid", rules.map { $0.message(of: Phrase(same: name)) },
          hint: Phrase("write \(name) YYYY-MM-DD"))
      }
      return day
    }
  }
}
