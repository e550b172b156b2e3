import AccountsFile
import CommandKit
import ScreenKit
import Terminal

extension ScreenState: ScreenProgram {
  typealias Action = LoopAction<ScreenEffect>

  func frame(_ size: Size) -> Frame {
    var frame = ScreenView(self, size: size).frame
    theme.finish(&frame)
    return frame
  }
  mutating func willBeSeen() {
    // The rows that are drawn now may have another account under the bar.
    _ = offering {
      $0.screen.accounts?.noteSeen()
      return []
    }
  }
  mutating func tellDropping() { complain([KitText.keysDropped]) }

  mutating func update(_ event: LoopEvent<ScreenMessage>) -> [Action] {
    forgetsKeys = false
    var actions: [Action] = []
    switch event {
    case .started(let size, let answers):
      self.size = size
      background = answers.background
      actions = look() + list(again: false)
    case .resized(let size):
      self.size = size
      if broken == nil { actions = list(again: false) }
    case .resumed(let size):
      self.size = size
      if busy == nil { actions = read() }
    case .tick:
      ticks += 1
      // A list that is still being read says so after a tick.
      if screen.accounts?.isWaiting == true, isWaiting { screen.accounts?.isLate = true }
      if !isWaiting { actions = look() }
    case .input(.focusGained): if busy == nil { actions = read() }
    case .input(.focusLost), .input(.reply): break
    case .input(.key(let key)): actions = handle(key)
    case .input(.paste(let text)): actions = paste(text)
    case .message(let message): actions = offering { $0.handle(message) }
    }
    // A failure while a key is handled says nothing of the next key.
    let isTyped = if case .input = event { true } else { false }
    if !isTyped, forgetsKeys || broken != nil { actions.append(.dropKeys) }
    return actions + readDetail() + readGroups()
  }

  /// The interval between ticks in milliseconds: short while something is to come; otherwise the
  /// interval at which the store is looked at, or none.
  var tickInterval: Int? { isWaiting || busy != nil ? 80 : isWatching ? 1000 : nil }

  /// Whether to look for what others write. The typed text is compared when it is saved.
  private var isWatching: Bool { status != nil && (form == nil || broken != nil) }

  /// Asks whether the accounts were written, and whether they can be.
  private mutating func look() -> [Action] {
    guard !isLooking else { return [] }
    isLooking = true
    return [.perform(.look)]
  }

  /// Reads again if the accounts, or the open edit that a profile shows, were written since the
  /// last look.
  mutating func handle(_ new: StoreStatus?, _ draft: EditDraft?) -> [Action] {
    let isDrafted = self.seenDraft.map { $0 != draft } == true && isOfProfile
    let isWritten = status.map { $0.stamp != new?.stamp } ?? false || isDrafted
    isLooking = false
    if new?.isThere == true { wasThere = true }
    cannotWrite = new?.writeFault.flatMap { $0.screenLines.first }
    let actions = isWritten && isWatching && busy == nil ? read() : []
    // A file that cannot be read now is noticed again the next time.
    if !isWritten || !actions.isEmpty { (status, self.seenDraft) = (new, draft) }
    return actions
  }

  private var isOfProfile: Bool { if case .profile = screen { true } else { false } }

  /// Reads again what is shown.
  mutating func read() -> [Action] {
    if broken == nil {
      switch screen {
      case .accounts: return list()
      case .history(let history) where profile == nil || history.isOfAll:
        return readHistory(of: history.account)
      case .undo(let undo) where profile == nil: return start(.lookAtUndo(undo.target))
      default: break
      }
    }
    return [
      .perform(.open(nextReading(), of: account))
    ]
  }

  // MARK: Keys

  private mutating func handle(_ key: Key) -> [Action] {
    if isTooSmall {
      if let question, ScreenLayout(self, size: size).showsAnswers { return answer(question, key) }
      return key == .control("q") && generated == nil ? quit() : []
    }
    // A new password is shown nowhere else, so no key in passing hides it, not even the one that
    // quits.
    if generated == nil, key == .control("q") { return quit() }
    switch top {
    case .generated:
      if [.enter, .escape].contains(key) { generated = nil }
      return []
    case .refusal:
      // Of the keys that end what one types, Esc is the one that is not part of it.
      guard key == .escape else { return [] }
      over.remove(.refusal)
      return broken == nil ? [] : read()
    case .actions: return applyToList(key).map { handle($0) } ?? []
    case .question(let question): return answer(question, key)
    case .prompt: return fillIn(key)
    case .calendar(let picker): return pick(key, in: picker)
    case nil: return handleOnScreen(key)
    }
  }

  private mutating func handleOnScreen(_ key: Key) -> [Action] {
    if work?.canStop == true, key == .escape {
      if work?.next == .stays { work?.next = .stops }
      return [.perform(.stop)]
    }
    if let offer = offer(for: key) { return run(offer) }
    // The file may have been mended.
    if broken != nil { return read() }
    switch screen {
    // Why nothing can be done to it stays.
    case .profile(let profile) where profile.missingReason != nil: break
    case .opening, .profile: note = nil
    case .form(let form): return fill(form, key)
    case .conflict(let conflict): return choose(conflict, key)
    case .undo(let undo): choose(undo, key)
    case .accounts, .history: return move(by: key)
    }
    return []
  }

