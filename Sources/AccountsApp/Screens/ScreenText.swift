import AccountsFile
import CommandKit

enum ScreenText {
  // MARK: Titles and buttons

  static func title(_ form: Form) -> Phrase {
    switch form.purpose {
    case .logIn: form.rulebook.registersAtLogin ? register : logIn
    case .renew: Phrase("new password").title
    case .register: form.isOfOther ? Phrase("Add an account") : register
    case .edit where form.isOfPassword: Phrase("New password of \(visible(form.accountName ?? ""))")
    case .edit: Phrase("edit").title
    }
  }

  private static let register = Phrase("Register")
  private static let logIn = Phrase("Login")

  static let toLeave = Phrase("back")

  static func name(_ button: Form.Button, of form: Form) -> Phrase {
    switch (button, form.purpose) {
    case (.submit, .logIn), (.submit, .renew): Phrase("LOGIN")
    case (.submit, .register) where form.isOfOther: Phrase("ADD")
    case (.submit, .register): Phrase("REGISTER")
    case (.submit, .edit): Phrase("save").title
    case (.toRegistration, _): Phrase("Sign in / Register")
    case (.toLogin, _): logIn
    case (.cancel, _): .cancel
    }
  }

  static func isOff(_ form: Form, _ reason: Phrase) -> Phrase {
    Phrase("\(name(.submit, of: form)) is off: \(reason)")
  }

  // MARK: Fields

  /// The label of the second field of a new password.
  static let again = Phrase("Again:")

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
    let month = [
      Phrase("January"), Phrase("February"), Phrase("March"), Phrase("April"), Phrase("May"),
      Phrase("June"), Phrase("July"), Phrase("August"), Phrase("September"), Phrase("October"),
      Phrase("November"), Phrase("December"),
    ][day.month - 1]
    return Phrase("\(month) \(day.year)")
  }

  // MARK: Questions

  /// The answers to a question, for a window too small for buttons. Ctrl+C is answered at once, so
  /// that no question keeps anyone in.
  static func answers(to question: ScreenState.Question) -> Phrase {
    let (yes, no) = question.chosen == .yes ? (", Enter", "") : ("", ", Enter")
    let leaves = question.answer == .leave(.program) ? ", ^C" : ""
    return Phrase("[Y\(yes + leaves)] yes   [N, Esc\(no)] no")
  }

  // MARK: The accounts cannot be used

  static let brokenTitle = Phrase("The accounts cannot be used")

  static let opening = Operation.Busy.reading.words

  // MARK: The list of accounts

  static let accounts = Phrase("accounts").title
  static let showAll = Phrase("show all")

  static let stopped = Phrase("stopped: nothing was changed").sentence

  /// How far work has come: the numbers, for which there is always room, and a bar.
  static func progress(_ progress: Work.Progress) -> Phrase {
    let bar = ProgressBar.bar(progress.done, of: progress.total, width: 20)
    return Phrase(", \(progress.done) of \(progress.total) [\(bar)]")
  }

  // MARK: What has happened

  /// To how many of several accounts something was done, and to how many it was not.
  static func done(to done: Int, of count: Int) -> Phrase {
    Phrase("Done to \(done) of \(count, "account"), not to \(count - done).")
  }
  /// Why it was not done to some, each with its name.
  static func leftAlone(_ reasons: [Phrase]) -> Phrase {
    Phrase("Left alone: \(Phrase.listed(reasons, atMost: 5, separator: "; ")).")
  }
  static func doneToNone(of count: Int, _ reasons: [Phrase]) -> [Phrase] {
    [Phrase("Done to none of \(count, "account")."), leftAlone(reasons)]
  }

  static let changedElsewhere = Phrase(
    "The account was changed elsewhere; this is what is saved now.")
  static func isGone(_ name: String) -> Phrase {
    Phrase("\(visible(name)) was renamed or removed elsewhere.")
  }
  /// A problem, with the account of several that it is of.
  static func words(of problem: Problem) -> Phrase {
    guard let account = problem.account else { return problem.message }
    return Phrase(same: "\(visible(account)): ") + problem.message
  }
}

extension AccountsError {
  /// The accounts of several that keep something from being done to all, each with why; none if it
  /// is refused for another reason.
  var refusals: [(name: String, words: Phrase)] {
    let found: [(name: String?, words: Phrase)] =
      switch self {
      case .cannotInvite(let accounts): accounts.map { ($0.name, $0.words) }
      case .invalid(let problems), .accountClosed(let problems):
        problems.map { ($0.account, ScreenText.words(of: $0)) }
      default: []
      }
    var names: Set<String> = []
    let refusals = found.compactMap { name, words in
      name.flatMap { names.insert($0).inserted ? (name: $0, words: words) : nil }
    }
    return found.contains { $0.name == nil } ? [] : refusals
  }
}

/// The history of an account, and undo.
extension ScreenText {
  static let readingDetail = Phrase("reading the account…")
  static func title(_ history: HistoryState) -> Phrase {
    history.isOfAll ? Phrase("All changes") : Phrase("history").title
  }
  static let noChanges = Phrase("no changes are recorded").sentence
  static func undone(_ entries: [HistoryEntry]) -> Phrase {
    if entries.count > 3 {
      return Phrase("undid \(entries.count, "change")").sentence
    }
    let changes = entries.map { entry in
      Phrase(same: "\(entry.number ?? 0) (") + entry.summary + Phrase(same: ")")
    }.joined(separator: ", ")
    return Phrase("Undid change \(changes).")
  }

  /// A change, with what it did to the accounts that it holds.
  static func words(
    of entry: HistoryEntry, _ localTime: LocalTime, isOfOne: Bool = true
  ) -> ChangeWords {
    ChangeWords(
      headline: (parts(of: entry, localTime) + [entry.summary + entry.session])
        .joined(separator: " · "),
      lines: entry.details(isOfOne: isOfOne), number: entry.number, isUndone: entry.isUndone)
  }

  /// A change beside its account: its effects on that account or, if there are none, its summary.
  static func briefly(of entry: HistoryEntry, _ localTime: LocalTime) -> ChangeWords {
    let lines = entry.details(isOfOne: true)
    return ChangeWords(
      headline: parts(of: entry, localTime).joined(separator: " · "),
      lines: lines.isEmpty ? [entry.summary] : lines)
  }

  private static func parts(of entry: HistoryEntry, _ localTime: LocalTime) -> [Phrase] {
    entry.head(localTime).filter { !$0.isEmpty }.map { Phrase(same: $0) }
  }
}
