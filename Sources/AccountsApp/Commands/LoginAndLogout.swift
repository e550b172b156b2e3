import AccountsFile
import CommandKit
import LosslessJSON

extension Commands {
  static let login = Command(
    name: "login",
    summary: "log in; under the rulebook register, an unknown email creates an account",
    details: Phrase(
      "Missing values are asked for at a terminal; passwords are not shown. A password that was "
        + "typed into the file by hand is hashed at login. One that must be changed (mustChange) "
        + "gives way to a new one, which is asked for at a terminal; without one the exit is 77. So "
        + "does the code of an invitation, and what the account lacks is asked for, too."),
    positionals: [.loginName],
    options: [.knownEmail, .knownUsername, .knownFirstName, .password, .passwordStdin],
    examples: [
      "regapp login mario.balotelli@gmail.com",
      "pass show regapp | regapp login --email mario.balotelli@gmail.com --password-stdin",
    ],
    run: login)

  private static func login(_ invocation: Invocation) async throws {
    var asked = Questions(invocation)
    let request = try await asked.login(mayCreate: true)
    let done: Outcome<Account>
    do {
      done = try await logIn(request, asked, invocation)
    } catch AccountsError.mustChange(let name) {
      guard invocation.mayAsk else { throw AccountsError.mustChange(name: name) }
      done = try await renew(request, of: name, invocation)
    } catch AccountsError.invited(let name, let missing) {
      guard invocation.mayAsk else {
        throw AccountsError.invited(name: name, missing: missing)
      }
      done = try await renew(request, of: name, filling: missing, isInvited: true, invocation)
    }
    let state = done.value.state(on: invocation.today)
    try invocation.finish(done.notices) {
      if state == .open { try invocation.print(done.value) }
    }
    // The password is set, and the first day is still to come.
    guard state != .open else { return }
    if let words = LoginText.waits(done.value, on: invocation.today) {
      invocation.sayWrapped(words)
    }
    throw AccountsError.refused(state)
  }

  /// Logs in. A password that was typed once must be typed again before it makes an account. If it
  /// breaks a rule, another one is asked for.
  private static func logIn(
    _ request: LoginRequest, _ asked: Questions, _ invocation: Invocation
  ) async throws -> Outcome<Account> {
    do throws(AccountsError) {
      return try await invocation.personal.login(
        request, creates: !asked.hasAskedPassword, warn: invocation.warn(of:))
    } catch {
      let isNew = if case .noSuchAccount = error { true } else { false }
      // The form says what is wrong with a password that was asked for.
      guard isNew || asked.hasAskedPassword && error.problemsOfPassword != nil else { throw error }
    }
    let rulebook = try await invocation.registry.rulebook()
    var (request, form) = (request, Form.register(under: rulebook, today: invocation.today))
    let names = request.settled(under: rulebook)
    form.set(.email, to: names.email)
    form.set(.username, to: names.username)
    var confirmed = try await asked.confirmed(on: form)
    while true {
      if let confirmed { request.password = confirmed }
      do throws(AccountsError) {
        return try await invocation.personal.login(request, warn: invocation.warn(of:))
      } catch {
        // Only the store reads the rulebook's list of passwords.
        guard confirmed != nil, let problems = error.problemsOfPassword else { throw error }
        for problem in problems { invocation.object(problem.message) }
      }
      confirmed = try await asked.another(on: form)
    }
  }

  /// Asks for a new password, twice, and logs in with the old one, whose place it takes; and for
  /// what the account of who is invited lacks.
  private static func renew(
    _ request: LoginRequest, of name: String, filling missing: [Field] = [],
    isInvited: Bool = false, _ invocation: Invocation
  ) async throws -> Outcome<Account> {
    let personal = invocation.personal.expecting([try await invocation.registry.ref(name)])
    let rulebook = try await invocation.registry.rulebook()
    var form = PlainForm(
      .renew(request, filling: missing, under: rulebook, today: invocation.today), invocation)
    invocation.sayWrapped(isInvited ? LoginText.invited : LoginText.mustChange)
    while try await form.fill(), let password = form.form.password {
      do throws(AccountsError) {
        return try await personal.login(
          request, newPassword: password, filling: form.form.values, warn: invocation.warn(of:))
      } catch .taken(let field) {
        guard form.refuse(.unique, of: field) else { throw AccountsError.taken(field) }
      }
    }
    throw isInvited
      ? AccountsError.invited(name: name, missing: missing) : AccountsError.mustChange(name: name)
  }

  static let logout = Command(
    name: "logout", summary: "log out; the accounts and an open edit are kept",
    examples: ["regapp logout"], run: logout)

  private static func logout(_ invocation: Invocation) async throws {
    try await invocation.requireFile()
    let wasLoggedIn = try await invocation.personal.logOut()
    invocation.say(wasLoggedIn ? Phrase("logged out") : Phrase("not logged in\(as: "at a logout")"))
    try invocation.print(json: .object([.init("email", .null)]))
  }
}

extension AccountsError {
  /// The problems, if a password is all that is wrong; nil for any other error.
  fileprivate var problemsOfPassword: [Problem]? {
    guard case .invalid(let problems) = self,
      problems.allSatisfy({ $0.subject == .field(.password) })
    else { return nil }
    return problems
  }
}
