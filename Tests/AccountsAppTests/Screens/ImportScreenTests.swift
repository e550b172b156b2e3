import Foundation
import Terminal
import Testing

@testable import AccountsApp
@testable import ScreenKit

@Suite("An import on the screen") struct ImportScreenTests {
  private let home = Home()

  private static let people = """
    email,password,firstName
    dan@home.org,secret7,Dan
    eve,secret8,Eve
    ada@home.org,secret9,Ada
    fay@home.org,abc,Fay
    dan@home.org,secret4,Dan

    """
  private static let one = "email,password\ndan@home.org,secret7\n"

  /// The prompt over the list of accounts, with the path of a file typed.
  private func asked(_ text: String = people, named name: String = "people.csv") async throws
    -> Stage
  {
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "ada@home.org", "password": "!"}]}"#)
    try home.write(text, to: name)
    var stage = await Stage(home)
    stage.set(home: home.documents)
    await stage.press(.control("o"), .character("I"))
    #expect(stage.kind == "accounts" && stage.shows("File to import:"))
    await stage.type("~/\(name)")
    return stage
  }

  private func preview(_ stage: Stage) throws -> ImportPreview {
    guard case .importing(let state) = stage.state.screen else { throw Stage.NoProfile() }
    return state.preview
  }

  private func rows(_ stage: Stage) throws -> [String] {
    let preview = try preview(stage)
    return preview.rows.map { "\($0.kind) \($0.line ?? 0) \(preview.words($0)[.english])" }
  }

  private func path(_ stage: Stage) throws -> String {
    try #require(stage.state.prompt).input.text
  }

  // MARK: The look

  @Test("says of each account where it is not clear who may not log in")
  func unclear() async throws {
    var stage = try await asked(
      "email,password,shadowExpire\ndan@home.org,secret7,0\neve@home.org,secret8,18000\n")
    await stage.press(.enter)
    #expect(
      try rows(stage) == [
        "warning 0 unclear, so the stricter meaning was taken: shadowExpire (1 entry)",
        "warning 0 the file says who may not log in: dan@home.org, eve@home.org",
        "added 2 dan@home.org: shadowExpire is unclear, so the stricter meaning was taken",
        "added 3 eve@home.org",
      ])
  }

  @Test("shows what would become of each account, by line, and imports nothing if one is wrong")
  func looks() async throws {
    var stage = try await asked()
    let before = try home.text()
    await stage.press(.enter)
    #expect(stage.kind == "import")
    #expect(
      try rows(stage) == [
        "added 2 dan@home.org", "problem 3 email must be an address with an @",
        "problem 4 a user with this email already exists: ada@home.org",
        "problem 5 password must have 5 characters or more",
        "problem 6 dan@home.org is already in this file, at line 2",
        "hint 0 regapp import: fix the file, or run regapp import --on-conflict skip, or replace",
      ])
    #expect(stage.shows("people.csv (csv)  4 problems: nothing is imported"))
    #expect(stage.shows("regapp import FILE --help"))
    await stage.press(.enter)
    #expect(stage.kind == "import" && stage.said.hasPrefix("Fix the file and press R"))
    #expect(try home.text() == before)
    #expect(!stage.text().contains("secret"))
  }

  @Test("offers first to leave out the columns that are unknown, and then imports the others")
  func leavesOut() async throws {
    var stage = try await asked("email,password,shoeSize,mood\ndan@home.org,secret7,43,good\n")
    let choice = "choice 0 leave out what regapp does not know: shoeSize, mood"
    await stage.press(.enter)
    #expect(try rows(stage).first == choice && rows(stage).last?.hasPrefix("hint") == true)
    #expect(stage.state.screen.importing?.focus.row == 0 && stage.shows("leave out"))
    await stage.press(.down, .enter)
    #expect(stage.kind == "import" && stage.said.hasPrefix("Press O to leave out"))
    await stage.press(.up, .enter)
    #expect(try preview(stage).disabledReason == nil)
    #expect(
      try rows(stage).contains("warning 0 left out: shoeSize, mood")
        && rows(stage).contains("added 2 dan@home.org"))
    // It is the choice for this file, also once that is read again.
    await stage.press(.character("R"))
    #expect(try preview(stage).disabledReason == nil)
    await stage.press(.enter)
    await stage.agree()
    #expect(try home.names().contains("dan@home.org"), "\(stage.said)")
    #expect(try !home.text().contains("shoeSize") && !home.text().contains("good"))
  }

  private static let hash = "$2b$05$abcdefghijklmnopqrstuu7xBdc3mx5nNlgVHYL28yCH.qGrgk0.q"

  /// A file of Authelia, of which each user has other lines beside the password.
  private func users(_ lines: String...) -> String {
    zip(["dan", "eve"], lines).reduce("users:\n") { text, user in
      text + "  \(user.0)@home.org:\n    password: '\(Self.hash)'\n    \(user.1)\n"
    }
  }

  @Test("offers all keys of a file of Authelia that are unknown, whichever user has them")
  func leavesOutKeys() async throws {
    var stage = try await asked(users("pager: 1", "mood: good"), named: "users.yml")
    await stage.press(.enter)
    #expect(try rows(stage).first == "choice 0 leave out what regapp does not know: pager, mood")
    await stage.press(.character("O"))
    #expect(try rows(stage).contains("warning 0 left out: pager, mood"))
    #expect(try preview(stage).count(.added) == 2 && preview(stage).disabledReason == nil)
  }

  @Test("leaves out no column but those that were offered, also where the file is another by then")
  func leavesOutOffered() async throws {
    var stage = try await asked("email,password,mood\ndan@home.org,secret7,good\n")
    await stage.press(.enter, .character("O"))
    #expect(try preview(stage).disabledReason == nil)
    try home.write("email,password,mood,birth\ndan@home.org,secret7,good,1990\n", to: "people.csv")
    await stage.press(.character("R"))
    #expect(try rows(stage).first == "choice 0 leave out what regapp does not know: mood, birth")
    await stage.press(.down, .enter)
    #expect(stage.state.question == nil && stage.said.hasPrefix("Press O to leave out"))
    await stage.press(.character("O"))
    #expect(try preview(stage).disabledReason == nil)
    // A column that is gone leaves the others as they were.
    try home.write("email,password,birth\ndan@home.org,secret7,1990\n", to: "people.csv")
    await stage.press(.character("R"))
    #expect(try rows(stage).contains("warning 0 left out: birth"))
  }

  @Test("offers that for no column where the file cannot be read without it")
  func neededColumn() async throws {
    var stage = try await asked("first name;E-Mail-Adresse;password\nDan;dan@home.org;secret7\n")
    await stage.press(.enter)
    #expect(try preview(stage).count(.choice) == 0 && preview(stage).count(.problem) == 1)
    await stage.press(.enter)
    #expect(stage.state.question == nil && stage.said.hasPrefix("Fix the file and press R"))
  }

  @Test(
    "offers that for no column that was most likely meant as a field",
    arguments: [
      ("dissabled", "people.csv"), ("frstName", "people.csv"), ("dissabled", "users.yml"),
    ])
  func meantAsField(name: String, file: String) async throws {
    let text =
      file == "users.yml"
      ? users("pager: 1", "\(name): true")
      : "email,password,shoeSize,\(name)\ndan@home.org,secret7,43,x\n"
    var stage = try await asked(text, named: file)
    let before = try home.text()
    await stage.press(.enter)
    #expect(try preview(stage).count(.choice) == 0 && preview(stage).count(.problem) > 0)
    await stage.press(.enter)
    #expect(stage.state.question == nil && stage.said.hasPrefix("Fix the file and press R"))
    #expect(try home.text() == before)
  }

  @Test("the whole of a row can be read in the smallest window")
  func small() async throws {
    var stage = try await asked()
    let size = Size(columns: 40, rows: 12)
    await stage.send(.resized(size))
    await stage.press(.enter, .down, .down)
    #expect(stage.frame(size).lines.contains { $0.hasPrefix("> problem") })
    #expect(stage.shows("exists: ada@home.org", size))
  }

  @Test("scrolls through many")
  func scrolls() async throws {
    let many = (100..<200).map { "n\($0)@home.org,secret\($0)" }.joined(separator: "\n")
    var stage = try await asked("email,password\n\(many)\n")
    await stage.press(.enter, .end)
    #expect(stage.shows("100 accounts to add"))
    #expect(stage.shows("n199@home.org") && !stage.shows("n100@home.org"))
    await stage.press(.home)
    #expect(stage.shows("n100@home.org") && !stage.shows("n199@home.org"))
  }

  // MARK: The import

  @Test("Enter imports what was seen, and says it as the command does")
  func imports() async throws {
    var stage = try await asked("{SHA}x\n", named: "users.htpasswd")
    try home.write("dan@home.org:{SHA}2jmj7l5rSw0yVb/vlWAYkK/YBwk=\n", to: "users.htpasswd")
    await stage.press(.enter)
    #expect(stage.shows("(htpasswd)  1 account to add"))
    let before = try home.text()
    await stage.press(.enter)
    #expect(stage.shows("Import 1 account from"))
    await stage.press(.enter)
    #expect(try stage.kind == "import" && home.text() == before, "no is marked")
    await stage.press(.enter)
    await stage.agree()
    #expect(stage.kind == "accounts" && stage.shows("dan@home.org"))
    #expect(stage.said == "Added 1 account, replaced 0, skipped 0.")
    #expect(try home.text().contains("{SHA}2jmj"))
  }

  @Test("says who cannot log in, and how many in the question")
  func shut() async throws {
    let rows = "eve@home.org,secret1,\ndan@home.org,secret2,true\n"
    var stage = try await asked("email,password,disabled\n\(rows)")
    await stage.press(.enter)
    #expect(stage.shows("dan@home.org: cannot log in") && !stage.shows("eve@home.org:"))
    await stage.press(.enter)
    let text = stage.state.question?.text[.english] ?? ""
    #expect(text.hasSuffix("? 1 account of these cannot log in."))
  }

  @Test("Esc leaves the prompt and the look, and nothing is written")
  func leaves() async throws {
    var stage = try await asked(Self.one)
    let before = try home.text()
    await stage.press(.escape)
    #expect(stage.kind == "accounts" && stage.state.prompt == nil)
    await stage.press(.character("I"))
    #expect(try path(stage).isEmpty)
    await stage.type("~/people.csv")
    await stage.press(.enter)
    #expect(stage.kind == "import")
    await stage.press(.escape)
    #expect(stage.kind == "accounts" && stage.state.prompt == nil)
    #expect(try home.text() == before)
  }

  @Test("imports what was read for the look, and takes another look if the accounts have changed")
  func movedOn() async throws {
    var stage = try await asked(Self.one)
    await stage.press(.enter)
    #expect(stage.shows("1 account to add"))
    try home.write("email,password\nmallory@home.org,secret7\n", to: "people.csv")
    await home.run("register --email dan@home.org --password secret1 --no-login")
    await stage.press(.enter)
    await stage.agree()
    #expect(stage.kind == "import" && stage.said.contains("nothing was imported"))
    #expect(
      try rows(stage).contains("problem 2 a user with this email already exists: dan@home.org"))
    #expect(try !home.text().contains("mallory"))
    await stage.press(.character("R"))
    #expect(try rows(stage) == ["added 2 mallory@home.org"] && stage.said.isEmpty)
    try home.write("email,password\n", to: "people.csv")
    await stage.press(.character("R"), .enter)
    #expect(try rows(stage) == [] && stage.said == "There is nothing to import.")
    await stage.press(.escape)
    #expect(stage.kind == "accounts")
    #expect(try !home.text().contains("mallory"))
  }

  @Test("shows progress while passwords are hashed, and quits only after that")
  func progress() async throws {
    var stage = try await asked(Self.one)
    await stage.press(.enter, .enter)
    stage.holdsBack = true
    await stage.agree()
    await stage.send(.message(.progress(.init(done: 1, total: 2))))
    #expect(stage.shows("importing, 1 of 2 [##########   "))
    await stage.press(.control("q"))
    #expect(!stage.hasQuit)
    await stage.release()
    #expect(stage.hasQuit)
    #expect(try home.text().contains("dan@home.org") && !home.text().contains("secret7"))
  }

  // MARK: The path

  @Test("a file that cannot be looked at is asked for again, with what is wrong")
  func faults() async throws {
    var stage = try await asked()
    try home.write("???\n", to: "odd")
    try home.write(#"{"rules": "register", "accounts": [,]}"#, to: "broken.json")
    await stage.press(.control("u"), .enter)
    #expect(stage.shows("Name a file."))
    let cases = [
      ("nothing.csv", ["nothing.csv"]), ("", ["not a regular file"]),
      ("odd", ["cannot tell the format", "--format, one of", "regapp import FILE --help"]),
    ]
    for (name, words) in cases {
      await stage.press(.control("u"))
      await stage.type("~/\(name)")
      await stage.press(.enter)
      #expect(stage.kind == "accounts" && stage.state.note?.kind == .problem)
      #expect(try path(stage) == "~/\(name)")
      for word in words { #expect(stage.said.contains(word), "\(name): \(stage.said)") }
    }
    // Its problem has a place.
    await stage.press(.control("u"))
    await stage.type("~/broken.json")
    await stage.press(.enter)
    #expect(
      try rows(stage).contains { $0.hasPrefix("problem 1 ") }
        && preview(stage).disabledReason != nil)
  }

  @Test("Tab completes a path, and names what may follow")
  func completes() async throws {
    var stage = try await asked()
    for name in ["peter.csv", "pets.csv", ".hidden", "odd\nname"] { try home.write("x", to: name) }
    try FileManager.default.createDirectory(
      atPath: "\(home.documents)/data", withIntermediateDirectories: false)
    try home.write("x", to: "data/one.csv")
    await stage.press(.control("u"))
    await stage.type("~")
    await stage.press(.tab)
    #expect(try path(stage) == "~/")
    await stage.type("pe")
    await stage.press(.tab)
    #expect(try path(stage) == "~/pe" && stage.shows("people.csv  peter.csv  pets.csv"))
    await stage.type("t")
    #expect(!stage.shows("peter.csv  pets.csv"))
    await stage.press(.tab)
    #expect(stage.shows("peter.csv  pets.csv") && !stage.shows("people.csv"))
    await stage.type("e")
    await stage.press(.tab)
    #expect(try path(stage) == "~/peter.csv")
    await stage.press(.control("u"))
    await stage.type("~/d")
    await stage.press(.tab, .tab)
    #expect(try path(stage) == "~/data/one.csv")
    await stage.press(.control("u"))
    await stage.type("~/odd")
    await stage.press(.tab)
    #expect(stage.shows("No file begins like that."))
    await stage.press(.control("u"))
    await stage.type("\(home.documents)/.h")
    await stage.press(.tab)
    #expect(try path(stage) == "\(home.documents)/.hidden")
    await stage.press(.control("u"))
    await stage.paste("\(home.documents)/nodir/x")
    await stage.press(.tab)
    #expect(try stage.said.contains("/nodir") && path(stage).hasSuffix("/nodir/x"))
  }

  @Test("what is typed behind Tab waits for it, and answers no look that was not seen")
  func typedAhead() async throws {
    var stage = try await asked(Self.one)
    let before = try home.text()
    await stage.press(.control("u"))
    stage.holdsBack = true
    await stage.type("~/peo")
    await stage.press(.tab, .backspace)
    // Both lead elsewhere where nothing is typed.
    await stage.type("?q")
    #expect(stage.state.busy == .completing)
    await stage.release()
    #expect(try path(stage) == "~/people.cs?q" && !stage.hasQuit)
    await stage.press(.control("u"))
    stage.holdsBack = true
    await stage.type("~/peo")
    await stage.press(.tab, .enter, .enter)
    await stage.release()
    #expect(try rows(stage) == ["added 2 dan@home.org"])
    #expect(stage.kind == "import", "nobody saw what would be imported")
    #expect(try home.text() == before)
  }
}
