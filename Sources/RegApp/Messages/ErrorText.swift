import AccountsFile
import CommandKit
import LosslessJSON

/// An error as text: one line per problem and, if it helps, a hint what to do next.
struct ErrorText {
  /// What is wrong, without `regapp: error:`.
  var lines: [Phrase]
  var hint: Phrase?
  /// The problems that have a place, and the file they are in.
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
          "regapp rules shows what an account must look like",
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
          "no account with the email \(visible(email))",
          ru: "нет аккаунта с эл. почтой \(visible(email))"),
        hint: Phrase(
          "regapp list shows all accounts", ru: "все аккаунты показывает regapp list"))
    case .loginKey:
      self.init(
        Phrase(
          "login is by email here, not by first name",
          ru: "здесь входят по эл. почте, а не по имени"),
        hint: Phrase("give --email EMAIL", ru: "укажите --email EMAIL"))
    case .loginNeeds(let field):
      let option = OptionSpec.field(field)
      self.init(
        Phrase("login needs \(option.name)", ru: "для входа нужно указать \(option.name)"),
        hint: Phrase(
          "give \(option.name) \(option.value ?? "")",
          ru: "укажите \(option.name) \(option.value ?? "")"))
    case .fileInvalid(let problems):
      self.init(
        placed: problems,
        hint: Phrase(
          "fix the file by hand; it was not changed",
          ru: "исправьте файл вручную; он остался как был"))
    case .rulebookBroken(let problems):
      self.init(
        placed: problems,
        hint: Phrase(
          "fix the rulebook; regapp rules register --json prints one to start from",
          ru: "исправьте свод правил; образец выводит regapp rules register --json"))
    case .accountClosed(let problems):
      self.init(
        placed: problems,
        hint: Phrase(
          "fix the file by hand, then run regapp check",
          ru: "исправьте файл вручную и запустите regapp check"))
    case .noteBroken(let problem):
      self.init(
        placed: [problem],
        hint: Phrase("regapp cancel discards the edit", ru: "regapp cancel отменит правку"))
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
          "login failed: there are no accounts yet",
          ru: "войти не удалось: никто ещё не зарегистрирован"),
        hint: Self.begin(rulebook))
    case .severalFit:
      self.init(
        Phrase(
          "several accounts share this name and password",
          ru: "такие имя и пароль у нескольких человек"),
        hint: Phrase("add --email EMAIL", ru: "укажите ещё и --email EMAIL"))
    case .schemeUnsupported(let scheme):
      self.init(
        Phrase(
          "login failed: the account's hash ($\(visible(scheme))$) "
            + "cannot be checked by this system",
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
          "an edit of another account is open: \(visible(email))",
          ru: "открыта правка другого аккаунта: \(visible(email))"),
        hint: Phrase(
          "regapp save saves it, regapp cancel discards it",
          ru: "regapp save сохранит её, regapp cancel отменит"))
    case .nothingToSave:
      self.init(
        Phrase("no open edit to save", ru: "сохранять нечего: нет открытой правки"),
        hint: Phrase("start one: regapp edit --draft …", ru: "начните её: regapp edit --draft …"))
    case .nothingToCancel:
      self.init(Phrase("no edit to cancel", ru: "отменять нечего: нет правки"))
    case .cannotTakeBack(let fields): self.init(cannotTakeBack: fields)
    case .store(let fault): self.init(fault)
    case .busy(let path, let holder):
      self.init(
        Self.locked(visible(path), by: holder),
        hint: Phrase("try again when the lock is released", ru: "повторите, когда файл освободится")
      )
    case .keepsChanging(let path):
      self.init(
        Phrase("\(visible(path)) keeps changing", ru: "файл \(visible(path)) всё время меняется"),
        hint: Phrase(
          "try again when nothing else is writing to it", ru: "повторите, когда его оставят в покое"
        ))
    case .alreadyInitialised(let path):
      self.init(
        Phrase("\(visible(path)) already exists", ru: "файл \(visible(path)) уже есть"),
        hint: Phrase(
          "give --documents DIR to start in another directory",
          ru: "чтобы начать в другом месте, укажите --documents DIR"))
    case .lacks(let ability):
      self.init(
        Phrase(
          "this store does not support \(ability.command)",
          ru: "это хранилище не поддерживает \(ability.command)"))
    case .partlyDone(let done, let error):
      self.init(error)
      lines = lines.map {
        Phrase("\(done.name), but then: \($0)", ru: "\(done.name), но затем: \($0)")
      }
    case .hashingFailed:
      self.init(
        Phrase(
          "the system's crypt(3) could not create a hash", ru: "системная crypt(3) не создала хеш"),
        hint: Phrase(
          "this libcrypt may not support yescrypt", ru: "возможно, эта libcrypt не знает yescrypt"))
    case .internalFault:
      self.init(Report.bug)
    }
  }

  /// What is wrong, to be quoted in another message.
  static func reason(_ error: AccountsError) -> Phrase {
    let text = ErrorText(error)
    return text.lines.first ?? text.placed?.problems.first?.message ?? Phrase(same: "")
  }

  private init(placed problems: [Problem], hint: Phrase) {
    lines = []
    self.hint = hint
    placed = (problems.first?.place?.source ?? "", problems)
  }

  private init(_ reason: AccountsError.NotLoggedIn, _ rulebook: Rulebook?) {
    let command = Self.loginCommand(rulebook)
    let logIn = Phrase("log in: \(command)", ru: "войдите: \(command)")
    switch reason {
    case .nobodyRegistered:
      self.init(
        Phrase(
          "not logged in: there are no accounts yet",
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
    case .sessionBroken(let problem):
      let place = problem.place?.words ?? ""
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
        "give the field to regapp edit again, or discard the edit with regapp cancel",
        ru: "назовите поле в regapp edit ещё раз или отмените правку: regapp cancel"))
  }

  private init(cannotTakeBack fields: [Field]) {
    let names = fields.map(\.name).joined(separator: ", ")
    self.init(
      Phrase(
        "the last edit cannot be undone: \(names) changed since",
        ru: "последнюю правку уже не отменить, после неё изменено: \(names)"),
      hint: Phrase(
        "regapp show prints the current values", ru: "что там теперь, показывает regapp show"))
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

  private static func begin(_ rulebook: Rulebook?) -> Phrase {
    let needed = Field.allCases.filter { $0 != .password && rulebook?.requires($0) == true }
    if rulebook?.login.unknown != .refuse, needed.allSatisfy({ $0 == .email }) {
      return Phrase(
        "to start, regapp login --email EMAIL creates an account",
        ru: "начните так: regapp login --email EMAIL создаст аккаунт")
    }
    let options =
      needed
      .map { OptionSpec.field($0) }.map { "\($0.name) \($0.value ?? "")" }
      .joined(separator: " ")
    return Phrase(
      "to start, run regapp register \(options)", ru: "начните так: regapp register \(options)")
  }
}

extension FieldConflict {
  /// How the value of an edited field has changed since; for a password, only that it has.
  fileprivate var words: Phrase {
    guard field != .password else {
      return Phrase(
        "password has changed since the edit began",
        ru: "пароль: за это время его изменил кто-то другой")
    }
    return Phrase(
      "\(field.name) has changed since the edit began: it was "
        + "\(Field.quoted(expected)), now it is \(Field.quoted(found))",
      ru: "\(field.name): за это время поле изменил кто-то другой; в начале правки было "
        + "\(Field.quoted(expected)), теперь \(Field.quoted(found))")
  }
}

extension Place {
  /// A place as compilers print it: `path:line:column`.
  var words: String {
    visible(source) + (position.map { ":\($0.line):\($0.column)" } ?? "")
  }
}

extension Ability {
  fileprivate var command: String {
    switch self {
    case .sealing: "regapp seal"
    case .checking: "regapp check"
    case .creating: "regapp init"
    case .handEditing: "regapp edit-file"
    }
  }
}

extension AccountsError.Step {
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
