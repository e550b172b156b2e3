import Testing

@testable import AccountsApp
@testable import ScreenKit
@testable import Terminal

@Suite("What is typed ahead") struct TypedAheadTests {
  private let home = Home()

  /// Types keys while the store answers nothing but the first so many questions, then lets it
  /// answer all.
  private func ahead(_ stage: inout Stage, answering count: Int = 0, _ keys: [Key]) async {
    stage.holdsBack = true
    for (index, key) in keys.enumerated() {
      await stage.press(key)
      if index < count { await stage.releaseFirst() }
    }
    while stage.holdsAny { await stage.releaseFirst() }
    stage.holdsBack = false
    stage.pause()
  }

  @Test("is grave where an answer changes or hides something")
  func grave() async {
    for (keys, isGrave) in [("X", true), ("LU", true), ("P§", true), ("N", true), ("  N", true)] {
      var stage = await home.accountsList()
      await stage.press(signs: keys)
      #expect(stage.state.toBeAnswered?.isGrave == isGrave, "\(keys)")
    }
  }

  @Test("after a search waits for what was searched for", arguments: 0..<9)
  func search(answered: Int) async throws {
    for (script, what) in [
      ("/alan⏎Ox⏎", "disable"), ("/alan⏎P§", "password"), ("alan⏎N", "enable"),
      ("/alan⏎ G-ops⏎", "groups"), ("alan⏎H", "history"), ("/alan⏎⏎", "open"),
    ] {
      let home = Home()
      var stage = await home.accountsList()
      await home.run("edit --account alan@example.com --groups ops")
      await home.run("disable alan@example.com")
      await stage.press(.character("R"))
      if what == "disable" { await home.run("enable alan@example.com") }
      let ada = try home.text().split(separator: "\n").filter { $0.contains("ada@") }
      await ahead(&stage, answering: answered, Key.of(signs: script))
      if ["disable", "enable", "groups"].contains(what) {
        #expect(stage.state.question?.names == ["alan@example.com"])
        await stage.agree()
      }
      #expect(try home.text().split(separator: "\n").filter { $0.contains("ada@") } == ada)
      let alan = try await home.account("alan")
      switch what {
      case "disable": #expect(alan.state == .disabled)
      case "enable": #expect(alan.state == .open)
      case "groups": #expect(alan.values.groups == [])
      case "password": #expect(stage.state.generated?.name == "alan@example.com")
      case "history": #expect(stage.kind == "history" && stage.shows("alan@example.com"))
      default: #expect(try stage.account().name.text == "alan@example.com")
      }
    }
  }

  @Test(
    "in a list is for whom they would have reached, or is dropped where another one has the name",
    arguments: [
      ("", "/ada⏎P§"), ("", "/alan⏎P§"), ("/grace⏎", "/ada⏎P§"), ("/grace⏎", "⌫⌫⌫⌫⌫ada⏎P§"),
      ("", "/a⏎↓P§"), ("/grace⏎", "/a⏎↓P§"), ("", "/example⏎⇲↑↑P§"), ("/grace⏎", "⎋⇱↓P§"),
      ("", "F↓P§"), ("", "/ada⏎E⇥"), ("", "lovelace⏎P§"), ("", "S↓P§"),
    ], [false, true])
  func exchanged(_ texts: (before: String, ahead: String), isByHand: Bool) async throws {
    var stage = await home.accountsList()
    await stage.press(signs: texts.before)
    stage.holdsBack = true
    await stage.press(signs: texts.ahead)
    if isByHand { try home.swapAdaAndAlanByHand() } else { await home.swapAdaAndAlan() }
    let text = try home.text()
    let whom = ["↓", "⇲", "alan"].contains { texts.ahead.contains($0) } ? "ada" : "alan"
    while stage.holdsAny { await stage.releaseFirst() }
    #expect(stage.state.question == nil, "\(texts)")
    if !isByHand, let new = stage.state.generated {
      #expect(new.name == "\(whom)@example.com", "\(texts)")
      return
    }
    if !isByHand, stage.kind == "edit" {
      #expect(stage.form?[.email] == "\(whom)@example.com", "\(texts)")
      return
    }
    #expect(try home.text() == text && stage.kind == "accounts")
    let words = ["now", "look again", "look at it again"]
    #expect(words.contains { stage.said.contains($0) }, "\(texts): \(stage.said)")
  }

