import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// The state of the screens: what is shown and what is in progress. A value, changed only by
/// `update` and drawn by `view`; neither has side effects.
struct ScreenState: Equatable, Sendable {
  enum Screen: Equatable, Sendable {
    /// Nothing was read yet.
    case opening
    /// Logging in, registering or editing.
    case form(Form)
    case profile(ProfileState)
    /// The edited account was changed elsewhere: both versions are shown, and the user chooses.
    case conflict(ConflictState)
    /// The changes of an account, or of all of them.
    case history(HistoryState)
    /// A look at an undo before it is done.
    case undo(UndoState)
    /// The accounts that there are.
    case accounts(AccountListState)
  }

  /// A question that must be answered before anything else.
  struct Question: Equatable, Sendable {
    /// The effect of a yes.
    enum Answer: Equatable, Sendable {
      /// Ends the session of the account that was shown, and of no other.
      case logOut(NameKey?)
      /// Discards the open edit that was shown, and no other.
      case dropDraft(EditDraft)
      case leave(Exit)
      /// Does something to the accounts of the question, with the text typed for it.
      case run(Operation, String?)
    }

    let title: Phrase
    let text: Phrase
    let (yes, no): (Phrase, Phrase)
    /// Whether something is gone after a yes.
    let destroys: Bool
    /// Whether letters answer it. If it stands between a list and a change they do not: text typed
    /// there may be a name, and Y the second letter of Myra.
    var hasLetters = false
    /// The accounts that it names, which must be seen to be answered; nil if it names none.
    var accounts: [AccountRef]?
    /// The others that were marked with them, each with why nothing is done to it.
    var leftOut: [Phrase] = []
    let answer: Answer
    /// Something else that can be chosen, between yes and no.
    var other: Other?
    /// The line that was typed before it, which is asked for again if the answer is refused.
    var sent: ScreenPrompt?
    /// The answer that Enter gives.
    var chosen = Choice.no

    struct Other: Equatable, Sendable {
      let words: Phrase
      let answer: Answer
    }

    enum Choice: Sendable { case yes, other, no }
  }

  /// The place that follows a form.
  enum Exit: Equatable, Sendable {
    case program, back
    case form(Form)
  }

  struct Note: Equatable, Sendable {
    enum Kind: Equatable, Sendable { case word, problem }
    var kind: Kind
    var lines: [Phrase]
  }

  var screen: Screen = .opening
  /// The screens to which going back leads, the nearest last.
  var behind: [Screen] = []
  /// The account that is shown; nil for the session's.
  var account: AccountRef?
  /// The account whose owner has to set a new password.
  var renewed: AccountRef?
  /// Why the accounts cannot be used at all at the moment. Covers the screen, which stays as it is.
  var broken: [Phrase]? {
    didSet { if broken != nil, oldValue == nil, isTypedAt { refuse([ScreenText.brokenTitle]) } }
  }
  /// How the store was when it was looked at last; nil if it cannot tell.
  var status: StoreStatus?
  /// The open edit when it was looked at last; nil before that.
  var seenDraft: EditDraft??
  var isLooking = false
  /// Whether there was a store: from then on nothing begins one.
  var wasThere = false
  /// Why nothing can be written; nil if it can, as far as is known.
  var cannotWrite: Phrase?
  /// The overlays over the screen.
  var over = Overlays()
  var note: Note?
  /// What the form of a login said of its own when it was read last.
  var whyLogin: [Phrase] = []
  /// The work in progress; no other is started before it ends.
  var work: Work?
  /// Whether there is nothing but one form, after which the program quits.
  var isOneForm = false
  var size = Size(columns: 80, rows: 24)
  /// The account that is being opened.
  var pendingAccount: PendingAccount?
  /// The accounts for which the groups were read that there are; nil while none are typed.
  var groupsReadFor: [String]?
  /// Whether the keys that wait were typed for what does not come.
  var forgetsKeys = false
  /// The account shown beside a list or a profile, and the one that is being read. Keys do not wait
  /// for it.
  var detail: AccountDetail?
  var pendingDetail: AccountDetail.Key?
  /// The number of the last list that was read.
  var listings = 0
  /// The last number that a read or work was given.
  var numbers = 0
  var reading = Reading()
  /// The spinner's frame counter.
  var ticks = 0
  let colors: ColorDepth
  var themes = ThemeChoice()
  /// The terminal's background, if it told.
  var background: RGB?
  var language = Language.english

  /// An account of the list that is being opened, and the action to begin there.
  struct PendingAccount: Equatable, Sendable {
    let account: AccountRef
    let next: ScreenAction?
  }

