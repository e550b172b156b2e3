import ScreenKit
import Terminal

/// A plain model of the list of accounts and what is opened from it: whom each key concerns for
/// somebody who sees each frame before the next key. It knows no reads, no frames and no screens.
struct PlainList {
  enum Mode: Equatable {
    case list, narrowing
    case reason([String])
    case profile(String)
    case history(String, overProfile: Bool)
    /// A password that is typed, over the profile or the list that asked for it.
    case password(String, isTyped: Bool)
    case generated(String)
    case gone
  }

  /// A question over the mode. Letters answer only that about what was typed.
  struct Question: Equatable {
    enum Kind: Equatable { case remove, enable, disable, discard }
    let kind: Kind
    let names: [String]
    var choosesYes = false
  }

  /// An operation, with its account.
  struct Hit: Equatable, CustomStringConvertible {
    let what: String
    let names: [String]
    var description: String { "\(what) \(names.joined(separator: ","))" }
  }

  private(set) var people: [String]
  private(set) var mode = Mode.list
  private(set) var question: Question?
  private(set) var hits: [Hit] = []
  private(set) var typed = ""
  /// The text in the search of a history, and whether it is still being typed.
  private var (inHistory, isTypingInHistory) = ("", false)
  private(set) var marked: Set<String> = []
  private var focus = 0
  /// Whether what asks to be answered was drawn, and whether keys are dropped up to Esc.
  private var isSeen = false
  private var isDeaf = false
  /// Whether not even Esc ends that: it was dropped itself.
  private var dropsEscape = false
  /// Whether Esc left a question, and no frame was drawn since.
  private var hasLeft = false
  /// Whether something that was asked for does not come, so that keys are dropped until Esc.
  private(set) var isRefused = false

  init(_ people: [String]) { self.people = people }

  /// The question is on the screen now.
  mutating func wasDrawn() { isSeen = true }

  /// A frame was drawn.
  mutating func frame() { hasLeft = false }

  /// No key came for a second.
  mutating func paused() { (isDeaf, dropsEscape) = (false, false) }

  /// Whether something asks to be answered.
  var asks: Bool { if case .generated = mode { true } else { question != nil } }

  private var shown: [String] {
    let text = typed.split(separator: " ").joined(separator: " ")
    return text.isEmpty ? people : people.filter { $0.contains(text) }
  }

  /// The accounts that an action concerns.
  var concerned: [String] {
    if !marked.isEmpty { return marked.sorted() }
    return shown.indices.contains(focus) ? [shown[focus]] : []
  }

  /// Whether the model knows what a key does now.
  func knows(_ key: Key) -> Bool {
    switch mode {
    case .gone: false
    // These lead into the form, which is another story.
    case .profile: question != nil || key != .enter
    case .password: question != nil || ![.enter, .up, .down].contains(key)
    case .list, .narrowing, .reason, .history, .generated: true
    }
  }

  mutating func press(_ key: Key) {
    if key == .escape, !dropsEscape { isDeaf = false }
    guard !isDeaf else { return }
    if hasLeft {
      (isDeaf, dropsEscape) = (true, true)
      return
    }
    if isRefused {
      isRefused = key != .escape
      return
    }
    if asks, !isSeen, question == nil || key != .escape {
      (isDeaf, dropsEscape) = (true, key == .escape)
      return
    }
    if let question { return answer(question, key) }
    switch mode {
    case .list: command(key)
    case .narrowing: narrow(key)
    case .reason(let names):
      if key == .escape { mode = place }
      if key == .enter {
        mode = place
        ask(.disable, names)
      }
    case .profile(let name): command(key, of: name)
    case .history(let name, let overProfile):
      if search(key) { mode = overProfile ? .profile(name) : .list }
    case .password(let name, let isTyped):
      if key == .control("g") {
        mode = .generated(name)
        isSeen = false
        hits.append(Hit(what: "password", names: [name]))
        marked.remove(name)
      } else if key == .escape {
        if isTyped { ask(.discard, [name]) } else { mode = place }
      } else if key.isText {
        mode = .password(name, isTyped: true)
      }
    case .generated:
      guard [.enter, .escape].contains(key) else { return }
      mode = place
    case .gone: break
    }
  }

  /// The profile on which a prompt was opened.
  private var opened: String?
  private var place: Mode { opened.map { .profile($0) } ?? .list }

  private mutating func ask(_ kind: Question.Kind, _ names: [String]) {
    question = Question(kind: kind, names: names)
    isSeen = false
  }

