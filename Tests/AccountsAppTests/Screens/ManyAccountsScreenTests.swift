import Accounts
import Synchronization
import TestSupport
import Testing

@testable import AccountsApp
@testable import CommandKit
@testable import ScreenKit
@testable import Terminal

@Suite("A change of many accounts on the screens") struct ManyAccountsScreenTests {
  private let home = Home()

  private static func progress(_ done: Int) -> LoopEvent<ScreenMessage> {
    .message(.progress(.init(done: done, total: 2_000)))
  }

  /// All accounts are marked, and a change of them is under way.
  private func changing() async -> Stage {
    var stage = await home.accountsList()
    await stage.press(.character("*"), .character("M"))
    stage.holdsBack = true
    await stage.agree()
    #expect(stage.begun.last == "mustChange")
    return stage
  }

  @Test("shows how far it is, and Esc stops it: nothing is changed, and the marks stay")
  func stop() async throws {
    var stage = await changing()
    #expect(!stage.shows("Esc stop"))
    await stage.send(Self.progress(500))
    #expect(stage.shows("requiring a new password, 500 of 2000") && stage.shows("Esc stop"))
    await stage.press(.escape)
    #expect(stage.begun.last == "stop")
    await stage.send(Self.progress(600))
    #expect(stage.shows("; stopping") && !stage.shows("Esc stop"))
    await stage.press(.escape)
    #expect(stage.begun.count { $0 == "stop" } == 1)
    await stage.send(.message(.failed(.cancelled, of: .run(.mustChange, nil, on: []))))
    #expect(stage.said == "Stopped: nothing was changed.")
    #expect(stage.state.work == nil)
    #expect(try stage.accounts().markedNames.count == 4)
  }

  @Test("is stopped as soon as it can be by an Esc that was typed before")
  func early() async {
    var stage = await changing()
    await stage.press(.escape)
    #expect(!stage.begun.contains("stop"))
    await stage.send(Self.progress(500))
    #expect(stage.begun.last == "stop")
  }

  @Test(
    "quits once it was stopped, if that was asked for before, after or with it",
    arguments: [
      [.control("q"), .escape], [.escape, .control("q")], [Key(.character("q"), [.control, .alt])],
    ], [true, false])
  func quits(keys: [Key], isEarly: Bool) async {
    var stage = await changing()
    if !isEarly { await stage.send(Self.progress(500)) }
    for key in keys { await stage.press(key) }
    if isEarly { await stage.send(Self.progress(500)) }
    #expect(stage.begun.last == "stop" && !stage.hasQuit)
    await stage.send(.message(.failed(.cancelled, of: .run(.mustChange, nil, on: []))))
    #expect(stage.hasQuit)
  }

  @Test("is done if it was too late to stop it")
  func late() async throws {
    var stage = await changing()
    await stage.send(Self.progress(1_999))
    await stage.press(.escape)
    await stage.release()
    #expect(stage.said.contains("4 accounts"))
    #expect(stage.state.work == nil)
  }

  @Test("is not offered to be stopped where it can no longer be")
  func unstoppable() async throws {
    var stage = await home.accountsList()
    await stage.press(.character("P"))
    stage.holdsBack = true
    await stage.press(.control("g"))
    await stage.send(Self.progress(500))
    #expect(stage.shows("500 of 2000") && !stage.shows("Esc stop"))
  }

  @Test("is cancelled by its task")
  func cancelled() async throws {
    let effects = ScreenEffects(
      personal: home.personal, today: { .ofTests }, now: { 0 }, localTime: .ofTests)
    let mailbox = Mailbox<ScreenMessage>()
    let endless = Operation(
      name: "endless", letter: "e", does: Phrase("edit"), helpText: Phrase("edit"),
      firstStep: .form(of: []), busy: .init("saving", canStop: true),
      run: { _, _, _ throws(AccountsError) in
        // A wait that only a cancellation ends, or patience.
        try? await Task.sleep(for: patience)
        throw Task.isCancelled ? .cancelled : .internalFault
      })
    let state = ScreenState(colors: .none)
    effects.perform(state, .run(endless, nil, on: []), mailbox)
    #expect(mailbox.isEmpty)
    effects.perform(state, .stop, mailbox)
    let isFailed = try await comesTrue {
      mailbox.collect().contains { message in
        if case .failed(.cancelled, _) = message { true } else { false }
      }
    }
    #expect(isFailed)
  }

