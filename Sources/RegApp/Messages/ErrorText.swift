import Accounts
import CommandKit
import LosslessJSON

/// An error in words: a line a problem, and where it helps what to do next.
struct ErrorText {
  /// What is wrong, without `regapp: error:`.
  var lines: [Phrase]
  var hint: Phrase?
  /// The problems that have a place, and the file that they stand in.
  var placed: (path: String, problems: [Problem])?

  init(_ message: Phrase, hint: Phrase? = nil) {
    self.init([message], hint: hint)
  }

  init(_ lines: [Phrase], hint: Phrase?) {
    self.lines = lines
    self.hint = hint
  }

  init(_ error: AccountsError, rulebook: Rulebook? = nil) {
    switch error {
    case .invalid(let problems):
      self.init(
        problems.map(\.message),
        hint: Phrase(
          "regapp rules tells what an account must look like",
          ru: "каким должен быть аккаунт, показывает regapp rules"))
    case .accountExists:
      self.init(
        Problem(.field(.email), .unique).message,
        hint: Phrase(
          "give another email, or log in as that user",
          ru: "укажите другую эл. почту или войдите как этот пользователь"))
    case .noSuchAccount(let email):
      self.init(
        Phrase(
          "nobody has the email \(visible(email))",
          ru: "нет аккаунта с эл. почтой \(visible(email))"),
        hint: Phrase(
          "regapp list shows all accounts", ru: "все аккаунты показывает regapp list"))
    case .loginKey:
      self.init(
        Phrase(
          "here one logs in by email, not by first name",
          ru: "здесь входят по эл. почте, а не по имени"),
        hint: Phrase("give --email EMAIL", ru: "укажите --email EMAIL"))
    case .loginNeeds(let field):
      let option = OptionSpec.field(field)
      self.init(
        Phrase("login needs \(option.name)", ru: "для входа нужно указать \(option.name)"),
        hint: Phrase(
          "give \(option.name) \(option.value ?? "")",
          ru: "укажите \(option.name) \(option.value ?? "")"))
    case .fileInvalid(let path, let problems):
      self.init(
        path: path, problems,
        hint: Phrase(
          "mend the file by hand; it was not written",
          ru: "исправьте файл вручную; он остался как был"))
    case .rulebookBroken(let path, let problems):
      self.init(
        path: path, problems,
        hint: Phrase(
          "mend the rulebook; regapp rules register --json prints one to begin with",
          ru: "исправьте свод правил; образец выводит regapp rules register --json"))
    case .accountClosed(let path, let problems):
      self.init(
        path: path, problems,
        hint: Phrase(
          "mend the file by hand, then run regapp check",
          ru: "исправьте файл вручную и запустите regapp check"))
    case .noteBroken(let path, let problem):
      self.init(
        path: path, [problem],
        hint: Phrase("regapp cancel drops the edit", ru: "regapp cancel отменит правку"))
    case .loginFailed:
      self.init(
        Phrase(
          "login failed: no such account, or the password is wrong",
          ru: "войти не удалось: нет такого аккаунта или пароль неверен"))
    case .throttled(let seconds):
      self.init(Phrase("try again in \(seconds) s", ru: "повторите через \(seconds) с"))
    case .nobodyRegistered:
      self.init(
        Phrase(
          "login failed: nobody is registered yet",
          ru: "войти не удалось: никто ещё не зарегистрирован"),
        hint: Self.begin(rulebook))
    case .severalFit:
      self.init(
        Phrase(
          "several people share this name and password",
          ru: "такие имя и пароль у нескольких человек"),
        hint: Phrase("give --email EMAIL too", ru: "укажите ещё и --email EMAIL"))
    case .schemeUnsupported(let scheme):
      self.init(
        Phrase(
          "login failed: the account's hash ($\(visible(scheme))$) is of a kind "
            + "that this system cannot check",
          ru: "войти не удалось: хеш аккаунта ($\(visible(scheme))$) такого вида, "
            + "который эта система проверить не может"),
        hint: Phrase(
          "set a new password: regapp edit --account EMAIL --password-stdin",
          ru: "задайте новый пароль: regapp edit --account EMAIL --password-stdin"))
    case .notLoggedIn(let reason): self.init(reason, rulebook)
    case .conflict(let conflicts): self.init(conflicts)
    case .otherEditOpen(let email):
      self.init(
        Phrase(
          "another account's edit is open: \(visible(email))",
          ru: "открыта правка другого аккаунта: \(visible(email))"),
        hint: Phrase(
          "regapp save keeps it, regapp cancel drops it",
          ru: "regapp save сохранит её, regapp cancel отменит"))
    case .nothingToSave:
      self.init(
        Phrase("there is no open edit to save", ru: "сохранять нечего: нет открытой правки"),
        hint: Phrase("begin one: regapp edit --draft …", ru: "начните её: regapp edit --draft …"))
    case .nothingToCancel:
      self.init(Phrase("there is no edit to cancel", ru: "отменять нечего: нет правки"))
    case .cannotTakeBack(let fields): self.init(cannotTakeBack: fields)
    case .disk(let fault): self.init(fault)
    case .lockHeld(let path, let holder):
      self.init(
        Self.locked(visible(path), by: holder),
        hint: Phrase("try again when it is done", ru: "повторите, когда файл освободится"))
    case .keepsChanging(let path):
      self.init(
        Phrase("\(visible(path)) keeps changing", ru: "файл \(visible(path)) всё время меняется"),
        hint: Phrase("try again when it is quiet", ru: "повторите, когда его оставят в покое"))
    case .alreadyInitialised(let path):
      self.init(
        Phrase("\(visible(path)) exists already", ru: "файл \(visible(path)) уже есть"),
        hint: Phrase(
          "give --documents DIR to begin elsewhere",
          ru: "чтобы начать в другом месте, укажите --documents DIR"))
    case .partlyDone(let done, let error):
      self.init(error)
      lines = lines.map {
        Phrase("\(done.name), but then: \($0)", ru: "\(done.name), но затем: \($0)")
      }
    case .hashingFailed:
      self.init(
        Phrase("the system's crypt(3) made no hash", ru: "системная crypt(3) не создала хеш"),
        hint: Phrase(
          "this libcrypt may lack yescrypt", ru: "возможно, эта libcrypt не знает yescrypt"))
    case .internalFault:
      self.init(Report.bug)
    }
  }

