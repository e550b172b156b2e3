import AccountsFile
import CommandKit
import ScreenKit
import Terminal

typealias ScreenOffer = Offer<ScreenAction>

extension Operation {
  /// - Parameter disabledReason: why it cannot be done now; nil if it can.
  func offer(disabledReason: Phrase?) -> ScreenOffer {
    ScreenOffer(
      .operation(self), [.character(letter)] + (otherKey.map { [$0] } ?? []), does,
      helpText: helpText,
      disabledReason: disabledReason, isKept: isKept)
  }
}

extension ScreenState: ScreenHost {
  var ownOffers: [ScreenOffer] {
    if broken != nil { return Self.brokenOffers }
    return switch screen {
    case .opening: []
    case .form(let form): offers(on: form)
    case .profile(let profile): offers(on: profile)
    case .conflict: Self.conflictOffers
    case .history(let history): offers(on: history)
    case .undo(let undo): Self.offers(on: undo)
    case .accounts(let accounts): offers(on: accounts)
    }
  }

  var isTyping: Bool { broken == nil && takesText }
  static let quitHelpText = Phrase("quit (^Q, ^C); nobody is logged out")
  var moves: [Hint] { ScreenText.moves(of: self, isHelp: true) }
  var window: (canvas: Canvas, rows: Int) {
    let layout = ScreenLayout(self, size: size)
    return (layout.canvas, layout.rows)
  }

  /// Whether letters are text on this screen, unless the accounts cannot be used.
  var takesText: Bool {
    switch screen {
    case .form, .conflict: true
    case .accounts, .history: screen.search?.isTyping == true
    case .opening, .profile, .undo: false
    }
  }

  /// Whether keys are meant for a text now, or for a screen that is being read.
  var isTypedAt: Bool { takesText || prompt != nil || isOfAccounts && pendingAccount != nil }

  static let readAgain = ScreenOffer(
    .readAgain, "r", Phrase("read again"), helpText: Phrase("read the accounts again"), isKept: nil)

  static func back() -> ScreenOffer {
    ScreenOffer(
      .back, [.escape, .left, .character("b")], ScreenText.toLeave,
      helpText: Phrase("back (Left, B)"),
      isKept: true)
  }

  /// Back from a list: first from its search.
  private static func backFromList(isNarrowed: Bool) -> ScreenOffer {
    ScreenOffer(
      .back, [.escape, .left], isNarrowed ? ScreenText.showAll : ScreenText.toLeave,
      helpText: Phrase("show all, or back (Left)"), isKept: true)
  }

  private static func history(disabledReason: Phrase?) -> ScreenOffer {
    ScreenOffer(
      .history, "h", Phrase("history"), helpText: Phrase("what was done to the account"),
      disabledReason: disabledReason)
  }
  var undo: ScreenOffer {
    ScreenOffer(
      .undo, "u", Phrase("undo"),
      helpText: Phrase("undo the newest change of the account, after a look at it"),
      disabledReason: cannotWrite)
  }

  private static let log = ScreenOffer(
    .log, "l", Phrase("log"), helpText: Phrase("all changes, whoever made them; undo one of them"))

  // MARK: On each screen

  /// Leads to what is wrong with the account under the bar, or with the one that is shown.
  private var mending: [ScreenOffer] {
    lineToMend == nil
      ? []
      : [
        ScreenOffer(
          .editFile, "c", Phrase("edit the file"),
          helpText: Phrase("edit the file by hand, where this account is wrong"),
          disabledReason: cannotWrite)
      ]
  }

  private static let brokenOffers = [
    ScreenOffer(
      .editFile, "e", Phrase("edit the file"),
      helpText: Phrase("edit the file by hand, at the first problem")),
    ScreenOffer(
      .readAgain, "r", Phrase("read again"),
      helpText: Phrase("read the accounts again (any other key)")),
  ]

  private static func offers(on undo: UndoState) -> [ScreenOffer] {
    [
      ScreenOffer(
        .submit, [.enter], undo.choosesYes ? Phrase("undo") : Phrase("keep"),
        helpText: Phrase("do what is marked: undo, or keep")),
      ScreenOffer(
        .back, [.escape, .character("b")], ScreenText.toLeave, helpText: Phrase("back (B)"),
        isKept: true), readAgain,
    ]
  }

