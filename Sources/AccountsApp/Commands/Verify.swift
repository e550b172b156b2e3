import AccountsFile
import CommandKit
import LosslessJSON

extension Commands {
  static let verify = Command(
    name: "verify", summary: "check a password and answer with the exit code: 0 or 1",
    details: [
      Phrase(
        "For scripts and, with --pam, for PAM. Neither the accounts nor the session is changed. "
          + "--service and --from go into the record of logins and the system's log, which has a "
          + "line for each failure, and for each success of a service. Failures slow down the "
          + "address first, so it must come from who vouches for it: one that people choose lets "
          + "them guess on. An attempt that cannot be counted is 77, unless --uncounted is given. "
          + "Who knows the password of an account that is disabled, expired or not yet valid is "
          + "told so, and refused; and so is who knows the code of an invitation."),
      Phrase(
        "--pam takes the name from PAM_USER: an email or a user name, by what is used for login; a first "
          + "name is unknown, and nobody is let in by a name that the rulebook lets people change "
          + "(\"own\"). The password comes on stdin, where pam_regapp, or pam_exec with "
          + "expose_authtok, puts it; service and address come from PAM_SERVICE and PAM_RHOST. "
          + "Where PAM_TYPE is account, no password is needed: the answer is 0 for an open "
          + "account, 76 for one whose password must be changed, 67 for none, 77 for any other. "
          + "Where it is password, an old password is checked before a new one is asked for, and "
          + "the code of an invitation is right. "
          + "Every exit code but 0 means refused. Accounts with a name of the machine's own users, "
          + "those below --minuid and root, are unknown."),
      Phrase(
        "A right password that must be changed (mustChange) is right: those who ask cannot change "
          + "it. The answer says so, and with --require-changed it is 1."),
    ].joined(separator: "\n\n"),
    options: [
      .knownEmail, .knownUsername, .knownFirstName, .password, .passwordStdin,
      OptionSpec(
        "--service", "NAME", help: "the service that asks: 1 to 32 letters, digits, dots, _ and -"),
      OptionSpec(
        "--from", "ADDRESS",
        help: "the IP address of who logs in, from a service that vouches for it"),
      .pam, TypedOption.minuid.spec, .uncounted,
      OptionSpec("--require-changed", help: "the answer is no if the password must be changed"),
    ],
    examples: [
      "regapp verify --email ada@example.com --password-stdin < secret",
      "regapp verify --username ada --password-stdin --service nginx --from 192.0.2.7",
      "regapp verify --pam --documents /srv/accounts",
    ],
    run: verify)

  private static func verify(_ invocation: Invocation) async throws {
    let answer: (fits: Bool, mustChange: Bool)
    if invocation.arguments.has(OptionSpec.pam.name) {
      let pam = try PAMRequest(invocation)
      do {
        if pam.type == "account" { return try await mayLogIn(pam, invocation) }
        answer = try await Waiting.ofLogin { try await verify(pam, invocation) }
      } catch let error as AccountsError {
        throw error.forPAM
      }
    } else {
      var asked = Questions(invocation)
      var request = try await asked.login()
      request.origin = LoginOrigin(
        service: invocation.arguments["--service"], address: invocation.arguments["--from"])
      if let typed = invocation.arguments["--from"], !typed.isEmpty, request.origin.address == nil {
        invocation.warn(
          Phrase("--from is not an IP address, so nobody's is recorded: '\(visible(typed))'"))
      }
      answer = try await verify(request, by: counting(invocation), invocation)
    }
    if answer.mustChange {
      invocation.say("the password is right, and must be changed at the next login")
    }
    try invocation.print(
      json: .object(
        [.init("verified", .bool(answer.fits))]
          + (answer.mustChange ? [.init("mustChange", .bool(true))] : [])))
    if !answer.fits { throw ProgramEnd(code: .no) }
  }

