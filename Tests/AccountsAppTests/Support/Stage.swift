import Accounts
import Glibc
import Testing

@testable import AccountsApp
@testable import CommandKit
@testable import ScreenKit
@testable import Terminal

/// The screens driven by keys, over the real accounts of a documents directory: an effect is
/// complete before the next key, unless it is held back.
struct Stage: Sendable {
  private(set) var state: ScreenState
  private(set) var hasQuit = false
  /// Whether the last Ctrl+C ended the screens.
  private(set) var isInterrupted = false
  private(set) var handsOver = false
  /// The effect for which the terminal was handed over last.
  private(set) var handedOver: ScreenEffect?
  /// The names of the effects that were started.
  private(set) var begun: [String] = []
  /// Whether effects wait until `release`.
  var holdsBack = false
  /// Each with the number of its work.
  private var held: [(effect: ScreenEffect, work: Int?)] = []
  /// The keys that wait, as in the loop. The terminal answers at once.
  private(set) var keys = KeyQueue()
  /// Whether each state is drawn before the next key, as when keys come one by one.
  var isDrawn = true
  /// Everything shown, after every event.
  private(set) var witness: Witness?
  private var effects: ScreenEffects
  /// Keeps the directory alive.
  let home: Home

  /// Starts the screens, as the program does.
  init(
    _ home: Home, colors: ColorDepth = .truecolor, _ appearance: Appearance = .dark,
    language: Language = .english, watched: Bool = false, editing account: String? = nil,
    now: Int = 0
  ) async {
    self.home = home
    effects = ScreenEffects(
      personal: home.personal,
      today: { .ofTests }, now: { now }, localTime: .ofTests)
    let themes = ThemeChoice { $0 == "COLORFGBG" && appearance == .light ? "0;15" : nil }
    state = ScreenState(colors: colors, themes: themes, language: language)
    state.show(await effects.opening(ofNow: account))
    if account != nil, case .profile(let shown) = state.screen {
      state.account = shown.ref
      state.screen = .form(
        ProfileState(
          account: shown.account, ref: shown.ref, openDraft: shown.openDraft,
          rulebook: shown.rulebook,
          today: shown.today, isOfOther: true
        ).editForm)
      state.isOneForm = true
    }
    if watched { witness = Witness(state) }
    await send(.started(Size(columns: 80, rows: 24), TerminalAnswers()))
  }

  mutating func send(_ event: LoopEvent<ScreenMessage>) async {
    switch event {
    case .input(let input) where input.isTyped: keys.add(input)
    default: await deliver(event)
    }
    await handleKeys()
    if isDrawn { draw() }
  }

  /// Has the program handle the keys that need not wait, as the loop does.
  private mutating func handleKeys() async {
    while true {
      let state = state
      guard let event = keys.next(state.toBeAnswered, { state.answer(to: $0) }) else { break }
      await deliver(.input(event))
    }
    if keys.tellsDropping() { state.complain([KitText.keysDropped]) }
  }

  private mutating func draw() {
    if keys.isEmpty { state.willBeSeen() }
    if let place = keys.draw(asking: state.toBeAnswered, in: state.size) {
      keys.hearTerminal(at: place)
    }
  }

  /// Lets a second pass without a key.
  mutating func pause() { keys.stopDropping() }

  private mutating func deliver(_ event: LoopEvent<ScreenMessage>) async {
    var events = [event]
    while let event = events.first {
      events.removeFirst()
      for action in state.update(event) {
        switch action {
        case .perform(let effect):
          // The store is looked at all the time, and for the groups wherever some can be typed.
          let isLook = effect.name == "look"
          if !isLook, effect.name != "readGroups" { begun.append(effect.name) }
          let work = effect.busy == nil ? nil : state.work?.number
          if holdsBack, !isLook {
            held.append((effect, work))
          } else {
            events.append(.message(await effects.of(state).outcome(of: effect).of(work: work)))
          }
        case .handOver(let effect):
          (handsOver, handedOver) = (true, effect)
          keys.clear()
        case .dropKeys: keys.clear()
        case .redraw, .suspend: break
        case .quit: hasQuit = true
        }
      }
      witness?.look(at: state)
    }
  }

  /// Runs the first of the effects that were held back, while others still are.
  mutating func releaseFirst() async {
    guard !held.isEmpty else { return }
    let (effect, work) = held.removeFirst()
    await send(.message(await effects.of(state).outcome(of: effect).of(work: work)))
  }

  var holdsAny: Bool { !held.isEmpty }

  /// Runs the effects that were held back, in order.
  mutating func release() async {
    holdsBack = false
    let effects = held
    held = []
    for (effect, work) in effects {
      await send(.message(await self.effects.of(state).outcome(of: effect).of(work: work)))
    }
  }

  mutating func press(_ keys: Key...) async {
    for key in keys { await send(.input(.key(key))) }
  }

  /// Presses the keys that the signs of `Key.of(signs:)` stand for.
  mutating func press(signs: String) async {
    for key in Key.of(signs: signs) { await press(key) }
  }

  mutating func type(_ text: String) async {
    for character in text { await press(.character(character)) }
  }

  /// Presses Ctrl+C.
  mutating func interrupt() {
    keys.clear()
    isInterrupted = !state.interrupt()
    if isDrawn { draw() }
  }

  /// Has `~` stand for a directory.
  mutating func set(home: String) { effects.home = home }

  /// As if nothing could be written.
  mutating func set(writeFault: Phrase) { state.cannotWrite = writeFault }

