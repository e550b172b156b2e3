import Accounts

extension CommandSpec {
  static let verify = CommandSpec(
    name: "verify",
    summary: "tell by the exit code whether a password fits: 0 or 1",
    details: [
      "For scripts and, with --pam, for pam_exec. Neither the accounts nor the session are "
        + "written.",
      "--pam takes the name from PAM_USER, an email or, where one logs in by it, the first name, "
        + "and the password from stdin, where pam_exec with expose_authtok puts it. Every exit "
        + "but 0 refuses.",
    ],
    options: [
      .knownEmail,
      OptionSpec("--first-name", "NAME", help: "the first name, where one logs in by it"),
      .password, .passwordStdin, .pam,
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
    guard let password = try await asked.password() else {
      throw UsageError.missing([.password])
    }
    return LoginRequest(email: email, firstName: firstName, password: password)
  }

  /// Whether the password fits; where it cannot be told, no, with a word why.
  private static func verify(
    _ request: LoginRequest, _ invocation: Invocation
  ) async throws -> Bool {
    do {
      return try await invocation.registry.verify(
        request, uncounted: invocation.warnOfUncounted)
    } catch let error as AccountsError {
      guard error.exitCode == .notLoggedIn else { throw error }
      for line in ErrorText(error).lines { invocation.say(line) }
      return false
    }
  }
}
