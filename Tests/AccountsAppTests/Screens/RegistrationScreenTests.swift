import Testing

@testable import AccountsApp

@Suite("With a separate registration") struct RegistrationScreenTests {
  private let home = Home()

  @Test(
    "is the first screen without accounts; a login says so, and leads back to it",
    arguments: [
      "albums", "authorisation",
    ])
  func nobody(rulebook: String) async {
    await home.run("init \(rulebook)")
    var stage = await Stage(home)
    #expect(stage.kind == "registration")
    #expect(stage.shows("There are no accounts yet"))
    await stage.press(.escape)
    #expect(stage.kind == "login")
    await stage.fill("ada", "Secret1x")
    await stage.press(.enter)
    #expect(stage.kind == "login")
    #expect(stage.shows("There are no accounts yet"))
    await stage.press(.control("r"))
    #expect(stage.kind == "registration")
    #expect(stage.state.note == nil)
  }

  @Test("switching forms keeps what both ask for, and asks before it drops the rest")
  func takesAlong() async {
    await home.run("init albums")
    var stage = await Stage(home)
    await stage.press(.escape)
    await stage.fill("ada@b.co", "Secret1")
    await stage.press(.tab, .enter)
    #expect(stage.kind == "registration")
    #expect(stage.form?[.email] == "ada@b.co")
    #expect(stage.form?[.password] == "Secret1" && stage.form?.isReady == false)
    #expect(stage.focus == .firstName)
    await stage.press(.escape)
    #expect(stage.kind == "login")
    #expect(stage.form?[.email] == "ada@b.co" && stage.form?[.password] == "Secret1")
    await stage.press(.control("r"))
    await stage.type("Ada")
    await stage.press(.escape)
    #expect(stage.shows("Discard what you typed?"))
    await stage.press(.character("N"))
    #expect(stage.kind == "registration" && stage.form?[.firstName] == "Ada")
    await stage.press(.escape, .character("Y"))
    #expect(stage.kind == "login")
  }

  /// Fills the form of the rulebook `albums` like a user: the calendar for the birth date.
  private func registered(_ email: String = "ada@b.co") async -> Stage {
    var stage = await Stage(home)
    await stage.press(.control("r"))
    await stage.fill("Ada", "Lovelace")
    await stage.press(.character(" "), .pageUp, .left)
    await stage.press(.enter)
    await stage.fill("89123456789", email, "Secret1")
    return stage
  }

  @Test("an account is created step by step, and its profile shown")
  func registers() async throws {
    await home.run("init albums")
    var stage = await registered()
    #expect(stage.form?.focusedButton == .submit)
    #expect(stage.form?.isReady == true)
    await stage.press(.enter)
    let account = try stage.account()
    #expect(account.firstName?.text == "Ada" && account.lastName?.text == "Lovelace")
    #expect(account.birthDate?.description == "1996-05-14")
    #expect(account.phone?.text == "+7 (912) 345-67-89")
    let id = try #require(try await home.registry.account("ada@b.co").id)
    #expect(
      try home.text(of: "session.json") == "{\"email\": \"ada@b.co\", \"id\": \"\(id)\"}\n")
    #expect(stage.begun == ["register"])
  }

  @Test("a duplicate is marked at the email, and no other input is lost")
  func duplicate() async throws {
    await home.run("init albums")
    var first = await registered()
    await first.press(.enter, .escape, .tab, .enter)
    #expect(first.kind == "login")
    var stage = await registered("ADA@b.co")
    let before = try #require(stage.form)
    await stage.press(.enter)
    #expect(stage.kind == "registration")
    #expect(stage.focus == .email)
    for field in before.rows.map(\.field) { #expect(stage.form?[field] == before[field]) }
    #expect(stage.shows("! a user with this email already exists"))
    #expect(stage.form?.isReady == false)
    await stage.press(.enter, .enter, .enter)
    #expect(stage.begun == ["register"], "that would only be refused again")
    await stage.press(.backTab)
    await stage.press(.tab)
    await stage.press(.control("u"))
    await stage.type("eve@b.co")
    #expect(!stage.shows("already exists"))
    await stage.press(.tab, .tab, .enter)
    #expect(try stage.account().name.text == "eve@b.co")
  }

  @Test("nothing changes while an account is being created, especially not the calendar")
  func calendarWhileBusy() async throws {
    await home.run("init albums")
    var stage = await registered()
    stage.holdsBack = true
    await stage.press(.enter)
    let before = try #require(stage.form)
    await stage.press(.backTab, .backTab, .character(" "), .left, .enter)
    #expect(stage.form?.rows.map(\.text) == before.rows.map(\.text))
    #expect(stage.state.calendar == nil)
  }

  @Test("login works by first name, ignoring case")
  func byName() async throws {
    await home.run("init authorisation --samples")
    var stage = await Stage(home)
    #expect(stage.focus == .firstName)
    #expect(!stage.shows("no accounts yet"))
    await stage.fill("alex", "password1")
    await stage.press(.enter)
    #expect(try stage.account().name.text == "alex@example.com")
  }

  @Test("if several accounts share a name and a password, the email is asked for as well")
  func several() async throws {
    await home.run("init authorisation")
    for email in ["one@b.co", "two@b.co"] {
      await home.run(
        "register --first-name Alex --last-name I --email \(email) --password password1 --no-login")
    }
    var stage = await Stage(home)
    await stage.fill("Alex", "password1")
    await stage.press(.enter)
    #expect(stage.kind == "login")
    #expect(stage.form?.rows.map(\.field) == [.email, .firstName, .password])
    #expect(stage.focus == .email)
    #expect(stage.form?[.firstName] == "Alex" && stage.form?[.password] == "password1")
    #expect(stage.form?.isReady == false)
    #expect(stage.shows("enter the email too"))
    await stage.type("two@b.co")
    #expect(stage.form?.isReady == true)
    await stage.press(.tab, .tab, .tab, .enter)
    #expect(try stage.account().name.text == "two@b.co")
  }

  @Test("the fields of a custom rulebook are asked for without code of ours")
  func custom() async throws {
    try home.write(
      #"""
      { "rules": { "name": "club", "fields": { "lastName": { "required": true },
        "password": { "characters": 3 } } }, "accounts": [] }
      """#)
    var stage = await Stage(home)
    await stage.press(.control("r"))
    #expect(stage.form?.rows.map(\.field) == [.lastName, .email, .password])
    await stage.fill("Ng", "a@b.co", "123")
    await stage.press(.enter)
    #expect(try stage.account().lastName?.text == "Ng")
  }
}
