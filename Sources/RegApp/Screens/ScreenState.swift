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
    /// What was done to the profile's account.
    case history(HistoryState)
    /// What undo would do, and the history from which it was asked for; nil for the profile.
    case undo(UndoState, from: HistoryState?)
  }

  /// A question that must be answered before anything else.
  enum Question: Equatable, Sendable {
    case logOut
    case dropDraft
    case leave(Exit)
  }

  /// Where leaving a form leads.
  enum Exit: Equatable, Sendable {
    case program, profile
    case form(Form)
  }

  struct Note: Equatable, Sendable {
    enum Kind: Equatable, Sendable { case word, problem }
    var kind: Kind
    var lines: [Phrase]
  }

  var screen: Screen = .opening {
    didSet { if case .profile(let shown) = screen { profile = shown } }
  }
  /// Why the accounts cannot be used at all at the moment. Covers the screen, which stays as it is.
  var broken: [Phrase]?
  /// The last profile read, to which cancelling returns.
  var profile: ProfileState?
  var calendar: CalendarPicker?
  var question: Question?
  /// The help page over the screen, counted on without wrapping; nil for none.
  var helpPage: Int?
  var note: Note?
  /// The work in progress; keys are still accepted, but no other work is started.
  var busy: Busy?
  /// Whether to quit once the work in progress is done.
  var quitsWhenDone = false
  /// Whether there is nothing but one form, after which the program quits.
  var isOneForm = false
  var size = Size(columns: 80, rows: 24)
  /// The number of the last read; results of earlier reads are ignored.
  var reading = 0
  /// The spinner's frame counter.
  var ticks = 0
  let colors: ColorDepth
  let language: Language

  init(colors: ColorDepth, language: Language = .english) {
    self.colors = colors
    self.language = language
  }

  enum Busy: Equatable, Sendable {
    case loggingIn, registering, saving, loggingOut, cancelling, undoing
    case reading, readingHistory

    /// Whether it can be given up: it writes nothing.
    var onlyReads: Bool { self == .reading || self == .readingHistory }
  }

  /// Whether the window shows nothing that keys could change.
  var isTooSmall: Bool { Canvas.isTooSmall(size) }

  var form: Form? {
    if case .form(let form) = screen { return form }
    return nil
  }

  /// The form that leaving would drop.
  var openForm: Form? {
    if case .conflict(let conflict) = screen { return conflict.form }
    return form
  }

  mutating func say(_ line: Phrase) { say([line]) }
  mutating func say(_ lines: [Phrase]) { note = Note(kind: .word, lines: lines) }
  mutating func complain(_ lines: [Phrase]) { note = Note(kind: .problem, lines: lines) }
}

struct ProfileState: Equatable, Sendable {
  let account: Account
  let openEdit: Edit?
  let rulebook: Rulebook
  let today: CalendarDay
  /// Whether it was asked for by name, as an administrator does.
  var isOfOther = false

  /// A form that edits the account.
  var editForm: Form {
    .edit(account, open: openEdit, isOfOther: isOfOther, under: rulebook, today: today)
  }

  /// Whether this rulebook offers more than accounts.
  var hasAlbums: Bool { rulebook.name == Rulebook.albums.name }
}

/// Fields that were changed both here and elsewhere, and which value to keep.
struct ConflictState: Equatable, Sendable {
  var form: Form
  /// The account as it is in the file now.
  let theirs: Account
  let fields: [Field]
  var keepsMine: Set<Field>
  var focus = 0
}

/// The result of reading the accounts.
struct Opening: Equatable, Sendable {
  enum Place: Equatable, Sendable {
    case profile(ProfileState)
    case login(Rulebook, CalendarDay, reason: [Phrase])
    case broken([Phrase])
  }

  let place: Place
  /// What happened before; shown wherever this leads.
  var notes: [Phrase] = []
}

enum ScreenEffect: Sendable {
  case open(Int)
  case submit(FormEffect)
  case logOut
  /// Drops the open edit.
  case dropDraft
  /// Reads what was done to an account, up to so many changes.
  case readHistory(String, limit: Int)
  /// Finds out what undo would do.
  case lookAtUndo
  /// Takes the newest change back, if it still is the one of this number.
  case undo(Int)
  /// Hands the terminal over to the albums program.
  case albums
}

enum ScreenMessage: Sendable {
  case opened(Int, Opening)
  /// The request succeeded; this is the state of the accounts now.
  case done(Opening)
  case failed(AccountsError)
  /// Logging in would create an account: the password must be typed again.
  case isNew
  case history(HistoryState)
  case undoLook(UndoState)
  case cameBack(Phrase?)
}
