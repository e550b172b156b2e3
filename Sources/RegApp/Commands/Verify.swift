import AccountsFile
import CommandKit
import LosslessJSON

extension Commands {
  static let verify = Command(
    name: "verify",
    summary: "check a password and answer with the exit code: 0 or 1",
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
    ],
    options: [
      .knownEmail, .knownFirstName, .password, .passwordStdin, .pam,
    ],
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
      return try await invocation.registry.verify(
        request, uncounted: invocation.warnOfUncounted)
    } catch let error as AccountsError {
      let report = Report(error)
      guard report.code == .noPermission else { throw error }
      for line in report.lines { invocation.say(line) }
      return false
    }
  }
}
