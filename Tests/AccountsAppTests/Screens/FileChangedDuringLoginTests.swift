import Testing

@testable import AccountsApp

@Suite("A file changed during login or registration") struct FileChangedDuringLoginTests {
  private let home = Home()

  @Test("shows the account logged in now if nothing was typed yet")
  func shows() async throws {
    var stage = await Stage(home)
    await home.run("login --email luigi@gmail.com --password 12345")
    await stage.comeBack()
    #expect(try stage.account().name.text == "luigi@gmail.com")
  }

  @Test("with another rulebook shows that rulebook's form, with what was typed")
  func rulebook() async throws {
    var stage = await Stage(home)
    await stage.type("mario@gmail.com")
    try home.write(#"{"rules": "authorisation", "accounts": []}"#)
    await stage.comeBack()
    #expect(stage.kind == "login" && stage.focus == .firstName)
    await stage.press(.control("r"))
    await stage.type("Alex")
    try home.write(#"{"rules": "authorisation", "accounts":  []}"#)
    await stage.comeBack()
    #expect(stage.kind == "registration" && stage.form?[.firstName] == "Alex")
    try home.write(#"{"rules": "albums", "accounts": []}"#)
    await stage.comeBack()
    #expect(stage.kind == "registration" && stage.form?.rulebook.name == "albums")
    #expect(stage.form?[.firstName] == "Alex" && stage.said.contains("The rules have changed"))
  }

  @Test("so that it cannot be used covers the form, which is there again once it is mended")
  func broken() async throws {
    await home.run("init albums")
    let text = try home.text()
    var stage = await Stage(home)
    await stage.press(.control("r"))
    await stage.fill("Ada", "Lovelace", "19900812", "9123456789", "ada@b.co", "Secret1")
    let form = try #require(stage.form)
    try home.write("{")
    await stage.send(.input(.focusGained))
    #expect(stage.kind == "broken" && stage.shows("The accounts cannot be used"))
    await stage.type("x")
    await stage.paste("x")
    await stage.press(.escape, .escape)
    #expect(!stage.hasQuit && stage.kind == "broken" && stage.state.question == nil)
    await stage.press(.control("q"))
    #expect(!stage.hasQuit && stage.shows("Discard what you typed?"))
    await stage.press(.character("N"))
    try home.write(text)
    await stage.send(.input(.focusGained))
    #expect(stage.form == form && stage.kind == "registration")
    try home.write("{")
    await stage.press(.enter)
    #expect(stage.kind == "broken")
    try home.write(text)
    await stage.press(.escape)
    #expect(stage.form == form)
    await stage.press(.enter)
    #expect(try stage.account().name.text == "ada@b.co")
  }

  @Test("drops the result of an earlier read, and of a read before an operation")
  func stale() async throws {
    var stage = await Stage(home)
    stage.holdsBack = true
    await stage.comeBack()
    let early = await stage.outcome(of: .open(1, of: nil))
    stage.holdsBack = false
    await stage.create("mario@gmail.com", "12345")
    #expect(stage.kind == "profile")
    await stage.send(.message(early))
    #expect(stage.kind == "profile")
  }
}