  /// Does what was offered, or says why that cannot be done now. No letter quits unasked.
  private mutating func run(_ offer: ScreenOffer) -> [Action] {
    if offer.action == .quit, openForm?.isChanged != true {
      question = .quit
      return []
    }
    let action = offer.action
    if !action.isOfEveryScreen {
      guard busy == nil else { return [] }
      if let disabledReason = offer.disabledReason {
        if action.leadsOn { refuse([disabledReason]) } else { complain([disabledReason]) }
        return []
      }
      if form == nil { note = nil }
    }
    switch action {
    case .help: actionList = TableFocus()
    case .redraw: return [.redraw]
    case .toShell: return [.suspend]
    case .quit: return quit()
    case .back: return goBack()
    case .readAgain:
      if let history = screen.history { return readHistory(of: history.account) }
      if case .undo(let undo) = screen { return start(.lookAtUndo(undo.target)) }
      return read()
    case .submit: return submit()
    case .reveal: form?.toggleReveal()
    case .calendar: calendar = form?.calendar
    case .toRegistration: return form.map { press(.toRegistration, of: $0) } ?? []
    case .generate: return generate()
    case .logOut: question = profile.map { .logOut($0) }
    case .discardDraft:
      question = profile.flatMap { profile in
        profile.openDraft.map { .dropDraft($0, of: profile) }
      }
    case .albums: return [.handOver(.albums)]
    case .undo, .undoTo:
      if let target = undoTarget(of: action) { return start(.lookAtUndo(target)) }
    case .log: return readHistory(of: nil)
    // Where the account is wrong, else at the first problem.
    case .editFile: return [.handOver(.editFile(line: broken == nil ? lineToMend : nil))]
    case .accounts:
      go(on: .accounts(AccountListState()))
      return list()
    case .add:
      if let rows = screen.accounts?.rows {
        go(on: .form(.add(under: rows.rulebook, today: rows.today)))
      }
    case .narrow: return search { $0.begin() }
    case .anyState:
      let before = screen.accounts
      screen.accounts?.narrowToNextState()
      return followQuery(from: before)
    case .sort:
      let before = screen.accounts
      screen.accounts?.sortNext()
      return followQuery(from: before)
    case .mark:
      let (account, room) = (screen.accounts?.focusedAccount, room)
      screen.accounts?.mark(account, room: room)
    case .markAll:
      return screen.accounts?.beginMarking().map { [.perform(.nameAll($0))] } ?? []
    case .open where isTypingSearch: return search { $0.end() }
    // The account under the bar is opened, marked or not.
    case .open: return open(screen.accounts?.focusedAccount)
    case .edit:
      guard case .profile(let profile) = screen else {
        return open(concerned.first, then: .edit)
      }
      go(on: .form(profile.editForm))
    case .history:
      guard let account = concerned.first else { return complainOfNoName() }
      return readHistory(of: account)
    case .operation(let operation): return begin(operation, on: concerned)
    }
    return []
  }

  private mutating func submit() -> [Action] {
    switch screen {
    case .form(let form): return submit(form)
    case .conflict(let conflict):
      resolve(conflict)
      return []
    case .undo(let undo):
      return undo.choosesYes ? start(.undo(undo, of: account)) : goBehind()
    case .opening, .profile, .history, .accounts: return []
    }
  }

  // MARK: Over the screen

  private mutating func pick(_ key: Key, in picker: CalendarPicker) -> [Action] {
    var picker = picker
    switch picker.apply(key) {
    case .stays: calendar = picker
    case .chosen(let day):
      calendar = nil
      if let field = form?.focusedRow?.field { form?.set(field, to: "\(day)") }
      form?.moveFocus(by: 1)
    case .cancelled: calendar = nil
    case .ignored:
      if offer(for: key)?.action == .help { actionList = TableFocus() }
    }
    return []
  }

  private mutating func choose(_ conflict: ConflictState, _ key: Key) -> [Action] {
    let (row, count) = (conflict.focus.row, conflict.fields.count)
    let field = conflict.fields[row]
    let layout = ScreenLayout(self, size: size)
    func move(by step: Int) {
      let (rows, room) = (layout.listRows, layout.list.room)
      if screen.conflict?.focus.scroll(by: step, rows, room: room) == true { return }
      screen.conflict?.focus.put((row + step + count) % count, rows, room: room)
    }
    switch key {
    case .up, .backTab: move(by: -1)
    case .down, .tab: move(by: 1)
    case .left,
      _ where key.writes(Self.mine):
      _ = screen.conflict?.keepsMine.insert(field)
    case .right,
      _ where key.writes(Self.theirs):
      _ = screen.conflict?.keepsMine.remove(field)
    case .character(" "): screen.conflict?.keepsMine.formSymmetricDifference([field])
    default: break
    }
    return []
  }

  private mutating func resolve(_ conflict: ConflictState) {
    var conflict = conflict
    conflict.form.rebase(on: conflict.theirs, keeping: conflict.keepsMine)
    if conflict.fields.contains(.password), !conflict.keepsMine.contains(.password) {
      conflict.form.set(.password, to: nil)
    }
    screen = .form(conflict.form)
    say(Phrase("Chosen; save when you are ready."))
  }

  private mutating func paste(_ text: String) -> [Action] {
    guard broken == nil, !isTooSmall else { return [] }
    switch top {
    case .prompt: prompt?.paste(text)
    case .generated, .refusal, .actions, .question, .calendar: break
    case nil where busy == nil && form != nil:
      note = nil
      form?.paste(text)
    case nil: return search { $0.paste(text) }
    }
    return []
  }
}
