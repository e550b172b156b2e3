import Accounts
import CommandKit

/// Finds what a command needs: in its options, on stdin, or by asking at the terminal.
struct Questions: Sendable {
  private let invocation: Invocation
  /// Whether the password was typed at a question; a new one is then asked twice.
  private var askedPassword: PasswordAnswer?

  private struct PasswordAnswer: Sendable { let bytes: [UInt8] }

  init(_ invocation: Invocation) { self.invocation = invocation }

  private var arguments: Arguments { invocation.arguments }

  /// Whether the command line names the password, with or without a value.
  var namesPassword: Bool {
    arguments.has("--password") || arguments.has("--password-stdin")
      || arguments.unfinished == "--password"
  }

  /// By what one logs in: what was given, else what the rulebook asks for.
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
        throw UsageError.missing(namesPassword ? [needed] : [needed, .password])
      }
    }
    return (email, firstName)
  }

  /// A field that was not given, asked for until it is right; nil where nothing may be asked.
  mutating func field(_ field: Field, of form: Form) async throws -> String? {
    guard invocation.mayAsk else { return nil }
    var plain = PlainForm(form, invocation)
    return try await plain.value(of: field)
  }

  /// The password: an option, stdin, or asked for unseen; nil where it can only be missing.
  mutating func password() async throws -> PasswordEntry? {
    let fromStdin = arguments.has("--password-stdin")
    if let password = arguments["--password"] {
      guard !fromStdin else {
        throw UsageError(
          Phrase(
            "--password and --password-stdin exclude each other",
            ru: "--password и --password-stdin исключают друг друга"),
          hint: Phrase("give one of them", ru: "укажите что-то одно"))
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
    askedPassword = PasswordAnswer(bytes: answer)
    return PasswordEntry(bytes: answer)
  }

  /// Asks a new password again, if it was typed unseen.
  func confirmPassword() async throws {
    guard let first = askedPassword else { return }
    guard let second = try await invocation.askSecretly(PlainText.again) else {
      throw ConsoleError.interrupted
    }
    guard second == first.bytes else {
      throw Refusal(
        code: .invalid, name: "invalid", message: PlainText.passwordsDiffer,
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
  /// What is left of stdin, as far as any password may reach.
  func readPassword() throws -> [UInt8] { try readInput(1 << 16) }
}

extension UsageError {
  /// Values that are needed and were not given, where nothing may be asked.
  static func missing(_ fields: [Field]) -> UsageError {
    let options = fields.map { $0 == .password ? "--password-stdin" : OptionSpec.field($0).name }
    return UsageError(
      fields.map { Problem(.field($0), .required).item },
      hint: Phrase(
        "give \(options.joined(separator: " and "))",
        ru: "укажите \(options.joined(separator: " и "))"))
  }
}
