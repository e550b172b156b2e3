import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// Leaving a screen or the program, and the questions before what cannot be taken lightly.
extension ScreenState {
  /// Quits, but not before what is being written, and asks if something typed would be lost.
  mutating func quit() -> [Action] {
    // Of a form, which may have to be asked about.
    over.removeAll(but: .calendar, .question)
    forgetsKeys = true
    if busy?.onlyReads == false {
      work?.next = .quits
      return []
    }
    return leave(for: .program)
  }

  /// Handles Ctrl+C; returns whether to go on. It asks and waits where Ctrl+Q does, but only once:
  /// at the question, or while a write is waited for, it ends the program.
  mutating func interrupt() -> Bool {
    // People who copy what is shown only here may press it.
    if generated != nil { return true }
    if work?.next == .quits || question?.answer == .leave(.program) { return false }
    return quit().isEmpty
  }

  /// Leaves the open form, asking first if something would be lost.
  mutating func leave(for exit: Exit) -> [Action] {
    let isLosing =
      if case .form(let next) = exit { openForm.map { !next.holds($0) } } else {
        openForm?.isChanged
      }
    guard isLosing != true else {
      question = Question(to: exit)
      return []
    }
    return go(to: exit)
  }

  /// The place that follows a form that is cancelled.
  func exit(from form: Form) -> Exit {
    switch form.purpose {
    case .edit: .back
    case .renew: .form(.logIn(under: form.rulebook, today: form.today))
    case .register where form.isOfOther: .back
    case .register: .form(moved(from: form, to: Form.logIn))
    case .logIn: .program
    }
  }

  mutating func go(to exit: Exit) -> [Action] {
    switch exit {
    case .program:
      // A write is not left in the middle.
      guard let work, !work.kind.onlyReads else { return [.quit] }
      self.work?.next = .quits
      return []
    case .back: return isOneForm ? [.quit] : goBehind()
    case .form(let next):
      note = nil
      screen = .form(next)
      return []
    }
  }

  mutating func goBack() -> [Action] {
    switch screen {
    case .form(let form): return leave(for: exit(from: form))
    case .accounts(let accounts) where accounts.isNarrowed: return showAll()
    case let list where list.search?.isShown == true: return showAll()
    default: return leave(for: .back)
    }
  }

  /// Shows the screen behind this one as it was, and says what was done.
  mutating func goBehind(saying words: [Phrase]) -> [Action] {
    let actions = goBehind()
    reading.showsOwnChange = true
    say(words)
    return actions
  }

  /// Shows the screen behind this one as it was; a read follows.
  mutating func goBehind() -> [Action] {
    guard let last = behind.popLast() else { return [.quit] }
    note = nil
    screen = last
    if isOfAccounts { account = nil }
    return read()
  }

  // MARK: Questions

  mutating func answer(_ question: Question, _ key: Key) -> [Action] {
    guard ScreenLayout(self, size: size).showsAnswers else { return [] }
    let letter = question.hasLetters ? key : nil
    switch key {
    case .right, .tab: self.question?.choose(1)
    case .left, .backTab: self.question?.choose(-1)
    case .enter where question.chosen == .yes: return agree(question.answer, to: question)
    case .enter where question.chosen == .other:
      return question.other.map { agree($0.answer, to: question) } ?? []
    case _ where letter?.writes(Self.yes) == true: return agree(question.answer, to: question)
    case _ where letter?.writes(Self.no) == true, .enter, .escape:
      self.question = nil
    default: break
    }
    return []
  }

  private mutating func agree(_ answer: Question.Answer, to question: Question) -> [Action] {
    self.question = nil
    return switch answer {
    case .logOut(let name): start(.logOut(name))
    case .dropDraft(let edit): start(.dropDraft(edit, of: account))
    case .leave(let exit): go(to: exit)
    case .run(let operation, let typed):
      start(
        .run(operation, typed, on: question.accounts ?? [], leavingOut: question.leftOut),
        after: question.sent)
    }
  }
}

extension ScreenState.Question {
  /// The buttons in their order, with the choice that each stands for.
  var choices: [(choice: Choice, words: Phrase)] {
    [(.yes, yes)] + (other.map { [(.other, $0.words)] } ?? []) + [(.no, no)]
  }

  /// The place of the chosen one among the buttons.
  var focus: Int { choices.firstIndex { $0.choice == chosen } ?? 0 }

  /// Marks the next answer, or the one before, in a circle.
  fileprivate mutating func choose(_ step: Int) {
    let all = choices
    chosen = all[(focus + step + all.count) % all.count].choice
  }

  /// Whether to end the session of an account.
  static func logOut(_ profile: ProfileState) -> Self {
    Self(
      title: Phrase("Log out\(as: "a title")"),
      text: Phrase("Log out \(visible(profile.name))? The account stays."),
      yes: Phrase("log out").title, no: .cancel, destroys: false,
      answer: .logOut(profile.account.nameKey))
  }

  /// Whether to quit, if a letter asked for it: it may have been that of a name.
  static let quit = Self(
    title: KitText.quit.does.title, text: Phrase("Quit regapp? Nobody is logged out."),
    yes: KitText.quit.does.title, no: .cancel, destroys: false, answer: .leave(.program))

  /// Whether to discard the open edit of an account.
  static func dropDraft(_ edit: EditDraft, of profile: ProfileState) -> Self {
    discard(Phrase("Discard the open edit of \(visible(profile.name))?"), .dropDraft(edit))
  }

  /// Whether to leave the typed text.
  init(to exit: ScreenState.Exit) {
    self = .discard(Phrase("Discard what you typed?"), .leave(exit))
    hasLetters = true
  }

  private static func discard(_ text: Phrase, _ answer: Answer) -> Self {
    Self(
      title: Phrase("Discard\(as: "a title")"), text: text, yes: Phrase("Discard"),
      no: .keep, destroys: true, answer: answer)
  }

  /// Whether to do something to accounts, with the text typed for it.
  ///
  /// - Parameter leftOut: why it is not done to others that were marked with them.
  init(
    _ asked: Operation.Confirmation, _ operation: Operation, _ accounts: [AccountRef],
    leavingOut leftOut: [Phrase] = [], typed: String? = nil
  ) {
    let concerned = Operation.Concerned(
      names: accounts.map(\.name), marked: accounts.count + leftOut.count)
    let text = asked.text(concerned, typed ?? "")
    let names = Phrase("Accounts: \(Phrase.names(concerned.names)).")
    self.init(
      title: asked.title,
      text: concerned.isOne ? text : text + Phrase(same: " ") + names,
      yes: asked.yes, no: asked.no,
      destroys: asked.destroys, accounts: accounts, leftOut: leftOut,
      answer: .run(operation, typed),
      other: asked.other.map { .init(words: $0.words, answer: .run($0.operation(), nil)) })
  }
}

// MARK: Answer letters

extension ScreenState {
  // In both languages, and on the same keys of a Russian layout unless they mean something else
  // there.
  fileprivate static let yes = "yд"
  fileprivate static let no = "nнт"
  static let mine = "mмь"
  static let theirs = "tте"
}

extension Key {
  /// Whether the key types one of the letters, in either case.
  func writes(_ letters: String) -> Bool {
    guard case .character(let character) = name, modifiers.isEmpty else { return false }
    return letters.contains(character.lowercased())
  }
}
