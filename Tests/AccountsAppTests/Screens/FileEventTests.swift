import Foundation
import Terminal
import Testing

@testable import AccountsApp
@testable import CommandKit

/// Every screen, and everything that may happen to the file meanwhile: the screen stays, with what
/// was typed and marked, and never concerns another account.
@Suite("A screen stays, whatever happens to the file") struct FileEventTests {
  private let home = Home()

  /// A screen that is open when it happens.
  enum Shown: String, CaseIterable, Sendable {
    case list, groupsPrompt, removeQuestion, add, addEmpty
    case profile, history, undo, edit, password, profileHistory, profileUndo
    case login, registration, ownEdit, ownEditEmpty, ownHistory, ownUndo, ownList

    var isOwn: Bool { [.ownEdit, .ownEditEmpty, .ownHistory, .ownUndo, .ownList].contains(self) }
  }

  /// An event that happens to the file.
  enum Event: String, CaseIterable, Sendable {
    case missing, broken, rulebook, gone, renamed, disabled, loggedOut, otherLogin
  }

  /// Opens a screen that concerns Ada, out of a list that is narrowed and has marks.
  private func open(_ shown: Shown) async throws -> Stage {
    var stage = await home.accountsList()
    await home.run("edit --account ada@example.com --first-name Augusta")
    if shown.isOwn {
      await home.run("login --email ada@example.com --password 12345")
      stage = await Stage(home)
    }
    func marked() async {
      await stage.press(.character("/"))
      await stage.type("example")
      await stage.press(.enter, .character(" "))
    }
    func of(_ keys: Key...) async {
      await marked()
      for key in keys { await stage.press(key) }
    }
    switch shown {
    case .list: await of()
    case .groupsPrompt:
      await of(.character("G"))
      await stage.type("night")
    case .removeQuestion: await of(.character("X"))
    case .add, .addEmpty:
      await of(.character("A"))
      if shown == .add {
        await stage.type("new@example.com")
        await stage.go(to: .groups)
        await stage.type("ops,we")
        await stage.go(to: .password)
        await stage.type(newPassword: "Zq7marker")
      }
    case .profile: await of(.enter)
    case .history: await of(.character("H"))
    case .undo: await of(.character("L"), .character("U"))
    case .edit:
      await of(.character("E"))
      await stage.go(to: .firstName)
      await stage.retype("Adah")
    case .password:
      await of(.character("P"))
      await stage.type("Zq7m")
    case .profileHistory: await of(.enter, .character("H"))
    case .profileUndo: await of(.enter, .character("U"))
    case .login, .registration:
      await stage.press(.escape)
      await stage.type("new@example.com")
    case .ownEdit:
      await stage.press(.character("E"))
      await stage.go(to: .firstName)
      await stage.retype("Adah")
    case .ownEditEmpty: await stage.press(.character("E"))
    case .ownHistory: await stage.press(.character("H"))
    case .ownUndo: await stage.press(.character("U"))
    case .ownList:
      await stage.press(.character("L"))
      await marked()
    }
    await stage.send(.tick)
    return stage
  }

