import Foundation
import Testing

@testable import AccountsApp

@Suite("Keys typed for what does not come") struct RefusalTests {
  private let home = Home()
  /// Every letter of it does something in a list of accounts, and some on a broken file.
  private static let password = "CENXEON*Y"

  /// Types a new password twice, and saves it.
  private func typeOn(_ stage: inout Stage) async {
    await stage.type(Self.password)
    await stage.press(.tab)
    await stage.type(Self.password)
    await stage.press(.enter, .control("s"))
    await stage.paste(Self.password)
  }

  @Test("are dropped if the action is off, until Esc", arguments: ["P", "E", "G", "O", "X", "\r"])
  func off(key: Character) async throws {
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "a@bcd.co", "password": "12345"}, {"email": "A@bcd.co"}]}"#
    )
    let text = try home.text()
    var stage = await Stage(home)
    await stage.press(.control("o"))
    let begun = stage.begun
    await stage.press(key == "\r" ? .enter : .character(key))
    await typeOn(&stage)
    #expect(stage.said == Obstacles.sharesName.nameOff()?[.english] && stage.shows("Esc go on"))
    #expect(stage.begun == begun && !stage.handsOver && stage.kind == "accounts")
    #expect(stage.state.question == nil && stage.state.prompt == nil)
    #expect(try home.text() == text)
    await stage.press(.escape, .character("C"))
    #expect(stage.handsOver)
  }

  @Test("are dropped if the account is gone when it is read", arguments: ["P", "E", "\r"])
  func gone(key: Character) async throws {
    var stage = await home.accountsList()
    await home.run("remove ada@example.com --yes")
    let text = try home.text()
    await stage.press(key == "\r" ? .enter : .character(key))
    await typeOn(&stage)
    #expect(stage.said == "ada@example.com was renamed or removed elsewhere.")
    #expect(stage.kind == "accounts" && !stage.handsOver && stage.state.question == nil)
    #expect(try home.text() == text)
    await stage.press(.escape)
    #expect(stage.said.isEmpty)
  }

  @Test("are dropped if the history cannot be read", arguments: ["H", "L"] as [Character])
  func noHistory(key: Character) async throws {
    var stage = await home.accountsList()
    let text = try home.text()
    try FileManager.default.removeItem(atPath: "\(home.documents)/history.jsonl")
    try FileManager.default.createDirectory(
      atPath: "\(home.documents)/history.jsonl", withIntermediateDirectories: false)
    await stage.press(.character(key))
    await typeOn(&stage)
    #expect(stage.said.contains("history.jsonl") && stage.kind == "accounts")
    #expect(try home.text() == text && !stage.handsOver && stage.state.question == nil)
  }

  enum Text: CaseIterable { case search, form, reason }

  @Test("open no editor where the file breaks while one types", arguments: Text.allCases)
  func breaks(text: Text) async throws {
    var stage = await home.accountsList()
    switch text {
    case .search: await stage.press(.character("/"))
    case .form: await stage.press(.character("A"))
    case .reason: await stage.press(.character("O"))
    }
    let good = try home.text()
    try home.write("{")
    await stage.comeBack()
    #expect(stage.kind == "broken")
    await typeOn(&stage)
    #expect(!stage.handsOver && !stage.hasQuit && stage.kind == "broken")
    #expect(stage.said == "The accounts cannot be used" && stage.shows("Esc go on"))
    try home.write(good)
    await stage.press(.escape)
    #expect(stage.kind != "broken" && stage.said.isEmpty)
  }

  @Test("where the file breaks while an account is opened open no editor")
  func breaksWhileOpening() async throws {
    var stage = await home.accountsList()
    stage.holdsBack = true
    await stage.press(.character("P"))
    try home.write("{")
    await stage.release()
    await typeOn(&stage)
    #expect(stage.kind == "broken" && !stage.handsOver && stage.shows("Esc go on"))
  }

  @Test("a broken file in a list without a text to type acts on keys at once")
  func atOnce() async throws {
    var stage = await home.accountsList()
    try home.write("{")
    await stage.comeBack()
    await stage.press(.character("E"))
    #expect(stage.handsOver)
  }

  @Test("are not those that quit")
  func quits() async throws {
    try home.write(#"{"rules": "register", "accounts": [{"password": "12345"}]}"#)
    var stage = await Stage(home)
    await stage.press(.control("o"), .character("P"), .control("q"))
    #expect(stage.hasQuit)
  }
}
