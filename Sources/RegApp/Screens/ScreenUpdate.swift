import AccountsFile
import CommandKit
import ScreenKit
import Terminal

extension ScreenState {
  typealias Action = LoopAction<ScreenEffect>

  mutating func update(_ event: LoopEvent<ScreenMessage>) -> [Action] {
    switch event {
    case .started(let size, _):
      self.size = size
      return screen == .opening && broken == nil ? [read()] : []
    case .resized(let size):
      self.size = size
      return []
    case .resumed(let size):
      self.size = size
      return busy == nil ? [read()] : []
    case .tick:
      ticks += 1
      return []
    case .input(.key(let key)): return take(key)
    case .input(.paste(let text)):
      paste(text)
      return []
    case .input(.focusGained): return busy == nil ? [read()] : []
    case .input(.focusLost), .input(.reply): return []
    case .message(let message): return take(message)
    }
  }

  /// The interval between ticks in milliseconds; nil unless something is moving.
  var tickInterval: Int? { busy == nil ? nil : 80 }

  mutating func read() -> Action {
    reading += 1
    return .perform(.open(reading))
  }

  // MARK: Keys

  private mutating func take(_ key: Key) -> [Action] {
    if isTooSmall {
      if let question { return answer(question, key) }
      return key == .control("q") ? quit() : []
    }
    if key == .control("q") { return quit() }
    if let page = helpPage {
      helpPage = [.character(" "), .down, .pageDown].contains(key) ? page + 1 : nil
      return []
    }
    if key == .function(1) {
      helpPage = 0
      return []
    }
    if let question { return answer(question, key) }
    if broken != nil { return lookAtBroken(key) }
    if calendar != nil { return pick(key) }
    switch screen {
    case .opening: return []
    case .form(let form): return fill(form, key)
    case .profile(let profile): return look(at: profile, key)
    case .conflict(let conflict): return choose(conflict, key)
    case .history(let history): return look(at: history, key)
    case .undo(let undo, let history): return look(at: undo, from: history, key)
    }
  }

  /// Quits, but not before what is being written, and asks if something typed would be lost.
  mutating func quit() -> [Action] {
    helpPage = nil
    if busy?.onlyReads == false {
      quitsWhenDone = true
      return []
    }
    return leave(for: .program)
  }

  /// Leaves the open form, asking first if something would be lost.
  mutating func leave(for exit: Exit) -> [Action] {
    let isLosing =
      if case .form(let next) = exit { openForm.map { !next.holds($0) } } else {
        openForm?.isChanged
      }
    guard isLosing != true else {
      question = .leave(exit)
      return []
    }
    return go(to: exit)
  }

  private mutating func go(to exit: Exit) -> [Action] {
    switch exit {
    case .program: return [.quit]
    case .profile: return isOneForm ? [.quit] : [backToProfile()]
    case .form(let next):
      note = nil
      screen = .form(next)
      return []
    }
  }

  private mutating func look(at profile: ProfileState, _ key: Key) -> [Action] {
    guard busy == nil else { return [] }
    note = nil
    switch key.command {
    case .character("e"), .enter: screen = .form(profile.editForm)
    case .character("b"), .escape, .left: question = .logOut
    case .character("h"): return [readHistory(of: profile)]
    case .character("u"): return [lookAtUndo()]
    case .character("d"): if profile.openEdit != nil { question = .dropDraft }
    case .character("r"): return [read()]
    case .character("q"): return [.quit]
    case .character("?"): helpPage = 0
    case .character("a"):
      if profile.hasAlbums { return [.handOver(.albums)] }
    default: break
    }
    return []
  }

  private mutating func lookAtBroken(_ key: Key) -> [Action] {
    switch key.command {
    case .character("q"), .escape: return leave(for: .program)
    case .character("?"): helpPage = 0
    // Whoever types on has mended the file, perhaps.
    default: return [read()]
    }
    return []
  }

  private mutating func answer(_ question: Question, _ key: Key) -> [Action] {
    switch key {
    case _ where key.writes(Self.yes), .enter:
      self.question = nil
      switch question {
      case .logOut:
        busy = .loggingOut
        return [.perform(.logOut)]
      case .dropDraft:
        busy = .cancelling
        return [.perform(.dropDraft)]
      case .leave(let exit): return go(to: exit)
      }
    case _ where key.writes(Self.no), .escape: self.question = nil
    default: break
    }
    return []
  }

  private mutating func pick(_ key: Key) -> [Action] {
    guard var picker = calendar else { return [] }
    switch picker.apply(key) {
    case .stays: calendar = picker
    case .chosen(let day):
      calendar = nil
      changeForm { form in
        if let row = form.focusedRow { form.set(row.field, to: "\(day)") }
        form.moveFocus(by: 1)
      }
    case .cancelled: calendar = nil
    case .ignored: break
    }
    return []
  }

  private mutating func choose(_ conflict: ConflictState, _ key: Key) -> [Action] {
    var conflict = conflict
    let count = conflict.fields.count
    switch key {
    case .up, .backTab: conflict.focus = (conflict.focus + count - 1) % count
    case .down, .tab: conflict.focus = (conflict.focus + 1) % count
    case .left,
      _ where key.writes(Self.mine):
      conflict.keepsMine.insert(conflict.fields[conflict.focus])
    case .right,
      _ where key.writes(Self.theirs):
      conflict.keepsMine.remove(conflict.fields[conflict.focus])
    case .character(" "):
      conflict.keepsMine.formSymmetricDifference([conflict.fields[conflict.focus]])
    case .escape: return leave(for: .profile)
    case .enter:
      conflict.form.rebase(on: conflict.theirs, keeping: conflict.keepsMine)
      if conflict.fields.contains(.password), !conflict.keepsMine.contains(.password) {
        conflict.form.set(.password, to: nil)
      }
      screen = .form(conflict.form)
      say(ScreenText.chosen)
      return []
    default: return []
    }
    screen = .conflict(conflict)
    return []
  }

  private mutating func paste(_ text: String) {
    guard helpPage == nil, question == nil, calendar == nil, busy == nil, broken == nil,
      !isTooSmall
    else { return }
    note = nil
    changeForm { $0.paste(text) }
  }

  mutating func changeForm(_ change: (inout Form) -> Void) {
    guard var form else { return }
    change(&form)
    screen = .form(form)
  }
}

// MARK: Answer letters

extension ScreenState {
  // In both languages, and on the same keys of a Russian layout unless they mean something else
  // there.
  fileprivate static let yes = "yд"
  fileprivate static let no = "nнт"
  fileprivate static let mine = "mмь"
  fileprivate static let theirs = "tте"
}

extension Key {
  /// Whether the key types one of the letters, in either case.
  fileprivate func writes(_ letters: String) -> Bool {
    guard case .character(let character) = name, modifiers.isEmpty else { return false }
    return letters.contains(character.lowercased())
  }
}
