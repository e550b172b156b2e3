import Accounts

extension OptionSpec {
  static let pam = OptionSpec(
    "--pam", help: "name and password as pam_exec with expose_authtok gives them")
}

/// What `pam_exec` with `expose_authtok` hands over: the name in `PAM_USER`, and on stdin the
/// password with a NUL behind it.
struct PAMRequest {
  private let user: String
  private let password: [UInt8]

  /// Nothing is asked, and nothing is guessed: what is not exactly as `pam_exec` gives it is
  /// refused.
  init(_ invocation: Invocation) throws {
    let others: [OptionSpec] = [.knownEmail, .field(.firstName), .password, .passwordStdin]
    let given = others.map(\.name).first {
      invocation.arguments.has($0) || invocation.arguments.unfinished.contains($0)
    }
    if let given {
      throw UsageError("--pam and \(given) exclude each other", hint: "give one of them")
    }
    let environment = invocation.context.environment
    guard environment["PAM_TYPE"] == "auth" else {
      throw UsageError(
        "--pam answers where PAM_TYPE is auth, and nowhere else",
        hint: "name it in an auth line of a file in /etc/pam.d")
    }
    guard let user = environment["PAM_USER"], !user.isEmpty else {
      throw UsageError("PAM_USER is missing", hint: "let pam_exec run this")
    }
    // The service goes on with the name as it stands there, space and all.
    guard FieldValues.trimmed(user, for: .email) == user else {
      throw UsageError("PAM_USER has space around it", hint: "write the name alone")
    }
    guard !invocation.console.inputIsTerminal else { throw Self.noPassword }
    var bytes = try invocation.console.readInput()
    // Without a single byte nothing was handed over: an empty password has its NUL.
    guard !bytes.isEmpty else { throw Self.noPassword }
    if bytes.last == 0 { bytes.removeLast() }
    self.user = user
    password = bytes
  }

  private static let noPassword = UsageError(
    "no password came on stdin", hint: "write pam_exec.so expose_authtok")

  /// Where one logs in by first name, an email is known by its `@`.
  func login(under rulebook: Rulebook) -> LoginRequest {
    let isEmail = rulebook.login.by == .email || user.utf8.contains(UInt8(ascii: "@"))
    return LoginRequest(
      email: isEmail ? user : nil, firstName: isEmail ? nil : user,
      password: PasswordEntry(bytes: password))
  }
}
