import Accounts

/// The words of the screens.
package enum ScreenText {
  static let email = "Email"

  // MARK: Titles and buttons

  static func title(_ form: Form) -> String {
    switch form.purpose {
    case .logIn: form.rulebook.registersAtLogin ? "Register" : "Login"
    case .register: "Register"
    case .edit: "Edit"
    }
  }

  static let userInfo = "User Info"
  static let back = "Back"
  static let edit = "Edit"
  static let cancel = "Cancel"
  static let save = "Save"
  static let albums = "Albums"

  static func name(_ button: Form.Button, of form: Form) -> String {
    switch (button, form.purpose) {
    case (.submit, .logIn): "LOGIN"
    case (.submit, .register): "REGISTER"
    case (.submit, .edit): save
    case (.toRegistration, _): "Sign in / Register"
    case (.toLogin, _): "Login"
    case (.cancel, _): cancel
    }
  }

  /// Why a button cannot be pressed.
  static func isOff(_ form: Form, _ reason: String) -> String {
    "\(name(.submit, of: form)) is off: \(reason)"
  }

  // MARK: Fields

  static let unchanged = "unchanged"
  static let strength = "Strength:"

  static func words(_ strength: PasswordStrength) -> String {
    switch strength {
    case .veryWeak: "very weak"
    case .weak: "weak"
    case .fair: "fair"
    case .strong: "strong"
    case .veryStrong: "very strong"
    }
  }

  /// A rule of a password as a line of a list to be ticked off.
  static func item(_ rule: Rule) -> String {
    switch rule {
    case .minimumCharacters(let count): counted(count, "character")
    case .minimumLetters(let count): counted(count, "letter")
    case .minimumDigits(let count): counted(count, "digit")
    case .minimumLowercase(let count): counted(count, "lower-case letter")
    case .minimumUppercase(let count): counted(count, "upper-case letter")
    case .onlyLettersAndDigits: "letters and digits only"
    default: rule.message(of: Field.password.name)
    }
  }

  static func age(_ age: Int) -> String { "age \(age)" }

  // MARK: The calendar

  static func month(_ day: CalendarDay) -> String {
    let names = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    return "\(names[day.month - 1]) \(day.year)"
  }

  static let weekdays = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]

  static func bounds(_ range: ClosedRange<CalendarDay>) -> String {
    "from \(range.lowerBound) to \(range.upperBound)"
  }

  static func typed(_ text: String) -> String { "typed: \(text)" }

  // MARK: Keys

  /// A key and what it does, as the last line of the screen tells them.
  package struct Hint: Equatable, Sendable {
    let key: String
    let does: String
    /// Whether it stays where there is no room for all.
    let isKept: Bool

    package init(_ key: String, _ does: String, isKept: Bool = false) {
      (self.key, self.does, self.isKept) = (key, does, isKept)
    }
  }

  static func hints(_ form: Form) -> [Hint] {
    var hints: [Hint] = []
    switch form.focusedRow?.field {
    case .password?:
      hints.append(Hint("^T", form.focusedRow?.isRevealed == true ? "hide" : "show"))
    case .birthDate?: hints.append(Hint("Space", "calendar"))
    default: break
    }
    if case .edit = form.purpose {
      hints += [Hint("^S", "save"), Hint("Esc", "cancel")]
    } else {
      let isLast = form.focus + 1 == form.rows.count || form.focusedButton != nil
      hints.append(Hint("Enter", isLast ? "go" : "next"))
      if form.buttons.contains(.toRegistration) { hints.append(Hint("^R", "register")) }
      if form.buttons.contains(.toLogin) { hints.append(Hint("^L", "login")) }
    }
    return hints + [Hint("Tab", "move"), help, quit]
  }

  package static let help = Hint("F1", "help", isKept: true)
  package static let quit = Hint("^Q", "quit", isKept: true)

  static func hints(_ profile: ProfileState) -> [Hint] {
    var hints = [Hint("E", "edit"), Hint("B", "back")]
    if profile.hasAlbums { hints.append(Hint("A", "albums")) }
    return hints + [Hint("R", "read again"), help, Hint("Q", "quit", isKept: true)]
  }

  static let calendarHints = [
    Hint("Enter", "choose"), Hint("Esc", "keep"), Hint("Arrows", "day"),
    Hint("PgUp/PgDn", "month"), Hint("[ ]", "year"),
  ]
  static let conflictHints = [
    Hint("Enter", "go on"), Hint("M", "mine"), Hint("T", "theirs"), Hint("Up/Down", "field"),
  ]
  static let brokenHints = [Hint("R", "read again"), help, Hint("Q", "quit", isKept: true)]
  static let questionHints = [Hint("Y", "yes"), Hint("N", "no")]

  /// The head of the keys, of which there may be several pages.
  static func helpTitle(_ page: Int, of pages: Int) -> String {
    pages == 1 ? "Keys" : "Keys \(page)/\(pages)"
  }
  static let helpLines = [
    ("Tab, Down", "the next field or button"),
    ("Shift+Tab, Up", "the one before"),
    ("Enter", "the next field; on the last, or a button: do it"),
    ("Left, Right", "in the text; Home and End to its ends"),
    ("^U, ^W, ^K", "delete to the start, a word, to the end"),
    ("^T", "show or hide the password"),
    ("Space", "the calendar, in a birth date"),
    ("[ ], PgUp, PgDn", "in the calendar: a year, a month"),
    ("^S, Esc", "save or cancel an edit"),
    ("^R, ^L", "to registration, to login"),
    ("^Z", "to the shell; fg comes back"),
    ("^Q, ^C", "quit; nothing is logged out"),
  ]
  package static let helpHints = [Hint("Space", "more"), Hint("any key", "closes this")]

  // MARK: Questions

  static func question(_ question: ScreenState.Question) -> String {
    switch question {
    case .logOut: "Log out? The account stays."
    case .dropChanges: "Drop your changes?"
    }
  }

  static let yesNo = "[Y] yes   [N] no"

  // MARK: What happened

  static func busy(_ busy: ScreenState.Busy) -> String {
    switch busy {
    case .loggingIn: "logging in"
    case .registering: "making the account"
    case .saving: "saving"
    case .loggingOut: "logging out"
    case .reading: opening
    }
  }

  static let changedInFile = "The file was changed meanwhile; this is what it says now."
  static func otherAccount(_ email: String) -> String {
    "The file opens another account now; what you typed for \(visible(email)) was not saved."
  }
  static let nothingChanged = "Nothing to change."
  static let chosen = "Chosen; save when you are ready."
  static let severalFit = "Several people share this name and password: give the email too."
  static let nobodyRegistered = "Nobody is registered yet: register the first one."

  static func saved(_ edit: Edit) -> String {
    "Saved: \(edit.fields.map(\.name).joined(separator: ", "))."
  }

  static func words(of notices: [Notice]) -> [String] {
    notices.map { notice in
      switch notice {
      case .created(let email): "Created account \(visible(email))."
      case .notSealed(let error):
        "The password in the file could not be made a hash: \(reason(error))"
      case .editNotCarried(let error):
        "The open edit still holds the old password: \(reason(error))"
      case .mayNotSurvivePowerCut: "Written, but it may not survive a power cut."
      }
    }
  }

  static func uncounted(_ error: AccountsError) -> String {
    "Failed logins are not counted here: \(reason(error))"
  }

  static func editUnknown(_ error: AccountsError) -> String {
    "It cannot be told whether an edit is open: \(reason(error))"
  }

  private static func reason(_ error: AccountsError) -> String { lines(of: error).first ?? "" }

  /// An error as the screens tell it: its lines, each problem of a file with its place.
  static func lines(of error: AccountsError) -> [String] {
    let text = ErrorText(error)
    guard let placed = text.placed else {
      switch error {
      case .disk, .conflict: return text.lines + (text.hint.map { [$0] } ?? [])
      default: return text.lines
      }
    }
    return placed.problems.map { problem in
      let place = problem.place.map { ":\($0.line):\($0.column)" } ?? ""
      return "\(visible(placed.path))\(place): \(problem.message)"
    }
  }

  /// Why nobody is logged in; nothing where there is nothing strange about it.
  static func reason(_ reason: AccountsError.NotLoggedIn, _ rulebook: Rulebook) -> [String] {
    switch reason {
    case .nobodyRegistered: rulebook.registersAtLogin ? [] : [nobodyRegistered]
    case .neverLoggedIn, .loggedOut: []
    case .accountGone, .sessionBroken: ErrorText(.notLoggedIn(reason)).lines
    }
  }

  // MARK: Albums

  static let noAlbums =
    "regapp-albums is not there: build it with swift build, or install it beside regapp."

  static func albumsEnded(_ code: Int32) -> String { "regapp-albums ended with \(code)." }

  // MARK: Conflicts

  static let conflictTitle = "Changed on both sides"
  static let mine = "yours"
  static let theirs = "in the file"
  static let nothing = "nothing"
  static let typedHere = "what you typed"
  static let anotherOne = "another one"

  // MARK: The file cannot be used

  static let brokenTitle = "The accounts cannot be used"
  static let mend = "Mend the file, then read it again. It was not written."

  static func tooSmall(_ columns: Int, _ rows: Int) -> String {
    "Window too small (need \(columns)×\(rows))"
  }
  static let opening = "reading the accounts"
  static let more = "more"
}
