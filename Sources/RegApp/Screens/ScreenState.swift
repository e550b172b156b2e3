import Accounts
import CommandKit
import Terminal

/// All that the screens know: what is shown, and what is being done. A value, changed by `update`
/// alone and drawn by `view`; neither touches the world.
struct ScreenState: Equatable, Sendable {
  enum Screen: Equatable, Sendable {
    /// Nothing was read yet.
    case opening
    /// Logging in; under a rulebook like `register`, becoming somebody as well.
    case login(Form)
    case registration(Form)
    case profile(ProfileState)
    case edit(Form)
    /// Somebody else changed what is being edited: both are shown, and the person chooses.
    case conflict(ConflictState)
    /// The accounts cannot be used at all; the lines say why.
    case broken([Phrase])
  }

  /// A question that has to be answered before anything else.
  enum Question: Equatable, Sendable { case logOut, dropChanges }

  /// What is said below the screen.
  struct Note: Equatable, Sendable {
    enum Kind: Equatable, Sendable { case word, problem }
    var kind: Kind
    var lines: [Phrase]
  }

  var screen: Screen = .opening {
    didSet { if case .profile(let shown) = screen { profile = shown } }
  }
  /// The profile that was shown last, to which cancelling goes back.
  private(set) var profile: ProfileState?
  var calendar: CalendarPicker?
  var question: Question?
  /// Which page of the keys lies over the screen, counted on round and round; nil: none.
  var helpPage: Int?
  var note: Note?
  /// What is under way; keys go on being taken, but nothing else is begun.
  var busy: Busy?
  /// Counts the readings of the file: what an earlier one found is of no interest any more.
  var reading = 0
  /// Counts the pictures of the spinner.
  var ticks = 0
  let colors: ColorDepth
  let language: Language

  init(colors: ColorDepth, language: Language = .english) {
    self.colors = colors
    self.language = language
  }

  enum Busy: Equatable, Sendable { case loggingIn, registering, saving, loggingOut, reading }

  /// The form that is on the screen, if there is one.
  var form: Form? {
    switch screen {
    case .login(let form), .registration(let form), .edit(let form): form
    case .opening, .profile, .conflict, .broken: nil
    }
  }

  mutating func say(_ line: Phrase) { note = Note(kind: .word, lines: [line]) }
  mutating func complain(_ lines: [Phrase]) { note = Note(kind: .problem, lines: lines) }
}

/// A profile as it is shown.
struct ProfileState: Equatable, Sendable {
  let account: Account
  let openEdit: Edit?
  let rulebook: Rulebook
  let today: CalendarDay

  /// Whether there is more to this rulebook than accounts.
  var hasAlbums: Bool { rulebook.name == Rulebook.albums.name }
}

/// Fields that were changed here and elsewhere, and whose value is to stand.
struct ConflictState: Equatable, Sendable {
  var form: Form
  /// The account as it is in the file now.
  let theirs: Account
  let fields: [Field]
  var keepsMine: Set<Field>
  var focus = 0
}

/// What the accounts are found to be when they are read.
enum Opening: Equatable, Sendable {
  case profile(ProfileState, notes: [Phrase])
  case login(Rulebook, CalendarDay, reason: [Phrase])
  case broken([Phrase])
}

enum ScreenEffect: Sendable {
  case open(Int)
  case logIn(LoginRequest)
  case register(FieldValues, PasswordEntry)
  case save(EditRequest)
  case logOut
  /// Hands the terminal over to the albums.
  case albums
}

enum ScreenMessage: Sendable {
  case opened(Int, Opening)
  /// What was asked for is done; this is what the accounts are now.
  case done(Opening)
  case failed(AccountsError)
  case cameBack(Phrase?)
}