  @Test("in a list is dropped where it would have reached another row, and the screen says so")
  func moved() async throws {
    for ahead in ["/e⏎↓P§", "/example⏎⇲↑↑↑P§", "F↓O"] {
      let home = Home()
      var stage = await home.accountsList()
      stage.holdsBack = true
      await stage.press(signs: ahead)
      await home.run("register --email aaa@example.com --password 12345 --no-login")
      await home.run("remove grace@example.com --yes")
      let text = try home.text()
      while stage.holdsAny { await stage.releaseFirst() }
      #expect(try home.text() == text && stage.kind == "accounts" && stage.state.prompt == nil)
      #expect(
        stage.said == "The list has changed since these keys were typed: look at it again.",
        "\(ahead): \(stage.said)")
    }
  }

  @Test("does not say yes to a question that was not there yet", arguments: 0..<5)
  func unseenQuestion(answered: Int) async throws {
    var stage = await home.accountsList()
    let text = try home.text()
    await ahead(&stage, answering: answered, Key.of(signs: "/alan⏎X⇥⏎"))
    #expect(try home.text() == text)
    #expect(stage.state.question?.names == ["alan@example.com"])
    await stage.press(.tab, .enter)
    #expect(try !home.text().contains("alan@example.com"))
    #expect(try home.text().contains("ada@example.com"))
  }

  @Test("and its answer in one burst is no answer, nor is a no")
  func burst() async throws {
    var stage = await home.accountsList()
    stage.isDrawn = false
    await stage.press(.character("X"), .tab, .enter, .tab, .tab, .enter)
    stage.isDrawn = true
    #expect(stage.state.question?.names == ["ada@example.com"])
    #expect(stage.said == KitText.keysDropped[.english])
    await stage.send(.tick)
    await stage.press(.tab, .enter)
    #expect(stage.state.question?.chosen == .no, "nobody has paused")
    stage.pause()
    await stage.press(.enter)
    #expect(stage.state.question == nil)
    stage.isDrawn = false
    await stage.press(.down, .character("X"), .enter, .down, .character("X"))
    #expect(stage.state.question?.names == ["alan@example.com"])
  }

  @Test("hears Esc at once, however fast keys come: it changes nothing")
  func escape() async throws {
    var stage = await home.accountsList()
    let text = try home.text()
    stage.isDrawn = false
    await stage.press(.character("X"), .tab, .enter, .escape, .down)
    #expect(stage.state.question == nil && stage.keys.isDropping)
    #expect(try stage.accounts().names == ["ada@example.com"], "what comes behind it is dropped")
    stage.pause()
    stage.isDrawn = true
    await stage.send(.tick)
    stage.isDrawn = false
    await stage.press(.character("X"), .tab, .enter)
    #expect(stage.keys.isDropping)
    await stage.press(.character("M"), .alt("x"))
    #expect(stage.state.question == nil)
    #expect(try home.text() == text)
  }

  @Test("does not take back what was not looked at yet")
  func unseenLooks() async throws {
    var stage = await home.accountsList()
    await home.run("disable ada@example.com")
    await ahead(&stage, Key.of(signs: "LU⇥⏎"))
    #expect(stage.kind == "undo")
    #expect(try await home.account("ada").state == .disabled)
    await stage.agree()
    #expect(try await home.account("ada").state == .open)
  }

  @Test("does not answer a look that it asked for twice", arguments: ["LUR⇥⏎", "LURR⇥⏎", "L⏎R⇥⏎"])
  func looksTwice(text: String) async throws {
    var stage = await home.accountsList()
    await home.run("disable ada@example.com")
    await ahead(&stage, Key.of(signs: text))
    #expect(try await home.account("ada").state == .disabled)
    #expect(stage.kind == "undo")
    await stage.agree()
    #expect(try await home.account("ada").state == .open)
  }

  @Test("is done before ^Q behind it quits, but not if that is pressed twice")
  func quitBehind() async throws {
    var stage = await home.accountsList()
    await ahead(&stage, Key.of(signs: "/alan⏎P§") + [.control("q")])
    #expect(!stage.hasQuit && stage.state.generated?.name == "alan@example.com")
    stage = await home.accountsList()
    let text = try home.text()
    stage.holdsBack = true
    await stage.press(signs: "/ada⏎P§")
    await stage.press(.control("q"))
    #expect(!stage.hasQuit)
    await stage.press(.control("q"))
    #expect(stage.hasQuit)
    #expect(try home.text() == text)
  }

  @Test("hides no generated password")
  func unseenPassword() async throws {
    var stage = await home.accountsList()
    await ahead(&stage, Key.of(signs: "P§⏎⏎"))
    #expect(stage.state.generated?.name == "ada@example.com")
    await stage.press(.enter)
    #expect(stage.state.generated == nil)
  }

  @Test("removes nobody behind a password that was not there yet (S3)", arguments: 0..<12)
  func behindUnseenPassword(answered: Int) async throws {
    for first in ["P§", "A⇥"] {
      let home = Home()
      var stage = await home.accountsList()
      await home.run("edit --account alan@example.com --first-name A")
      await stage.press(.character("R"))
      let names = Set(stage.names)
      let adds = "Anora@example.com" + String(repeating: "⇥", count: 9) + "§s⏎/alan⏎X⇥⏎"
      let signs = first == "P§" ? "P§⏎⎋/alan⏎X⇥⏎" : adds
      await ahead(&stage, answering: answered, Key.of(signs: signs))
      #expect(try names.subtracting(home.names()).isSubset(of: ["alan@example.com"]))
      #expect(try !home.text(of: "history.jsonl").contains(#""did":"undo""#))
    }
  }

  @Test("goes into the form that is being opened")
  func intoForm() async throws {
    var stage = await home.accountsList()
    await ahead(&stage, Key.of(signs: "E⇥⇥⇥") + [.control("u")] + Key.of(signs: "Quentin?"))
    #expect(stage.kind == "edit" && stage.form?[.firstName] == "Quentin?")
    await stage.press(.escape, .character("Y"))
    #expect(stage.kind == "accounts")
    stage.holdsBack = true
    await stage.press(.character("E"), .tab, .tab, .tab)
    await stage.paste("-Bell")
    await stage.release()
    #expect(stage.form?[.firstName] == "Ada-Bell")
  }

  @Test("waits behind a change, and concerns whom it would have concerned after it")
  func behindChange() async throws {
    var stage = await home.accountsList()
    await stage.press(.character("X"))
    await ahead(&stage, Key.of(signs: "⇥⏎") + [.down] + Key.of(signs: "O⏎"))
    #expect(stage.names.count == 3 && stage.state.question?.names == ["Edsger@example.com"])
    await stage.agree()
    #expect(try await home.account("Edsger").state == .disabled)
    #expect(try await home.account("alan").state == .open)
  }

  @Test("marks all before it changes them")
  func all() async throws {
    var stage = await home.accountsList()
    await ahead(&stage, Key.of(signs: "*O⏎"))
    await stage.agree()
    for name in ["ada", "alan", "edsger", "grace"] {
      #expect(try await home.account(name).state == .disabled)
    }
  }

  @Test("is dropped if what it was typed for does not come")
  func dropped() async throws {
    var stage = await home.accountsList()
    await home.run("remove ada@example.com --yes")
    let text = try home.text()
    stage.holdsBack = true
    await stage.press(.character("E"))
    await stage.type("xenon")
    await stage.release()
    #expect(stage.kind == "accounts" && stage.state.question == nil)
    #expect(stage.said.contains("renamed or removed"))
    await stage.press(.escape)
    stage.holdsBack = true
    await stage.press(.character("R"), .character("/"))
    await stage.type("g")
    await stage.press(.enter, .character("E"), .character("X"))
    try home.write("{")
    await stage.release()
    #expect(stage.kind == "broken" && !stage.handsOver)
    try home.write(text)
    await stage.press(.character("R"))
    #expect(stage.kind == "accounts" && stage.state.question == nil)
    #expect(try home.text() == text)
  }

  @Test("lets one type on in the search, and quit, at once")
  func atOnce() async throws {
    var stage = await home.accountsList()
    stage.holdsBack = true
    await stage.press(.character("/"))
    await stage.type("al")
    #expect(stage.shows("/ al") && stage.shows("searching…"))
    await stage.press(.enter)
    #expect(try !stage.accounts().search.isTyping)
    var leaving = stage
    await leaving.press(.control("q"))
    #expect(leaving.hasQuit)
    await stage.press(.character("X"), .control("q"))
    #expect(!stage.hasQuit, "it comes after the x")
    await stage.press(.control("q"), .control("q"))
    #expect(stage.hasQuit)
  }

  @Test("is bounded: where it is too much, none of it is done")
  func tooMuch() async throws {
    var stage = await home.accountsList()
    let text = try home.text()
    stage.holdsBack = true
    await stage.press(.enter, .character("N"))
    for _ in 0..<KeyQueue.limit { await stage.press(.character("O")) }
    await stage.press(.character("X"))
    await stage.release()
    #expect(stage.kind == "profile" && stage.keys.isDropping)
    #expect(stage.state.question == nil && stage.state.prompt == nil)
    #expect(try home.text() == text)
    stage.pause()
    await stage.press(.escape)
    #expect(stage.kind == "accounts")
  }

  @Test("is in no dump")
  func secret() async throws {
    var stage = await home.accountsList()
    stage.holdsBack = true
    await stage.press(.character("P"))
    await stage.paste("Zq7marker")
    #expect(!stage.keys.isEmpty)
    var dumped = ""
    dump(stage.state, to: &dumped)
    #expect(!dumped.contains("Zq7marker"))
    await stage.release()
    #expect(stage.form?[.password] == "Zq7marker")
  }

  @Test("Rows that do not answer what was typed are faint, nothing in them is in focus")
  func faint() async throws {
    var stage = await home.accountsList()
    let size = Stage.usual
    func style(of name: String) throws -> Style {
      let frame = stage.frame(size)
      let line = try #require(frame.lines.firstIndex { $0.contains("\(name)@example.com") })
      return frame[4, line].style
    }
    let (focused, usual) = try (style(of: "ada"), style(of: "alan"))
    #expect(stage.shows(">   ada@example.com"))
    stage.holdsBack = true
    await stage.press(.character("/"))
    await stage.type("al")
    #expect(stage.shows("searching…"))
    #expect(stage.state.tickInterval == 80)
    await stage.send(.tick)
    #expect(!stage.shows(">   ada@example.com"))
    #expect(try style(of: "ada") == style(of: "alan"))
    #expect(try ![focused, usual].contains(style(of: "ada")))
    await stage.release()
    #expect(!stage.shows("searching…") && stage.shows(">   alan@example.com"))
  }
}