  private func happen(_ event: Event, _ stage: inout Stage) async throws {
    func look() async {
      await stage.send(.tick)
      await stage.send(.input(.focusGained))
      await stage.send(.tick)
    }
    switch event {
    case .missing:
      let away = "\(home.accountsPath).away"
      try FileManager.default.moveItem(atPath: home.accountsPath, toPath: away)
      await look()
      let told = stage.text() + (stage.state.cannotWrite?[.english] ?? "")
      #expect(told.contains("no accounts file"), "\(stage.text())")
      #expect(!told.contains("elsewhere"), "\(told)")
      #expect(!home.exists("accounts.json"))
      try FileManager.default.moveItem(atPath: away, toPath: home.accountsPath)
    case .broken:
      let text = try home.text()
      try home.write("{")
      await look()
      try home.write(text)
    case .rulebook:
      try home.write(
        home.text().replacing(#""register""#, with: #"{"fields": {"email": {"required": true}}}"#))
    case .gone: await home.run("remove ada@example.com --yes")
    case .renamed: await home.run("edit --account ada@example.com --email countess@example.com")
    case .disabled: await home.run("disable ada@example.com")
    case .loggedOut: await home.run("logout")
    case .otherLogin: await home.run("login --email alan@example.com --password 12345")
    }
    await look()
  }

  private func typed(_ state: ScreenState) -> [String] {
    if let prompt = state.prompt { return [prompt.input.text] }
    switch state.screen {
    case .accounts(let accounts): return [accounts.search.text]
    case .form(let form) where form.isChanged || !form.isEdit:
      return form.rows.compactMap { row in
        form.isEdit && !row.isChanged ? nil : row.text.map { "\(row.field) \($0)" }
      }
    default: return []
    }
  }

  private func kinds(_ stage: Stage) -> [String] {
    func kind(_ screen: ScreenState.Screen) -> String {
      String("\(screen)".prefix { $0 != "(" })
    }
    return stage.state.behind.map(kind) + [kind(stage.state.screen)]
  }

  @Test("for every screen and every event", arguments: Shown.allCases, Event.allCases)
  func all(shown: Shown, event: Event) async throws {
    var stage = try await open(shown)
    let (before, concerned) = (stage.state, stage.concerned)
    let kinds = kinds(stage)
    try await happen(event, &stage)
    #expect(self.kinds(stage) == kinds)
    #expect(stage.state.broken == nil && stage.state.busy == nil)
    #expect(typed(stage.state) == typed(before))
    // A renamed account is the same one under its new name.
    if event != .renamed { #expect(stage.state.account == before.account) }
    let allowed = concerned.union(event == .renamed ? ["countess@example.com"] : [])
    #expect(stage.state.form?.purpose.kind == before.form?.purpose.kind)
    #expect(stage.state.form?.isOfOther == before.form?.isOfOther)
    #expect(stage.state.form?.isOfPassword == before.form?.isOfPassword)
    #expect(stage.concerned.isSubset(of: allowed), "\(stage.concerned)")
    if ![.gone, .renamed].contains(event) { #expect(stage.concerned == concerned) }
    #expect((stage.state.question == nil) == (before.question == nil))
    #expect((stage.state.prompt == nil) == (before.prompt == nil))
    let isTold: [Event] = [.gone, .renamed]
    if shown.isOwn, shown != .ownList,
      [.gone, .loggedOut, .otherLogin].contains(event)
        || [.profile, .edit, .password].contains(shown) && isTold.contains(event)
    {
      #expect(stage.state.note?.kind == .problem, "\(stage.said)")
    }
    // The list behind is as it was left.
    let lists = stage.state.behind.compactMap { screen -> AccountListState? in
      if case .accounts(let accounts) = screen { accounts } else { nil }
    }
    for list in lists {
      #expect(list.search.text == "example" && list.markedNames == ["ada@example.com"])
    }
  }

  @Test("an Add form goes on under another rulebook, with its groups, and logs nobody in")
  func add() async throws {
    var stage = await home.accountsList()
    await stage.press(.character("A"))
    await stage.type("new@example.com")
    await stage.go(to: .groups)
    await stage.type("ops,we")
    await stage.go(to: .password)
    await stage.type(newPassword: "Zq7marker")
    try home.write(home.text().replacing(#""register""#, with: #""albums""#))
    await stage.send(.input(.focusGained))
    #expect(stage.shows("Add an account") && stage.shows("( ADD )"))
    #expect(stage.said.contains("The rules have changed"))
    #expect(stage.form?[.email] == "new@example.com" && stage.form?[.groups] == "ops, we")
    #expect(stage.focus == .password && stage.form?.focusedRow?.isRepeat == true)
    await stage.go(to: .firstName)
    await stage.type("New")
    await stage.go(to: .lastName)
    await stage.type("One")
    await stage.go(to: .birthDate)
    await stage.type("19900812")
    await stage.go(to: .phone)
    await stage.type("9123456789")
    await stage.press(.control("s"))
    #expect(stage.kind == "accounts", "\(stage.said)")
    #expect(stage.said.contains("Created account new@example.com"))
    #expect(try await home.account("new").values.groups == ["ops", "we"])
    #expect(try home.text(of: "session.json").contains("null"))
  }

  @Test("the session's profile follows the session, and says so")
  func session() async throws {
    var stage = await home.accountsList()
    await home.run("login --email ada@example.com --password 12345")
    stage = await Stage(home)
    await home.run("login --email alan@example.com --password 12345")
    await stage.send(.input(.focusGained))
    #expect(try stage.account().name.text == "alan@example.com")
    #expect(stage.said == "Another account is logged in now.")
    await home.run("logout")
    await stage.send(.input(.focusGained))
    #expect(stage.kind == "login" && stage.said == "You were logged out elsewhere.")
  }

  @Test("of an account that is gone offers only the way back")
  func gone() async throws {
    var stage = await home.accountsList()
    await stage.press(.enter)
    await home.run("remove ada@example.com --yes")
    await stage.send(.tick)
    await stage.send(.tick)
    #expect(stage.kind == "profile" && stage.said.contains("renamed or removed elsewhere"))
    for key in "eongpxhu" {
      await stage.press(.character(key))
      #expect(stage.kind == "profile" && stage.said.contains("renamed or removed elsewhere"))
      #expect(stage.state.question == nil && stage.state.prompt == nil)
      if stage.state.refusal != nil { await stage.press(.escape) }
    }
    await home.run("undo")
    await stage.press(.escape)
    #expect(stage.kind == "accounts" && stage.names.contains("ada@example.com"))
  }

  @Test("whose account in focus is gone concerns nobody, until one chooses")
  func goneFocus() async throws {
    var stage = await home.accountsList()
    await home.run("disable alan@example.com")
    await stage.send(.tick)
    await home.run("remove ada@example.com --yes")
    await stage.send(.tick)
    #expect(stage.names.first == "alan@example.com")
    for key in [.enter, .character("N"), .character("X"), .character("P"), .character("H")] as [Key]
    {
      await stage.press(key)
      #expect(stage.kind == "accounts" && stage.state.question == nil)
      #expect(stage.said.hasPrefix("ada@example.com was changed elsewhere"))
      if stage.state.refusal != nil { await stage.press(.escape) }
    }
    #expect(try await home.account("alan").state == .disabled)
    await stage.press(.home, .character("N"))
    await stage.agree()
    #expect(try await home.account("alan").state == .open)
    await stage.press(.character(" "), .character("R"))
    await home.run("remove alan@example.com --yes")
    await stage.press(.character("R"), .character("N"))
    #expect(stage.said.hasPrefix("alan@example.com was changed elsewhere"))
    await home.run("undo")
    await stage.press(.escape, .character("R"))
    #expect(try stage.accounts().names == ["alan@example.com"])
  }

  @Test("an added account that is refused does not move the list")
  func refusedAdd() async throws {
    var stage = await home.accountsList()
    await stage.press(.character("A"))
    await stage.type("grace@example.com")
    await stage.go(to: .password)
    await stage.type(newPassword: "12345")
    await stage.press(.control("s"))
    #expect(stage.form?.focusedRow?.refusal == .unique)
    await stage.press(.escape, .character("Y"))
    #expect(try stage.accounts().names == ["ada@example.com"])
  }

  @Test("a marked or focused account that was renamed here stays the one that is meant")
  func renamedHere() async throws {
    var stage = await home.accountsList()
    await stage.press(.down, .down, .down, .character(" "), .enter)
    #expect(try stage.account().name.text == "grace@example.com", "the marked one")
    await stage.press(.character("E"))
    await stage.retype("aaron@example.com")
    await stage.press(.control("s"), .escape)
    #expect(try stage.accounts().names == ["aaron@example.com"])
    #expect(try stage.accounts().markedNames == ["aaron@example.com"])
  }
}

extension Form.Purpose {
  fileprivate var kind: String { String("\(self)".prefix { $0 != "(" }) }
}