  // MARK: Undo

  @Test("shows how far its undo is, and Esc stops that: nothing is changed, and the look stays")
  func stopUndo() async throws {
    var stage = await home.accountsList()
    await stage.press(.character("*"), .character("M"))
    await stage.agree()
    let text = try home.text()
    await stage.press(.character("L"), .enter)
    #expect(stage.kind == "undo")
    stage.holdsBack = true
    await stage.agree()
    await stage.send(Self.progress(500))
    #expect(stage.shows("undoing the change, 500 of 2000") && stage.shows("Esc stop"))
    await stage.press(.escape)
    #expect(stage.begun.last == "stop")
    await stage.send(.message(.failed(.cancelled, of: .undo(UndoState.ofNothing, of: nil))))
    #expect(stage.said == "Stopped: nothing was changed." && stage.kind == "undo")
    #expect(stage.shows("> Keep <"), "one more Enter does not begin it again")
    #expect(try home.text() == text)
  }

  @Test("leaves nothing of its progress to the work after it")
  func nextWork() async throws {
    var stage = await home.accountsList()
    await stage.press(.character("*"), .character("M"))
    await stage.agree()
    await stage.press(.character("L"), .enter)
    stage.holdsBack = true
    await stage.agree()
    let undoing = try #require(stage.state.work?.number)
    await stage.send(Self.progress(500))
    await stage.press(.escape)
    #expect(stage.shows("; stopping"))
    // It was too late for that.
    await stage.releaseFirst()
    #expect(stage.state.busy == .readingHistory)
    await stage.send(.message(.ofWork(undoing, .progress(.init(done: 600, total: 2_000)))))
    #expect(stage.shows("reading the history") && !stage.shows("of 2000"))
    await stage.send(.message(.ofWork(undoing, .failed(.cancelled, of: .look))))
    #expect(stage.state.busy == .readingHistory && stage.said.contains("Undid change"))
    await stage.release()
    #expect(stage.kind == "history" && stage.state.work == nil)
  }

  @Test("shows in a look at its undo how far that is, and Esc leads back from there")
  func stopLook() async throws {
    let rows = (10..<24).map { "u\($0)@example.com,12345\n" }.joined()
    await home.run(
      "import - --format csv --rules register", setting: Setting(input: "email,password\n" + rows))
    var stage = await Stage(home)
    await stage.press(.control("o"), .character("*"), .character("M"))
    await stage.agree()
    await stage.press(.character("L"))
    stage.holdsBack = true
    await stage.press(.enter)
    #expect(stage.state.busy == .lookingAtUndo && !stage.shows("Esc stop"))
    await stage.send(Self.progress(0))
    #expect(stage.shows("reading the history, 0 of 2000") && stage.shows("Esc stop"))
    await stage.press(.escape)
    #expect(stage.begun.last == "stop")
    await stage.send(.message(.failed(.cancelled, of: .look)))
    #expect(stage.kind == "history" && stage.state.work == nil)
    #expect(stage.said == "Stopped: nothing was changed.")
    // After the first rows, too.
    await stage.press(.enter)
    let first = UndoState(
      target: .change(2), shown: nil, number: 2, changes: [], outcome: [], notes: [])
    await stage.send(.message(.undoLook(first)))
    await stage.send(Self.progress(0))
    #expect(stage.kind == "undo")
    await stage.press(.escape)
    await stage.send(.message(.failed(.cancelled, of: .look)))
    #expect(stage.kind == "history" && stage.said == "Stopped: nothing was changed.")
  }

