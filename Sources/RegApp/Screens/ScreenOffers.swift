import AccountsFile
import CommandKit
import ScreenKit
import Terminal

typealias ScreenOffer = Offer<ScreenAction>

extension ScreenState {
  /// Everything that can be done now, in the order of the key line.
  var offers: [ScreenOffer] {
    let own: [ScreenOffer] =
      if broken != nil {
        Self.brokenOffers
      } else {
        switch screen {
        case .opening: []
        case .form(let form): offers(on: form)
        case .profile(let profile): offers(on: profile)
        case .conflict: Self.conflictOffers
        case .history(let history): offers(on: history)
        case .undo: Self.undoOffers
        case .accounts(let accounts): offers(on: accounts)
        case .check(let check): offers(on: check)
        case .importing(let state): offers(on: state)
        }
      }
    // On a form letters are text.
    let isTyping = broken == nil && takesText
    return own + Self.general(isTyping: isTyping)
  }

  /// Whether letters are text on this screen.
  private var takesText: Bool {
    switch screen {
    case .form, .conflict: true
    case .accounts(let accounts): accounts.isNarrowing
    case .check(let check): check.isNarrowing
    case .opening, .profile, .history, .undo, .importing: false
    }
  }

  /// Whether what is typed now is meant for a text, or for a screen that is being read.
  var isTypedAt: Bool { takesText || prompt != nil || isOfAccounts && asked != nil }

  /// The offer that a key runs.
  func offer(for key: Key) -> ScreenOffer? {
    offers.first { offer in
      offer.keys.contains(key) || (!takesText || broken != nil) && offer.keys.contains(key.command)
    }
  }

  private static func general(isTyping: Bool) -> [ScreenOffer] {
    [
      ScreenOffer(
        .help, isTyping ? [.function(1)] : [.character("?"), .function(1)],
        Phrase(same: isTyping ? "F1" : "?"), KitText.help.does, tells: KitText.tellsHelp),
      ScreenOffer(
        .quit, isTyping ? [.control("q")] : [.character("q"), .control("q")],
        Phrase(same: isTyping ? "^Q" : "Q"), KitText.quit.does,
        tells: Phrase(
          "quit (^Q, ^C); nobody is logged out", ru: "выйти из программы (^Q, ^C); сеанс остаётся"),
        isKept: true),
      ScreenOffer(
        .palette, isTyping ? [.control("p")] : [.character(":"), .character(";"), .control("p")],
        Phrase(same: isTyping ? "^P" : ":"), KitText.actions, tells: KitText.allActions,
        isKept: true),
      ScreenOffer(
        .redraw, [.control("l")], Phrase(same: "^L"), KitText.redraw.does, isKept: nil),
      ScreenOffer(
        .toShell, [.control("z")], Phrase(same: "^Z"), KitText.toShell.does, isKept: nil),
    ]
  }

  static let readAgain = ScreenOffer(
    .readAgain, "r", Phrase("read again", ru: "перечитать"),
    tells: Phrase("read the accounts again", ru: "перечитать аккаунты"), isKept: nil)

  static func back(_ does: Phrase = ScreenText.toLeave) -> ScreenOffer {
    ScreenOffer(
      .back, [.escape, .left, .character("b")], Phrase(same: "Esc"), does,
      tells: Phrase("back (Left, B)", ru: "назад (←, B)"), isKept: true)
  }

  private static func history(off: Phrase? = nil) -> ScreenOffer {
    ScreenOffer(
      .history, "h", Phrase("history", ru: "история"),
      tells: Phrase("what was done to the account", ru: "что делали с аккаунтом"), off: off)
  }
  var undo: ScreenOffer {
    ScreenOffer(
      .undo, "u", Phrase("undo", ru: "отменить"),
      tells: Phrase(
        "undo the newest change, after a look at it",
        ru: "отменить последнее изменение, сперва показав его"), off: cannotWrite)
  }