  /// Whether the window shows nothing that keys could change.
  var isTooSmall: Bool { Canvas.isTooSmall(size) }

  var theme: Theme { themes.theme(colors, on: background) }

  var form: Form? {
    get { screen.form }
    set { screen.form = newValue }
  }

  /// The profile that is shown, or behind what is shown; nil if a list of accounts is nearer.
  var profile: ProfileState? {
    for screen in [screen] + behind.reversed() {
      if case .profile(let profile) = screen { return profile }
      if screen.accounts != nil { return nil }
    }
    return nil
  }

  /// The line of the first problem of the account under the bar, or of the one that is shown; nil if
  /// it has none.
  var lineToMend: Int? {
    switch screen {
    case .accounts(let accounts): accounts.lineToMend
    case .profile(let profile): account == nil ? nil : profile.account.firstProblemLine
    case .opening, .form, .conflict, .history, .undo: nil
    }
  }

  /// Goes to a screen from which one comes back to this one.
  mutating func go(on screen: Screen) {
    behind.append(self.screen)
    self.screen = screen
  }

  /// The form that leaving would drop.
  var openForm: Form? {
    screen.conflict?.form ?? form
  }

  mutating func say(_ line: Phrase) { say([line]) }
  mutating func say(_ lines: [Phrase]) { note = Note(kind: .word, lines: lines) }

  /// Shows a problem, and drops the keys typed before a person could know of it.
  mutating func complain(_ lines: [Phrase]) {
    note = Note(kind: .problem, lines: lines)
    forgetsKeys = true
  }
}

extension ScreenState.Screen {
  // Each is nil on another screen.
  var form: Form? {
    get { if case .form(let form) = self { form } else { nil } }
    set { if let newValue { self = .form(newValue) } }
  }
  var accounts: AccountListState? {
    get { if case .accounts(let accounts) = self { accounts } else { nil } }
    set { if let newValue { self = .accounts(newValue) } }
  }
  var history: HistoryState? {
    get { if case .history(let history) = self { history } else { nil } }
    set { if let newValue { self = .history(newValue) } }
  }
  var conflict: ConflictState? {
    get { if case .conflict(let conflict) = self { conflict } else { nil } }
    set { if let newValue { self = .conflict(newValue) } }
  }
}

extension Operation.Busy {
  static let registering = Self("creating the account")
  static let undoing = Self("undoing the change", canStop: true)
  static let reading = Self("reading the accounts", onlyReads: true)
  static let readingHistory = Self("reading the history", onlyReads: true)
  static let lookingAtUndo = Self("reading the history", onlyReads: true, canStop: true)
}

extension ScreenEffect {
  /// The work for which keys wait while it runs; nil if they need not.
  var busy: Operation.Busy? {
    switch self {
    case .submit(.logIn, _, _), .submit(.renew, _, _): Operation.Busy("logging in")
    case .submit(.register, _, _): .registering
    case .submit(.save, _, _): Operation.Busy("saving")
    case .logOut: Operation.Busy("logging out")
    case .dropDraft: Operation.Busy("discarding the edit")
    case .readHistory: .readingHistory
    case .lookAtUndo: .lookingAtUndo
    case .undo: .undoing
    case .run(let operation, _, _, _): operation.busy
    case .open, .readDetail, .look, .list, .nameAll, .readGroups, .editFile, .albums, .stop: nil
    }
  }
}

struct ProfileState: Equatable, Sendable {
  /// The account, which may be closed if it was asked for by name.
  let account: StoredAccount
  /// The account, to act on later.
  var ref: AccountRef
  let openDraft: EditDraft?
  let rulebook: Rulebook
  let today: CalendarDay
  /// When its last login was; nil if there is no record of logins.
  var login: Phrase?
  /// Whether it was asked for by name, as an administrator does.
  var isOfOther = false
  /// The reason why it can no longer be changed, once the account is gone.
  var missingReason: Phrase?

  var name: String { account.name(under: rulebook) }

  var obstacles: Obstacles { Obstacles(to: account, under: rulebook) }

  /// The rows that are shown of it.
  var text: ProfileText {
    ProfileText(
      account, openDraft: openDraft, mending: obstacles.mending, login: login,
      hosts: rulebook.serve.hosts, today: today)
  }

  /// A form that edits the account.
  var editForm: Form {
    .edit(account, open: openDraft, isOfOther: isOfOther, under: rulebook, today: today)
  }

  /// A form that edits some fields of it.
  func form(of fields: [Field]) -> Form {
    .edit(account, isOfOther: isOfOther, only: fields, under: rulebook, today: today)
  }

