// Typing in the search does not wait, nor does Ctrl+Q if no key waits before it, or if it is
// pressed twice. Rows name the search that they answer, and keys wait while that is not the
// present one. If a form, a question or a screen does not come, the keys typed for it are dropped
// until Esc, which nobody types into a text. What is read of an account to be shown beside the
// list keeps no key waiting. An answer goes to the screen that asked; only the session's own
// profile, and a login with nothing typed, follow the session.

import AccountsFile
import ScreenKit
import Terminal

/// Keys that are typed while the screen does not yet show what was asked for. They wait, and are
/// played back in order as soon as it does. So they concern the same account as if the user had
/// waited.
///
/// If anything goes wrong meanwhile, they are dropped: they were typed for a screen that did not
/// come. And no key that was typed before a question was drawn says yes to it.
extension ScreenState {
  /// Whether something was asked for that is not shown yet.
  var isWaiting: Bool {
    guard broken == nil else { return false }
    if busy != nil { return true }
    return switch screen {
    case .opening: true
    case .accounts(let accounts): accounts.isWaiting
    case .check(let check): check.isWaiting
    case .form, .profile, .conflict, .history, .undo, .importing: false
    }
  }

  /// Whether something lies over the screen that takes the keys.
  private var isCovered: Bool {
    generated != nil || question != nil || prompt != nil || palette != nil || helpPage != nil
      || calendar != nil
  }

  /// Whether what is typed has to wait.
  func mustWait(_ event: InputEvent) -> Bool {
    guard isWaiting else { return false }
    let quits = InputEvent.key(.control("q"))
    // The order stays; but who presses it twice waits for nothing.
    guard typedAhead.isEmpty else { return event != quits || typedAhead.items.last?.event != quits }
    if event == quits { return false }
    // What is typed behind Tab goes into the path that it completes.
    return busy == .completing || !isCovered && !isAtOnce(event)
  }

  /// Whether a key acts on nothing that is still to come.
  private func isAtOnce(_ event: InputEvent) -> Bool {
    // What would change the rows comes after what is done to all of them.
    var (isFree, isNarrowing) = (busy == nil, false)
    if isFree, case .accounts(let accounts) = screen {
      isFree = accounts.marking == nil
      isNarrowing = isFree && accounts.isNarrowing
    }
    guard case .key(let key) = event else { return isNarrowing }
    guard let action = offer(for: key)?.action else {
      return isNarrowing && ![.up, .down, .pageUp, .pageDown].contains(key)
    }
    switch action {
    // On a form that is still to come a letter is text.
    case .quit, .help: return asked?.next == nil
    case .back, .narrow: return isFree
    case .open: return isNarrowing
    default: return false
    }
  }

  /// Esc and the key behind it, where both came so fast that they look like a key with Alt. In a text
  /// some keys with Alt mean something; all others mean nothing, and nobody types them.
  func escapeAndKey(_ event: InputEvent) -> [Key]? {
    guard case .key(let key) = event, key.modifiers.contains(.alt), !isOfText(key) else {
      return nil
    }
    return [.escape, Key(key.name, key.modifiers.subtracting(.alt))]
  }

  private func isOfText(_ key: Key) -> Bool {
    var isText = prompt != nil || palette != nil || form?.focusedRow != nil
    if case .accounts(let accounts) = screen, accounts.isNarrowing { isText = true }
    return isText && TextInput.isBound(key)
  }

  /// Whether it only sends once more what is on its way already.
  func sendsAgain(_ event: InputEvent) -> Bool {
    guard busy?.onlyReads == false, typedAhead.isEmpty, case .key(let key) = event else {
      return false
    }
    return offer(for: key)?.action == .submit || form != nil && key == .enter
  }

  /// Does what was typed ahead, as far as it need not wait any longer.
  mutating func playBack() -> [Action] {
    guard !isWaiting, !typedAhead.isEmpty else { return [] }
    let typed = typedAhead
    typedAhead = TypedAhead()
    if typed.isTooMuch {
      complain([ScreenText.tooMuchTyped])
      return []
    }
    var actions: [Action] = []
    // What it answers was seen when it was typed, or not at all.
    let seenNow = seen
    defer { if seenNow == toBeSeen { seen = seenNow } }
    for item in typed.items {
      seen = item.seen
      actions += handle(item.event)
      // What follows was typed for an editor, or for the shell.
      if actions.contains(where: \.leaves) {
        typedAhead = TypedAhead()
        break
      }
    }
    return actions
  }

  // MARK: What must be seen first

  /// Something that is answered by a key, and is to be looked at before.
  enum ToBeSeen: Equatable, Sendable {
    case question(Question)
    case generated(ShownPassword)
    case undo(Int, Int, outcome: [ChangeWords])
    case conflict(StoredAccount)
    case preview(ObjectIdentifier)
  }

  private var toBeSeen: ToBeSeen? {
    if let generated { return .generated(generated) }
    if let question { return .question(question) }
    return switch screen {
    case .undo(let undo): .undo(undo.number, undo.changes.count, outcome: undo.outcome)
    case .conflict(let conflict): .conflict(conflict.theirs)
    case .importing(let state): .preview(ObjectIdentifier(state.preview))
    case .opening, .form, .profile, .history, .accounts, .check: nil
    }
  }

  /// The state was drawn. What is typed from now on may answer what it asks.
  mutating func wasShown() {
    let isHidden = isTooSmall && question?.namesAccounts != false
    seen = isHidden ? nil : toBeSeen
    ignoresKeys = false
  }

  /// Whether what a key answers was there when it was pressed.
  var isSeen: Bool { toBeSeen == nil || toBeSeen == seen }

  /// Whether what is to be answered was seen. If not, what would answer it is dropped, and all that
  /// was typed after it.
  mutating func mayAnswer() -> Bool {
    if isSeen {
      seen = nil
      return true
    }
    typedAhead = TypedAhead()
    ignoresKeys = true
    return false
  }
}

extension LoopAction {
  /// Whether the terminal is handed over, or the program ends.
  fileprivate var leaves: Bool {
    switch self {
    case .handOver, .quit: true
    case .perform, .suspend, .redraw: false
    }
  }
}