  static func log(_ keys: [Key] = [.character("l")]) -> ScreenOffer {
    ScreenOffer(
      .log, keys, Phrase(same: keys.isEmpty ? "" : "L"), Phrase("log", ru: "журнал"),
      tells: Phrase(
        "all changes, whoever made them; undo up to one",
        ru: "все изменения, чьи угодно; отмена до любого из них"),
      isKept: keys.isEmpty ? nil : false)
  }

  // MARK: On each screen

  private static let check = ScreenOffer(
    .check, "c", Phrase("check", ru: "проверка"),
    tells: Phrase("everything that is wrong with the accounts", ru: "все ошибки в аккаунтах"))

  private static let brokenOffers = [
    ScreenOffer(
      .editFile, "e", Phrase("edit the file", ru: "править файл"),
      tells: Phrase(
        "edit the file by hand, at the first problem", ru: "править файл вручную, с первой ошибки")),
    check,
    ScreenOffer(
      .readAgain, "r", Phrase("read again", ru: "перечитать"),
      tells: Phrase("read the accounts again (any other key)", ru: "перечитать аккаунты")),
  ]

  private static let undoOffers = [
    ScreenOffer(
      .submit, [.enter], Phrase(same: "Enter"), Phrase("undo", ru: "отменить"),
      tells: Phrase("undo this change", ru: "отменить это изменение")),
    back(), readAgain,
  ]

  private static let conflictOffers = [
    ScreenOffer(
      .submit, [.enter], Phrase(same: "Enter"), Phrase("go on", ru: "дальше"),
      tells: Phrase("go on with what was chosen", ru: "дальше с выбранным"), isKept: true),
    ScreenOffer(
      .back, [.escape], Phrase(same: "Esc"), Phrase("cancel", ru: "отмена"),
      tells: Phrase("drop the edit", ru: "отбросить правку"), isKept: true),
  ]

  private func offers(on profile: ProfileState) -> [ScreenOffer] {
    if profile.gone != nil { return [Self.back()] }
    var offers = [
      ScreenOffer(
        .edit, [.character("e"), .enter], Phrase(same: "E"), Phrase("edit", ru: "правка"),
        tells: Phrase("edit the account (Enter)", ru: "изменить аккаунт (Enter)"),
        off: profile.obstacles.off(.edit) ?? cannotWrite),
      Self.history(), undo,
      // On one's own profile the key leads to the list, which has it too.
      Self.log(account == nil ? [] : [.character("l")]),
    ]
    if profile.openEdit != nil {
      offers.append(
        ScreenOffer(
          .discardDraft, "d", Phrase("discard the edit", ru: "отбросить правку"),
          tells: Phrase("discard the open edit", ru: "отбросить открытую правку")))
    }
    if profile.hasAlbums, account == nil {
      offers.append(ScreenOffer(.albums, "a", Phrase("albums", ru: "альбомы")))
    }
    if account == nil {
      offers += [
        Self.accountsOffer([.character("l")], "L"), Self.readAgain,
        ScreenOffer(
          .logOut, [.character("b"), .escape, .left], Phrase(same: "B"),
          Phrase("log out", ru: "выйти"),
          tells: Phrase("log out, after asking (Esc, Left)", ru: "выйти из аккаунта (Esc, ←)"),
          isKept: true),
      ]
    } else {
      offers += changes(off: profile.obstacles.off) + [Self.readAgain, Self.back()]
    }
    return offers
  }

  private static func accountsOffer(_ keys: [Key], _ key: String) -> ScreenOffer {
    ScreenOffer(
      .accounts, keys, Phrase(same: key), Phrase("accounts", ru: "аккаунты"),
      tells: Phrase("the list of all accounts", ru: "список всех аккаунтов"))
  }