  /// What is wrong, in half a sentence.
  static func reason(_ error: AccountsError) -> Phrase {
    let text = ErrorText(error)
    return text.lines.first ?? text.placed?.problems.first?.message ?? Phrase(same: "")
  }

  private init(path: String, _ problems: [Problem], hint: Phrase) {
    lines = []
    self.hint = hint
    placed = (path, problems)
  }

  private init(_ reason: AccountsError.NotLoggedIn, _ rulebook: Rulebook?) {
    let command = Self.loginCommand(rulebook)
    let logIn = Phrase("log in: \(command)", ru: "войдите: \(command)")
    switch reason {
    case .nobodyRegistered:
      self.init(
        Phrase(
          "not logged in: nobody is registered yet",
          ru: "вход не выполнен: никто ещё не зарегистрирован"),
        hint: Self.begin(rulebook))
    case .neverLoggedIn, .loggedOut:
      self.init(Phrase("not logged in", ru: "вход не выполнен"), hint: logIn)
    case .accountGone(let email):
      self.init(
        Phrase(
          "not logged in: \(visible(email)) is no longer in the accounts file",
          ru: "вход не выполнен: \(visible(email)) больше нет в файле аккаунтов"),
        hint: logIn)
    case .sessionBroken(let path, let problem):
      let place = visible(path) + (problem.place.map { ":\($0.line):\($0.column)" } ?? "")
      self.init(
        Phrase(
          "not logged in: \(place): \(problem.message)",
          ru: "вход не выполнен: \(place): \(problem.message)"),
        hint: logIn)
    }
  }

  private init(_ conflicts: [FieldConflict]) {
    self.init(
      conflicts.map(\.words),
      hint: Phrase(
        "name the field in regapp edit again, or drop the edit with regapp cancel",
        ru: "назовите поле в regapp edit ещё раз или отмените правку: regapp cancel"))
  }

  private init(cannotTakeBack fields: [Field]) {
    let names = fields.map(\.name).joined(separator: ", ")
    self.init(
      Phrase(
        "the last edit cannot be taken back: \(names) changed since",
        ru: "последнюю правку уже не отменить, после неё изменено: \(names)"),
      hint: Phrase(
        "regapp show prints what stands there now", ru: "что там теперь, показывает regapp show"))
  }

  private static func locked(_ path: String, by holder: LockHolder?) -> Phrase {
    guard let holder else { return Phrase("\(path) is locked", ru: "файл \(path) заблокирован") }
    let program = holder.command.isEmpty ? "" : " (\(visible(holder.command)))"
    return Phrase(
      "\(path) is locked by process \(holder.process)\(program)",
      ru: "файл \(path) заблокирован процессом \(holder.process)\(program)")
  }

  private static func loginCommand(_ rulebook: Rulebook?) -> String {
    rulebook?.login.by == .firstName
      ? "regapp login --first-name NAME" : "regapp login --email EMAIL"
  }

  /// How the first person begins.
  private static func begin(_ rulebook: Rulebook?) -> Phrase {
    let needed = Field.allCases.filter { $0 != .password && rulebook?.requires($0) == true }
    if rulebook?.login.unknown != .refuse, needed.allSatisfy({ $0 == .email }) {
      return Phrase(
        "begin: regapp login --email EMAIL makes an account",
        ru: "начните так: regapp login --email EMAIL создаст аккаунт")
    }
    let options =
      needed
      .map { OptionSpec.field($0) }.map { "\($0.name) \($0.value ?? "")" }
      .joined(separator: " ")
    return Phrase(
      "begin: regapp register \(options)", ru: "начните так: regapp register \(options)")
  }
}

extension FieldConflict {
  /// What became of a field that an edit changes; of a password only that it changed.
  fileprivate var words: Phrase {
    guard field != .password else {
      return Phrase(
        "password was changed meanwhile", ru: "пароль: за это время его изменил кто-то другой")
    }
    return Phrase(
      "\(field.name) was changed meanwhile: the edit began with "
        + "\(Field.quoted(expected)), now there is \(Field.quoted(found))",
      ru: "\(field.name): за это время поле изменил кто-то другой; в начале правки было "
        + "\(Field.quoted(expected)), теперь \(Field.quoted(found))")
  }
}

extension AccountsError.Done {
  var name: Phrase {
    switch self {
    case .accountAdded(let email):
      Phrase("created account \(visible(email))", ru: "создан аккаунт \(visible(email))")
    case .accountSaved(let email):
      Phrase("saved \(visible(email))", ru: "сохранён аккаунт \(visible(email))")
    case .accountRemoved(let email):
      Phrase("removed \(visible(email))", ru: "удалён аккаунт \(visible(email))")
    }
  }
}
