import AccountsFile
import CommandKit

enum ScreenText {
  // MARK: Titles and buttons

  static func title(_ form: Form) -> Phrase {
    switch form.purpose {
    case .logIn: form.rulebook.registersAtLogin ? register : logIn
    case .renew: Phrase("New password")
    case .register: form.isOfOther ? add : register
    case .edit where form.isOfPassword: Phrase("New password of \(visible(form.accountName ?? ""))")
    case .edit: Phrase("Edit")
    }
  }

  static let add = Phrase("Add an account")
  private static let register = Phrase("Register")
  private static let logIn = Phrase("Login")

  /// Says that the login creates the account that it does not find.
  static func createsAccount(_ key: Field) -> Phrase {
    key == .email
      ? Phrase("An email that is not known yet gets an account.")
      : Phrase("A name that is not known yet gets an account.")
  }

  static let userInfo = Phrase("User Info")
  static let toLeave = Phrase("back")
  static let cancel = Phrase("Cancel")
  static let save = Phrase("Save")
  /// Where a profile leads, each with its key.
  static let toBack = Phrase("[B]ack")
  static let toEdit = Phrase("[E]dit")

  static func name(_ button: Form.Button, of form: Form) -> Phrase {
    switch (button, form.purpose) {
    case (.submit, .logIn), (.submit, .renew): Phrase("LOGIN")
    case (.submit, .register) where form.isOfOther: Phrase("ADD")
    case (.submit, .register): Phrase("REGISTER")
    case (.submit, .edit): save
    case (.toRegistration, _): Phrase("Sign in / Register")
    case (.toLogin, _): logIn
    case (.cancel, _): cancel
    }
  }

  static let atNextLogin = Phrase("at the next login")
  /// Why a login asks for a new password.
  static let mustChange = Phrase("The password must be changed: choose a new one.")
  static let spaceToggles = Phrase("Space sets it and takes it away.")

  static func isOff(_ form: Form, _ reason: Phrase) -> Phrase {
    Phrase("\(name(.submit, of: form)) is off: \(reason)")
  }

  // MARK: Fields

  /// A date, with a letter for each digit that is not typed yet.
  static let dateForm = Phrase("YYYY-MM-DD")
  static let unchanged = Phrase("unchanged")
  static let toBeGenerated = Phrase("will be generated")
  static let isGeneratedLater = Phrase(
    "The password will be generated, and shown once the account is there. ^G: type it after all.")
  /// The label of the second field of a new password.
  static let again = Phrase("Again:")
  static let typeAgain = Phrase(
    "The same password again, so that no slip of a finger locks you out.")
  static let emptyKeeps = Phrase("Left empty, the password stays as it is.")

  static func optional(_ form: Phrase) -> Phrase {
    Phrase("\(form). May be left empty.")
  }

  static let strength = Phrase("Strength:")

  static func words(_ strength: PasswordStrength) -> Phrase {
    switch strength {
    case .veryWeak: Phrase("very weak")
    case .weak: Phrase("weak")
    case .fair: Phrase("fair")
    case .strong: Phrase("strong")
    case .veryStrong: Phrase("very strong")
    }
  }

  static func item(_ rule: FieldRule) -> Phrase {
    switch rule {
    case .maximumCharacters(let count): Phrase("at most \(count)")
    case .bcryptBytes: item(.maximumBytes(HashScheme.bcrypt.maximumBytes))
    case .maximumBytes(let count): Phrase("at most \(count) bytes")
    case .notOnBlocklist: Phrase("not a common one")
    case .notOwnNames: Phrase("not your own names")
    case .minimumCharacters(let count): atLeast(.characters(count))
    case .minimumLetters(let count): atLeast(.letters(count))
    case .minimumDigits(let count): atLeast(.digits(count))
    case .minimumLowercase(let count): atLeast(.lowercaseLetters(count))
    case .minimumUppercase(let count): atLeast(.uppercaseLetters(count))
    case .onlyLettersAndDigits: Phrase("letters and digits only")
    default: rule.message(of: Field.password.name)
    }
  }

  private static func atLeast(_ amount: Phrase) -> Phrase {
    Phrase("\(amount)\(as: "at least")")
  }

  // MARK: The calendar

  static func month(_ day: CalendarDay) -> Phrase {
    let month = months[day.month - 1]
    return Phrase("\(month) \(day.year)")
  }

  private static let months = [
    Phrase("January"), Phrase("February"),
    Phrase("March"), Phrase("April"), Phrase("May"),
    Phrase("June"), Phrase("July"), Phrase("August"),
    Phrase("September"), Phrase("October"),
    Phrase("November"), Phrase("December"),
  ]

  static let weekdays = [
    Phrase("Mo"), Phrase("Tu"), Phrase("We"), Phrase("Th"),
    Phrase("Fr"), Phrase("Sa"), Phrase("Su"),
  ]

  static func bounds(_ range: ClosedRange<CalendarDay>) -> Phrase {
    let (first, last) = (range.lowerBound, range.upperBound)
    return Phrase("from \(first) to \(last)")
  }

  static func typed(_ text: String) -> Phrase { Phrase("typed: \(text)") }

  // MARK: Questions

  static let keep = Phrase("Keep")

  /// The answers to a question, for a window too small for buttons. Ctrl+C is answered at once, so that no
  /// question keeps anyone in.
  static func answers(to question: ScreenState.Question, choosesYes: Bool) -> Phrase {
    let (yes, no) = choosesYes ? (", Enter", "") : ("", ", Enter")
    let leaves = question.answer == .leave(.program) ? ", ^C" : ""
    return Phrase("[Y\(yes + leaves)] yes   [N, Esc\(no)] no")
  }

  // MARK: Albums

  static let noAlbums = Phrase(
    "regapp-albums was not found: install the Debian package regapp-albums, or build it."
  )

  static func albumsEnded(_ code: Int32) -> Phrase {
    Phrase("regapp-albums exited with code \(code).")
  }

  // MARK: Conflicts

  static let conflictTitle = Phrase("Changed on both sides")
  static let mine = Phrase("yours")
  static let theirs = Phrase("theirs")
  /// Shown instead of passwords.
  static let typedHere = Phrase("what you typed")
  static let anotherOne = Phrase("another one")

  // MARK: The accounts cannot be used

  static let brokenTitle = Phrase("The accounts cannot be used")
  static let mend = Phrase("Put that right, then read them again. Nothing was changed.")

  static let opening = ScreenState.Busy.reading.words
}
