import Accounts
import CommandKit

extension OptionSpec {
  static let pam = OptionSpec(
    "--pam",
    help: Phrase(
      "name and password as pam_exec with expose_authtok gives them",
      ru: "имя и пароль в том виде, как их даёт pam_exec с expose_authtok"))
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
      invocation.arguments.has($0) || invocation.arguments.unfinished == $0
    }
    if let given {
      throw UsageError(
        Phrase(
          "--pam and \(given) exclude each other", ru: "--pam и \(given) исключают друг друга"),
        hint: Phrase("give one of them", ru: "укажите что-то одно"))
    }
    let environment = invocation.context.environment
    guard environment["PAM_TYPE"] == "auth" else {
      throw UsageError(
        Phrase(
          "--pam answers where PAM_TYPE is auth, and nowhere else",
          ru: "--pam работает только там, где PAM_TYPE — auth"),
        hint: Phrase(
          "name it in an auth line of a file in /etc/pam.d",
          ru: "укажите его в строке auth файла из /etc/pam.d"))
    }
    guard let user = environment["PAM_USER"], !user.isEmpty else {
      throw UsageError(
        Phrase("PAM_USER is missing", ru: "переменная PAM_USER не задана"),
        hint: Phrase("let pam_exec run this", ru: "эту команду должен запускать pam_exec"))
    }
    // The service goes on with the name as it stands there, space and all.
    guard FieldValues.trimmed(user, for: .email) == user else {
      throw UsageError(
        Phrase("PAM_USER has space around it", ru: "в PAM_USER есть пробелы по краям"),
        hint: Phrase("write the name alone", ru: "укажите имя без них"))
    }
    guard !invocation.console.inputIsTerminal else { throw Self.noPassword }
    var bytes = try invocation.console.readPassword()
    // Without a single byte nothing was handed over: an empty password has its NUL.
    guard !bytes.isEmpty else { throw Self.noPassword }
    if bytes.last == 0 { bytes.removeLast() }
    self.user = user
    password = bytes
  }

  private static let noPassword = UsageError(
    Phrase("no password came on stdin", ru: "в stdin не поступил пароль"),
    hint: Phrase("write pam_exec.so expose_authtok", ru: "напишите pam_exec.so expose_authtok"))

  /// Where one logs in by first name, an email is known by its `@`.
  func login(under rulebook: Rulebook) -> LoginRequest {
    let isEmail = rulebook.login.by == .email || user.utf8.contains(UInt8(ascii: "@"))
    return LoginRequest(
      email: isEmail ? user : nil, firstName: isEmail ? nil : user,
      password: PasswordEntry(bytes: password))
  }
}
