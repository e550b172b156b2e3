import Testing

@testable import RegApp
@testable import ScreenKit
@testable import Terminal

@Suite("What is typed ahead") struct TypedAheadTests {
  private let home = Home()

  /// Types keys while the store answers nothing but the first so many questions, then lets it answer
  /// all.
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

  private static func keys(_ text: String) -> [Key] {
    text.map { character in
      switch character {
      case "⏎": .enter
      case "⎋": .escape
      case "⇥": .tab
      case "§": .control("g")
      default: .character(character)
      }
    }
  }

  @Test("is grave where an answer removes, undoes or hides something, and not where it enables")
  func grave() async {
    for (keys, isGrave) in [("x", true), ("u", true), ("p§", true), ("  n", false)] {
      var stage = await home.accountsList()
      for key in Self.keys(keys) { await stage.press(key) }
      #expect(stage.state.toBeAnswered?.isGrave == isGrave, "\(keys)")
    }
  }

  @Test("after a search waits for what was searched for", arguments: 0..<9)
  func search(answered: Int) async throws {
    for (script, what) in [
      ("/alan⏎o⏎", "disable"), ("/alan⏎p§", "password"), ("/alan⏎n", "enable"),
      ("/alan⏎ g-ops⏎", "groups"), ("/alan⏎h", "history"), ("/alan⏎⏎", "open"),
    ] {
      let home = Home()
      var stage = await home.accountsList()
      await home.run("edit --account alan@example.com --groups ops")
      await home.run("disable alan@example.com")
      await stage.press(.character("r"))
      if what == "disable" { await home.run("enable alan@example.com") }
      let ada = try home.text().split(separator: "\n").filter { $0.contains("ada@") }
      await ahead(&stage, answering: answered, Self.keys(script))
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

  @Test("does not say yes to a question that was not there yet", arguments: 0..<5)
  func unseenQuestion(answered: Int) async throws {
    var stage = await home.accountsList()
    let text = try home.text()
    await ahead(&stage, answering: answered, Self.keys("/alan⏎xy"))
    #expect(try home.text() == text)
    #expect(stage.state.question?.names == ["alan@example.com"])
    await stage.press(.character("y"))
    #expect(try !home.text().contains("alan@example.com"))
    #expect(try home.text().contains("ada@example.com"))
  }

  @Test("and its answer in one burst is no answer, nor is a no")
  func burst() async throws {
    var stage = await home.accountsList()
    stage.isDrawn = false
    await stage.press(.character("x"), .character("y"), .character("n"), .character("y"))
    stage.isDrawn = true
    #expect(stage.state.question?.names == ["ada@example.com"])
    #expect(stage.said == KitText.keysDropped[.english])
    await stage.send(.tick)
    await stage.press(.character("n"))
    #expect(stage.state.question != nil, "nobody has paused")
    stage.pause()
    await stage.press(.character("n"))
    stage.isDrawn = false
    await stage.press(.down, .character("x"), .character("n"), .down, .character("x"))
    #expect(stage.state.question?.names == ["alan@example.com"])
  }

  @Test("does not take back, import or choose what was not looked at yet")
  func unseenLooks() async throws {
    var stage = await home.accountsList()
    await home.run("disable ada@example.com")
    await ahead(&stage, Self.keys("u⏎"))
    #expect(stage.kind == "undo")
    #expect(try await home.account("ada").state == .disabled)
    await stage.press(.enter)
    #expect(try await home.account("ada").state == .open)
    try home.write("email,password\nnew@example.com,12345\n", to: "new.csv")
    await stage.press(.character("i"))
    await ahead(&stage, Self.keys("\(home.documents)/new.csv⏎⏎"))
    #expect(stage.kind == "import" && stage.shows("1 account to add"))
    await stage.press(.enter)
    #expect(stage.names.contains("new@example.com"))
  }

  @Test("does not answer a look that it asked for twice", arguments: ["ur⏎", "urr⏎", "⏎ur⏎"])
  func looksTwice(text: String) async throws {
    var stage = await home.accountsList()
    await home.run("disable ada@example.com")
    await ahead(&stage, Self.keys(text))
    #expect(try await home.account("ada").state == .disabled)
    #expect(stage.kind == "undo")
    await stage.press(.enter)
    #expect(try await home.account("ada").state == .open)
  }

  @Test("is done before ^Q behind it quits, but not if that is pressed twice")
  func quitBehind() async throws {
    var stage = await home.accountsList()
    await ahead(&stage, Self.keys("/alan⏎obad⏎") + [.control("q")])
    #expect(stage.hasQuit)
    #expect(try await home.account("alan").state == .disabled)
    stage = await home.accountsList()
    stage.holdsBack = true
    for key in Self.keys("/ada⏎obad⏎") + [.control("q")] { await stage.press(key) }
    #expect(!stage.hasQuit)
    await stage.press(.control("q"))
    #expect(stage.hasQuit)
    #expect(try await home.account("ada").state == .open)
  }

  @Test("hides no generated password")
  func unseenPassword() async throws {
    var stage = await home.accountsList()
    await ahead(&stage, Self.keys("p§⏎⎋"))
    #expect(stage.state.generated?.name == "ada@example.com")
    await stage.press(.enter)
    #expect(stage.state.generated == nil)
  }

  @Test("removes nobody behind a password that was not there yet (S3)", arguments: 0..<12)
  func behindUnseenPassword(answered: Int) async throws {
    for first in ["p§", "a⇥"] {
      let home = Home()
      var stage = await home.accountsList()
      await home.run("edit --account alan@example.com --first-name A")
      await stage.press(.character("r"))
      let names = Set(stage.names)
      let adds = "anora@example.com" + String(repeating: "⇥", count: 9) + "§s⏎/alan⏎x⇥⏎"
      await ahead(&stage, answering: answered, Self.keys(first == "p§" ? "p§⏎⎋/alan⏎x⇥⏎" : adds))
      #expect(try names.subtracting(home.names()).isSubset(of: ["alan@example.com"]))
      #expect(try !home.text(of: "history.jsonl").contains(#""did":"undo""#))
    }
  }

  @Test("goes into the form that is being opened")
  func intoForm() async throws {
    var stage = await home.accountsList()
    await ahead(&stage, Self.keys("e⇥⇥⇥") + [.control("u")] + Self.keys("Quentin?"))
    #expect(stage.kind == "edit" && stage.form?[.firstName] == "Quentin?")
    await stage.press(.escape, .character("y"), .escape)
    stage.holdsBack = true
    await stage.press(.character("e"), .tab, .tab, .tab)
    await stage.paste("-Bell")
    await stage.release()
    #expect(stage.form?[.firstName] == "Ada-Bell")
  }

  @Test("waits behind a change, and concerns whom it would have concerned after it")
  func behindChange() async throws {
    var stage = await home.accountsList()
    await stage.press(.character("x"))
    await ahead(&stage, Self.keys("yjo⏎"))
    #expect(stage.names.count == 3)
    #expect(try await home.account("Edsger").state == .disabled)
    #expect(try await home.account("alan").state == .open)
  }

  @Test("marks all before it changes them")
  func all() async throws {
    var stage = await home.accountsList()
    await ahead(&stage, Self.keys("*o⏎"))
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
    await stage.press(.character("e"))
    await stage.type("xenon")
    await stage.release()
    #expect(stage.kind == "accounts" && stage.state.question == nil)
    #expect(stage.said.contains("renamed or removed"))
    await stage.press(.escape)
    stage.holdsBack = true
    await stage.press(.character("r"), .character("/"))
    await stage.type("g")
    await stage.press(.enter, .character("e"), .character("x"))
    try home.write("{")
    await stage.release()
    #expect(stage.kind == "broken" && !stage.handsOver)
    try home.write(text)
    await stage.press(.character("r"))
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
    #expect(try !stage.accounts().isNarrowing)
    for key in [.character("q"), .control("q")] as [Key] {
      var leaving = stage
      await leaving.press(key)
      #expect(leaving.hasQuit)
    }
    await stage.press(.character("x"), .character("q"))
    #expect(!stage.hasQuit, "it comes after the x")
    await stage.press(.control("q"), .control("q"))
    #expect(stage.hasQuit)
  }

  @Test("is bounded: where it is too much, none of it is done")
  func tooMuch() async throws {
    var stage = await home.accountsList()
    let text = try home.text()
    stage.holdsBack = true
    await stage.press(.enter, .character("n"))
    for _ in 0..<KeyQueue.limit { await stage.press(.character("o")) }
    await stage.press(.character("x"))
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
    await stage.press(.character("p"))
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
