import AccountsFile
import CommandKit
import LosslessJSON

extension Commands {
  static let login = Command(
    name: "login",
    summary: "log in; under the rulebook register, an unknown email creates an account",
    ru: "войти; свод правил register создаёт аккаунт для неизвестного адреса",
    details: Phrase(
      "Missing values are asked for at a terminal; passwords are not shown. A password that "
        + "was typed into the file by hand is hashed at login.",
      ru: "Недостающее спрашивается в терминале; пароль при вводе не виден. Пароль, "
        + "вписанный в файл открытым текстом, при входе хешируется."),
    options: [.knownEmail, .knownFirstName, .password, .passwordStdin],
    examples: [
      "regapp login --email mario.balotelli@gmail.com",
      "pass show regapp | regapp login --email mario.balotelli@gmail.com --password-stdin",
    ],
    run: login)

  private static func login(_ invocation: Invocation) async throws {
    let rulebook = try await invocation.registry.rulebook()
    var asked = Questions(invocation)
    let (email, firstName) = try await asked.loginKey(under: rulebook)
    guard let password = try await asked.password() else {
      throw missingPassword(with: email, under: rulebook, invocation.today)
    }
    let request = LoginRequest(email: email, firstName: firstName, password: password)
    let questions = asked
    let done = try await invocation.registry.login(
      request, confirm: { try await questions.confirmPassword() },
      uncounted: invocation.warnOfUncounted)
    try invocation.finish(done.notices) { try invocation.print(done.value) }
  }

  /// Where login would create an account, an invalid email is reported with the missing password.
  private static func missingPassword(
    with email: String?, under rulebook: Rulebook, _ today: CalendarDay
  ) -> any Error {
    var values = FieldValues()
    values.email = email
    let problems = rulebook.problems(with: values, today: today)
    let isInvalid = problems.contains { $0.rule != .required }
    return rulebook.login.unknown == .create && isInvalid
      ? AccountsError.invalid(problems) : Report.missing([.password])
  }

  static let logout = Command(
    name: "logout", summary: "log out; the accounts and an open edit are kept",
    ru: "выйти; аккаунты и открытая правка остаются",
    examples: ["regapp logout"], run: logout)

  private static func logout(_ invocation: Invocation) async throws {
    let wasLoggedIn = try await invocation.registry.logOut()
    invocation.say(
      wasLoggedIn
        ? Phrase("logged out", ru: "выход выполнен")
        : Phrase("not logged in", ru: "никто не вошёл"))
    try invocation.print(json: .object([.init("email", .null)]))
  }
}
