import Terminal
import Testing

@testable import AccountsApp
@testable import CommandKit

@Suite("Changes of accounts in their list") struct AccountChangesTests {
  private let home = Home()

  @Test("disables one with a reason, and enables it again")
  func disables() async throws {
    var stage = await home.accountsList()
    await stage.press(.character("O"))
    #expect(stage.shows("ada@example.com"))
    await stage.type("left in May")
    await stage.press(.enter)
    #expect(stage.shows("Disable ada@example.com? The reason: left in May"))
    #expect(try await home.account("ada").state == .open)
    await stage.agree()
    #expect(try await home.account("ada")[text: .disabled] == "left in May")
    #expect(stage.said.contains("open → disabled") && stage.shows("disabled: left in May"))
    await stage.press(.character("N"), .enter)
    #expect(try await home.account("ada").state == .disabled, "no is marked")
    await stage.press(.character("N"))
    #expect(stage.shows("Enable ada@example.com?"))
    await stage.agree()
    #expect(try await home.account("ada").state == .open)
    await stage.press(.character("O"), .escape)
    #expect(try await home.account("ada").state == .open)
  }

  @Test("disables, groups and removes several as one change, which one undo takes back")
  func several() async throws {
    var stage = await home.accountsList()
    await stage.press(.character(" "), .character(" "))
    #expect(stage.shows("2 marked, row 3 of 4") && stage.shows("* "))
    let before = try home.text()
    func undo(_ stage: inout Stage) async throws {
      await stage.press(.character("L"), .character("U"))
      await stage.agree()
      #expect(stage.kind == "history", "one comes back to the log")
      await stage.press(.escape)
      #expect(stage.kind == "accounts" && stage.names.count == 4)
      #expect(try home.text() == before)
    }
    await stage.press(.character("O"), .enter, .tab, .enter)
    #expect(try await home.account("ada").state == .disabled)
    #expect(try await home.account("alan").state == .disabled)
    #expect(try await home.account("edsger").state == .open)
    #expect(stage.said.contains("2 accounts"))
    try await undo(&stage)
    await stage.press(.home, .character(" "), .character(" "), .character("G"))
    await stage.type("night, -staff")
    await stage.press(.enter)
    #expect(stage.shows("add night, remove staff?"))
    await stage.agree()
    #expect(try await home.account("ada").values.groups == ["ops", "night"])
    #expect(try await home.account("alan").values.groups == ["night"])
    try await undo(&stage)
    await stage.press(.home, .character(" "), .character(" "), .character("X"), .enter)
    #expect(stage.state.question == nil && stage.names.count == 4, "Enter alone removes nobody")
    await stage.press(.character("X"))
    #expect(stage.shows("ada@example.com, alan@example.com"))
    await stage.press(.tab, .enter)
    #expect(stage.names == ["Edsger@example.com", "grace@example.com"])
    #expect(try stage.accounts().marked.isEmpty)
    try await undo(&stage)
  }