  private static let conflictOffers = [
    ScreenOffer(
      .submit, [.enter], Phrase("go on"), helpText: Phrase("go on with what was chosen"),
      isKept: true),
    ScreenOffer(
      .back, [.escape], Phrase("cancel"), helpText: Phrase("discard the edit"), isKept: true),
  ]

  private func offers(on profile: ProfileState) -> [ScreenOffer] {
    if profile.missingReason != nil { return [Self.back()] }
    var offers = [
      ScreenOffer(
        .edit, [.character("e"), .enter], Phrase("edit"),
        helpText: Phrase("edit the account (Enter)"),
        disabledReason: profile.obstacles.disabledReason(.edit) ?? cannotWrite),
      Self.history(disabledReason: profile.obstacles.disabledReason(.history)), undo,
    ]
    // On one's own profile the key leads to the list of accounts, which has it too.
    if account != nil { offers.append(Self.log) }
    if profile.openDraft != nil {
      offers.append(
        ScreenOffer(
          .discardDraft, "d", Phrase("discard the edit"),
          helpText: Phrase("discard the open edit")))
    }
    if profile.hasAlbums, account == nil {
      offers.append(
        ScreenOffer(.albums, "a", Phrase("albums"), helpText: Phrase("search for music albums")))
    }
    if account == nil {
      offers += [
        Self.accountsOffer(.character("l")), Self.readAgain,
        ScreenOffer(
          .logOut, [.escape, .character("b"), .left], Phrase("log out"),
          helpText: Phrase("log out, after asking (B, Left)"), isKept: true),
      ]
    } else {
      offers +=
        changes(disabledReason: profile.obstacles.disabledReason) + mending
        + [Self.readAgain, Self.back()]
    }
    return offers
  }

  private static func accountsOffer(_ key: Key) -> ScreenOffer {
    ScreenOffer(.accounts, [key], Phrase("accounts"), helpText: Phrase("the list of all accounts"))
  }

  private func offers(on form: Form) -> [ScreenOffer] {
    var offers: [ScreenOffer] = []
    if let row = form.focusedRow, row.field == .password {
      offers.append(
        ScreenOffer(
          .reveal, [.control("t")], row.isRevealed ? Phrase("hide") : Phrase("show"),
          helpText: Phrase("show or hide the password")))
    }
    if form.focusedRow?.field.isDate == true {
      offers.append(
        ScreenOffer(
          .calendar, [.character(" ")], Phrase("calendar"),
          helpText: Phrase("choose the day in a calendar")))
    }
    if form.isOfPassword, !form.isOfRenewal {
      offers.append(
        ScreenOffer(
          .generate, [.control("g")], Phrase("generate"),
          helpText: Phrase("set a generated password")))
    } else if form.isOfNew {
      offers.append(
        ScreenOffer(
          .generate, [.control("g")], form.generates ? Phrase("type it") : Phrase("generate"),
          helpText: Phrase("have the password generated, or type it after all")))
    }
    if form.isEdit {
      offers += [
        ScreenOffer(
          .submit, [.control("s")], Phrase("save"), helpText: Phrase("save what was typed")),
        ScreenOffer(
          .back, [.escape], Phrase("cancel"), helpText: Phrase("drop what was typed"), isKept: true),
      ]
      return offers
    }
    offers.append(
      ScreenOffer(
        .submit, [.control("s")], Phrase("send"),
        helpText: form.purpose == .register ? Phrase("register") : Phrase("log in"), isKept: nil))
    if form.buttons.contains(.toRegistration) {
      offers.append(
        ScreenOffer(
          .toRegistration, [.control("r")], Phrase("register\(as: "a screen")"),
          helpText: Phrase("to the registration")))
    }
    if form.isOfOther || form.isOfRenewal {
      offers.append(ScreenOffer(.back, [.escape], Phrase("cancel")))
      return offers
    }
    if form.purpose == .register {
      offers.append(
        ScreenOffer(.back, [.escape], Phrase("login"), helpText: Phrase("to the login")))
    } else {
      offers.append(
        ScreenOffer(.back, [.escape], KitText.quit.does))
    }
    return offers + [Self.accountsOffer(.control("o"))]
  }

