import Foundation
import Terminal
import Testing

@testable import AccountsApp
@testable import ScreenKit

@Suite("An action of a screen concerns the account that was shown (S1)") struct MeantAccountTests {
  /// Changes of ada's name by others while a question, a line or a form is open.
  enum Elsewhere: CaseIterable {
    case swap, swapBack, removeAndRegister, removeAndUndo, swapByHand

    /// Whether ada's account is there, under any name, and known by its id.
    var keepsHer: Bool { [.swap, .swapBack, .removeAndUndo].contains(self) }

    func happen(in home: Home) async throws {
      switch self {
      case .swap: await home.swapAdaAndAlan()
      case .swapBack:
        await home.swapAdaAndAlan()
        await home.swapAdaAndAlan()
      case .removeAndRegister:
        await home.run("remove ada@example.com --yes")
        await home.run("register --email ada@example.com --password 54321 --no-login")
      case .removeAndUndo:
        await home.run("remove ada@example.com --yes")
        await home.run("undo")
      case .swapByHand: try home.swapAdaAndAlanByHand()
      }
    }
  }

  /// Keys that open something over ada, and those that answer it.
  static let places: [(open: String, answer: String)] = [
    ("X", "⇥⏎"), ("O", "bad⏎⇥⏎"), ("G", "new⏎⇥⏎"), ("N", "⇥⏎"), ("M", "⇥⏎"), ("", "P§"),
    ("P", "§"), ("P", "secret1⇥secret1☑"), ("E", "⇥⇥⇥⇥K☑"), ("⏎", "x⇥⏎"), ("⏎x", "⇥⏎"),
    ("⏎o", "⏎⇥⏎"), ("⏎g", "new⏎⇥⏎"), ("⏎n", "⇥⏎"), ("⏎m⇥⏎", ""), ("⏎e", "⇥⇥⇥⇥K☑"),
    (" O", "⏎⇥⏎"), (" X", "⇥⏎"), ("Obad⏎", "⇥⏎"), ("Gnew⏎", "⇥⏎"),
  ]

  @Test("or nothing is written, whoever has its name by then", arguments: Elsewhere.allCases)
  func others(elsewhere: Elsewhere) async throws {
    for (open, answer) in Self.places where answer != "" {
      let home = Home()
      var stage = await home.accountsList()
      await stage.press(signs: open)
      try await elsewhere.happen(in: home)
      let (text, alan) = (try home.text(), try? await home.account("alan"))
      await stage.press(signs: answer)
      let isDone = try home.text() != text
      // Nothing is to be enabled.
      let isDue = elsewhere.keepsHer && !open.lowercased().hasSuffix("n")
      #expect(isDone == isDue, "\(open) \(answer): \(stage.said)")
      if elsewhere == .swap {
        #expect(try await home.account("ada").values.firstName == "Alan", "\(open) \(answer)")
      } else {
        #expect(try await home.account("alan") == alan)
      }
      guard !elsewhere.keepsHer else { continue }
      #expect(stage.shows("ada@example.com") && !stage.said.isEmpty, "\(open) \(answer)")
      // No line stays for an account that is gone.
      #expect(stage.state.question == nil && stage.state.prompt == nil, "\(open) \(answer)")
    }
  }

  @Test(
    "or nothing is written, also where two that exchange their names have one text as password",
    arguments: ["*", "secret1"])
  func samePassword(password: String) async throws {
    for (open, answer) in Self.places where answer != "" {
      let home = Home()
      try home.write(
        #"{"rules": "register", "accounts": [{"email": "ada@example.com", "firstName": "Ada", "password": "\#(password)"}, {"email": "alan@example.com", "firstName": "Alan", "password": "\#(password)"}]}"#
      )
      var stage = await Stage(home)
      await stage.press(.control("o"))
      await stage.press(signs: open)
      try home.swapAdaAndAlanByHand()
      let text = try home.text()
      await stage.press(signs: answer)
      #expect(try home.text() == text, "\(open) \(answer)")
      #expect(open != "X" || stage.said.contains("look again"), "\(stage.said)")
    }
  }

  @Test("whatever else was changed in it", arguments: places.indices)
  func same(place: Int) async throws {
    let (open, answer) = Self.places[place]
    let home = Home()
    var stage = await home.accountsList()
    await stage.press(signs: open)
    await home.run("edit --account ada@example.com --birth-date 1990-01-01")
    // A form with a password conflicts where the password was changed.
    if place != 7 { await home.run("edit --account ada@example.com --password 98765") }
    if open.lowercased().hasSuffix("n") { await home.run("disable ada@example.com") }
    let text = try home.text()
    await stage.press(signs: answer)
    #expect(try home.text() != text || open == "⏎m⇥⏎", "\(open) \(answer): \(stage.said)")
  }

  @Test("where there is no history, too, if it has an id")
  func withoutHistory() async throws {
    let home = Home()
    var stage = await home.accountsList()
    await stage.press(.character("X"))
    try home.write(home.text().replacing("Lovelace", with: "King"))
    await stage.press(.tab, .enter)
    #expect(try !home.text().contains("ada@example.com"))
    await stage.press(.character("X"))
    #expect(stage.state.question?.names == ["alan@example.com"])
    try home.write(home.text().replacing("Turing", with: "King"))
    await home.run("edit --account alan@example.com --password 98765")
    try FileManager.default.removeItem(atPath: "\(home.documents)/history.jsonl")
    await stage.press(.tab, .enter)
    #expect(try !home.text().contains("alan@example.com"))
  }

  @Test(
    "or the one that was generated for it here", arguments: ["P§⏎", "⏎p§⏎", " P§⏎ada⏎", "⏎p§⏎p§⏎"])
  func generatedHere(keys: String) async throws {
    let home = Home()
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "ada@example.com", "password": "secret1"}, {"email": "bob@example.com", "password": "secret2"}]}"#
    )
    var stage = await Stage(home)
    await stage.press(.control("o"))
    await stage.press(signs: keys)
    await stage.comeBack()
    #expect(!stage.said.contains("is not the account"), "\(stage.said)")
    await stage.press(signs: "X⇥⏎")
    #expect(try !home.text().contains("ada@example.com"), "\(stage.said)")
  }

  @Test("but not one without an id whose typed password was hashed meanwhile: look again")
  func hashedMeanwhile() async throws {
    let (home, list) = try await withoutHistoryYet()
    var stage = list
    await stage.press(.character("X"))
    await home.run("login ada@example.com --password secret1")
    #expect(try !home.text().contains("secret1"))
    await stage.press(.tab, .enter)
    #expect(try home.text().contains("ada@example.com"))
    #expect(stage.said.contains("look again"), "\(stage.said)")
  }

  /// Two accounts of a file that has no history yet.
  private func withoutHistoryYet() async throws -> (Home, Stage) {
    let home = Home()
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "ada@example.com", "password": "secret1", "lastName": "L"}, {"email": "bob@example.com", "password": "secret2"}]}"#
    )
    var stage = await Stage(home)
    await stage.press(.control("o"))
    return (home, stage)
  }

  @Test(
    "but not one without an id that got another password: look again",
    arguments: ["X", "O", " X", "⏎x", "E"])
  func firstPassword(open: String) async throws {
    let (home, list) = try await withoutHistoryYet()
    var stage = list
    await stage.press(signs: open)
    if open == "E" {
      await stage.go(to: .lastName)
      await stage.type("K")
    }
    await home.run("edit --account ada@example.com --password another1")
    let text = try home.text()
    let answer = open == "E" ? "☑" : open == "O" ? "bad⏎⇥⏎" : "⇥⏎"
    await stage.press(signs: answer)
    #expect(try home.text() == text && stage.said.contains("look again"), "\(stage.said)")
  }

  @Test("nor one whose password was typed into the file; what was typed stays")
  func passwordByHand() async throws {
    let (home, list) = try await withoutHistoryYet()
    var stage = list
    await stage.press(.character("E"))
    await stage.go(to: .lastName)
    await stage.type("K")
    try home.write(home.text().replacing(#""secret1""#, with: #""secret9""#))
    let text = try home.text()
    for _ in 1...2 {
      await stage.press(.control("s"))
      #expect(try home.text() == text && stage.said.contains("look again"), "\(stage.said)")
      #expect(stage.kind == "edit" && stage.form?[.lastName] == "LK")
    }
  }

  /// Something that is typed into the file elsewhere.
  enum Typed: CaseIterable { case password, birthDate, person }

  @Test(
    "nor is a line that was typed for an operation done then, and it stays",
    arguments: ["O", " O", "⏎o", "G", "⏎g"], Typed.allCases)
  func lineByHand(open: String, typed: Typed) async throws {
    let (home, list) = try await withoutHistoryYet()
    var stage = list
    await stage.press(signs: open + "night")
    let text = try home.text()
    let new =
      switch typed {
      case .password: text.replacing(#""secret1""#, with: #""secret9""#)
      case .birthDate:
        text.replacing(#""secret1""#, with: #""secret1", "birthDate": "1990-01-01""#)
      case .person: text.replacing(#""L""#, with: #""King""#)
      }
    try home.write(new)
    for _ in 1...2 {
      await stage.press(signs: "⏎⇥⏎")
      #expect(try home.text() == new && stage.said.contains("look again"), "\(stage.said)")
      #expect(stage.state.prompt?.input.text == "night" && stage.state.question == nil)
    }
  }

  @Test(
    "and a line never goes on to another one where no name tells a person", arguments: ["O", "G"])
  func lineOfNameless(open: String) async throws {
    let home = Home()
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "ada@example.com", "password": "secret1"}, {"email": "alan@example.com", "password": "secret2"}]}"#
    )
    var stage = await Stage(home)
    await stage.press(.control("o"))
    await stage.press(signs: open + "night")
    try home.swapAdaAndAlanByHand()
    let text = try home.text()
    for _ in 1...2 {
      await stage.press(signs: "⏎⇥⏎")
      #expect(try home.text() == text && stage.said.contains("ada@example.com"), "\(stage.said)")
      #expect(stage.state.prompt?.input.text == "night")
    }
  }

  @Test("and the list of actions is gone where another account has the name by then")
  func actions() async throws {
    let home = Home()
    var stage = await home.accountsList()
    await stage.press(.function(1), .down)
    try home.swapAdaAndAlanByHand()
    await stage.send(.tick)
    #expect(stage.state.actionList == nil)
  }

  @Test("and where another change is under the bar")
  func actionsOnChange() async throws {
    let home = Home()
    var stage = await home.accountsList()
    for did in ["disable", "enable", "disable"] { await home.run("\(did) ada@example.com") }
    await stage.press(.character("L"), .function(1))
    let number = try #require(stage.state.screen.history?.chosen?.number)
    try FileManager.default.removeItem(atPath: "\(home.documents)/history.jsonl")
    await home.run("enable ada@example.com")
    await stage.send(.tick)
    #expect(stage.state.screen.history?.chosen?.number != number)
    #expect(stage.state.actionList == nil)
  }

  @Test("and of several marked, those that still are meant are changed; the others stay marked")
  func marked() async throws {
    let home = Home()
    var stage = await home.accountsList()
    await stage.press(.character(" "), .end, .character(" "), .character("O"))
    try home.swapAdaAndAlanByHand()
    await stage.press(.enter)
    await stage.agree()
    #expect(try await home.account("grace").state == .disabled)
    #expect(try await home.account("ada").state == .open)
    #expect(try await home.account("alan").state == .open)
    #expect(stage.said.contains("left alone: ada@example.com"))
    #expect(try stage.accounts().markedNames == ["ada@example.com"])
    #expect(!stage.shows("* ada@example.com"), "the row is another's now")
    await home.run("enable grace@example.com")
    await stage.press(
      .character("R"), .home, .character(" "), .character("O"), .enter, .tab, .enter)
    #expect(try await home.account("ada").state == .disabled, "who is marked now")
  }

  @Test("so that an open profile whose name is another's offers only the way back, help and quit")
  func profile() async throws {
    let home = Home()
    var stage = await home.accountsList()
    await stage.press(.enter)
    try home.swapAdaAndAlanByHand()
    await stage.comeBack()
    let text = try home.text()
    #expect(stage.kind == "profile" && stage.said.contains("ada@example.com"))
    #expect(stage.shows("Ada") && !stage.shows("Turing"))
    for key in Key.of(signs: "eognmpxhud⏎") {
      await stage.press(key)
      #expect(stage.kind == "profile" && stage.state.question == nil && stage.state.prompt == nil)
      if stage.state.refusal != nil { await stage.press(.escape) }
    }
    #expect(try home.text() == text)
    #expect(
      stage.state.offers.map(\.action).allSatisfy {
        [.back, .help, .quit, .redraw, .toShell].contains($0)
      })
    await stage.press(.escape)
    #expect(stage.kind == "accounts")
  }

  @Test(
    "as does what a command asks while it waits",
    arguments: [
      ("remove ada@example.com", ["y"]),
      ("edit --account ada@example.com --password", ["98765", "98765"]),
      (
        "edit --account ada@example.com --plain",
        ["", "", "98765", "98765", "A", "", "", "", "", "", ""]
      ),
    ])
  func commands(line: String, answers: [String]) async throws {
    let home = Home()
    _ = await home.accountsList()
    var setting = Setting()
    setting.isTerminal = true
    setting.answers = answers
    setting.onQuestion = { _ in try? home.swapAdaAndAlanByHand(once: true) }
    let ran = await home.run(line.split(separator: " ").map(String.init), setting)
    #expect(ran.exit == 75 && ran.err.contains("ada@example.com"), "\(ran)")
    #expect(
      try home.names() == [
        "grace@example.com", "alan@example.com", "Edsger@example.com", "ada@example.com",
      ])
    #expect(try home.text().contains("\"email\": \"alan@example.com\""))
  }
}

