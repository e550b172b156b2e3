import AccountsFile
import CommandKit
import Terminal

/// Leaving a screen or the program, and the questions before what cannot be taken lightly.
extension ScreenState {
  /// Quits, but not before what is being written, and asks if something typed would be lost.
  mutating func quit() -> [Action] {
    over.remove(.prompt, .palette, .help, .refusal, .generated)
    forgetsKeys = true
    if busy?.onlyReads == false {
      quitsWhenDone = true
      return []
    }
    return leave(for: .program)
  }

  /// Handles Ctrl+C; returns whether to go on. It asks and waits where Ctrl+Q does, but only once: at
  /// the question, or while what is being written is waited for, it ends the program.
  mutating func interrupt() -> Bool {
    // Whoever copies what is shown only here may press it.
    if generated != nil { return true }
    if quitsWhenDone || question?.answer == .leave(.program) { return false }
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

  private mutating func go(to exit: Exit) -> [Action] {
    switch exit {
    case .program: return [.quit]
    case .back: return isOneForm ? [.quit] : goBehind()
    case .form(let next):
      note = nil
      screen = .form(next)
      return []
    }
  }

  mutating func goBack() -> [Action] {
    switch screen {
    case .form(let form): return press(.cancel, of: form)
    case .accounts(let accounts) where accounts.isNarrowing || !accounts.input.text.isEmpty:
      return endNarrowing(keeping: false)
    case .check(let check) where check.isNarrowing || !check.input.text.isEmpty:
      return endNarrowing(keeping: false)
    default: return leave(for: .back)
    }
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
    switch key {
    case .left, .right, .tab, .backTab: self.question?.choosesYes.toggle()
    case .enter where !question.choosesYes: self.question = nil
    case _ where key.writes(Self.yes), .enter:
      self.question = nil
      switch question.answer {
      case .logOut: return [.perform(.logOut)]
      case .dropDraft: return [.perform(.dropDraft(of: account))]
      case .leave(let exit): return go(to: exit)
      case .run(let operation): return [.perform(.run(operation, on: question.accounts ?? []))]
      }
    case _ where key.writes(Self.no), .escape: self.question = nil
    default: break
    }
    return []
  }
}

extension ScreenState.Question {
  static let logOut = Self(
    title: Phrase("Log out\(as: "a title")"), text: Phrase("Log out? The account stays."),
    yes: Phrase("log out").title, no: .cancel, destroys: false, answer: .logOut, choosesYes: true)

  static let dropDraft = discard(Phrase("Discard the open edit?"), .dropDraft)

  /// Whether to leave what was typed.
  init(to exit: ScreenState.Exit) {
    self = .discard(Phrase("Discard what you typed?"), .leave(exit))
  }

  private static func discard(_ text: Phrase, _ answer: Answer) -> Self {
    Self(
      title: Phrase("Discard\(as: "a title")"), text: text, yes: Phrase("Discard"),
      no: .keep, destroys: true, answer: answer, choosesYes: false)
  }

  /// Whether to do something to accounts.
  init(_ asked: Operation.Confirmation, _ operation: Operation, _ accounts: [SeenAccount]) {
    self.init(
      title: asked.title, text: asked.text(accounts.map(\.name)), yes: asked.yes, no: asked.no,
      destroys: asked.destroys, accounts: operation.isOfFile ? nil : accounts,
      answer: .run(operation), choosesYes: !asked.destroys)
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