  private mutating func answer(_ question: Question, _ key: Key) {
    var letter: Key? { question.kind == .discard ? key : nil }
    switch key {
    case .tab: self.question?.choosesYes.toggle()
    case .escape: (self.question, hasLeft) = (nil, true)
    case .enter where !question.choosesYes: self.question = nil
    case _ where letter == .character("n"): self.question = nil
    case .enter,
      _ where letter == .character("y"):
      self.question = nil
      switch question.kind {
      case .remove:
        change("remove", question.names)
        mode = .list
        opened = nil
      case .enable: change("enable", question.names)
      case .disable: change("disable", question.names)
      case .discard: mode = place
      }
    default: break
    }
  }

  private mutating func command(_ key: Key) {
    opened = nil
    let names = concerned
    let one = names.count == 1 ? names[0] : nil
    let focused = shown.indices.contains(focus) ? shown[focus] : nil
    let leadsOn = ([.character("P"), .character("H")] as [Key]).contains(key)
    let leadsAll = ([.character("O"), .character("X"), .character("N")] as [Key]).contains(key)
    isRefused =
      key == .enter && focused == nil || leadsOn && one == nil || leadsAll && names.isEmpty
    switch key {
    case .character("/"):
      mode = .narrowing
      retype("")
    case _ where key.searched.map { $0.isLowercase || $0.isNumber || $0 == "@" } == true:
      mode = .narrowing
      retype(key.searched.map { String($0) } ?? "")
    case .backspace where !typed.isEmpty:
      mode = .narrowing
      retype(String(typed.dropLast()))
    case .up: focus = max(0, focus - 1)
    case .down: focus = min(focus + 1, max(0, shown.count - 1))
    case .home: focus = 0
    case .end: focus = max(0, shown.count - 1)
    case .character(" "):
      guard shown.indices.contains(focus) else { return }
      marked.formSymmetricDifference([shown[focus]])
      focus = min(focus + 1, shown.count - 1)
    case .character("*"):
      guard !shown.isEmpty else { return }
      let all = Set(shown)
      marked = all.isSubset(of: marked) ? marked.subtracting(all) : marked.union(all)
    case .escape:
      if typed.isEmpty { mode = .gone } else { retype("") }
    case .enter: if let focused { open(focused) }
    case .character("P"):
      if let one {
        open(one)
        (mode, opened) = (.password(one, isTyped: false), nil)
      }
    case .character("H"):
      if let one {
        mode = .history(one, overProfile: false)
        hits.append(Hit(what: "history", names: [one]))
      }
    case .character("O"): if !names.isEmpty { mode = .reason(names) }
    case .character("X"): if !names.isEmpty { ask(.remove, names) }
    case .character("N"): if !names.isEmpty { ask(.enable, names) }
    default: break
    }
  }

  private mutating func open(_ name: String) {
    mode = .profile(name)
    opened = name
    hits.append(Hit(what: "open", names: [name]))
  }

  private mutating func command(_ key: Key, of name: String) {
    opened = name
    switch key {
    case .escape: mode = .list
    case .character("p"): mode = .password(name, isTyped: false)
    case .character("h"):
      mode = .history(name, overProfile: true)
      hits.append(Hit(what: "history", names: [name]))
    case .character("o"): mode = .reason([name])
    case .character("x"): ask(.remove, [name])
    case .character("n"): ask(.enable, [name])
    default: break
    }
  }

  private mutating func narrow(_ key: Key) {
    switch key {
    case .enter: mode = .list
    case .escape:
      mode = .list
      retype("")
    case .up:
      mode = .list
      focus = max(0, focus - 1)
    case .down:
      mode = .list
      focus = min(focus + 1, max(0, shown.count - 1))
    case .backspace: retype(String(typed.dropLast()))
    default:
      if key.isText, case .character(let character) = key.name {
        retype(typed + String(character))
      }
    }
  }

  /// Searches in a history; returns whether the key leads out of it.
  private mutating func search(_ key: Key) -> Bool {
    switch key {
    case .escape:
      let isLeaving = inHistory.isEmpty && !isTypingInHistory
      (inHistory, isTypingInHistory) = ("", false)
      return isLeaving
    case .down: isTypingInHistory = false
    default:
      guard case .character(let letter) = key.name else { return false }
      (inHistory, isTypingInHistory) = (isTypingInHistory ? inHistory : "", true)
      inHistory.append(letter)
    }
    return false
  }

  private mutating func retype(_ text: String) {
    if text != typed { (typed, focus) = (text, 0) }
  }

  private mutating func change(_ what: String, _ names: [String]) {
    hits.append(Hit(what: what, names: names))
    marked.subtract(names)
    guard what == "remove" else { return }
    let focused = shown.indices.contains(focus) ? shown[focus] : nil
    people.removeAll(where: names.contains)
    let now = shown
    focus = focused.flatMap(now.firstIndex) ?? min(focus, max(0, now.count - 1))
  }
}

extension Key {
  fileprivate var isText: Bool {
    if case .character = name { modifiers.isEmpty } else { false }
  }
}