  private func offers(on form: Form) -> [ScreenOffer] {
    var offers: [ScreenOffer] = []
    switch form.focusedRow?.field {
    case .password?:
      let isRevealed = form.focusedRow?.isRevealed == true
      offers.append(
        ScreenOffer(
          .reveal, [.control("t")], Phrase(same: "^T"),
          isRevealed ? Phrase("hide", ru: "скрыть") : Phrase("show", ru: "показать"),
          tells: Phrase("show or hide the password", ru: "показать или скрыть пароль")))
    case let field? where field.isDate:
      offers.append(
        ScreenOffer(
          .calendar, [.character(" ")], KitText.space, Phrase("calendar", ru: "календарь"),
          tells: Phrase("choose the day in a calendar", ru: "выбрать день в календаре")))
    default: break
    }
    if form.isOfPassword, !form.isOfRenewal {
      offers.append(
        ScreenOffer(
          .generate, [.control("g")], Phrase(same: "^G"), Phrase("generate", ru: "придумать"),
          tells: Phrase("set a generated password", ru: "задать придуманный пароль")))
    } else if form.isOfNew {
      offers.append(
        ScreenOffer(
          .generate, [.control("g")], Phrase(same: "^G"),
          form.generates
            ? Phrase("type it", ru: "ввести") : Phrase("generate", ru: "придумать"),
          tells: Phrase(
            "have the password generated, or type it after all",
            ru: "придумать пароль за вас или всё же ввести его")))
    }
    if form.isEdit {
      offers += [
        ScreenOffer(
          .submit, [.control("s")], Phrase(same: "^S"), Phrase("save", ru: "сохранить"),
          tells: Phrase("save what was typed", ru: "сохранить введённое")),
        ScreenOffer(
          .back, [.escape], Phrase(same: "Esc"), Phrase("cancel", ru: "отмена"),
          tells: Phrase("drop what was typed", ru: "отбросить введённое"), isKept: true),
      ]
      return offers
    }
    offers.append(
      ScreenOffer(
        .submit, [.control("s")], Phrase(same: "^S"), Phrase("send", ru: "готово"),
        tells: form.purpose == .register
          ? Phrase("register", ru: "зарегистрироваться") : Phrase("log in", ru: "войти"),
        isKept: nil))
    if form.buttons.contains(.toRegistration) {
      offers.append(
        ScreenOffer(
          .toRegistration, [.control("r")], Phrase(same: "^R"),
          Phrase("register", ru: "регистрация"),
          tells: Phrase("to the registration", ru: "к регистрации")))
    }
    if form.isOfOther || form.isOfRenewal {
      offers.append(
        ScreenOffer(.back, [.escape], Phrase(same: "Esc"), Phrase("cancel", ru: "отмена")))
      return offers
    }
    if form.purpose == .register {
      offers.append(
        ScreenOffer(
          .back, [.escape], Phrase(same: "Esc"), Phrase("login", ru: "вход"),
          tells: Phrase("to the login", ru: "ко входу")))
    } else {
      offers.append(
        ScreenOffer(.back, [.escape], Phrase(same: "Esc"), KitText.quit.does, isKept: nil))
    }
    return offers + [Self.accountsOffer([.control("o")], "^O")]
  }

  static let narrowingOffers = [
    ScreenOffer(.open, [.enter], Phrase(same: "Enter"), Phrase("go to the list", ru: "к списку")),
    ScreenOffer(.back, [.escape], Phrase(same: "Esc"), ScreenText.showAll),
  ]

  /// - Parameter tells: what can be searched for.
  static func narrow(_ tells: Phrase, isKept: Bool? = false) -> ScreenOffer {
    ScreenOffer(
      // On a Russian layout the same key is a full stop.
      .narrow, [.character("/"), .character(".")], Phrase(same: "/"), Phrase("search", ru: "поиск"),
      tells: tells, isKept: isKept)
  }