  @Test("changes those of several that can be changed, and says first how many, then which not")
  func refused() async throws {
    var stage = await home.accountsList()
    await home.run("disable ada@example.com")
    let json = try home.text()
    let hash = try #require(
      json.firstMatch(of: /alan@example.com.*?"password": "([^"]*)"/.dotMatchesNewlines()))
    try home.write(json.replacing(hash.1, with: "!"))
    await stage.press(.character("R"), .character("*"), .character("N"))
    #expect(stage.shows("Enable 3 of 4 accounts? Accounts: ada@example.com,"))
    #expect(stage.concerned.count == 3)
    await stage.press(.tab, .enter)
    #expect(stage.state.note?.kind == .problem)
    #expect(stage.said.hasPrefix("Done to 3 of 4 accounts, not to 1.\n"))
    #expect(stage.said.contains("2 accounts were so already."))
    #expect(stage.said.contains("alan@example.com: password is locked without a hash"))
    #expect(try await home.account("ada").state == .open)
    #expect(try await home.account("alan").state == .locked)
    #expect(try stage.accounts().markedNames == ["alan@example.com"])
  }

  @Test("changes the others where what is in the way came after the question")
  func refusedSince() async throws {
    var stage = await home.accountsList()
    await home.run("disable ada@example.com")
    await stage.press(.character("R"), .character("*"), .character("N"))
    #expect(stage.shows("Enable 4 accounts"))
    await home.run("disable alan@example.com")
    let json = try home.text()
    let hash = try #require(
      json.firstMatch(of: /alan@example.com.*?"password": "([^"]*)"/.dotMatchesNewlines()))
    try home.write(json.replacing(hash.1, with: "!"))
    await stage.press(.tab, .enter)
    #expect(stage.said.contains("of 4 accounts, not to 1."), "\(stage.said)")
    #expect(try await home.account("ada").state == .open)
    #expect(try await home.account("alan").state == .locked)
  }

  @Test("asks nothing where it can be done to none of several, and says why")
  func none() async throws {
    let text = #"""
      {"rules": "register", "accounts": [
        {"email": "ada@example.com", "password": "12345", "disabled": true},
        {"email": "alan@example.com", "password": "12345", "validUntil": "2020-01-01"}
      ]}
      """#
    try home.write(text)
    var stage = await Stage(home)
    await stage.press(.control("o"), .character("*"), .character("V"))
    #expect(stage.state.question == nil && stage.state.refusal != nil)
    #expect(stage.said.hasPrefix("Done to none of 2 accounts.\nLeft alone: ada@example.com: "))
    #expect(try home.text() == text)
  }

  @Test("changes the account in focus, however its name is shown")
  func escapedNames() async throws {
    try home.write(
      #"""
      {"rules": "register", "accounts": [
        {"email": "a\u001bz@x.org", "password": "12345"},
        {"email": "a\\u{1B}z@x.org", "password": "12345"}
      ]}
      """#)
    var stage = await Stage(home)
    await stage.press(.control("o"))
    #expect(stage.names.count == 2 && Set(stage.names).count == 2)
    let real = try #require(stage.names.firstIndex { $0.unicodeScalars.contains("\u{1B}") })
    await stage.press(.home)
    for _ in 0..<real { await stage.press(.down) }
    await stage.press(.character("X"), .tab, .enter)
    #expect(stage.names == [#"a\u{1B}z@x.org"#], "\(stage.said)")
  }

  @Test("says that an account without a name can only be changed in the file")
  func nameless() async throws {
    try home.write(
      #"{"rules": "register", "accounts": [{"password": "12345"}, {"email": "z@x.org", "password": 1}]}"#
    )
    let text = try home.text()
    var stage = await Stage(home)
    await stage.press(.control("o"))
    for key in [.enter, .character("E"), .character("H"), .character("N"), .character("X")] as [Key]
    {
      await stage.press(key)
      #expect(stage.kind == "accounts" && stage.said.contains("the account has no name"), "\(key)")
      if stage.state.refusal != nil { await stage.press(.escape) }
    }
    #expect(try home.text() == text)
  }

  @Test("has the account that was added in focus, and its name over its new password")
  func focusOnAdded() async throws {
    var stage = await home.accountsList()
    await stage.press(.character("A"))
    await stage.type("bob@example.com")
    await stage.go(to: .password)
    await stage.type(newPassword: "12345")
    await stage.press(.control("s"))
    #expect(try stage.accounts().names == ["bob@example.com"])
    await stage.press(.character("P"))
    #expect(stage.shows("New password of bob@example.com"))
  }

  @Test("does nothing to marked accounts that are out of sight without naming them")
  func marksOutOfSight() async throws {
    var stage = await home.accountsList()
    await home.run("disable ada@example.com")
    await stage.press(.character("R"), .home, .character(" "), .character("/"))
    await stage.type("alan")
    await stage.press(.enter, .character("N"))
    #expect(stage.shows("Enable ada@example.com") || stage.shows("ada@example.com?"))
    #expect(try await home.account("ada").state == .disabled)
    await stage.press(.tab, .enter)
    #expect(try await home.account("ada").state == .open)
    #expect(try stage.accounts().marked.isEmpty)
    await stage.press(.escape)
    #expect(stage.kind == "accounts" && stage.names.count == 4, "Esc shows all first")
  }

  @Test("forgets the mark of an account that is gone")
  func goneMarks() async throws {
    var stage = await home.accountsList()
    await stage.press(.character(" "), .character(" "))
    await home.run("remove ada@example.com --yes")
    await stage.press(.character("R"))
    #expect(
      try stage.accounts().markedNames == ["alan@example.com"]
        && stage.shows("1 marked, row 2 of 3"))
  }

  @Test("answers no question about accounts in a window that cannot show it")
  func unseenQuestion() async throws {
    var stage = await home.accountsList()
    await stage.press(.character("X"))
    await stage.send(.resized(Size(columns: 20, rows: 3)))
    await stage.press(.tab, .enter)
    #expect(try await home.account("ada").state == .open)
    #expect(stage.frame(Size(columns: 20, rows: 3)).lines.joined().contains("too small"))
    await stage.send(.resized(Stage.usual))
    await stage.press(.tab, .enter)
    #expect(stage.names.count == 3)
  }

  @Test("asks again for groups that the rules refuse, with what was typed")
  func refusedGroups() async throws {
    var stage = await home.accountsList()
    await stage.press(.character("G"))
    await stage.type(String(repeating: "g", count: 300))
    await stage.press(.enter)
    await stage.agree()
    #expect(stage.state.prompt?.input.text.count == 300 && stage.state.note?.kind == .problem)
    await stage.press(.control("u"))
    await stage.type("night")
    await stage.press(.enter)
    #expect(stage.state.prompt == nil)
    await stage.agree()
    #expect(try await home.account("ada").values.groups.contains("night"))
  }

  @Test("closes the list of actions when what is behind it becomes another screen")
  func actions() async throws {
    await home.run("register --email ada@example.com --password 12345")
    var stage = await Stage(home)
    await stage.press(.function(1), .down, .down)
    await home.run("logout")
    await stage.send(.input(.focusGained))
    #expect(stage.kind == "login" && stage.state.actionList == nil)
  }

  @Test("sets a generated password, which is shown once and in no dump")
  func generates() async throws {
    var stage = await home.accountsList()
    await stage.press(.character("P"))
    #expect(stage.kind == "edit" && stage.form?.isOfPassword == true)
    await stage.press(.control("g"))
    let shown = try #require(stage.state.generated)
    let text = try #require(shown.password.text)
    #expect(stage.shows(text) && stage.shows("ada@example.com has a new password"))
    var dumped = ""
    dump(stage.state, to: &dumped)
    #expect(!dumped.contains(text))
    await stage.press(.character("X"), .character("Q"))
    #expect(stage.shows(text), "no key in passing hides it")
    await stage.press(.enter)
    #expect(!stage.shows(text) && stage.kind == "accounts")
    let verified = await home.run("verify --email ada@example.com --password \(text)")
    #expect(verified.exit == 0)
    #expect(stage.state.account == nil)
  }

  @Test("sets a typed password under the rulebook's rules")
  func types() async throws {
    var stage = await home.accountsList()
    await stage.press(.character("P"))
    await stage.type(newPassword: "1234")
    await stage.press(.control("s"))
    #expect(stage.kind == "edit")
    await stage.press(.escape, .character("Y"), .character("P"))
    await stage.type(newPassword: "another1")
    await stage.press(.control("s"))
    #expect(stage.kind == "accounts" && stage.said.contains("Saved: password"))
    let verified = await home.run("verify --email ada@example.com --password another1")
    #expect(verified.exit == 0)
  }

  @Test(
    "concerns the marked account, and not the next one, to which the mark moved on",
    arguments: ["P", "E", "H", "O", "G", "X", "N", "M", "V"])
  func oneMarked(key: Character) async throws {
    var stage = await home.accountsList()
    await stage.press(.character(" "))
    #expect(try stage.accounts().focusedName == "alan@example.com")
    await stage.press(.character(key))
    #expect(stage.kind != "accounts" || stage.state.prompt != nil || stage.state.question != nil)
    #expect(stage.concerned == ["ada@example.com"])
  }

  @Test("opens the account under the bar, whoever is marked", arguments: [1, 2, 3])
  func opens(marks: Int) async throws {
    var stage = await home.accountsList()
    for _ in 0..<marks { await stage.press(.character(" ")) }
    let focused = try #require(try stage.accounts().focusedName)
    #expect(try stage.accounts().markedNames.count == marks)
    await stage.press(.enter)
    #expect(try stage.account().name.text == focused)
    await stage.press(.escape)
    #expect(try stage.accounts().markedNames.count == marks)
  }

  @Test("of one account at a time is off while several are marked, and says why")
  func oneAtATime() async throws {
    var stage = await home.accountsList()
    await stage.press(.character(" "), .character(" "))
    for key in [.character("E"), .character("P"), .character("H")] as [Key] {
      await stage.press(key)
      #expect(stage.kind == "accounts" && stage.said.contains("one account at a time"))
      await stage.press(.escape)
    }
  }

  @Test("counts the accounts that were changed, and not those that were to be")
  func counts() async throws {
    var stage = await home.accountsList()
    func change(_ groups: String) async {
      await stage.press(.character("*"), .character("G"))
      await stage.type(groups)
      await stage.press(.enter, .tab, .enter)
    }
    let text = try home.text()
    await change("-opps")
    #expect(stage.said == "Nothing to change.")
    #expect(try home.text() == text)
    await change("-staff")
    #expect(stage.said == "Changed the groups of 2 accounts.\n2 accounts were so already.")
    await change("night, -ops")
    #expect(stage.said == "Changed the groups of 4 accounts.")
    await home.run("edit --account alan@example.com --remove-group night")
    await change("night")
    #expect(
      stage.said == "Changed the groups of alan@example.com.\n3 accounts were so already.")
    await stage.press(.character("*"), .character("N"), .tab, .enter)
    #expect(stage.said == "Nothing to change.")
    await home.run("disable ada@example.com")
    await stage.press(.character("*"), .character("N"), .tab, .enter)
    #expect(stage.said == "ada@example.com: disabled → open\n3 accounts were so already.")
    await stage.press(.character("*"), .character("O"), .enter, .tab, .enter)
    #expect(stage.said == "Disabled 4 accounts.")
    await stage.press(.character("*"), .character("O"), .enter, .tab, .enter)
    #expect(stage.said == "Nothing to change.")
    await stage.press(.character("*"), .character("X"), .tab, .enter)
    #expect(stage.said == "Removed 4 accounts; L, then U, undoes it.")
  }

  @Test("follows what others write while it is open")
  func live() async throws {
    var stage = await home.accountsList()
    await stage.send(.tick)
    await home.run("remove alan@example.com --yes")
    await stage.send(.tick)
    #expect(stage.names.count == 3)
    #expect(stage.state.tickInterval == 1000)
    try home.write("{")
    await stage.send(.tick)
    #expect(stage.kind == "broken")
  }

  @Test("has what the permissions forbid switched off, with the reason")
  func forbidden() async throws {
    var stage = await home.accountsList()
    let text = try home.text()
    stage.set(writeFault: Phrase("no permission"))
    for key in "ONGPX" {
      await stage.press(.character(key))
      #expect(stage.said == "no permission" && stage.kind == "accounts", "\(key)")
      #expect(stage.state.prompt == nil && stage.state.question == nil)
      await stage.press(.escape)
    }
    await stage.press(.function(1))
    #expect(stage.shows("after asking (Delete): no permission"))
    #expect(try home.text() == text)
  }

  @Test("does no change while another is under way, and no key behind an unseen question")
  func busy() async throws {
    var stage = await home.accountsList()
    stage.holdsBack = true
    await stage.press(.character("N"), .tab, .enter, .character("X"), .tab, .enter, .down)
    #expect(stage.begun.filter { ["enable", "remove"].contains($0) } == ["enable"])
    #expect(stage.state.question == nil)
    #expect(stage.shows("enabling"))
    await stage.press(.control("q"))
    #expect(!stage.hasQuit)
    await stage.release()
    #expect(!stage.hasQuit && stage.state.question?.names == ["ada@example.com"])
    stage.pause()
    await stage.press(.control("q"))
    #expect(stage.hasQuit)
  }
}
