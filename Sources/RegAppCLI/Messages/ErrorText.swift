import Accounts

/// An error in words: a line a problem, and where it helps what to do next.
struct ErrorText {
  /// What is wrong, without `regapp: error:`.
  var lines: [String]
  var hint: String?
  /// The problems that have a place, and the file that they stand in.
  var placed: (path: String, problems: [Problem])?

  init(_ message: String, hint: String? = nil) {
    self.init([message], hint: hint)
  }

  init(_ lines: [String], hint: String?) {
    self.lines = lines
    self.hint = hint
  }

  init(_ error: AccountsError, rulebook: Rulebook? = nil) {
    switch error {
    case .invalid(let problems):
      self.init(
        problems.map(\.message), hint: "regapp rules tells what an account must look like")
    case .accountExists:
      self.init(
        "a user with this email already exists", hint: "give another email, or log in as that user")
    case .noSuchAccount(let email):
      self.init("nobody has the email \(visible(email))", hint: "regapp list shows all accounts")
    case .loginKey:
      self.init("here one logs in by email, not by first name", hint: "give --email EMAIL")
    case .loginNeeds(let field):
      let option = OptionSpec.field(field)
      self.init("login needs \(option.name)", hint: "give \(option.name) \(option.value ?? "")")
    case .fileInvalid(let path, let problems):
      self.init(path: path, problems, hint: "mend the file by hand; it was not written")
    case .rulebookBroken(let path, let problems):
      self.init(
        path: path, problems,
        hint: "mend the rulebook; regapp rules register --json prints one to begin with")
    case .accountClosed(let path, let problems):
      self.init(path: path, problems, hint: "mend the file by hand, then run regapp check")
    case .noteBroken(let path, let problem):
      self.init(path: path, [problem], hint: "regapp cancel drops the edit")
    case .loginFailed:
      self.init("login failed: no such account, or the password is wrong")
    case .throttled(let seconds): self.init("try again in \(seconds) s")
    case .nobodyRegistered:
      self.init("login failed: nobody is registered yet", hint: Self.begin(rulebook))
    case .severalFit:
      self.init("several people share this name and password", hint: "give --email EMAIL too")
    case .schemeUnsupported(let scheme):
      self.init(
        "login failed: the account's hash ($\(visible(scheme))$) is of a kind "
          + "that this system cannot check",
        hint: "set a new password: regapp edit --account EMAIL --password-stdin")
    case .notLoggedIn(let reason): self.init(reason, rulebook)
    case .conflict(let conflicts): self.init(conflicts)
    case .otherEditOpen(let email):
      self.init(
        "another account's edit is open: \(visible(email))",
        hint: "regapp save keeps it, regapp cancel drops it")
    case .nothingToSave:
      self.init("there is no open edit to save", hint: "begin one: regapp edit --draft …")
    case .nothingToCancel: self.init("there is no edit to cancel")
    case .cannotTakeBack(let fields):
      self.init(
        "the last edit cannot be taken back: "
          + "\(fields.map(\.name).joined(separator: ", ")) changed since",
        hint: "regapp show prints what stands there now")
    case .disk(let fault): self.init(fault)
    case .lockHeld(let path, let holder):
      let who = holder.map { " by process \($0.process)" + Self.program($0) } ?? ""
      self.init("\(visible(path)) is locked\(who)", hint: "try again when it is done")
    case .keepsChanging(let path):
      self.init("\(visible(path)) keeps changing", hint: "try again when it is quiet")
    case .alreadyInitialised(let path):
      self.init("\(visible(path)) exists already", hint: "give --documents DIR to begin elsewhere")
    case .partlyDone(let done, let error):
      self.init(error)
      lines = lines.map { "\(done.name), but then: \($0)" }
    case .hashingFailed:
      self.init("the system's crypt(3) made no hash", hint: "this libcrypt may lack yescrypt")
    case .internalFault: self.init("something that cannot happen happened; please report this")
    }
  }

  private init(path: String, _ problems: [Problem], hint: String) {
    lines = []
    self.hint = hint
    placed = (path, problems)
  }

  private init(_ reason: AccountsError.NotLoggedIn, _ rulebook: Rulebook?) {
    let logIn = "log in: \(Self.loginCommand(rulebook))"
    switch reason {
    case .nobodyRegistered:
      self.init("not logged in: nobody is registered yet", hint: Self.begin(rulebook))
    case .neverLoggedIn, .loggedOut: self.init("not logged in", hint: logIn)
    case .accountGone(let email):
      self.init("not logged in: \(visible(email)) is no longer in the accounts file", hint: logIn)
    case .sessionBroken(let path, let problem):
      let place = problem.place.map { ":\($0.line):\($0.column)" } ?? ""
      self.init("not logged in: \(visible(path))\(place): \(problem.message)", hint: logIn)
    }
  }

  private init(_ conflicts: [FieldConflict]) {
    self.init("", hint: "name the field in regapp edit again, or drop the edit with regapp cancel")
    lines = conflicts.map { conflict in
      guard conflict.field != .password else {
        return "password was changed meanwhile"
      }
      func shown(_ text: String?) -> String { text.map { "\"\(visible($0))\"" } ?? "nothing" }
      return "\(conflict.field.name) was changed meanwhile: the edit began with "
        + "\(shown(conflict.expected)), now there is \(shown(conflict.found))"
    }
  }

  private static func program(_ holder: LockHolder) -> String {
    holder.command.isEmpty ? "" : " (\(visible(holder.command)))"
  }

  private static func loginCommand(_ rulebook: Rulebook?) -> String {
    rulebook?.login.by == .firstName
      ? "regapp login --first-name NAME" : "regapp login --email EMAIL"
  }

  /// How the first person begins.
  private static func begin(_ rulebook: Rulebook?) -> String {
    let needed = Field.allCases.filter { $0 != .password && rulebook?.requires($0) == true }
    if rulebook?.login.unknown != .refuse, needed.allSatisfy({ $0 == .email }) {
      return "begin: regapp login --email EMAIL makes an account"
    }
    let options =
      needed
      .map { OptionSpec.field($0) }.map { "\($0.name) \($0.value ?? "")" }
    return "begin: regapp register \(options.joined(separator: " "))"
  }
}

extension AccountsError.Done {
  var name: String {
    switch self {
    case .accountAdded(let email): "created account \(visible(email))"
    case .accountSaved(let email): "saved \(visible(email))"
    case .accountRemoved(let email): "removed \(visible(email))"
    }
  }
}