  private func offers(on accounts: AccountsState) -> [ScreenOffer] {
    if accounts.isNarrowing { return Self.narrowingOffers }
    // With marks, what can be done to those that have them matters most.
    let isListed: Bool? = accounts.marked.isEmpty ? false : nil
    return [
      ScreenOffer(
        .open, [.enter], Phrase(same: "Enter"), Phrase("open", ru: "открыть"),
        tells: Phrase("open the account's profile", ru: "открыть профиль"),
        off: accounts.off(.open), isKept: isListed),
      Self.narrow(
        Phrase(
          "search: a text, state:disabled, group:ops, weak, hash:bcrypt",
          ru: "поиск: текст, state:disabled, group:ops, weak, hash:bcrypt"), isKept: isListed),
      ScreenOffer(
        .add, "a", Phrase("add", ru: "добавить"),
        tells: Phrase("add an account", ru: "добавить аккаунт"), off: cannotWrite,
        isKept: isListed),
      ScreenOffer(
        .mark, [.character(" ")], KitText.space, Phrase("mark", ru: "пометить"),
        tells: Phrase("mark for a change of several", ru: "пометить, чтобы изменить нескольких"),
        off: accounts.off(.mark)),
      ScreenOffer(
        .markAll, "*", Phrase("mark all", ru: "пометить всех"),
        tells: Phrase(
          "mark all that are shown, or none", ru: "пометить всех показанных или никого"),
        off: accounts.off(.markAll), isKept: nil),
      ScreenOffer(
        .edit, "e", Phrase("edit", ru: "правка"),
        tells: Phrase("edit the account", ru: "изменить аккаунт"),
        off: accounts.off(.edit) ?? cannotWrite, isKept: nil),
    ] + changes(off: accounts.off) + [
      Self.history(off: accounts.off(.history)), undo, Self.log(),
      ScreenOffer(
        .sort, "s", Phrase("sort", ru: "порядок"),
        tells: Phrase("sort by key, name or state", ru: "порядок: ключ, имя или состояние")),
      ScreenOffer(
        .anyState, "f", Phrase("state", ru: "состояние"),
        tells: Phrase(
          "only one state, the next each time", ru: "только в одном состоянии, по кругу")),
      Self.check,
      ScreenOffer(
        .importFile, "i", Phrase("import", ru: "импорт"),
        tells: Phrase(
          "import accounts from a file, after a look at it",
          ru: "загрузить аккаунты из файла, сперва посмотрев"), off: cannotWrite),
      Self.readAgain,
    ]
      // Behind the first screen there is nothing to go back to: who presses Esc there once too often stays.
      + (accounts.input.text.isEmpty
        ? behind.isEmpty ? [] : [Self.back()] : [Self.back(ScreenText.showAll)])
  }

  /// What is done to an account, or to those that are marked.
  /// - Parameter off: why an action cannot be done to it; nil if it can.
  private func changes(off: (ScreenAction) -> Phrase?) -> [ScreenOffer] {
    func isOff(_ action: ScreenAction) -> Phrase? { off(action) ?? cannotWrite }
    return [
      ScreenOffer(
        .disable, "o", Phrase("off", ru: "отключить"),
        tells: Phrase("disable: no login from now on", ru: "отключить: входа больше нет"),
        off: isOff(.disable)),
      ScreenOffer(
        .enable, "n", Phrase("on", ru: "включить"),
        tells: Phrase("enable: login is possible again", ru: "включить: вход снова открыт"),
        off: isOff(.enable)),
      ScreenOffer(
        .groups, "g", Phrase("groups", ru: "группы"),
        tells: Phrase("add and remove groups", ru: "добавить и убрать группы"),
        off: isOff(.groups)),
      ScreenOffer(
        .password, "p", Phrase("password", ru: "пароль"),
        tells: Phrase(
          "set a new password, typed or generated", ru: "новый пароль, свой или придуманный"),
        off: isOff(.password)),
      ScreenOffer(
        .mustChange, "m", Phrase("must change", ru: "сменить пароль"),
        tells: Phrase(
          "have the password changed at the next login",
          ru: "потребовать смену пароля при следующем входе"),
        off: isOff(.mustChange), isKept: nil),
      ScreenOffer(
        .remove, [.character("x"), .delete], Phrase(same: "X"), Phrase("remove", ru: "удалить"),
        tells: Phrase("remove, after asking (Delete)", ru: "удалить, переспросив (Delete)"),
        off: isOff(.remove)),
    ]
  }
}
