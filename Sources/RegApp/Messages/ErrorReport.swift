import AccountsFile
import CommandKit
import LosslessJSON

extension Report {
  /// - Parameter rulebook: the one in force, which says how to begin; nil if it is not known.
  init(_ error: any Error, rulebook: Rulebook? = nil) {
    guard let error = error as? AccountsError else {
      self.init(general: error)
      return
    }
    switch error {
    case .invalid(let problems):
      self.init(
        .invalid, "invalid", problems.map(\.message),
        hint: Phrase(
          "regapp rules shows what an account must look like",
          ru: "каким должен быть аккаунт, показывает regapp rules"),
        items: problems.map(\.item))
    case .taken(let field):
      let problem = Problem(.field(field), .field(.unique))
      self.init(
        .invalid, "accountExists", [problem.message],
        hint: Phrase(
          "give another \(field.name), or log in as that user",
          ru: "укажите другое значение (\(field.name)) или войдите как этот пользователь"),
        items: [problem.item])
    case .noSuchAccount(let name):
      // What is no email may have been looked up in any of several fields.
      let isEmail = Rulebook.field(of: name) == .email
      let field = isEmail ? Field.email.name : Phrase("name", ru: "имя")
      self.init(
        .noUser, "noSuchAccount", "no account with the \(field) \(visible(name))",
        ru: "нет аккаунта \(visible(name)) (\(field))",
        hint: "regapp list shows all accounts", ru: "все аккаунты показывает regapp list")
    case .loginKey(let fields, let given):
      let (names, usage) = (Self.names(fields), Self.usage(fields))
      self.init(
        .usage, "usage", "login is by \(names) here, not by \(given.name)",
        ru: "для входа здесь нужно другое: \(names), а не \(given.name)",
        hint: "give \(usage)", ru: "укажите \(usage)")
    case .loginNeeds(let fields):
      let (options, usage) = (Self.options(fields), Self.usage(fields))
      self.init(
        .usage, "usage", "login needs \(options)", ru: "для входа нужно указать \(options)",
        hint: "give \(usage)", ru: "укажите \(usage)")
    case .fileInvalid(let problems):
      self.init(
        .invalid, "fileInvalid", placed: problems,
        hint: "fix the file by hand; it was not changed",
        ru: "исправьте файл вручную; он остался как был")
    case .rulebookBroken(let problems):
      self.init(
        .configuration, "rulebookBroken", placed: problems,
        hint: "fix the rulebook; regapp rules register --json prints one to start from",
        ru: "исправьте свод правил; образец выводит regapp rules register --json")
    case .accountClosed(let problems):
      self.init(
        .invalid, "accountClosed", placed: problems,
        hint: problems.areInFile
          ? "fix it with regapp edit-file, then run regapp check"
          : "fix it with regapp edit or regapp apply, then run regapp check",
        ru: problems.areInFile
          ? "исправьте это в regapp edit-file и запустите regapp check"
          : "исправьте это через regapp edit или regapp apply и запустите regapp check")
    case .noteBroken(let problem):
      self.init(
        .invalid, "noteBroken", placed: [problem],
        hint: problem.rule == .file(.regularFile)
          ? "move it away, then try again" : "regapp cancel discards the edit",
        ru: problem.rule == .file(.regularFile)
          ? "уберите его и повторите" : "regapp cancel отменит правку")
    case .loginFailed:
      self.init(
        .noPermission, "loginFailed", "login failed: no such account, or the password is wrong",
        ru: "войти не удалось: нет такого аккаунта или пароль неверен",
        hint: rulebook.flatMap { rulebook in
          guard rulebook.login.by.contains(.firstName) else { return nil }
          let usage = OptionSpec.field(rulebook.key).usage
          return Phrase(
            "if several accounts share this first name, give \(usage)",
            ru: "если это имя у нескольких человек, укажите \(usage)")
        })
    case .throttled(let seconds):
      self.init(
        .tryAgain, "throttled", "try again in \(seconds) s", ru: "повторите через \(seconds) с")
    case .nobodyRegistered:
      self.init(
        .noPermission, "nobodyRegistered", "login failed: there are no accounts yet",
        ru: "войти не удалось: никто ещё не зарегистрирован", hint: Self.begin(rulebook))
    case .severalFit:
      self.init(
        .noPermission, "severalFit", "several accounts share this name and password",
        ru: "такие имя и пароль у нескольких человек",
        hint: "add --email EMAIL, or --username NAME",
        ru: "укажите ещё и --email EMAIL или --username NAME")
    case .schemeUnsupported(let scheme):
      self.init(
        .noPermission, "schemeUnsupported",
        "login failed: the account's hash (\(hashName(scheme))) cannot be checked by this system",
        ru: "войти не удалось: хеш аккаунта (\(hashName(scheme))) такого вида, "
          + "который эта система проверить не может",
        hint: "set a new password: regapp edit --account NAME --password-stdin",
        ru: "задайте новый пароль: regapp edit --account NAME --password-stdin")
    case .uncounted(let error):
      self.init(
        .noPermission, "uncounted",
        "login refused: it cannot be counted: \(Report(error).reason)",
        ru: "вход запрещён: его нельзя сосчитать: \(Report(error).reason)",
        hint: "let this user write where the accounts are, or ask a server that can be written; a "
          + "service that counts failed logins itself asks with verify --uncounted",
        ru: "разрешите этому пользователю писать там, где аккаунты, или обратитесь к серверу, куда "
          + "можно писать; служба, которая считает неудачи сама, пусть спрашивает с verify --uncounted"
      )
    case .hashTooDear(let scheme):
      self.init(
        .noPermission, "hashTooDear",
        "login failed: the account's hash (\(hashName(scheme))) costs too much to check",
        ru: "войти не удалось: хеш аккаунта (\(hashName(scheme))) слишком дорог для проверки",
        hint: "set a new password: regapp edit --account NAME --password-stdin",
        ru: "задайте новый пароль: regapp edit --account NAME --password-stdin")
    case .refused(let state):
      self.init(
        .noPermission, state.rawValue, "login refused: the account is \(state.name)",
        ru: "вход запрещён; состояние аккаунта: \(state.name)",
        hint: Self.hint(of: state))
    case .mustChange(let name):
      self.init(
        .noPermission, "mustChange", "login refused: the password must be changed first",
        ru: "вход запрещён: сначала нужно сменить пароль",
        hint: "log in at a terminal, which asks for a new one: regapp login \(visible(name))",
        ru: "войдите в терминале, там спросят новый: regapp login \(visible(name))")
    case .notLoggedIn(let reason): self.init(reason, rulebook)
    case .conflict(let conflicts):
      self.init(
        .tryAgain, "conflict", conflicts.map(\.words),
        hint: Phrase(
          "give the field to regapp edit --draft again, or discard the edit with regapp cancel",
          ru: "назовите поле в regapp edit --draft ещё раз или отмените правку: regapp cancel"))
    case .notMeant(let names):
      self.init(
        .tryAgain, "notMeant",
        names.map { name in
          Phrase(
            "\(visible(name)) is not the account that was shown: it was removed or renamed, or the name "
              + "is another's now",
            ru:
              "\(visible(name)) — уже не тот аккаунт, что был показан: он удалён или переименован, "
              + "или имя теперь у другого")
        },
        hint: Phrase("look again; nothing was written", ru: "посмотрите снова; ничего не записано"))
    case .otherEditOpen(let name):
      self.init(
        .tryAgain, "otherEditOpen", "an edit of another account is open: \(visible(name))",
        ru: "открыта правка другого аккаунта: \(visible(name))",
        hint: "regapp save saves it, regapp cancel discards it",
        ru: "regapp save сохранит её, regapp cancel отменит")
    case .nothingToSave:
      self.init(
        .no, "nothingToSave", "no open edit to save", ru: "сохранять нечего: нет открытой правки",
        hint: "start one: regapp edit --draft …", ru: "начните её: regapp edit --draft …")
    case .nothingToCancel:
      self.init(.no, "nothingToCancel", "no edit to cancel", ru: "отменять нечего: нет правки")
    case .cannotTakeBack(let fields):
      let names = fields.map(\.name).joined(separator: ", ")
      self.init(
        .no, "cannotTakeBack", "the last edit cannot be undone: \(names) changed since",
        ru: "последнюю правку уже не отменить, после неё изменено: \(names)",
        hint: "regapp show prints the current values", ru: "что там теперь, показывает regapp show")
    case .nothingToUndo(let left):
      self.init(
        .no, "nothingToUndo",
        left == 0
          ? [Phrase("no change to undo", ru: "отменять нечего: нет изменений")]
          : [
            Phrase(
              "there \(left == 1 ? "is" : "are") only \(left, "change") to undo",
              ru: "отменить можно только \(left, "изменение", "изменения", "изменений")")
          ])
    case .valuesGone(let number):
      self.init(
        .no, "valuesGone", "change #\(number) cannot be undone: its values are not kept",
        ru: "изменение №\(number) не отменить: его значения не сохранены")
    case .unknownChange(let number, let did):
      self.init(
        .tryAgain, "unknownChange",
        "change #\(number) cannot be undone: this version does not know what \(visible(did)) is",
        ru: "изменение №\(number) не отменить: эта версия не знает, что такое \(visible(did))",
        hint: "undo it with the version that wrote it; newer changes can be undone",
        ru: "отмените его той версией, которая его записала; более новые отменить можно")
    case .cannotUndo(let refused): self.init(refused)
    case .historyMovedOn:
      self.init(
        .tryAgain, "historyMovedOn", "the accounts have changed meanwhile; nothing was undone",
        ru: "за это время аккаунты изменились; ничего не отменено",
        hint: "look at regapp history, then try again",
        ru: "посмотрите regapp history и повторите")
    case .store(let fault): self.init(fault)
    case .busy(let path, let holder):
      self.init(
        .tryAgain, "lockHeld", [Self.locked(visible(path), by: holder)],
        hint: Phrase("try again when the lock is released", ru: "повторите, когда файл освободится")
      )
    case .cancelled:
      self.init(
        .tryAgain, "cancelled", "cancelled before it was done", ru: "прервано до завершения")
    case .keepsChanging(let path):
      self.init(
        .tryAgain, "keepsChanging", "\(visible(path)) keeps changing",
        ru: "всё время меняется: \(visible(path))",
        hint: "try again when nothing else is writing to it",
        ru: "повторите, когда его оставят в покое")
    case .storeMissing(let path):
      self.init(
        .noUser, "storeMissing", "no accounts file: \(visible(path))",
        ru: "нет файла аккаунтов: \(visible(path))",
        hint: "check --documents, and that its disk is mounted; regapp init begins one, as do "
          + "regapp login --email EMAIL, and import and apply with --rules NAME",
        ru: "проверьте --documents и подключён ли диск; новый файл начинает regapp init, "
          + "regapp login --email EMAIL или import и apply с --rules NAME")
    case .alreadyInitialised(let path):
      self.init(
        .cannotCreate, "alreadyInitialised", "\(visible(path)) is already in use",
        ru: "уже используется: \(visible(path))",
        hint: "give another --documents to start elsewhere",
        ru: "чтобы начать в другом месте, укажите другой --documents")
    case .lacks(let ability):
      self.init(
        .unavailable, "unsupported", "this store does not support \(ability.command)",
        ru: "это хранилище не поддерживает \(ability.command)", hint: ability.hint)
    case .prunesTooMany(let count, let all):
      self.init(
        .invalid, "prunesTooMany",
        "--prune would remove \(count) of \(all, "account"); nothing was changed",
        ru: "--prune: было бы удалено аккаунтов: \(count) из \(all); ничего не изменено",
        hint: "if that is what you want, use --prune-all",
        ru: "если так и нужно, используйте --prune-all")
    case .partlyDone(let done, let error):
      let report = Report(error)
      self.init(
        .cannotReadOrWrite, "partlyDone",
        report.lines.map {
          Phrase("\(done.name), but then: \($0)", ru: "\(done.name), но затем: \($0)")
        }, hint: report.hint, items: report.items, listing: report.listing)
    case .outOfMemory:
      self.init(
        .tryAgain, "outOfMemory", "there is not enough memory to hash a password",
        ru: "не хватает памяти, чтобы хешировать пароль",
        hint: "free some memory, or raise the limit (ulimit -v), then try again",
        ru: "освободите память или увеличьте предел (ulimit -v) и повторите")
    case .hashingFailed:
      self.init(
        .bug, "bug", "the system's crypt(3) could not create a hash",
        ru: "системная crypt(3) не создала хеш",
        hint: "this libcrypt may not support yescrypt",
        ru: "возможно, эта libcrypt не знает yescrypt")
    case .internalFault: self = .bug
    }
  }

