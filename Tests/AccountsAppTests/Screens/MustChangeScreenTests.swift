import Testing

@testable import AccountsApp

@Suite("A password that must be changed, on the screens") struct MustChangeScreenTests {
  private let home = Home()

  private func write(rules: String = "register", _ more: String = #", "mustChange": true"#) throws {
    try home.write(
      #"{"rules": "\#(rules)", "accounts": [{"email": "ada@host.com", "#
        + #""password": "secret1", "firstName": "Ada"\#(more)}, "#
        + #"{"email": "bob@host.com", "password": "secret2"}]}"#)
  }

  private func isMarked() async throws -> Bool {
    try await home.registry.account("ada@host.com").mustChangePassword
  }

  @Test("is asked for by the login form, after the right old one")
  func login() async throws {
    try write()
    var stage = await Stage(home, watched: true)
    await stage.fill("ada@host.com", "secret1")
    await stage.press(.enter)
    #expect(stage.kind == "renewal" && stage.focus == .password)
    #expect(stage.said == "The password must be changed: choose a new one.")
    #expect(stage.shows("New password"))
    await stage.type(newPassword: "secret1")
    #expect(stage.shows("must be another than the old one"))
    await stage.press(.backTab)
    await stage.retype("another1")
    await stage.press(.tab)
    await stage.retype("another1")
    await stage.press(.control("s"))
    #expect(stage.begun == ["logIn", "renew"])
    #expect(stage.kind == "profile", "\(stage.said)")
    #expect(try await !isMarked())
    #expect(stage.witness?.saw("another1") == false && stage.witness?.saw("secret1") == false)
  }

  @Test("is given up with Esc, which leads back to the login")
  func givenUp() async throws {
    try write()
    var stage = await Stage(home)
    await stage.fill("ada@host.com", "secret1")
    await stage.press(.enter, .escape)
    #expect(stage.kind == "login" && stage.form?.isChanged == false)
    #expect(try await isMarked())
    #expect(!home.exists("session.json"))
  }

  @Test("is demanded of one or several in the list, which marks them")
  func action() async throws {
    try write("")
    var stage = await Stage(home)
    await stage.press(.control("o"))
    #expect(stage.kind == "accounts")
    await stage.press(.character("M"))
    #expect(stage.shows("Have the password of ada@host.com changed at the next login?"))
    await stage.agree()
    #expect(stage.said == "The next login sets a new password: ada@host.com.")
    #expect(try await isMarked())
    #expect(stage.shows("open; must change password"))
    await stage.press(.character("*"), .character("M"))
    #expect(stage.shows("Have the password of 2 accounts changed at the next login?"))
    await stage.press(.tab, .enter)
    #expect(
      stage.said == "The next login sets a new password: bob@host.com.\n1 account was so already.")
    await stage.press(.character("L"), .character("U"))
    await stage.agree()
    #expect(try await !home.registry.account("bob@host.com").mustChangePassword)
    #expect(try await isMarked())
  }

  @Test("is a field of the form for somebody else's account, and shown in the profile")
  func field() async throws {
    try write()
    var stage = await Stage(home)
    await stage.press(.control("o"), .enter)
    #expect(stage.shows("Must change:") && stage.shows("the password, at the next login"))
    await stage.press(.character("E"))
    await stage.go(to: .mustChange)
    #expect(stage.shows("[x] at the next login"))
    await stage.press(.character(" "))
    #expect(stage.shows("[ ] at the next login"))
    await stage.press(.control("s"))
    #expect(try await !isMarked())
    #expect(try !home.text().contains("mustChange"))
    await stage.press(.character("E"))
    await stage.go(to: .mustChange)
    await stage.press(.character(" "), .control("s"))
    #expect(try await isMarked())
  }

  @Test("is no field of one's own form")
  func own() async throws {
    try write()
    try home.write(#"{"email": "ada@host.com"}"#, to: "session.json")
    var stage = await Stage(home)
    #expect(stage.kind == "profile" && stage.shows("Must change:"))
    await stage.press(.character("E"))
    #expect(stage.form?.rows.map(\.field).contains(.mustChange) == false)
  }

  @Test("follows a generated password in the form for a new account, where the rulebook says so")
  func generated() async throws {
    try home.write(#"{"rules": "standard", "accounts": []}"#)
    var stage = await Stage(home)
    await stage.press(.control("o"), .character("A"))
    await stage.go(to: .username)
    await stage.type("kim")
    await stage.press(.control("g"))
    await stage.go(to: .mustChange)
    #expect(stage.shows("[x] at the next login"))
    await stage.press(.control("g"))
    #expect(stage.shows("[ ] at the next login"))
    await stage.press(.control("g"), .control("s"))
    #expect(stage.state.generated != nil, "\(stage.said)")
    #expect(try await home.registry.account("kim").mustChangePassword)
    // A password that is generated for an account that is there is marked as well.
    _ = try await home.registry.setMustChange(false, of: ["kim"])
    await stage.press(.enter, .character("R"), .character("P"), .control("g"))
    #expect(try await home.registry.account("kim").mustChangePassword)
  }
}