  /// Whether this rulebook offers more than accounts.
  var hasAlbums: Bool { rulebook.name == Rulebook.albums.name }
}

/// Fields that were changed both here and elsewhere, and which value to keep.
struct ConflictState: Equatable, Sendable {
  var form: Form
  /// The account as it is in the file now.
  let theirs: StoredAccount
  let fields: [Field]
  var keepsMine: Set<Field>
  var focus = TableFocus()
}

/// The result of reading the accounts.
struct LoadResult: Equatable, Sendable {
  enum Place: Equatable, Sendable {
    case profile(ProfileState)
    /// The account that was asked for by its name cannot be shown.
    case none([Phrase])
    case login(Rulebook, CalendarDay, reason: [Phrase])
    case broken([Phrase])
  }

  let place: Place
  /// The earlier events, shown wherever this leads.
  var notes: [Phrase] = []
}

/// A request of the screens. If a profile is read afterwards, it is that of the named account, or
/// else that of the session's account.
enum ScreenEffect: Sendable {
  case open(Int, of: AccountRef?)
  /// `expecting`: the account that the form concerns; nil for a new one, and for a login.
  case submit(FormEffect, of: AccountRef? = nil, expecting: AccountRef? = nil)
  /// Ends the session, if it still is that of an account.
  case logOut(NameKey?)
  /// Drops the open edit, if it still is the one that was shown.
  case dropDraft(EditDraft, of: AccountRef?)
  /// Reads what was done to an account, or to all of them, up to so many changes.
  case readHistory(AccountRef?, limit: Int)
  /// Reads what is shown beside a list or a profile.
  case readDetail(AccountDetail.Key)
  /// Finds out what an undo would do.
  case lookAtUndo(UndoTarget)
  /// Takes back what was looked at, if that still is what was shown.
  case undo(UndoState, of: AccountRef?)
  /// Finds out whether the accounts were written, and whether they can be.
  case look
  /// Lists accounts. Also finds out which of the accounts that were seen are nobody now, and which
  /// have got other names. The number tells one list from another; `drawn` has the accounts that
  /// were drawn last.
  case list(AccountsQuery, Int = 0, seen: [AccountRef] = [], drawn: AccountListing? = nil)
  /// Finds out what all the accounts of a list are called.
  case nameAll(AccountListing)
  /// Finds out which groups there are, and which of them some accounts are in, by their names.
  case readGroups(of: [String])
  /// Runs an operation on the accounts that were shown, with the text typed for it. `leavingOut`: why it is not done to others that were marked with them.
  case run(Operation, String? = nil, on: [AccountRef], leavingOut: [Phrase] = [])
  /// Stops what is being done to accounts, unless it is too late for that.
  case stop
  /// Hands the terminal over to an editor, at a line of the accounts or at the first problem.
  case editFile(line: Int?)
  /// Hands the terminal over to the albums program.
  case albums
}

enum ScreenMessage: Sendable {
  case opened(Int, LoadResult)
  /// The request succeeded; this is the state of the accounts now.
  case done(LoadResult)
  case failed(AccountsError, of: ScreenEffect)
  /// Logging in would create an account: the password must be typed again.
  case isNew
  /// The password is right, and its owner has to set a new one.
  case mustChange(LoginRequest, AccountRef, isInvited: Bool = false, [Field] = [])
  case history(HistoryState)
  case detail(AccountDetail)
  case undoLook(UndoState)
  case status(StoreStatus?, EditDraft? = nil)
  /// `expected`: the rows that the query would have found in the accounts that were drawn last, if
  /// anything was written since.
  case listed(
    Int, AccountListing, others: Set<String> = [], renamed: [String: AccountRef] = [:],
    expected: AccountListing? = nil)
  case named([String: AccountRef], of: AccountListing)
  case groups(KnownGroups, of: [String])
  /// Accounts were changed, but not the others, which are not the ones that were shown, nor those
  /// of which it is said why they were left out. `now`: what the only one is now, if it has no id.
  case changed(
    Done, by: Operation? = nil, of: [AccountRef] = [], now: AccountRef? = nil,
    besides: Set<String> = [], leavingOut: [Phrase] = [])
  /// Nothing was done, since none of the accounts is the one that was shown.
  case notShown([String])
  /// How far the work in progress has come.
  case progress(Work.Progress)
  /// A message of the work with a number; it falls away unless that is the work in progress.
  indirect case ofWork(Int, ScreenMessage)
  /// The accounts were edited by hand, or not.
  case edited([Phrase], isDone: Bool)
  case cameBack(Phrase?)
  /// Nothing was done.
  case nothing
}