@Suite("While the accounts file is away (S2)") struct MissingFileTests {
  private let home = Home()

  @Test("marks, bar and search stay, the list names the file, and nothing is written")
  func list() async throws {
    var stage = await home.accountsList()
    await stage.press(.down, .character(" "), .character(" "), .up)
    let focus = try stage.accounts().focus
    let text = try home.text()
    try FileManager.default.moveItem(atPath: home.accountsPath, toPath: "\(home.accountsPath).away")
    await stage.send(.tick)
    #expect(stage.shows("no accounts file") && !stage.shows("no accounts yet"))
    for key in "OXGNMPEAV".map(Key.character) {
      await stage.press(key)
      #expect(stage.kind == "accounts" && stage.state.question == nil && stage.state.prompt == nil)
      if stage.state.refusal != nil { await stage.press(.escape) }
    }
    #expect(!home.exists("accounts.json"))
    try FileManager.default.moveItem(atPath: "\(home.accountsPath).away", toPath: home.accountsPath)
    await stage.send(.tick)
    #expect(try stage.accounts().focus == focus && stage.shows("2 marked"))
    await stage.press(.character("O"), .enter, .tab, .enter)
    #expect(try await home.account("alan").state == .disabled)
    #expect(try await home.account("Edsger").state == .disabled)
    #expect(try home.text() != text)
  }

  @Test("a form that was open begins no new file")
  func form() async throws {
    var stage = await home.accountsList()
    await stage.press(.character("A"))
    await stage.press(signs: "eve@example.com⇥⇥⇥⇥⇥⇥⇥⇥⇥secret1⇥secret1")
    try FileManager.default.moveItem(atPath: home.accountsPath, toPath: "\(home.accountsPath).away")
    await stage.press(.control("s"))
    #expect(!home.exists("accounts.json") && stage.kind == "registration")
    #expect(stage.said.contains("no accounts file"))
    try FileManager.default.moveItem(atPath: "\(home.accountsPath).away", toPath: home.accountsPath)
    await stage.press(.control("s"))
    #expect(try home.names().contains("eve@example.com"))
  }

  @Test("a question and a line say so, and are answered when it is back")
  func answers() async throws {
    let rows = [
      ("X", "⇥⏎", "X⇥⏎"), ("O", "bad⏎⇥⏎", "⏎⇥⏎"), ("⏎g", "new⏎⇥⏎", "⏎⇥⏎"), ("P", "§", "§"),
    ]
    for (open, answer, again) in rows {
      let home = Home()
      var stage = await home.accountsList()
      await stage.press(signs: open)
      let (before, away) = (try home.text(), "\(home.accountsPath).away")
      try FileManager.default.moveItem(atPath: home.accountsPath, toPath: away)
      await stage.press(signs: answer)
      #expect(stage.said.contains("no accounts file"), "\(open)\(answer): \(stage.said)")
      #expect(!home.exists("accounts.json"))
      try FileManager.default.moveItem(atPath: away, toPath: home.accountsPath)
      await stage.send(.tick)
      await stage.press(signs: again)
      #expect(try home.text() != before, "\(open)\(answer): \(stage.said)")
    }
  }

  @Test("a search keeps its bar when the file is back, and calls nobody changed")
  func search() async throws {
    var stage = await home.accountsList()
    await stage.press(.down, .down)
    let away = "\(home.accountsPath).away"
    try FileManager.default.moveItem(atPath: home.accountsPath, toPath: away)
    await stage.type("ada")
    #expect(stage.shows("no accounts file"))
    try FileManager.default.moveItem(atPath: away, toPath: home.accountsPath)
    await stage.send(.tick)
    #expect(stage.state.screen.accounts?.focusedName == "ada@example.com")
    #expect(!stage.shows("changed elsewhere"))
  }

  @Test("an undo and the look before it name the missing file")
  func undo() async throws {
    var stage = await home.accountsList()
    await home.run("disable ada@example.com")
    await stage.press(.character("L"))
    let (away, text) = ("\(home.documents).away", try home.text())
    for keys in ["⏎", "⏎⇥⏎"] {
      await stage.press(signs: String(keys.dropLast()))
      try FileManager.default.moveItem(atPath: home.documents, toPath: away)
      await stage.press(.enter)
      #expect(stage.shows("no accounts file"), "\(keys)")
      try FileManager.default.moveItem(atPath: away, toPath: home.documents)
      #expect(try home.text() == text)
      await stage.send(.tick)
    }
  }

  @Test("a login begins no new file where accounts were, and none is logged in")
  func login() async throws {
    for name in ["ada", "eve"] {
      await home.run("register --email \(name)@example.com --password 12345 --no-login")
    }
    var stage = await Stage(home)
    await stage.fill("new@example.com", "Zq7marker")
    let away = "\(home.accountsPath).away"
    try FileManager.default.moveItem(atPath: home.accountsPath, toPath: away)
    await stage.press(.control("s"))
    #expect(stage.kind == "login" && stage.said.contains("no accounts file"), "\(stage.said)")
    #expect(!home.exists("accounts.json") && stage.form?[.email] == "new@example.com")
    try FileManager.default.moveItem(atPath: away, toPath: home.accountsPath)
    await stage.press(.control("s"))
    #expect(stage.said.contains("There is no account new@example.com yet"), "\(stage.said)")
  }

  @Test("an Add form keeps its rulebook, and what was typed")
  func rulebook() async throws {
    await home.run("init standard")
    var stage = await Stage(home)
    await stage.press(.control("o"), .character("A"))
    await stage.type("eve")
    let (form, away) = (stage.form, "\(home.accountsPath).away")
    try FileManager.default.moveItem(atPath: home.accountsPath, toPath: away)
    await stage.send(.input(.focusGained))
    #expect(stage.kind == "broken" && stage.shows("no accounts file"))
    try FileManager.default.moveItem(atPath: away, toPath: home.accountsPath)
    await stage.send(.tick)
    #expect(stage.form == form)
  }

  @Test("where there never were accounts, one is added as before")
  func empty() async throws {
    var stage = await Stage(home)
    await stage.press(.control("o"))
    #expect(stage.shows("no accounts yet"))
    await stage.press(.character("A"))
    #expect(stage.kind == "registration")
  }
}

extension Home {
  func swapAdaAndAlan() async {
    for (old, new) in [("ada", "tmp"), ("alan", "ada"), ("tmp", "alan")] {
      await run("edit --account \(old)@example.com --email \(new)@example.com")
    }
  }

  /// - Parameter once: whether it is not done again.
  func swapAdaAndAlanByHand(once: Bool = false) throws {
    if once, exists("swapped") { return }
    try write("", to: "swapped")
    // The names alone: the ids stay where they are, and count no more.
    func email(_ name: String) -> String { #""email": "\#(name)@"# }
    let text = try text().replacing(email("ada"), with: email("tmp"))
      .replacing(email("alan"), with: email("ada"))
    try write(text.replacing(email("tmp"), with: email("alan")))
  }

  /// The emails in the file, in its order.
  func names() throws -> [String] {
    try text().matches(of: /"email": "([^"]+)"/).map { String($0.1) }
  }
}