  static let narrowingOffers = [
    ScreenOffer(.open, [.enter], KitText.endsTyping),
    ScreenOffer(.back, [.escape], ScreenText.showAll),
  ]

  /// - Parameter helpText: says what can be searched for.
  static func narrow(_ helpText: Phrase, isKept: Bool? = false) -> ScreenOffer {
    ScreenOffer(.narrow, "/", Phrase("search"), helpText: helpText, isKept: isKept)
  }

  private func offers(on accounts: AccountListState) -> [ScreenOffer] {
    if accounts.search.isTyping { return Self.narrowingOffers }
    // With marks, what can be done to those that have them matters most.
    let isListed: Bool? = accounts.marked.isEmpty ? false : nil
    return [
      ScreenOffer(
        .open, [.enter], Phrase("open"), helpText: Phrase("open the account's profile"),
        disabledReason: accounts.disabledReason(.open), isKept: isListed),
      Self.narrow(
        Phrase(
          "search: a text, state:disabled, group:ops, weak, hash:bcrypt, inactive:90, never-seen, seen"
        ), isKept: isListed),
      ScreenOffer(
        .add, "a", Phrase("add"), helpText: Phrase("add an account"), disabledReason: cannotWrite,
        isKept: isListed),
      ScreenOffer(
        .mark, [.character(" ")], Phrase("mark"), helpText: Phrase("mark for a change of several"),
        disabledReason: accounts.disabledReason(.mark)),
      ScreenOffer(
        .markAll, "*", Phrase("mark all"), helpText: Phrase("mark all that are shown, or none"),
        disabledReason: accounts.disabledReason(.markAll), isKept: nil),
      ScreenOffer(
        .edit, "e", Phrase("edit"), helpText: Phrase("edit the account"),
        disabledReason: accounts.disabledReason(.edit) ?? cannotWrite, isKept: nil),
    ] + changes(disabledReason: accounts.disabledReason) + [
      Self.history(disabledReason: accounts.disabledReason(.history)), Self.log,
      ScreenOffer(.sort, "s", Phrase("sort"), helpText: Phrase("sort by key, name or state")),
      ScreenOffer(
        .anyState, "f", Phrase("state"),
        helpText: Phrase("only one state, the next each time")),
    ] + mending + [Self.readAgain]
      // Behind the first screen there is nothing to go back to: one Esc too many does not quit.
      + (behind.isEmpty && !accounts.isNarrowed
        ? [] : [Self.backFromList(isNarrowed: accounts.isNarrowed)])
  }

  /// Offers the actions on an account, or on the marked ones.
  /// - Parameter disabledReason: why an action cannot be done to it; nil if it can.
  private func changes(disabledReason: (ScreenAction) -> Phrase?) -> [ScreenOffer] {
    Operation.ofAccounts.map {
      $0.offer(disabledReason: disabledReason(.operation($0)) ?? cannotWrite)
    }
  }

  // MARK: On the file as a whole

  private func offers(on history: HistoryState) -> [ScreenOffer] {
    if history.search.isTyping { return Self.narrowingOffers }
    let ends = [
      Self.narrow(Phrase("search: an account, a person, what was done")), Self.readAgain,
      Self.backFromList(isNarrowed: history.search.isShown),
    ]
    guard history.isOfAll else { return [undo, Self.log] + ends }
    let disabledReason =
      history.chosen?.isUndone == true ? cannotWrite : Phrase("Undo passes over this change.")
    return [
      ScreenOffer(
        .undo, [.enter, .character("u")], Phrase("undo"),
        helpText: Phrase("undo this change alone, after a look at it (U)"),
        disabledReason: disabledReason),
      ScreenOffer(
        .undoTo, "t", Phrase("undo to here"),
        helpText: Phrase("undo this change and all newer ones, after a look at that"),
        disabledReason: disabledReason),
    ] + ends
  }
}
