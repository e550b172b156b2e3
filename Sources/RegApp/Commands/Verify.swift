import AccountsFile
import CommandKit
import LosslessJSON

extension Commands {
  static let verify = Command(
    name: "verify", summary: "check a password and answer with the exit code: 0 or 1",
    ru: "проверить пароль и ответить кодом выхода: 0 или 1",
    details: [
      Phrase(
        "For scripts and, with --pam, for pam_exec. Neither the accounts nor the session is "
          + "changed.",
        ru: "Для скриптов и, с --pam, для pam_exec. Ни аккаунты, ни сеанс не меняются."),
      Phrase(
        "--pam takes the email (or the first name, if that is used for login) from PAM_USER, and "
          + "the password from stdin, where pam_exec with expose_authtok puts it. Every exit code "
          + "but 0 means refused.",
        ru: "--pam берёт адрес (или имя, если входят по имени) из PAM_USER, а пароль — из stdin, "
          + "куда его передаёт pam_exec с expose_authtok. Любой код выхода, кроме 0, означает "
          + "отказ."),
    ].joined(separator: "\n\n"),
    options: [.knownEmail, .knownFirstName, .password, .passwordStdin, .pam],
    examples: [
      "regapp verify --email ada@example.com --password-stdin < secret",
      "regapp verify --pam --documents /srv/accounts",
    ],
    run: verify)

  private static func verify(_ invocation: Invocation) async throws {
    let request = try await request(invocation)
    let fits = try await verify(request, invocation)
    try invocation.print(json: .object([.init("verified", .bool(fits))]))
    if !fits { throw Ending(code: .no) }
  }

  private static func request(_ invocation: Invocation) async throws -> LoginRequest {
    if invocation.arguments.has(OptionSpec.pam.name) {
      return try await PAMRequest(invocation).login(under: invocation.registry.rulebook())
    }
    let rulebook = try await invocation.registry.rulebook()
    var asked = Questions(invocation)
    let (email, firstName) = try await asked.loginKey(under: rulebook)
    guard let password = try await asked.password() else { throw Report.missing([.password]) }
    return LoginRequest(email: email, firstName: firstName, password: password)
  }

  /// Whether the password matches; false, with the reason on stderr, if it cannot be checked.
  private static func verify(
    _ request: LoginRequest, _ invocation: Invocation
  ) async throws -> Bool {
    do {
      return try await invocation.registry.verify(request, uncounted: invocation.warnOfUncounted)
    } catch let error as AccountsError {
      let report = Report(error)
      guard report.code == .noPermission else { throw error }
      for line in report.lines { invocation.say(line) }
      return false
    }
  }
}

extension OptionSpec {
  static let pam = OptionSpec(
    "--pam", help: "take name and password from pam_exec with expose_authtok",
    ru: "имя и пароль в том виде, как их даёт pam_exec с expose_authtok")
}

/// What `pam_exec` with `expose_authtok` passes: the name in `PAM_USER`, and on stdin the
/// password followed by a NUL.
struct PAMRequest {
  private let user: String
  private let password: [UInt8]

  /// Input that is not exactly as `pam_exec` gives it is refused.
  init(_ invocation: Invocation) throws {
    let others: [OptionSpec] = [.knownEmail, .field(.firstName), .password, .passwordStdin]
    let given = others.map(\.name).first {
      invocation.arguments.has($0) || invocation.arguments.unfinished == $0
    }
    if let given {
      throw Report.usage(
        "--pam and \(given) cannot be used together", ru: "--pam и \(given) исключают друг друга",
        hint: "use only one of them", ru: "укажите что-то одно")
    }
    let environment = invocation.context.environment
    guard environment["PAM_TYPE"] == "auth" else {
      throw Report.usage(
        "--pam works only where PAM_TYPE is auth",
        ru: "--pam работает только там, где PAM_TYPE — auth",
        hint: "use it in an auth line of a file in /etc/pam.d",
        ru: "укажите его в строке auth файла из /etc/pam.d")
    }
    guard let user = environment["PAM_USER"], !user.isEmpty else {
      throw Report.usage(
        "PAM_USER is not set", ru: "переменная PAM_USER не задана",
        hint: "this command is to be run by pam_exec", ru: "эту команду должен запускать pam_exec")
    }
    // The service continues with the name as given, spaces included.
    guard FieldValues.trimmed(user, for: .email) == user else {
      throw Report.usage(
        "PAM_USER has spaces around the name", ru: "в PAM_USER есть пробелы по краям",
        hint: "give the name without them", ru: "укажите имя без них")
    }
    guard !invocation.console.inputIsTerminal else { throw Self.noPassword }
    var bytes = try invocation.console.readPassword()
    // No bytes at all means no password was passed: even an empty one has its NUL.
    guard !bytes.isEmpty else { throw Self.noPassword }
    if bytes.last == 0 { bytes.removeLast() }
    self.user = user
    password = bytes
  }

  private static let noPassword = Report.usage(
    "no password on stdin", ru: "в stdin не поступил пароль",
    hint: "use pam_exec.so expose_authtok", ru: "напишите pam_exec.so expose_authtok")

  /// Where login is by first name, a name with an `@` is an email.
  func login(under rulebook: Rulebook) -> LoginRequest {
    let isEmail = rulebook.login.by == .email || user.utf8.contains(UInt8(ascii: "@"))
    return LoginRequest(
      email: isEmail ? user : nil, firstName: isEmail ? nil : user,
      password: PasswordEntry(bytes: password))
  }
}
