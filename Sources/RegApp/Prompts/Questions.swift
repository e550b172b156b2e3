import AccountsFile
import CommandKit

/// Gets what a command needs from its options, from stdin, or by asking at the terminal.
struct Questions: Sendable {
  private let invocation: Invocation
  /// The password typed at a prompt; a new one is then asked for twice.
  private var askedPassword: [UInt8]?

  init(_ invocation: Invocation) { self.invocation = invocation }

  private var arguments: Arguments { invocation.arguments }

  /// Whether the command line mentions the password, with or without a value.
  var namesPassword: Bool {
    arguments.has("--password") || arguments.has("--password-stdin")
      || arguments.unfinished == "--password"
  }

  /// The name to log in with: the given one, or the answer to the rulebook's question.
  mutating func loginKey(
    under rulebook: Rulebook
  ) async throws -> (email: String?, firstName: String?) {
    var email = arguments["--email"].flatMap { FieldValues.trimmed($0, for: .email) }
    var firstName = arguments["--first-name"].flatMap { FieldValues.trimmed($0, for: .firstName) }
    if email == nil, firstName == nil {
      let form = Form.logIn(under: rulebook, today: invocation.today)
      switch rulebook.login.by {
      case .email: email = try await field(.email, of: form)
      case .firstName: firstName = try await field(.firstName, of: form)
      }
      guard email != nil || firstName != nil else {
        let needed: Field = rulebook.login.by == .email ? .email : .firstName
        throw Report.missing(namesPassword ? [needed] : [needed, .password])
      }
    }
    return (email, firstName)
  }

  /// Asks for a missing field until it is valid; nil if prompting is not possible.
  mutating func field(_ field: Field, of form: Form) async throws -> String? {
    guard invocation.mayAsk else { return nil }
    var plain = PlainForm(form, invocation)
    return try await plain.value(of: field)
  }

  /// The password from an option, from stdin, or from a hidden prompt; nil if there is no way to
  /// get one.
  mutating func password() async throws -> PasswordEntry? {
    let fromStdin = arguments.has("--password-stdin")
    if let password = arguments["--password"] {
      guard !fromStdin else {
        throw Report.usage(
          "--password and --password-stdin cannot be used together",
          ru: "--password и --password-stdin исключают друг друга",
          hint: "use only one of them", ru: "укажите что-то одно")
      }
      return PasswordEntry(password)
    }
    if fromStdin, !invocation.console.inputIsTerminal {
      return PasswordEntry(bytes: Self.withoutLineEnd(try invocation.console.readPassword()))
    }
    guard invocation.mayAsk else { return nil }
    guard let answer = try await invocation.askSecretly(PlainText.password) else {
      throw ConsoleError.interrupted
    }
    askedPassword = answer
    return PasswordEntry(bytes: answer)
  }

  /// Whether a password is to be generated instead.
  func generates() throws -> Bool {
    guard arguments.has("--generate") else { return false }
    guard !namesPassword else {
      throw Report.usage(
        "--generate cannot be used with --password or --password-stdin",
        ru: "--generate нельзя указать вместе с --password или --password-stdin",
        hint: "use only one of them", ru: "укажите что-то одно")
    }
    return true
  }

  /// Says how much a generated password is worth, where the rulebook leaves no room for more.
  func warnOfShortness(of password: PasswordText?) async throws {
    guard password != nil else { return }
    let bits = PasswordGenerator(try await invocation.registry.rulebook()).bits
    guard bits < PasswordGenerator.bits else { return }
    invocation.warn(
      "the rulebook allows only short passwords: this one has \(Int(bits)) bits, not 80",
      ru: "свод правил допускает только короткие пароли: в этом \(Int(bits)) бит, а не 80")
  }

  /// Asks for a new password again, if it was typed at a hidden prompt.
  func confirmPassword() async throws {
    guard let first = askedPassword else { return }
    guard let second = try await invocation.askSecretly(PlainText.again) else {
      throw ConsoleError.interrupted
    }
    guard second == first else {
      throw Report(
        .invalid, "invalid",
        [PlainText.passwordsDiffer],
        hint: Phrase("try again; nothing was written", ru: "повторите; ничего не записано"))
    }
  }

  private static func withoutLineEnd(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    if bytes.last == UInt8(ascii: "\n") {
      bytes.removeLast()
      if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    }
    return bytes
  }
}

extension Console {
  /// The rest of stdin, up to more than any password needs.
  func readPassword() throws -> [UInt8] { try readInput(1 << 16) }
}

extension Report {
  /// The error for missing values when prompting is not possible.
  static func missing(_ fields: [Field]) -> Report {
    let options = fields.map { $0 == .password ? "--password-stdin" : OptionSpec.field($0).name }
    let items = fields.map { Problem(.field($0), .required).item }
    return Report(
      .usage, "usage", items.map(\.message),
      hint: Phrase(
        "give \(options.joined(separator: " and "))",
        ru: "укажите \(options.joined(separator: " и "))"),
      items: items)
  }
}
