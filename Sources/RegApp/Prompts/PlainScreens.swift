import AccountsFile
import CommandKit
import ScreenKit
import Synchronization
import Terminal

/// The screens as plain lines: prints what the state shows, asks for one of its offers, hands that to
/// the state, and waits for what it starts. What can be done, what is asked before, and what came of
/// it, is the state's alone.
struct PlainScreens {
  private let invocation: Invocation
  private let effects: ScreenEffects
  private var state: ScreenState
  private var hasQuit = false
  /// The texts that were printed last of this screen and of those behind it. A text that is still
  /// the same is not read out again.
  private var printed: [Printed] = []
  /// The form whose fields are being asked for.
  private var filling: PlainForm?
  /// Whether the form was sent, so that what is wrong with it was found by the store.
  private var isSent = false
  /// Whether a form that is asked for at once shows its menu nevertheless.
  private var wantsMenu = false

  private struct Printed {
    var page = PlainPage()
    /// The first row of the page, of a list.
    var first = 0
  }

  init(_ state: ScreenState, _ invocation: Invocation, _ effects: ScreenEffects) {
    (self.state, self.invocation, self.effects) = (state, invocation, effects)
  }

  /// Runs until the user quits or the input ends; throws if the accounts cannot be used even then.
  mutating func run() async throws {
    await send(.started(state.size, TerminalAnswers()))
    while !hasQuit {
      tell()
      try await ask()
      // The screens look at the store all the time.
      if !hasQuit { await send(.tick) }
    }
    guard state.broken != nil else { return }
    _ = try await effects.registry.list(limit: 1)
    _ = try await effects.personal.show()
  }

  // MARK: The state

  private mutating func send(_ event: LoopEvent<ScreenMessage>) async {
    await perform(state.update(event))
  }

  private mutating func press(_ key: Key) async { await send(.input(.key(key))) }

  /// Does what the state asks for, one after the other, and all that follows from it.
  private mutating func perform(_ actions: [ScreenState.Action]) async {
    var actions = actions
    while !actions.isEmpty {
      switch actions.removeFirst() {
      case .perform(let effect):
        actions += state.update(.message(await effects.outcome(of: effect, progress: progress())))
      case .handOver(let effect):
        let message = await handOver(effect)
        actions += state.update(.resumed(state.size)) + state.update(.message(message))
        // A hand edit says itself what was done.
        if case .edited(_, isDone: true) = message { state.note = nil }
      case .quit: hasQuit = true
      case .redraw, .suspend: break
      }
    }
  }

  private func handOver(_ effect: ScreenEffect) async -> ScreenMessage {
    guard case .editFile(let line) = effect else {
      return .cameBack(AlbumsCompanion.open(from: invocation))
    }
    return await Commands.editFromScreens(invocation, at: line)
  }

  /// Says how far long work has come, at each tenth of it.
  private func progress() -> @Sendable (Int, Int) -> Void {
    let tenths = Tenths()
    return { [invocation] done, total in
      if tenths.isNew(done, of: total) { invocation.tell(PlainText.progress(done, of: total)) }
    }
  }

  private final class Tenths: Sendable {
    private let last = Mutex(0)

    func isNew(_ done: Int, of total: Int) -> Bool {
      guard total >= 20 else { return false }
      let tenth = done * 10 / total
      return last.withLock { last in
        guard tenth > last else { return false }
        last = tenth
        return true
      }
    }
  }

  // MARK: Printing

  /// Says what happened.
  private mutating func tell() {
    for line in state.refusal ?? [] { invocation.object(line) }
    state.closeRefusal()
    guard let note = state.note else { return }
    for line in note.lines {
      if note.kind == .problem { invocation.object(line) } else { invocation.tell(line) }
    }
    state.note = nil
  }

  /// Prints what the screen shows, unless that was printed last.
  private mutating func show() throws -> PlainPage {
    let depth = state.behind.count
    if printed.count <= depth {
      if state.broken == nil, state.isOfAccounts { invocation.tell(PlainText.howToList) }
      printed += Array(repeating: Printed(), count: depth + 1 - printed.count)
    }
    printed.removeLast(printed.count - depth - 1)
    let page = PlainPage(state, from: printed[depth].first, invocation.language)
    if page != printed[depth].page {
      try invocation.console.write(page.isOfSentences ? invocation.inLines(page.text) : page.text)
      for line in page.words { invocation.tell(line) }
    }
    printed[depth] = Printed(page: page, first: page.rows.lowerBound)
    return page
  }

  /// Has the screen printed again, from its first row.
  private mutating func forget() {
    printed.removeLast(max(0, printed.count - state.behind.count))
    printed += Array(repeating: Printed(), count: state.behind.count + 1 - printed.count)
  }