  private static func verify(
    _ pam: PAMRequest, _ invocation: Invocation
  ) async throws -> (fits: Bool, mustChange: Bool) {
    let request = try pam.login(invocation)
    guard try await pam.isRefused() else {
      return try await verify(
        request, by: pam.registry, invocation, takesCodes: pam.type == "password")
    }
    do throws(AccountsError) {
      try await pam.refuse(request, warn: invocation.warn(of:))
    } catch .loginFailed, .nobodyRegistered {}
    return (false, false)
  }

  /// The accounts, which check no password if the attempt cannot be counted, unless they are told
  /// to.
  static func counting(_ invocation: Invocation) -> Registry {
    let registry = invocation.registry
    return invocation.arguments.has(OptionSpec.uncounted.name)
      ? registry.allowingUncounted() : registry
  }

  /// The answer to the account phase of PAM, in which there is no password: 0, 67, 76 or 77.
  private static func mayLogIn(_ pam: PAMRequest, _ invocation: Invocation) async throws {
    if pam.isNobody { throw try await pam.unknown }
    let subject = try await pam.registry.subject(of: pam.named)
    guard pam.registry.ownNameField(of: subject) == nil else { throw PAMRequest.ownName }
    let (state, mustChange) = try Registry.standing(of: subject)
    guard state == .open else { throw AccountsError.refused(state) }
    guard !mustChange else {
      throw Report(.passwordDue, "mustChange", "the password must be changed")
    }
    try invocation.print(json: .object([.init("state", .string(state.rawValue))]))
  }

  /// Whether the password is one to let its owner in, and whether it must be changed; a reason why
  /// it cannot be checked is on stderr.
  ///
  /// - Parameter takesCodes: whether the old password is asked for before a new one: the code of an
  ///   invitation is right then.
  private static func verify(
    _ request: LoginRequest, by registry: Registry, _ invocation: Invocation,
    takesCodes: Bool = false
  ) async throws -> (fits: Bool, mustChange: Bool) {
    var request = request
    request.requiresChanged = invocation.arguments.has("--require-changed")
    do throws(AccountsError) {
      if takesCodes {
        _ = try await registry.proof(of: request, warn: invocation.warn(of:))
        return (true, false)
      }
      let account = try await registry.authenticate(request, warn: invocation.warn(of:))
      return (true, account.mustChangePassword)
    } catch .loginFailed, .nobodyRegistered {
      return (false, false)
    } catch .mustChange {
      return (false, true)
    } catch .uncounted(let error) {
      // The password was not checked, so there is no answer.
      throw AccountsError.uncounted(error)
    } catch .store(let fault) {
      // The same if the accounts could not be asked, also for want of rights.
      throw AccountsError.store(fault)
    } catch {
      let report = Report(error)
      guard report.code == .noPermission else { throw error }
      for line in report.lines { invocation.say(line) }
      if invocation.isJSON {
        invocation.console.say(Report(.no, report.name, report.lines, items: report.items).json())
      }
      return (false, false)
    }
  }
}

extension OptionSpec {
  static let pam = OptionSpec(
    "--pam",
    excludes: [knownEmail, knownUsername, knownFirstName, password, passwordStdin].map(\.name)
      + ["--service", "--from"],
    help: "take name and password as PAM's modules pass them")

  static let uncounted = OptionSpec(
    "--uncounted", help: "check the password even where the attempt cannot be counted")
}

extension TypedOption where Value == Int {
  static let minuid = TypedOption.count(
    "--minuid", "N",
    help: "for PAM: the machine's own users below N are unknown (default: 1000)")
}

/// Reads a question of PAM: `auth` checks a name and a password, `account` a name alone, `password`
/// an old password, or sets a new one. The name is in `PAM_USER`.
struct PAMRequest {
  let user: String
  /// Whether nobody has the name: there is space around it, or it is one of the machine's own
  /// users. The service goes on with the name as it is, so it must not be taken for another.
  let isNobody: Bool
  /// The accounts, without those that have a name of the machine's own users.
  let registry: Registry
  /// PAM's phase; the account phase has no password.
  let type: String
  /// The service that asks, and the address of the person, as far as PAM knows.
  let origin: LoginOrigin