  mutating func paste(_ text: String) async { await send(.input(.paste(text))) }

  /// Types into the fields one after the other, with Tab between them; a new password twice.
  mutating func fill(_ texts: String...) async {
    for text in texts {
      await type(text)
      await press(.tab)
      if form?.focusedRow?.isRepeat == true {
        await type(text)
        await press(.tab)
      }
    }
  }

  /// Types a new password into its two fields.
  mutating func type(newPassword text: String) async {
    await type(text)
    await press(.tab)
    await type(text)
  }

  /// Fills in the form that registers at login, and confirms the new account.
  mutating func create(_ email: String, _ password: String) async {
    await fill(email, password)
    await press(.enter)
    #expect(form?.focusedRow?.isRepeat == true)
    await type(password)
    await press(.enter)
  }

  /// Empties the field in focus and types another text.
  mutating func retype(_ text: String) async {
    await press(.control("e"), .control("u"))
    await type(text)
  }

  /// Presses Tab until a field has the focus; fails the test if it never does.
  mutating func go(to field: Field, sourceLocation: SourceLocation = #_sourceLocation) async {
    for _ in 0..<12 where focus != field { await press(.tab) }
    #expect(focus == field, sourceLocation: sourceLocation)
  }

  /// As on coming back from the background: the file is read again.
  mutating func comeBack() async { await send(.resumed(Size(columns: 80, rows: 24))) }

  var registry: Registry { effects.registry }

  /// The result of an effect, which is not delivered.
  func outcome(
    of effect: ScreenEffect, meanwhile: @escaping @Sendable (ScreenMessage) -> Void = { _ in }
  ) async -> ScreenMessage { await effects.outcome(of: effect, meanwhile: meanwhile) }
}

// MARK: Output

extension Stage {
  static let usual = Size(columns: 80, rows: 24)

  var form: Form? { state.form }
  var focus: Field? { state.form?.focusedRow?.field }

  func frame(_ size: Size = usual) -> Frame { state.frame(size) }

  /// All visible text.
  func text(_ size: Size = usual) -> String { frame(size).lines.joined(separator: "\n") }

  func shows(_ words: String, _ size: Size = usual) -> Bool { text(size).contains(words) }

  /// The message below the screen, without its line breaks.
  var said: String {
    (state.refusal ?? state.note?.lines ?? []).map { $0[.english] }.joined(separator: "\n")
  }

  /// The profile on the screen; fails the test if there is none.
  func account(sourceLocation: SourceLocation = #_sourceLocation) throws -> Account {
    guard case .profile(let profile) = state.screen else {
      Issue.record("no profile but \(state.screen)", sourceLocation: sourceLocation)
      throw NoProfile()
    }
    return try #require(profile.account.account, "it is closed", sourceLocation: sourceLocation)
  }

  struct NoProfile: Error {}

  var kind: String {
    if state.broken != nil { return "broken" }
    return switch state.screen {
    case .opening: "opening"
    case .form(let form) where form.isEdit: "edit"
    case .form(let form) where form.isOfRenewal: "renewal"
    case .form(let form): form.purpose == .register ? "registration" : "login"
    case .profile: "profile"
    case .conflict: "conflict"
    case .history: "history"
    case .undo: "undo"
    case .accounts: "accounts"
    }
  }
}

/// An observer: every text and every byte that ever reached the terminal.
struct Witness: Sendable {
  private(set) var text = ""
  private(set) var bytes: [UInt8] = []
  private var frame: Frame?

  init(_ state: ScreenState) { look(at: state) }

  mutating func look(at state: ScreenState, _ size: Size = Stage.usual) {
    let new = state.frame(size)
    guard new != frame else { return }
    bytes += difference(from: frame, to: new, colors: state.colors)
    text += new.lines.joined(separator: "\n") + "\n"
    frame = new
  }

  func saw(_ secret: String) -> Bool {
    [text, String(decoding: bytes, as: UTF8.self)].contains { strstr($0 as String, secret) != nil }
  }
}

extension InputEvent {
  /// Whether somebody typed it.
  var isTyped: Bool {
    switch self {
    case .key, .paste: true
    case .focusGained, .focusLost, .reply: false
    }
  }
}

extension ScreenEffect {
  var name: String {
    switch self {
    case .open: "open"
    case .submit(.logIn, _, _): "logIn"
    case .submit(.renew, _, _): "renew"
    case .submit(.register, _, _): "register"
    case .submit(.save, _, _): "save"
    case .logOut: "logOut"
    case .dropDraft: "dropDraft"
    case .readHistory: "readHistory"
    case .readDetail: "readDetail"
    case .lookAtUndo: "lookAtUndo"
    case .undo: "undo"
    case .albums: "albums"
    case .list: "list"
    case .look: "look"
    case .nameAll: "nameAll"
    case .readGroups: "readGroups"
    case .run(let operation, _, _, _): operation.name
    case .editFile: "editFile"
    case .stop: "stop"
    }
  }
}

extension Key {
  /// A key for each character: the one that types it, or the one that a sign stands for.
  static func of(signs: String) -> [Key] {
    signs.map { sign in
      switch sign {
      case "⏎": .enter
      case "⎋": .escape
      case "⇥": .tab
      case "⌫": .backspace
      case "↑": .up
      case "↓": .down
      case "⇱": .home
      case "⇲": .end
      case "§": .control("g")
      case "☑": .control("s")
      default: .character(sign)
      }
    }
  }
}