  /// What is wrong, to be quoted in another message.
  var reason: Phrase { placedLines.first ?? items.first?.message ?? Phrase(same: "") }

  /// The lines or, where they are listed, the problems; those of a file with their places.
  var placedLines: [Phrase] {
    switch listing {
    case .none: lines
    case .each: items.map { $0.sentence ?? $0.message } + lines
    case .inFile(let path):
      items.map { item in
        let place = item.place.map { ":\($0.line):\($0.column)" } ?? ""
        return Phrase(same: "\(visible(path))\(place): ") + item.message
      }
    }
  }

  /// Problems of a file, each with its place there.
  private init(
    _ code: ExitCode, _ name: String, placed problems: [Problem], hint: Words<English>,
    ru russianHint: Words<Russian>
  ) {
    self.init(
      code, name, [],
      hint: MergeConflict.hint(of: problems) ?? problems.hintOfComments
        ?? problems.hintOfNewerVersion ?? Phrase(hint, ru: russianHint),
      items: problems.map(\.item),
      listing: problems.first?.place.map { .inFile($0.source) } ?? .each)
  }

  private init(_ reason: AccountsError.NotLoggedIn, _ rulebook: Rulebook?) {
    let key = Self.usage(rulebook?.login.by ?? [.email])
    let logIn = Phrase("log in: regapp login \(key)", ru: "войдите: regapp login \(key)")
    let (code, name) = (ExitCode.noPermission, "notLoggedIn")
    switch reason {
    case .nobodyRegistered:
      self.init(
        code, name, "not logged in: there are no accounts yet",
        ru: "вход не выполнен: никто ещё не зарегистрирован", hint: Self.begin(rulebook))
    case .neverLoggedIn, .loggedOut:
      self.init(code, name, "not logged in", ru: "вход не выполнен", hint: logIn)
    case .accountGone(let gone):
      self.init(
        code, name, "not logged in: the account \(visible(gone)) no longer exists",
        ru: "вход не выполнен: аккаунта \(visible(gone)) больше нет", hint: logIn)
    case .refused(let state):
      self.init(
        code, name, "not logged in: the account is \(state.name)",
        ru: "вход не выполнен; состояние аккаунта: \(state.name)", hint: Self.hint(of: state))
    case .sessionBroken(let problem):
      let place = problem.place?.words ?? ""
      self.init(
        code, name, "not logged in: \(place): \(problem.message)",
        ru: "вход не выполнен: \(place): \(problem.message)", hint: logIn, items: [problem.item])
    }
  }