  // MARK: Asking

  private mutating func ask() async throws {
    state.wasShown()
    if let generated = state.generated { return try await deliver(generated) }
    if let question = state.question { return try await ask(question) }
    if let prompt = state.prompt { return try await ask(prompt) }
    guard state.broken == nil else { return try await choose() }
    switch state.screen {
    case .form(let form): return try await fill(form)
    case .conflict(let conflict): return try await settle(conflict)
    default: (filling, isSent, wantsMenu) = (nil, false, false)
    }
    switch state.screen {
    case .history(let history) where history.name != nil:
      // It has nothing to ask.
      _ = try show()
      await press(.escape)
    case .undo:
      _ = try show()
      guard let agrees = try await agrees(to: PlainText.undoIt) else { return }
      await press(agrees ? .enter : .escape)
    case .importing(let state) where state.request.path.isEmpty: try await askPath()
    default: try await choose()
    }
  }

  /// Asks what to do here; the end of input quits.
  private mutating func choose() async throws {
    var menu = PlainMenu(state)
    menu.columns = invocation.console.columns()
    if !menu.chosen.isEmpty { invocation.tell(PlainText.chosen(ScreenText.names(menu.chosen))) }
    while true {
      let page = menu.chosen.isEmpty ? try show() : PlainPage()
      guard let answer = try await answer(to: menu.question) else { return }
      if answer == "?" {
        if state.isOfAccounts { invocation.tell(PlainText.howToList) }
        for line in menu.help { invocation.tell(line) }
        continue
      }
      switch menu.choice(named: answer) {
      case .offer(let offer)? where offer.action == .back && !menu.chosen.isEmpty:
        return state.unmark()
      case .offer(let offer)? where offer.action == .submit && state.form != nil:
        filling = state.form.map { PlainForm($0, invocation) }
        return
      case .offer(let offer)?:
        if !offer.action.leadsOn, offer.off == nil { forget() }
        return await perform(state.run(offer))
      case .row(.path)?: return try await askPath()
      case .row(let row)? where row.text != nil: return try await askText(row)
      case .row(let row)?: return await perform(state.chooseForImport(row))
      case nil: break
      }
      guard page.count > 0 || state.isOfAccounts, menu.chosen.isEmpty else { continue }
      if answer.isEmpty {
        if page.rows.upperBound >= page.count {
          invocation.object(PlainText.thatWasAll)
        } else {
          printed[printed.count - 1].first = page.rows.upperBound
        }
        continue
      }
      switch ListAnswer(answer, on: state.screen) {
      case .rows(let rows)?: return await perform(state.choose(rows: rows))
      case .search(let text)?:
        forget()
        return await perform(state.search(for: text))
      case .unclear(let words)?: invocation.object(words)
      case nil: break
      }
    }
  }

  /// An answer without the space before it; nil at the end of input, which quits.
  private mutating func answer(to question: Phrase) async throws -> String? {
    guard let answer = try await invocation.ask(question) else {
      hasQuit = true
      return nil
    }
    return String(answer.trimmingPrefix { $0 == " " })
  }

  /// Asks for yes or no; nil at the end of input, which quits.
  private mutating func agrees(to question: Phrase) async throws -> Bool? {
    do {
      return try await invocation.choose(question + PlainText.yesNo, among: [.yes, .no]) == .yes
    } catch ConsoleError.interrupted {
      hasQuit = true
      return nil
    }
  }

  private mutating func ask(_ question: ScreenState.Question) async throws {
    guard let agrees = try await agrees(to: ScreenText.lines(of: question).joined(separator: "\n"))
    else { return }
    if agrees, case .leave = question { filling = nil }
    await press(.character(agrees ? "y" : "n"))
  }

  /// Prints passwords that were generated; they are shown nowhere else.
  private mutating func deliver(_ generated: ShownPasswords) async throws {
    invocation.tell(generated.all.count == 1 ? PlainText.shownOnce : PlainText.areShownOnce)
    let isOfImport = generated.all.count > 1
    let done =
      isOfImport
      ? ScreenText.newPasswords : ScreenText.passwordSet(generated.all.first?.name ?? "")
    try invocation.deliver(generated.all.count, after: done) {
      try invocation.console.write(
        isOfImport ? generated.lines : "\(generated.all.first?.password.text ?? "")\n")
    }
    state.generated = nil
  }

  private mutating func ask(_ prompt: ScreenPrompt) async throws {
    if let problem = prompt.problem { invocation.object(problem) }
    var question = ScreenText.asks(prompt)
    switch prompt.kind {
    case .reason, .passwordFile: question = question + PlainText.noReason
    case .groups:
      question = question + Phrase(" ", ru: ": ")
      if prompt.input.text.isEmpty { tellHowToChangeGroups(prompt) }
    }
    guard let answer = try await answer(to: question) else { return }
    if answer == PlainText.cancel || answer.isEmpty && prompt.kind == .groups {
      return await press(.escape)
    }
    await press(.control("u"))
    await send(.input(.paste(answer)))
    await press(.enter)
  }

