// Typing in the search does not wait, nor does Ctrl+Q if no key waits before it. Rows name the
// search that they answer, and keys wait while that is not the present one. If a form, a question
// or a screen does not come, the keys typed for it are dropped until Esc, which nobody types into a
// text. Keys do not wait for the account that is read to be shown beside the list. An answer goes
// to the screen that asked; only the session's own profile, and a login with nothing typed, follow
// the session.

import CommandKit
import ScreenKit
import Terminal

/// Decides which keys wait in the loop until the screen shows the result of the keys before them,
/// so that they concern the same account as if the user had waited. Also decides which keys answer
/// something that must be seen first.
extension ScreenState {
  /// Whether something was asked for that is not shown yet.
  var isWaiting: Bool {
    guard broken == nil else { return false }
    if busy != nil { return true }
    return switch screen {
    case .opening: true
    case .accounts(let accounts): accounts.isWaiting
    case .form, .profile, .conflict, .history, .undo: false
    }
  }

  /// Returns the fate of a key, or of pasted text.
  func answer(to event: InputEvent) -> KeyAnswer {
    if event == .key(.brokenEscape) { return isAsked ? .means([.key(.escape)]) : .repeats }
    if !isTooSmall, case .actions? = top, let answer = answerInList(to: event) { return answer }
    if !isTooSmall, !isCovered, work?.mayStop == true, case .key(let key) = event {
      if key == .escape, work?.canStop == true { return .stops }
      // Both count, in any order.
      if key == Self.escapeAndQuit, let keys = KeyAnswer.escapeFirst(key) { return keys }
    }
    if !isTooSmall, mustWait(for: event) { return sendsAgain(event) ? .repeats : .waits }
    if case .key(let key) = event, let keys = parts(of: key) { return keys }
    if event == .key(.escape), isAsked, generated == nil { return .leaves }
    return answers(event) ? .answers : .acts
  }

  private static let escapeAndQuit = Key(.character("q"), [.control, .alt])

  /// Whether something lies over the screen that takes the keys. A refusal only drops them.
  private var isCovered: Bool { over.all.contains { $0.kind != .refusal } }

  /// Whether keys have to wait.
  private func mustWait(for event: InputEvent) -> Bool {
    guard isWaiting, event != .key(.control("q")) else { return false }
    return !isCovered && !isAtOnce(event)
  }

  /// Whether a key acts on nothing that is still to come.
  private func isAtOnce(_ event: InputEvent) -> Bool {
    // A key that changes the rows waits for the operation on all of them.
    var (isFree, isNarrowing) = (busy == nil, false)
    if isFree, let accounts = screen.accounts {
      isFree = accounts.marking == nil
      isNarrowing = isFree && accounts.search.isTyping
    }
    guard case .key(let key) = event else { return isNarrowing }
    guard let action = offer(for: key)?.action else {
      return isFree && screen.accounts?.search.takes(key) == true
    }
    switch action {
    // On a form that is still to come a letter is text.
    case .quit, .help: return pendingAccount?.next == nil
    case .back, .narrow: return isFree
    case .open: return isNarrowing
    default: return false
    }
  }

  /// Whether a question, a look or a calendar takes the keys: Esc leaves it, with any key behind
  /// it.
  private var isAsked: Bool {
    if isTooSmall { return ScreenLayout(self, size: size).showsAnswers }
    return switch top {
    case .question, .calendar, .generated: true
    case nil:
      switch screen {
      case .undo, .conflict: broken == nil
      case .opening, .form, .profile, .history, .accounts: false
      }
    case .prompt, .actions, .refusal: false
    }
  }

  /// The keys of which a key with Alt consists; nil if it is one. In a text some mean something; all
  /// others mean nothing, and nobody types them.
  private func parts(of key: Key) -> KeyAnswer? {
    let isLine = prompt != nil || isTypingSearch
    if !isAsked {
      if key == .escapeTab, isLine || form != nil { return .means([.key(.backTab)]) }
      if isLine || form?.focusedRow != nil, TextInput.isBound(key) { return nil }
    }
    return .escapeFirst(key)
  }

  /// Whether a key only submits again what is on its way already. If that generates a password, the
  /// key was typed for it.
  private func sendsAgain(_ event: InputEvent) -> Bool {
    guard let busy, !busy.onlyReads, busy != Operation.password.busy, form?.generates != true,
      case .key(let key) = event
    else { return false }
    return offer(for: key)?.action == .submit || form != nil && key == .enter
  }

  // MARK: What must be seen first

  /// The question or text that a key answers only if typed after it was drawn; nil if there is
  /// none, or the window does not show its answers. If it is asked again in the same words, it is
  /// the same question.
  var toBeAnswered: OpenQuestion? {
    if !isTooSmall, let generated { return OpenQuestion(generated, isGrave: true) }
    if let question {
      return ScreenLayout(self, size: size).showsAnswers
        ? OpenQuestion(question.wording, isGrave: true) : nil
    }
    if isTooSmall { return nil }
    // Esc means it from its first frame on, and waits until it can be stopped. A look at an undo
    // stays drawn while it is taken again.
    if let work, work.mayStop, !(work.kind == .lookingAtUndo && hasLook) {
      return OpenQuestion(work.number)
    }
    return switch screen {
    case .undo(let undo): hasLook ? OpenQuestion(undo.wording, isGrave: true) : nil
    case .conflict(let conflict): OpenQuestion(conflict.wording)
    case .opening, .form, .profile, .history, .accounts: nil
    }
  }

  /// Whether a look at an undo is shown, with its answers.
  private var hasLook: Bool { if case .undo(let undo) = screen { !undo.isFirst } else { false } }

  private func answers(_ event: InputEvent) -> Bool {
    guard toBeAnswered != nil, event != .key(.control("q")) else { return false }
    if generated != nil { return true }
    // Esc is always heard: it changes nothing.
    if question != nil { return event != .key(.escape) }
    guard broken == nil, top == nil, case .key(let key) = event else { return false }
    return offer(for: key)?.action == .submit || isOfUndo && UndoState.choosing.contains(key)
  }
}

extension UndoState {
  /// All that it says: scrolling and choosing ask nothing new.
  var wording: Wording { Wording(changes + outcome, notes, accounts) }
}

extension ConflictState {
  /// All that it says: choosing asks nothing new.
  var wording: Wording {
    Wording([], fields.flatMap { [$0.label, form.mine($0), Form.theirs($0, of: theirs)] })
  }
}

/// What a question says.
struct Wording: Equatable, Sendable {
  private let changes: [ChangeWords]
  private let phrases: [Phrase]
  private let count: Int

  init(_ changes: [ChangeWords], _ phrases: [Phrase], _ count: Int = 0) {
    (self.changes, self.phrases, self.count) = (changes, phrases, count)
  }
}

extension ScreenState.Question {
  /// All that it says: choosing asks nothing new.
  fileprivate var wording: Wording { Wording([], [title, text] + choices.map(\.words)) }

  /// Whether it can be answered if the window has no room for it.
  var isAnsweredUnseen: Bool { hasLetters && accounts == nil }
}