  /// Input that is not exactly as the modules give it is refused.
  init(_ invocation: Invocation, isToSet: Bool = false) throws {
    let environment = invocation.context.environment
    let types = isToSet ? ["password"] : ["auth", "account", "password"]
    guard let type = environment["PAM_TYPE"], types.contains(type) else {
      guard !isToSet else {
        throw Report.usage(
          "chauthtok works only where PAM_TYPE is password",
          hint:
            "use pam_regapp.so in a password line of /etc/pam.d, or set the password on the page")
      }
      throw Report.usage(
        "--pam works only where PAM_TYPE is auth, account or password",
        hint: "use it in an auth or account line of a file in /etc/pam.d")
    }
    guard let user = environment["PAM_USER"] else {
      throw Report.usage("PAM_USER is not set", hint: "let pam_regapp or pam_exec run this command")
    }
    self.type = type
    // A host name says nothing that could be relied on.
    origin = LoginOrigin(
      service: environment["PAM_SERVICE"] ?? "", address: environment["PAM_RHOST"])
    let users = SystemUsers(below: try invocation.arguments[.minuid] ?? 1_000)
    isNobody = try FieldValues.trimmed(user, for: .email) != user || users.have(user)
    registry = Commands.counting(invocation).via(.pam).hiding { account throws(AccountsError) in
      try users.have(nameOf: account)
    }
    self.user = user
  }

  /// The password, as `pam_regapp`, or `pam_exec` with `expose_authtok`, passes it: on stdin,
  /// followed by a NUL.
  private static func password(_ invocation: Invocation) throws -> [UInt8] {
    guard !invocation.console.inputIsTerminal else { throw Self.noPassword }
    var bytes = try invocation.console.readPassword()
    // No bytes at all means no password was passed: even an empty one has its NUL.
    guard !bytes.isEmpty else { throw Self.noPassword }
    if bytes.last == 0 { bytes.removeLast() }
    return bytes
  }

  private static let noPassword = Report.usage(
    "no password on stdin", hint: "use pam_regapp.so, or pam_exec.so expose_authtok")

  /// So many passwords, as `pam_regapp` passes them: on stdin, each followed by a NUL.
  static func passwords(_ count: Int, _ invocation: Invocation) throws -> [PasswordEntry] {
    guard !invocation.console.inputIsTerminal else { throw Self.noPassword }
    let bytes = try invocation.console.readPassword()
    let parts = bytes.split(separator: 0, omittingEmptySubsequences: false)
    guard parts.count == count + 1, parts.last?.isEmpty == true else { throw Self.noPassword }
    return parts.dropLast().map { PasswordEntry(bytes: Array($0)) }
  }

  /// Whether nobody gets in by the name: it is nobody's, or people may change it themselves.
  func isRefused() async throws(AccountsError) -> Bool {
    if isNobody { return true }
    return registry.ownNameField(of: try await registry.subject(of: named)) != nil
  }

  /// The refusal of a name that people may change themselves.
  static let ownName = Report(
    .noPermission, "ownName", "this name is one that people may change themselves",
    hint: Phrase("an administrator takes \"own\": true out of the rulebook"))

  /// The error for a name that no account can have. Reads the store first, so that a broken one is
  /// reported: a PAM stack may skip unknown users.
  var unknown: AccountsError {
    get async throws(AccountsError) {
      _ = try await registry.rulebook()
      return .noSuchAccount(name: user)
    }
  }

  /// Refuses somebody who is nobody here as an unknown name is refused.
  func refuse(
    _ request: LoginRequest, warn: (Notice) -> Void
  ) async throws(AccountsError) {
    try await registry.refuseUnknown(request, typed: user, warn: warn)
  }

  func login(_ invocation: Invocation) throws -> LoginRequest {
    login(PasswordEntry(bytes: try Self.password(invocation)))
  }

  func login(_ password: PasswordEntry) -> LoginRequest {
    var request = LoginRequest(name: user, password: password, from: origin)
    request.knowsNoFirstName = true
    return request
  }

  var named: LoginRequest { login(PasswordEntry("")) }
}
