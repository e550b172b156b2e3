import AccountsFile
import CommandKit

/// Gets what a command needs from its options, from stdin, or by asking at the terminal.
struct Questions: Sendable {
  private let invocation: Invocation
  /// The password typed at a prompt; a new one is then asked for twice.
  private var askedPassword: [UInt8]?

  init(_ invocation: Invocation) { self.invocation = invocation }

  private var arguments: Arguments { invocation.arguments }

  /// Whether a password was typed at a hidden prompt.
  var hasAskedPassword: Bool { askedPassword != nil }

  /// Whether the command line mentions the password, with or without a value.
  var namesPassword: Bool {
    arguments.has("--password") || arguments.has("--password-stdin")
      || arguments.unfinished == "--password"
  }

  /// Whether the password need not be asked for.
  private var givesPassword: Bool {
    arguments["--password"] != nil
      || arguments.has("--password-stdin") && !invocation.console.inputIsTerminal
  }

  /// Returns the name and the password, as given or as answered to the rulebook's questions.
  mutating func login(mayCreate: Bool = false) async throws -> LoginRequest {
    let name = try arguments.account(of: "login")
    var request =
      name.map { LoginRequest(name: $0, password: PasswordEntry("")) }
      ?? LoginRequest(
        email: arguments["--email"], username: arguments["--username"],
        firstName: arguments["--first-name"], password: PasswordEntry(""))
    // If nothing is asked, the login itself is the first to look at the accounts.
    if !request.isNameless, name?.contains("@") != false, givesPassword,
      let password = try await password()
    {
      request.password = password
      return request
    }
    let rulebook = try await invocation.registry.rulebook()
    // Anything else may be a password in the wrong place: it is not repeated.
    if let name, rulebook.loginField(of: name) == .email, !name.contains("@") {
      throw Report.usage("NAME must be an email", hint: "write regapp login EMAIL")
    }
    if request.isNameless {
      let asked = rulebook.login.by.first ?? rulebook.key
      let form = Form.logIn(under: rulebook, today: invocation.today)
      guard let name = try await field(asked, of: form) else {
        throw Report.missing(
          namesPassword ? [asked] : [asked, .password],
          toLogInBy: Rulebook.Login(by: rulebook.waysToLogIn))
      }
      request = LoginRequest(name: name, password: request.password)
    }
    guard let password = try await password() else {
      throw mayCreate
        ? missingPassword(with: request.settled(under: rulebook), under: rulebook)
        : Report.missing([.password])
    }
    request.password = password
    return request
  }

  /// Reports an invalid name with the missing password, if the login would create an account.
  private func missingPassword(
    with request: LoginRequest, under rulebook: Rulebook
  ) -> any Error {
    var values = FieldValues()
    (values.email, values.username) = (request.email, request.username)
    let problems = rulebook.problems(with: values, today: invocation.today)
    let isInvalid = problems.contains { $0.rule != .field(.required) }
    return rulebook.login.unknown == .create && isInvalid
      ? AccountsError.invalid(problems) : Report.missing([.password])
  }

  /// Asks for a missing field until it is valid; nil if prompting is not possible.
  func field(_ field: Field, of form: Form) async throws -> String? {
    guard invocation.mayAsk else { return nil }
    var plain = PlainForm(form, invocation)
    return try await plain.value(of: field)
  }

  /// The password from an option, from stdin, or from a hidden prompt; nil if there is no way to
  /// get one.
  mutating func password() async throws -> PasswordEntry? {
    if let given = try givenPassword() { return given }
    guard invocation.mayAsk else { return nil }
    guard let answer = try await invocation.askSecretly(Phrase("Password: ")) else {
      throw ConsoleError.interrupted
    }
    askedPassword = answer
    return PasswordEntry(bytes: answer)
  }

  /// The password from an option or from stdin.
  func givenPassword() throws -> PasswordEntry? {
    if let password = arguments["--password"] { return PasswordEntry(password) }
    guard arguments.has("--password-stdin"), !invocation.console.inputIsTerminal else { return nil }
    return PasswordEntry(bytes: Self.withoutLineEnd(try invocation.console.readPassword()))
  }

  /// Asks for the new password of a form again, if it was typed at a hidden prompt; then for both,
  /// until they are the same and may be used. Nil if it was not asked for.
  func confirmed(on form: Form) async throws -> PasswordEntry? {
    guard let askedPassword else { return nil }
    return try await another(on: form, confirming: String(decoding: askedPassword, as: UTF8.self))
  }

  /// Asks for the new password of a form, twice, until it may be used.
  /// - Parameter typed: a password, typed once already.
  func another(on form: Form, confirming typed: String? = nil) async throws -> PasswordEntry {
    var plain = PlainForm(form, invocation)
    guard let password = try await plain.value(of: .password, confirming: typed) else {
      throw Report.usage("the password is empty", hint: "nothing was changed")
    }
    return PasswordEntry(password)
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
  /// - Parameter login: how one logs in, if the first one is the name for that.
  static func missing(_ fields: [Field], toLogInBy login: Rulebook.Login? = nil) -> Report {
    let others = fields.dropFirst(login == nil ? 0 : 1)
    let given =
      [login.map { Self.options($0.by) }].compactMap(\.self)
      + others.map { field in
        Phrase(same: field == .password ? "--password-stdin" : OptionSpec.field(field).name)
      }
    let name = login.map { login in
      Report.Item(
        field: fields.first?.key, rule: Rule.field(.required).name,
        message: FieldRule.required.message(of: login.names))
    }
    let items =
      [name].compactMap(\.self) + others.map { Problem(.field($0), .field(.required)).item }
    return Report(
      .usage, "usage", items.map(\.message),
      hint: Phrase("give \(given.joined(separator: Phrase(" and ")))"), items: items)
  }
}