  /// What helps an account in a state out of it.
  private static func hint(of state: AccountState) -> Phrase {
    state == .closed
      ? Phrase("regapp check shows what is wrong", ru: "что не так, покажет regapp check")
      : Phrase(
        "an administrator can change that: regapp enable NAME",
        ru: "это может изменить администратор: regapp enable NAME")
  }

  private static func names(_ fields: [Field]) -> Phrase { Rulebook.Login(by: fields).names }

  /// The options of some fields, one of which is needed.
  static func options(_ fields: [Field]) -> Phrase {
    either(fields.map { OptionSpec.field($0).name })
  }

  private static func usage(_ fields: [Field]) -> Phrase {
    either(fields.map { OptionSpec.field($0).usage })
  }

  private static func either(_ words: [String]) -> Phrase {
    Phrase(
      "\(words.joined(separator: " or "))", ru: "\(words.joined(separator: " или "))")
  }

  private static func locked(_ path: String, by holder: LockHolder?) -> Phrase {
    guard let holder else { return Phrase("\(path) is locked", ru: "файл \(path) заблокирован") }
    let program = holder.command.isEmpty ? "" : " (\(visible(holder.command)))"
    return Phrase(
      "\(path) is locked by process \(holder.process)\(program)",
      ru: "файл \(path) заблокирован процессом \(holder.process)\(program)")
  }