  @Test(
    "is not undone where its task was cancelled before the write, while it is read or planned",
    arguments: [0, WriteOptions.step])
  func cancelUndo(at place: Int) async throws {
    let count = WriteOptions.step + 2
    let rows = (0..<count).map { "u\(10_000 + $0)@example.com,12345\n" }.joined()
    await home.run(
      "import - --format csv --rules register", setting: Setting(input: "email,password\n" + rows))
    let (text, registry) = (try home.text(), home.registry)
    let planned = Mutex(-1)
    let work = Task {
      try await registry.undo(change: 1) { done, _ in
        planned.withLock { $0 = done }
        if done == place { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    let outcome = await work.result
    #expect(throws: AccountsError.cancelled) { _ = try outcome.get() }
    #expect(try planned.withLock { $0 } == place && home.text() == text)
    #expect(try await registry.history(limit: 2).count == 1)
  }

  @Test("has its first rows in a look at its undo, before it is known what that would do")
  func look() async throws {
    let names = (10..<24).map { "u\($0)@example.com" }
    let rows = names.map { "\($0),12345\n" }.joined()
    await home.run(
      "import - --format csv --rules register", setting: Setting(input: "email,password\n" + rows))
    var stage = await Stage(home)
    await stage.press(.control("o"), .character("*"), .character("O"))
    await stage.type("left")
    await stage.press(.enter)
    await stage.agree()
    await stage.press(.character("L"))
    let number = try #require(stage.state.screen.history?.chosen?.number)
    stage.holdsBack = true
    await stage.press(.enter)
    #expect(stage.begun.last == "lookAtUndo")
    let first = Mutex<[ScreenMessage]>([])
    let whole = await stage.outcome(of: .lookAtUndo(.change(number))) { message in
      first.withLock { $0.append(message) }
    }
    let shown = first.withLock { $0 }
    #expect(shown.count == 1)
    for message in shown { await stage.send(.message(message)) }
    #expect(stage.kind == "undo" && stage.state.busy == .lookingAtUndo)
    let size = Size(columns: 100, rows: 40)
    for words in [
      "This change of 14 accounts", "u10@example.com", #"disabled: "left" → nothing"#,
      "u19@example.com", "and 4 other accounts",
    ] { #expect(stage.shows(words, size), "\(words)") }
    #expect(!stage.shows("Keep", size))
    await stage.send(.message(whole))
    #expect(stage.state.busy == nil && stage.shows("> Keep <", size))
    for words in ["accounts: 14 changed", "u10@example.com", "and 4 other accounts"] {
      #expect(stage.shows(words, size), "\(words)")
    }
    await stage.press(.enter)
    #expect(stage.kind == "history")
  }

  @Test("leads back from the first rows where it cannot be undone, and says why")
  func cannot() async throws {
    let names = (10..<24).map { "u\($0)@example.com" }
    let rows = names.map { "\($0),12345\n" }.joined()
    await home.run(
      "import - --format csv --rules register", setting: Setting(input: "email,password\n" + rows))
    _ = await home.run(["disable"] + names, Setting())
    await home.run("disable u10@example.com --reason other")
    var stage = await Stage(home)
    await stage.press(.control("o"), .character("L"), .down)
    stage.holdsBack = true
    await stage.press(.enter)
    let number = try #require(stage.state.screen.history?.chosen?.number)
    let first = Mutex<[ScreenMessage]>([])
    let whole = await stage.outcome(of: .lookAtUndo(.change(number))) { message in
      first.withLock { $0.append(message) }
    }
    for message in first.withLock({ $0 }) { await stage.send(.message(message)) }
    #expect(stage.kind == "undo")
    await stage.send(.message(whole))
    #expect(stage.kind == "history" && stage.said.contains("u10@example.com"), "\(stage.said)")
  }
}

extension UndoState {
  fileprivate static let ofNothing = UndoState(
    target: .change(1), shown: nil, number: 1, changes: [], outcome: [], notes: [])
}
