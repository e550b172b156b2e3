import AccountsFile
import CommandKit

extension OptionSpec {
  static let pam = OptionSpec(
    "--pam",
    help: "take name and password from pam_exec with expose_authtok",
    ru: "имя и пароль в том виде, как их даёт pam_exec с expose_authtok")
}

/// What `pam_exec` with `expose_authtok` passes: the name in `PAM_USER`, and on stdin the
/// password followed by a NUL.
struct PAMRequest {
  private let user: String
  private let password: [UInt8]

  /// Nothing is asked or guessed: input that is not exactly as `pam_exec` gives it is
  /// refused.
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