  private static func begin(_ rulebook: Rulebook?) -> Phrase {
    let needed = Field.allCases.filter { $0 != .password && rulebook?.requires($0) == true }
    let key = rulebook?.key ?? .email
    if rulebook?.login.unknown != .refuse, needed.allSatisfy({ $0 == key }) {
      let usage = OptionSpec.field(key).usage
      return Phrase(
        "to start, regapp login \(usage) creates an account",
        ru: "начните так: regapp login \(usage) создаст аккаунт")
    }
    let options = needed.map { OptionSpec.field($0).usage }.joined(separator: " ")
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
  var words: String { visible(source) + (position.map { ":\($0.line):\($0.column)" } ?? "") }
}

extension AccountsError.Step {
  var name: Phrase {
    switch self {
    case .accountAdded(let name):
      Phrase("created account \(visible(name))", ru: "создан аккаунт \(visible(name))")
    case .accountSaved(let name):
      Phrase("saved \(visible(name))", ru: "сохранён аккаунт \(visible(name))")
    case .accountRemoved(let name):
      Phrase("removed \(visible(name))", ru: "удалён аккаунт \(visible(name))")
    case .accountsRemoved(let count):
      Phrase("removed \(count, "account")", ru: "удалено аккаунтов: \(count)")
    }
  }
}