  private var rulebook: Rulebook? {
    if case .accounts(let accounts) = state.screen { return accounts.rows?.rulebook }
    return state.profile?.rulebook
  }

  private func tellHowToChangeGroups(_ prompt: ScreenPrompt) {
    if let rulebook {
      invocation.tell(RulebookText.form(of: .groups, rulebook).title)
    }
    for line in ScreenText.explains(prompt) { invocation.tell(line) }
    invocation.tell(PlainText.noGroups)
  }

  /// Asks for the file to import; an empty line keeps the one that was named, or leaves.
  private mutating func askPath() async throws {
    guard case .importing(let importing) = state.screen else { return }
    let purpose = importing.request.purpose
    if importing.request.path.isEmpty { invocation.tell(PlainText.importHelp(purpose)) }
    guard let path = try await answer(to: PlainText.importPath(purpose)) else { return }
    if path.isEmpty || path == PlainText.cancel {
      if importing.request.path.isEmpty { await press(.escape) }
      return
    }
    forget()
    await perform(state.chooseForImport(.path, path))
  }

  /// Asks for a text of an import; an empty line keeps what there is.
  private mutating func askText(_ row: ImportState.Row) async throws {
    guard case .importing(let importing) = state.screen else { return }
    let label = ScreenText.choices(of: importing).first { $0.row == row }?.label
    guard let answer = try await answer(to: PlainText.importText(row, label)) else { return }
    guard !answer.isEmpty, answer != PlainText.cancel else { return }
    forget()
    await perform(state.chooseForImport(row, answer == PlainText.clear ? "" : answer))
  }

  // MARK: Forms

  /// Asks for the fields, and sends the form. What the store refuses is asked for again; if nothing is
  /// wrong with the answers, they can be sent again as they are.
  private mutating func fill(_ form: Form) async throws {
    forget()
    if isSent {
      isSent = false
      guard !form.isReady else { return try await sendAgain(form) }
      filling?.mend(form)
    }
    if filling == nil {
      // Each try to log in begins anew.
      if form.purpose == .logIn, !wantsMenu {
        state.changeForm { $0 = .logIn(under: form.rulebook, today: form.today) }
      }
      if form.hasMenu || wantsMenu {
        wantsMenu = false
        try await choose()
      } else {
        filling = state.form.map { PlainForm($0, invocation) }
      }
    }
    guard var plain = filling else { return }
    let outcome = try await plain.fill()
    filling = plain
    if outcome == .cancelled, form.hasMenu {
      filling = nil
      // A new password leads back to the profile, the login to its menu.
      if form.isOfPassword { await press(.escape) }
      return
    }
    state.changeForm { $0 = plain.form }
    switch outcome {
    case .completed: await send()
    case .cancelled:
      await press(.escape)
      if state.question == nil { filling = nil }
    case .toMenu: (filling, wantsMenu) = (nil, true)
    }
  }

  private mutating func send() async {
    isSent = true
    await press(.control("s"))
  }

  private mutating func sendAgain(_ form: Form) async throws {
    guard form.purpose != .logIn else {
      filling = nil
      return
    }
    let answer = try await invocation.choose(PlainText.tryAgain, among: [.tryAgain, .discard])
    if answer == .tryAgain { return await send() }
    filling = nil
    await press(.escape)
    state.wasShown()
    if state.question != nil { await press(.character("y")) }
  }

  /// Asks which value to keep of each field that was changed elsewhere as well, and sends the form.
  private mutating func settle(_ conflict: ConflictState) async throws {
    for field in conflict.fields {
      let question = PlainText.choice(
        field, conflict.form.mine(field), Form.theirs(field, of: conflict.theirs))
      let isMine = try await invocation.choose(question, among: [.mine, .theirs]) == .mine
      await press(.character(isMine ? "m" : "t"))
      await press(.down)
    }
    await press(.enter)
    await send()
  }
}

extension Form {
  /// Whether a menu comes before its fields.
  fileprivate var hasMenu: Bool {
    isOfPassword && !isOfRenewal || purpose == .logIn && !comesFirst
  }
}

extension Letter {
  static let yes = Letter("y", ru: "д")
  static let no = Letter("n", ru: "н")
  fileprivate static let mine = Letter("m", ru: "м")
  fileprivate static let theirs = Letter("t", ru: "ч")
  fileprivate static let tryAgain = Letter("t", ru: "п")
}
